// Takes a snapshot of the work folder before and behind each turn of this window, and tells the chat what differs. Owns which turns there are; nothing waits
// for it. A turn that has done nothing but look costs one snapshot, and a folder without changes some ten milliseconds of git.
import type { ChatState } from '../../../chat/state.js';
import { openPermissions } from '../../../chat/state.js';
import { actOf, isLook } from '../../../shared/tools.js';
import { isAgentChat } from '../../chats/agentChats.js';
import type { Chat } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import type { FileChange } from '../../../review/changes.js';

export interface TurnDependencies {
  readonly chats: Pick<Chats, 'onDidChange' | 'onDidClose'>;
  readonly log: Pick<Log, 'warn'>;
  /** The work folder of a chat; undefined where there is none. */
  readonly folderOf: (chat: Chat) => string | undefined;
  /** A snapshot of the folder, by the id of its tree; undefined where there is none. Never rejects. */
  readonly take: (folder: string) => Promise<string | undefined>;
  readonly changes: (folder: string, before: string, after: string) => Promise<readonly FileChange[]>;
}

interface Turn {
  readonly folder: string;
  /** The last item as the turn began. */
  readonly since: string | undefined;
  /** `isLate`: Claude may have written before the snapshot was there. */
  readonly before: Promise<{ readonly tree: string; readonly isLate: boolean } | undefined>;
}

/** Returns how to stop. */
export function watchTurnChanges(dependencies: TurnDependencies): () => void {
  const { chats, log, take, folderOf } = dependencies;
  const turns = new Map<Chat, Turn>();
  const closed = new WeakSet<Chat>();
  const begun = (chat: Chat): void => {
    const folder = folderOf(chat);
    if (folder === undefined || isAgentChat(chat.key)) return;
    const since = chat.loop.state.items.at(-1)?.id;
    const before = take(folder).then(tree => {
      const { state } = chat.loop;
      return tree === undefined ? undefined : { tree, isLate: mayHaveWritten(state, since) };
    });
    turns.set(chat, { folder, since, before });
  };
  const ended = (chat: Chat, turn: Turn): void => {
    if (!mayHaveWritten(chat.loop.state, turn.since)) return;
    const isHere = (): boolean => chat.otherOwner === undefined && !closed.has(chat);
    tellChanges(chat, turn, dependencies, isHere).catch((error: unknown) =>
      log.warn(`What a turn has changed is not known: ${String(error)}`),
    );
  };
  const listening = [
    chats.onDidChange(chat => {
      const { turn, process } = chat.loop.state;
      const known = turns.get(chat);
      // What another window owns is followed there.
      const isRunning = turn !== 'idle' && chat.otherOwner === undefined;
      if (isRunning && known === undefined && process !== 'none') return begun(chat);
      if (isRunning || known === undefined) return;
      turns.delete(chat);
      if (chat.otherOwner === undefined) ended(chat, known);
    }),
    chats.onDidClose(chat => {
      turns.delete(chat);
      closed.add(chat);
    }),
  ];
  return () => {
    for (const one of listening) one.dispose();
  };
}

/** `isHere`: the chat may have gone to another window, or been closed, while a snapshot was taken. */
async function tellChanges(
  { loop }: Chat,
  { folder, before }: Turn,
  { take, changes }: TurnDependencies,
  isHere: () => boolean,
): Promise<void> {
  const first = await before;
  // Also where the first one came too late, because the next one is quick then.
  const after = first && (await take(folder));
  if (first === undefined || after === undefined || !isHere()) return;
  if (first.isLate) return loop.dispatch({ type: 'filesChanged', files: 0, plus: 0, minus: 0, isLate: true });
  if (first.tree === after) return;
  const files = await changes(folder, first.tree, after);
  if (files.length === 0 || !isHere()) return;
  const sum = (count: (file: FileChange) => number): number => files.reduce((all, file) => all + count(file), 0);
  loop.dispatch({
    type: 'filesChanged',
    files: files.length,
    plus: sum(({ plus }) => plus),
    minus: sum(({ minus }) => minus),
    trees: { before: first.tree, after },
  });
}

const harmless: ReadonlySet<string | undefined> = new Set(['todos', 'tools', 'plan', 'ask', 'fetch', 'searchWeb', 'output']);

/**
 * Whether one of the calls behind the item `since` may have written by now: none that looks, and none that waits for the person. True also where that item has
 * left the state.
 */
function mayHaveWritten(state: ChatState, since: string | undefined): boolean {
  const at = state.items.findLastIndex(({ id }) => id === since);
  if (at < 0 && since !== undefined) return true;
  const asked = new Set(openPermissions(state).map(({ toolUseId }) => toolUseId));
  return state.items
    .slice(at + 1)
    .some(
      item =>
        item.kind === 'tool' && !isLook(item.name) && !harmless.has(actOf(item.name)) && item.state !== 'denied' && !asked.has(item.id),
    );
}
