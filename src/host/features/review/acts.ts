// What the person does with the changes of a turn.
import * as vscode from 'vscode';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { Variant } from '../../../shared/variant.js';
import type { Chat } from '../../chats/chat.js';
import type { ActContext } from '../actContext.js';
import { pickItem, showMessage } from '../../vscode/plainUi.js';
import { TurnChanges } from './turnChanges.js';

const changesOf = new WeakMap<Chat, TurnChanges>();

function turnChanges({ chat, chats, log }: Pick<ActContext, 'chat' | 'chats' | 'log'>): TurnChanges {
  const known = changesOf.get(chat) ?? new TurnChanges(chat, chats, log);
  changesOf.set(chat, known);
  return known;
}

export function readChanges({ id, most }: Variant<FeatureIntent, 'readChanges'>, context: ActContext): Promise<void> {
  return turnChanges(context).read(id, most);
}

export function openChanges({ id }: Variant<FeatureIntent, 'openChanges'>, context: ActContext): Promise<void> {
  return turnChanges(context).openAll(id);
}

export function openChange({ id, path }: Variant<FeatureIntent, 'openChange'>, context: ActContext): Promise<void> {
  return turnChanges(context).open(id, path);
}

export function takeBack({ id, path }: Variant<FeatureIntent, 'takeBack'>, context: ActContext): Promise<void> {
  return turnChanges(context).write(id, 'back', path);
}

export function putBack({ id, path }: Variant<FeatureIntent, 'putBack'>, context: ActContext): Promise<void> {
  return turnChanges(context).write(id, 'again', path);
}

/** The person chooses which changes of the chat are shown. */
export async function reviewChanges(context: Pick<ActContext, 'chat' | 'chats' | 'log'>): Promise<void> {
  const changes = turnChanges(context);
  const [last] = changes.rows;
  if (last === undefined) return void showMessage(vscode.l10n.t('Claude has changed no files in this chat, as far as is known.'));
  const items = [
    {
      label: vscode.l10n.t('This Turn'),
      detail: vscode.l10n.t('What Claude’s last turn with changes has changed'),
      show: () => changes.openAll(last.id),
    },
    {
      label: vscode.l10n.t('This Chat'),
      detail: vscode.l10n.t('What has changed since this chat began to change files'),
      show: () => changes.openChat(),
    },
  ];
  await (await pickItem(items, { title: vscode.l10n.t('Review Changes') }))?.show();
}
