// Takes a snapshot of the work folder before and behind each turn of this window, and tells the chat what differs; the time in which subagents work on behind a
// turn counts as one more. The chat keeps what is known from before the turn until then, so that the next window tells it where this one ends in the turn. Owns
// which turns there are; nothing waits for it. A turn that has done nothing but look costs one snapshot, and a folder without changes some ten milliseconds of git.
import { join } from 'node:path';
import type { ChatEvent } from '../../../chat/events.js';
import type { ChatItem, ChatState } from '../../../chat/state.js';
import { openPermissions } from '../../../chat/state.js';
import type { FollowedTurn, LeftOutFile } from '../../../shared/features/review/news.js';
import { actOf, isLook } from '../../../shared/tools.js';
import type { Variant } from '../../../shared/variant.js';
import { isAgentChat } from '../../chats/agentChats.js';
import type { Chat } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import type { FileChange } from '../../../review/changes.js';
import { pathsOf } from '../../../review/changes.js';
import { changedAfter } from '../../../review/presentFiles.js';

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
  readonly left: readonly LeftOutFile[];
  /** There is no git: they have only the files that Claude's edits have changed. */
  readonly isEdits?: true;
}

export interface TurnDependencies {
  readonly chats: Pick<Chats, 'all' | 'onDidChange' | 'onDidShow' | 'onDidClose'>;
  readonly log: Pick<Log, 'warn'>;
  /** The work folder of a chat; undefined where there is none, or it may not be read. */
  readonly folderOf: (chat: Chat) => string | undefined;
  /** A turn begins in the folder; undefined where that has no snapshots. Never rejects. `kept`: gets the tree before it, again where that grows. */
  readonly begin: (folder: string, kept: (tree: string | undefined) => void) => Promise<Before | undefined>;
  /** The turn of an earlier window has ended, of which the tree before is kept. Undefined where nothing is known; rejects where that tree is gone. */
  readonly endCut: (folder: string, before: string) => Promise<BothTrees | undefined>;
  /** Undefined where the folder has no snapshots any more. Rejects where they cannot be read. */
  readonly changes: (folder: string, before: string, after: string) => Promise<readonly FileChange[] | undefined>;
  /** The person has saved files, or had them taken back: their absolute paths. */
  readonly onDidSave: (listener: (files: readonly string[]) => void) => { dispose(): void };
  /** The window may read folders that it could not. */
  readonly onDidTrust: (listener: () => void) => { dispose(): void };
  /** The chat has a row of a turn more. */
  readonly told: (chat: Chat) => void;
}

interface Turn {
  readonly chat: Chat;
  readonly folder: string;
  /** Claude's; or the subagents' alone, which go on behind it. */
  readonly by: 'claude' | 'subagents';
  /** Subagents worked as it began, and the chat has no items of what they call. */
  readonly besideAgents: boolean;
  /** The last item as the turn began. */
  readonly since: string | undefined;
  /** What is known from before the turn, once that is there. */
  before: Promise<Before | undefined>;
  /** The tree before it, as far as that has come. */
  tree: string | undefined;
  /** What had begun as that was there; undefined until then. */
  begun: Begun | undefined;
  /** Absolute paths of what the person has saved, or had taken back, since it began. */
  readonly saved: Set<string>;
  /** What the chat keeps of it, as long as it shows this branch. */
  followed: FollowedTurn | undefined;
  /** Epoch milliseconds: when it ended. Undefined as long as it goes on. */
  until: number | undefined;
}

/** A turn in which the window ended that had the chat. */
interface CutTurn {
  readonly chat: Chat;
  readonly folder: string;
  readonly followed: FollowedTurn;
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
  const { chats, log, begin, folderOf, onDidSave, onDidTrust } = dependencies;
  const turns = new Map<Chat, Turn>();
  /** Until the snapshot behind them is taken. */
  const open = new Set<Turn>();
  const closed = new WeakSet<Chat>();
  /** What chats keep of turns that this window follows, or tells: another one of which they keep something was cut off with its window. */
  const own = new WeakSet<FollowedTurn>();
  let isOver = false;
  const isHere = (chat: Chat): boolean => chat.otherOwner === undefined && !closed.has(chat) && !isOver;
  /** One after the other, so that a chat keeps one turn at a time. */
  const inOrder = (chat: Chat, work: () => Promise<void> | void): Promise<void> => {
    const done = turnsTold(chat)
      .then(work)
      .catch((error: unknown) => log.warn(`What a turn has changed is not known: ${String(error)}`));
    telling.set(chat, done);
    return done;
  };
  /** The chat keeps what is known of the turn by now. */
  const follow = (turn: Turn): Promise<void> =>
    inOrder(turn.chat, () => {
      if (!open.has(turn) || !isHere(turn.chat)) return;
      const followed = followedOf(turn);
      own.add(followed);
      turn.followed = followed;
      turn.chat.loop.dispatch({ type: 'turnFollowed', turn: followed });
    });
  /** The chat may have gone to another window, or show another branch by now. */
  const isKept = ({ chat, followed }: Turn): boolean => isHere(chat) && followed !== undefined && chat.loop.state.followed === followed;
  const forget = (turn: Turn): void => {
    if (isKept(turn)) turn.chat.loop.dispatch({ type: 'turnFollowed' });
  };
  const begun = (chat: Chat, by: Turn['by']): void => {
    const folder = folderOf(chat);
    if (folder === undefined || isAgentChat(chat.key)) return;
    const since = chat.loop.state.items.at(-1)?.id;
    const turn: Turn = {
      chat,
      folder,
      by,
      besideAgents: chat.loop.state.subagents > 0,
      since,
      saved: new Set(),
      tree: undefined,
      begun: undefined,
      followed: undefined,
      until: undefined,
      before: Promise.resolve(undefined),
    };
    const kept = (tree: string | undefined): void => {
      turn.tree = tree;
      if (turn.begun !== undefined) void follow(turn);
    };
    turns.set(chat, turn);
    open.add(turn);
    void follow(turn);
    turn.before = begin(folder, kept).then(known => {
      if (known === undefined) void inOrder(chat, () => (open.has(turn) ? forget(turn) : undefined));
      else {
        turn.begun = begunBy(chat.loop.state, since);
        void follow(turn);
      }
      return known;
    });
  };
  const dropped = (turn: Turn): void => {
    open.delete(turn);
    void turn.before.then(before => before?.drop());
  };
  const ended = (turn: Turn): void => {
    const { chat } = turn;
    if (!turn.besideAgents && !mayHaveWritten(begunCalls(chat.loop.state, turn.since))) {
      dropped(turn);
      void inOrder(chat, () => forget(turn));
      return;
    }
    // Before its row is there another program may go on with the session.
    turn.until = chat.seenUntil;
    void follow(turn);
    void inOrder(chat, () => tellChanges(turn, dependencies, () => isKept(turn)).finally(() => open.delete(turn)));
  };
  const left = (chat: Chat): void => {
    const turn = turns.get(chat);
    if (turn !== undefined) dropped(turn);
    turns.delete(chat);
    // Whoever has the chat next tells it, also where that is this window again.
    const { followed } = chat.loop.state;
    if (followed !== undefined) own.delete(followed);
  };
  const cut = (chat: Chat, followed: FollowedTurn): void => {
    const folder = folderOf(chat);
    if (folder === undefined) return;
    own.add(followed);
    const isStill = (): boolean => isHere(chat) && chat.loop.state.followed === followed;
    void inOrder(chat, () => tellCut({ chat, folder, followed }, dependencies, isStill));
  };
  const changed = (chat: Chat): void => {
    const { turn, subagents, process, followed } = chat.loop.state;
    const known = turns.get(chat);
    // What another window owns is followed there.
    if (chat.otherOwner !== undefined) return left(chat);
    if (followed !== undefined && !own.has(followed) && known === undefined) cut(chat, followed);
    const by = turn !== 'idle' ? 'claude' : subagents > 0 ? 'subagents' : undefined;
    if (known?.by === by) return;
    turns.delete(chat);
    if (known !== undefined) ended(known);
    if (by !== undefined && process !== 'none') begun(chat, by);
  };
  const listening = [
    chats.onDidChange(changed),
    chats.onDidShow(changed),
    onDidTrust(() => chats.all.forEach(changed)),
    chats.onDidClose(chat => {
      const known = turns.get(chat);
      if (known !== undefined) dropped(known);
      turns.delete(chat);
      closed.add(chat);
    }),
    onDidSave(files => {
      for (const turn of open) {
        if (files.every(file => turn.saved.has(file))) continue;
        for (const file of files) turn.saved.add(file);
        void follow(turn);
      }
    }),
  ];
  chats.all.forEach(changed);
  return () => {
    isOver = true;
    for (const one of listening) one.dispose();
  };
}

function followedOf({ since, besideAgents, tree, begun, saved, until }: Turn): FollowedTurn {
  const isKnown = tree !== undefined && begun !== undefined && begun !== 'late';
  return {
    ...(since !== undefined && { since }),
    ...(besideAgents && { besideAgents: true as const }),
    ...(isKnown && { before: tree, ...(begun.length > 0 && { unasked: begun }) }),
    ...(saved.size > 0 && { saved: [...saved] }),
    ...(until !== undefined && { until }),
  };
}

const unknown = { type: 'filesChanged', files: 0, plus: 0, minus: 0, isLate: true } as const;

/** `isHere`: the chat may have gone to another window or branch, or been closed, while a snapshot was taken. */
async function tellChanges(turn: Turn, { changes, told, log }: TurnDependencies, isHere: () => boolean): Promise<void> {
  const { chat, folder, saved } = turn;
  const first = await turn.before;
  const notRead = (error: unknown): undefined => void log.warn(`What a turn has changed cannot be read: ${String(error)}`);
  // Also where the first one came too late, because the next one is quick then.
  const trees = await first?.end();
  if (!isHere()) return;
  if (turn.begun === undefined) return chat.loop.dispatch({ type: 'turnFollowed' });
  if (trees === undefined || isLate(chat.loop.state, turn.begun)) return chat.loop.dispatch(unknown);
  const files = trees.before === trees.after ? [] : await changes(folder, trees.before, trees.after).catch(notRead);
  if (!isHere()) return;
  if (files === undefined) return chat.loop.dispatch(unknown);
  if (files.length === 0) return chat.loop.dispatch({ type: 'turnFollowed' });
  const row = rowOf(files, trees, byPersonIn(files, folder, saved));
  chat.loop.dispatch(turn.by === 'subagents' ? { ...row, isAgents: true } : row);
  told(chat);
}

/**
 * A turn in which the window ended that had the chat: what stands there now is beside what stood before it. Whatever was written later than that window had
 * seen Claude work may be somebody else's.
 */
async function tellCut(
  { chat, folder, followed }: CutTurn,
  { endCut, changes, told, log }: TurnDependencies,
  isStill: () => boolean,
): Promise<void> {
  const { since, besideAgents = false, before, unasked = [], saved = [], until = 0 } = followed;
  if (!isStill()) return;
  const byClaude = mayHaveWritten(begunCalls(chat.loop.state, since));
  if (!besideAgents && !byClaude) return chat.loop.dispatch({ type: 'turnFollowed' });
  let row: ChatEvent = { ...unknown, isCut: true };
  try {
    const isKnown = before !== undefined && !isLate(chat.loop.state, unasked);
    const trees = isKnown ? await endCut(folder, before) : undefined;
    const files = trees === undefined ? undefined : trees.before === trees.after ? [] : await changes(folder, trees.before, trees.after);
    if (files?.length === 0) row = { type: 'turnFollowed' };
    else if (trees !== undefined && files !== undefined) {
      const later = await changedAfter(
        folder,
        files.flatMap(pathsOf).map(({ path }) => path),
        until,
      );
      const byPerson = byPersonIn(files, folder, new Set(saved));
      const known = { ...rowOf(files, trees, [...new Set([...byPerson, ...later])]), isCut: true as const };
      row = byClaude ? known : { ...known, isAgents: true };
    }
  } catch (error) {
    log.warn(`What a turn has changed in which the window ended is not known: ${String(error)}`);
  }
  if (!isStill()) return;
  chat.loop.dispatch(row);
  told(chat);
}

function byPersonIn(files: readonly FileChange[], folder: string, saved: ReadonlySet<string>): readonly string[] {
  return files.flatMap(pathsOf).flatMap(({ path }) => (saved.has(join(folder, path)) ? [path] : []));
}

function rowOf(files: readonly FileChange[], trees: BothTrees, byPerson: readonly string[]): Variant<ChatEvent, 'filesChanged'> {
  const sum = (count: (file: FileChange) => number): number => files.reduce((all, file) => all + count(file), 0);
  const left = [...new Map(trees.left.map(one => [one.path, one])).values()];
  const named = { files: left.slice(0, mostNamed), more: Math.max(0, left.length - mostNamed) };
  return {
    type: 'filesChanged',
    files: files.length,
    plus: sum(({ plus }) => plus),
    minus: sum(({ minus }) => minus),
    ...(byPerson.length > 0 && { byPerson }),
    ...(left.length > 0 && { left: named }),
    ...(trees.isEdits && { isEdits: true as const }),
    trees: { before: trees.before, after: trees.after },
  };
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

/** The calls that had begun as the snapshot was there; `late`: one of them may have written by then. */
type Begun = 'late' | readonly string[];

/** A call for which the person had been asked, and that waits no more, was allowed. */
function begunBy(state: ChatState, since: string | undefined): Begun {
  const calls = begunCalls(state, since);
  const asked = askedFor(state);
  return calls === undefined || calls.some(id => asked.has(id)) ? 'late' : calls;
}

const askedFor = ({ items }: ChatState): ReadonlySet<string> =>
  new Set(items.flatMap(item => (item.kind === 'permission' ? [item.toolUseId] : [])));

/** A call is there some time before the CLI asks for it: where the person was asked only behind the snapshot, it had not written. */
function isLate(state: ChatState, begun: Begun): boolean {
  if (begun === 'late') return true;
  const asked = askedFor(state);
  return begun.some(id => !asked.has(id));
}
