// What the person does with the changes of a turn.
import * as vscode from 'vscode';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { Variant } from '../../../shared/variant.js';
import type { Chat } from '../../chats/chat.js';
import type { ActContext } from '../actContext.js';
import type { ChangesState, ChatItem } from '../../../chat/state.js';
import { folderOf } from '../../chats/chat.js';
import { isToldElsewhere } from '../../vscode/elsewhere.js';
import { workFolder } from '../../vscode/folders.js';
import type { ListItem } from '../../vscode/plainUi.js';
import { pickItem } from '../../vscode/plainUi.js';
import { EditStore } from '../../../review/editStore.js';
import { revertChangeAtCursor } from './changeAtCursor.js';
import { openChat, openToday, openUnseen } from './openScopes.js';
import { engineOf } from './review.js';
import { changesIn, TurnChanges } from './turnChanges.js';

const { t } = vscode.l10n;

type ReviewContext = Pick<ActContext, 'chat' | 'chats' | 'log'>;

const changesOf = new WeakMap<Chat, TurnChanges>();

function turnChanges({ chat, chats, log }: ReviewContext): TurnChanges {
  const known = changesOf.get(chat) ?? new TurnChanges(chat, chats, log);
  changesOf.set(chat, known);
  return known;
}

export function readChanges({ id, most }: Variant<FeatureIntent, 'readChanges'>, context: ActContext): Promise<void> {
  return turnChanges(context).read(id, most);
}

export function openChanges({ id }: Variant<FeatureIntent, 'openChanges'>, context: ActContext): Promise<void> {
  const changes = turnChanges(context);
  return changes.openAll(changes.row(id));
}

export function openChange({ id, path }: Variant<FeatureIntent, 'openChange'>, context: ActContext): Promise<void> {
  return turnChanges(context).open(id, path);
}

export async function takeBack({ id, path }: Variant<FeatureIntent, 'takeBack'>, context: ActContext): Promise<void> {
  if (!isToldElsewhere(context.chat)) await turnChanges(context).write(id, 'back', path);
}

export async function putBack({ id, path }: Variant<FeatureIntent, 'putBack'>, context: ActContext): Promise<void> {
  if (!isToldElsewhere(context.chat)) await turnChanges(context).write(id, 'again', path);
}

export function markSeen({ files, seen }: Variant<FeatureIntent, 'markSeen'>, context: ActContext): Promise<void> {
  return turnChanges(context).mark(files, seen);
}

/** What is shown of the rows of a chat may be another now. */
export async function refreshChanges(chat: Chat): Promise<void> {
  await changesOf.get(chat)?.refresh();
}

export function revertChange(context: ReviewContext): Promise<void> {
  return revertChangeAtCursor(turnChanges(context));
}

interface Scope extends ListItem {
  readonly show: () => Promise<void>;
}

/**
 * The person chooses which changes are shown.
 * @param allItems the whole conversation of the chat, page by page
 */
export async function reviewChanges(context: ReviewContext, allItems: () => AsyncIterable<readonly ChatItem[]>): Promise<void> {
  const changes = turnChanges(context);
  const folder = workFolder(folderOf(context.chat));
  const allRows = async (): Promise<readonly ChangesState[]> => {
    const rows: ChangesState[] = [];
    for await (const items of allItems()) rows.push(...changesIn(items));
    return rows;
  };
  const turns = async (): ReturnType<TurnChanges['turnsOf']> => changes.turnsOf(await allRows());
  // The rows of earlier turns may have left the window of items.
  const last = changes.rows[0] ?? (await allRows()).at(-1);
  const engine = folder === undefined ? undefined : await engineOf(folder);
  // Without git nothing keeps what was seen, and when a day has begun.
  const hasMarks = !(engine instanceof EditStore);
  const unseen: Scope = {
    label: t('Since You Last Looked'),
    detail: t('What this chat has changed and you have not marked as seen'),
    show: async () => openUnseen(await turns()),
  };
  const ofChat: readonly Scope[] =
    last === undefined
      ? []
      : [
          {
            label: t('This Turn'),
            detail: t('What Claude’s last turn with changes has changed'),
            show: () => changes.openAll(last),
          },
          {
            label: t('This Chat'),
            detail: t('What has changed since this chat began to change files'),
            show: async () => openChat(await turns()),
          },
          ...(hasMarks ? [unseen] : []),
        ];
  const today: Scope = {
    label: t('All Chats Today'),
    detail: t('What has changed in the folder since Claude’s first turn today, by you too'),
    show: async () => openToday(engine, folder, Date.now(), context.log),
  };
  const placeHolder = last === undefined ? t('Claude has changed no files in this chat, as far as is known.') : undefined;
  const options = { title: t('Review Changes'), ...(placeHolder !== undefined && { placeHolder }) };
  await (await pickItem([...ofChat, ...(hasMarks ? [today] : [])], options))?.show();
}
