// What the menu of a message of the person's offers (`webview/context`). Import it lazily. The page says in `data-vscode-context` which message it is.
import * as vscode from 'vscode';
import { isObject } from '../../shared/loose.js';
import type { FeatureIntent } from '../../shared/contract/featureIntents.js';
import { parted, textOf } from '../features/back/cut.js';
import { cardId } from '../features/back/list.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';

const intents = {
  editMessage: id => ({ type: 'askBack', id, edit: true }),
  goBackToMessage: id => ({ type: 'askBack', id }),
  forkMessage: id => ({ type: 'forkChat', id }),
} satisfies Record<string, (id: string) => FeatureIntent>;

/** `given`: what VS Code gives the command of a menu in a page, of any form. Does nothing for a message that is not there any more. */
export async function actOnMessage(act: keyof typeof intents, given: unknown, { chats, views }: ChatCommandDependencies): Promise<void> {
  const { key, id } = messageIn(given);
  const chat = chats.get(key);
  if (chat === undefined) return;
  // Before the act: where it needs no card, it gives the focus to the message box.
  if (act !== 'forkMessage') await views.show(chat, { target: 'item', id: cardId });
  views.perform(chat, { to: 'feature', intent: intents[act](id) });
}

/** Its words, as the person wrote them. Rejects where older messages cannot be read. */
export async function copyMessage(given: unknown, { chats, olderItems }: ChatCommandDependencies): Promise<void> {
  const { key, id } = messageIn(given);
  const chat = chats.get(key);
  const found = chat && (await parted(chat.loop.state, id, olderItems(chat)));
  if (found !== undefined) await vscode.env.clipboard.writeText(textOf(found.at));
}

function messageIn(given: unknown): { readonly key: string; readonly id: string } {
  const { parleyChat, parleyMessage } = isObject(given) ? given : {};
  return { key: String(parleyChat), id: String(parleyMessage) };
}
