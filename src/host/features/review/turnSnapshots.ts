// Takes a snapshot of the work folder before and behind each turn of this window, and tells the chat what differs. Owns which turns there are; nothing waits
// for it. A turn that has done nothing but look costs one snapshot, and a folder without changes some ten milliseconds of git.
import { join } from 'node:path';
import type { ChatItem, ChatState } from '../../../chat/state.js';
import { openPermissions } from '../../../chat/state.js';
import { actOf, isLook } from '../../../shared/tools.js';
import { isAgentChat } from '../../chats/agentChats.js';
import type { Chat } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import type { FileChange } from '../../../review/changes.js';
import { pathsOf } from '../../../review/changes.js';
import type { LeftOut } from '../../../review/fileLists.js';

/** What is known of the work folder before a turn. Something of each has to be called. */
export interface Before {
  /** What is known behind the turn; undefined where that is nothing. Never rejects. */
  readonly end: () => Promise<BothTrees | undefined>;
  /** Nobody wants to know. */
  readonly drop: () => void;
}

/** The work folder before and behind a turn, by the ids of two trees. */
export interface BothTrees {
  readonly before: string;
  readonly after: string;
  /** What they do not have. */
  readonly left: readonly LeftOut[];
  /** There is no git: they have only the files that Claude's edits have changed. */
  readonly isEdits?: true;
}

export interface TurnDependencies {
  readonly chats: Pick<Chats, 'onDidChange' | 'onDidClose'>;
  readonly log: Pick<Log, 'warn'>;
  /** The work folder of a chat; undefined where there is none. */
  readonly folderOf: (chat: Chat) => string | undefined;
  /** A turn begins in the folder; undefined where nothing is known of it. Never rejects. */
  readonly begin: (folder: string) => Promise<Before | undefined>;
  readonly changes: (folder: string, before: string, after: string) => Promise<readonly FileChange[]>;
  /** The person has saved a file: its absolute path. */
  readonly onDidSave: (listener: (file: string) => void) => { dispose(): void };
  /** The chat has a row of a turn more. */
  readonly told: (chat: Chat) => void;
}

interface Turn {
  readonly folder: string;
  /** The last item as the turn began. */
  readonly since: string | undefined;
  /** What is known from before the turn, and the calls that may have written before it was. */
  readonly before: Promise<(Before & { readonly begun: Begun }) | undefined>;
  /** Absolute paths of what the person has saved since it began. */
  readonly saved: Set<string>;
}

/** Names what the snapshots do not have. */
const mostNamed = 5;

/** What each chat still waits for, until the row of its last turn is there or does not come. */
const telling = new WeakMap<Chat, Promise<void>>();

/** Resolves when the chat has the rows of all turns that have ended in it. Never rejects. */
export function turnsTold(chat: Chat): Promise<void> {
  return telling.get(chat) ?? Promise.resolve();
}

/** Returns how to stop. */
export function watchTurnChanges(dependencies: TurnDependencies): () => void {
  const { chats, log, begin, folderOf, onDidSave } = dependencies;
  const turns = new Map<Chat, Turn>();
  /** Until the snapshot behind them is taken. */
  const open = new Set<Turn>();
  const closed = new WeakSet<Chat>();
  const begun = (chat: Chat): void => {
    const folder = folderOf(chat);
    if (folder === undefined || isAgentChat(chat.key)) return;
    const since = chat.loop.state.items.at(-1)?.id;
    const before = begin(folder).then(known => known && { ...known, begun: begunBy(chat.loop.state, since) });
    const turn = { folder, since, before, saved: new Set<string>() };
    turns.set(chat, turn);
    open.add(turn);
  };
  const dropped = (turn: Turn): void => {
    open.delete(turn);
    void turn.before.then(before => before?.drop());
  };
  const ended = (chat: Chat, turn: Turn): void => {
    if (!mayHaveWritten(begunCalls(chat.loop.state, turn.since))) return dropped(turn);
    const isHere = (): boolean => chat.otherOwner === undefined && !closed.has(chat);
    const known = tellChanges(chat, turn, dependencies, isHere)
      .catch((error: unknown) => log.warn(`What a turn has changed is not known: ${String(error)}`))
      .finally(() => open.delete(turn));
    telling.set(chat, known);
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
      else dropped(known);
    }),
    chats.onDidClose(chat => {
      const known = turns.get(chat);
      if (known !== undefined) dropped(known);
      turns.delete(chat);
      closed.add(chat);
    }),
    onDidSave(file => {
      for (const { saved } of open) saved.add(file);
    }),
  ];
  return () => {
    for (const one of listening) one.dispose();
  };
}

/** `isHere`: the chat may have gone to another window, or been closed, while a snapshot was taken. */
async function tellChanges(
  chat: Chat,
  { folder, before, saved }: Turn,
  { changes, told }: TurnDependencies,
  isHere: () => boolean,
): Promise<void> {
  const { loop } = chat;
  const first = await before;
  // Also where the first one came too late, because the next one is quick then.
  const trees = await first?.end();
  if (first === undefined || trees === undefined || !isHere()) return;
  if (isLate(loop.state, first.begun)) return loop.dispatch({ type: 'filesChanged', files: 0, plus: 0, minus: 0, isLate: true });
  if (trees.before === trees.after) return;
  const files = await changes(folder, trees.before, trees.after);
  if (files.length === 0 || !isHere()) return;
  const sum = (count: (file: FileChange) => number): number => files.reduce((all, file) => all + count(file), 0);
  const byPerson = files.flatMap(pathsOf).flatMap(({ path }) => (saved.has(join(folder, path)) ? [path] : []));
  const left = [...new Map(trees.left.map(one => [one.path, one])).values()];
  const named = { files: left.slice(0, mostNamed), more: Math.max(0, left.length - mostNamed) };
  loop.dispatch({
    type: 'filesChanged',
    files: files.length,
    plus: sum(({ plus }) => plus),
    minus: sum(({ minus }) => minus),
    ...(byPerson.length > 0 && { byPerson }),
    ...(left.length > 0 && { left: named }),
    ...(trees.isEdits && { isEdits: true as const }),
    trees: { before: trees.before, after: trees.after },
  });
  told(chat);
}

const harmless: ReadonlySet<string | undefined> = new Set(['todos', 'tools', 'planFirst', 'plan', 'ask', 'fetch', 'searchWeb', 'output']);

/** The ids of the calls that may have written by now; undefined where that is not known. */
type BegunCalls = readonly string[] | undefined;

/** The calls behind the item `since`: none that looks, and none that waits for the person. Undefined where that item has left the state. */
function begunCalls(state: ChatState, since: string | undefined): BegunCalls {
  const at = state.items.findLastIndex(({ id }) => id === since);
  if (at < 0 && since !== undefined) return undefined;
  const asked = new Set(openPermissions(state).map(({ toolUseId }) => toolUseId));
  return state.items.slice(at + 1).flatMap(item => (mayWrite(item) && !asked.has(item.id) ? [item.id] : []));
}

/** Whether this is a call that may write files, and was not denied. */
export function mayWrite(item: ChatItem): boolean {
  return item.kind === 'tool' && !isLook(item.name) && !harmless.has(actOf(item.name)) && item.state !== 'denied';
}

const mayHaveWritten = (calls: BegunCalls): boolean => calls === undefined || calls.length > 0;

/** What had begun as the snapshot was there. `asked`: the calls for which the person had been asked by then. */
interface Begun {
  readonly calls: BegunCalls;
  readonly asked: readonly string[];
}

const begunBy = (state: ChatState, since: string | undefined): Begun => ({ calls: begunCalls(state, since), asked: askedFor(state) });

const askedFor = ({ items }: ChatState): readonly string[] => items.flatMap(item => (item.kind === 'permission' ? [item.toolUseId] : []));

/** A call is there some time before the CLI asks for it: where the person was asked only behind the snapshot, it had not written. */
function isLate(state: ChatState, { calls, asked }: Begun): boolean {
  const askedSince = new Set(askedFor(state));
  return calls === undefined || calls.some(id => asked.includes(id) || !askedSince.has(id));
}
