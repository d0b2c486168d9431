// One chat in memory: its fields, and what can be said of it from them.
import { isDeepStrictEqual } from 'node:util';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { ChatNews } from '../../shared/contract/news.js';
import type { ChatFacts } from '../../chat/facts.js';
import type { ChatState } from '../../chat/state.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import type { Elsewhere } from '../../chat/view.js';
import type { NotStored } from '../storage/notStored.js';
import type { ChatLoop } from './chatLoop.js';

export interface Chat extends ChatFacts {
  readonly key: string;
  loop: ChatLoop;
  /** Set while another window or program owns the session. `loop` is then a read-only copy of what the owner stores. */
  otherOwner: Elsewhere;
  /** Names a chat without a title: Claude's name of it, else the beginning of the first prompt. Kept, because the first prompt leaves the window of items. */
  firstPrompt: string | undefined;
  composerDraft: string;
  /** The draft as it was last read from the disk. A draft that differs from it was typed in this window. */
  composerKept: string;
  /** What was added to the draft, in the order of adding. */
  composerAttachments: readonly KeptAttachment[];
  /** The same as it was last read from the disk. */
  attachmentsKept: readonly KeptAttachment[];
  /** Grows with each change of the draft: of two stored drafts, the draft with the higher revision is newer. */
  composerRevision: number;
  /** The person takes the chat over, which is not decided yet. */
  isBeingTakenOver: boolean;
  /** Set while the disk refuses the chat. */
  notStored: NotStored | undefined;
  /** The chat is open in an editor tab. */
  hasTab: boolean;
  /** The last news of each type, for a view that opens later. */
  readonly news: Map<ChatNews['type'], ChatNews>;
}

type Attachments = readonly KeptAttachment[];

/** One object, because drafts are compared by identity. */
export const noAttachments: readonly KeptAttachment[] = [];

/** @param now epoch milliseconds */
export function emptyChat(key: string, loop: ChatLoop, now: number): Chat {
  return {
    key,
    loop,
    otherOwner: undefined,
    firstPrompt: undefined,
    composerDraft: '',
    composerKept: '',
    composerAttachments: noAttachments,
    attachmentsKept: noAttachments,
    composerRevision: 0,
    usedAt: now,
    seenUntil: now,
    isBeingTakenOver: false,
    notStored: undefined,
    hasTab: false,
    news: new Map(),
  };
}

/** `after`, with unchanged items replaced by the objects of `before`, so that the view does not redraw them. */
export function sharing(before: ChatState, after: ChatState): ChatState {
  const items = after.items.map((item, index) => {
    const known = before.items[index];
    return known !== undefined && isDeepStrictEqual(known, item) ? known : item;
  });
  return { ...after, items };
}

/** Another window owns the chat, so it has no process here, whatever its state says. */
export function isOfOtherWindow({ otherOwner }: Chat): boolean {
  return otherOwner === 'otherWindow' || otherOwner === 'otherComputer';
}

/** No tab shows the chat, nothing runs or waits in it, it is not on its way back, and it holds no words that are nowhere else. */
export function isIdle(chat: Chat): boolean {
  const { loop, hasTab, news } = chat;
  const back = news.get('back');
  if (hasTab || (back?.type === 'back' && back.isGoing === true)) return false;
  if (isOfOtherWindow(chat)) return !isTypedHere(chat);
  const { process, turn, outbox } = loop.state;
  const isBusy = process !== 'none' || turn !== 'idle' || outbox.length > 0;
  return !isBusy && openQuestions(loop.state).length === 0 && openPermissions(loop.state).length === 0;
}

export function isEmpty({ loop, title, firstPrompt, composerDraft, composerAttachments }: Chat): boolean {
  const isNamed = title !== undefined || firstPrompt !== undefined;
  return loop.state.items.length === 0 && !isNamed && composerDraft === '' && composerAttachments.length === 0;
}

/** The message box holds what the disk does not. */
export function isTypedHere({ composerDraft, composerKept, composerAttachments, attachmentsKept }: Chat): boolean {
  return composerDraft !== composerKept || composerAttachments !== attachmentsKept;
}

/** `stored`, with what was added and removed here, which is the difference of `kept` and `here`; `stored` itself where that is nothing. */
export function withChanges(stored: Attachments, kept: Attachments, here: Attachments): Attachments {
  const lacks = (list: Attachments, one: KeptAttachment): boolean => !list.some(({ id }) => id === one.id);
  const left = stored.filter(one => lacks(kept, one) || !lacks(here, one));
  const added = here.filter(one => lacks(kept, one) && lacks(stored, one));
  return left.length === stored.length && added.length === 0 ? stored : [...left, ...added];
}

/** The root in which the chat works, or begins as its views show it; undefined where that is the first folder. It may be gone. */
export function folderOf(chat: Chat | undefined): string | undefined {
  const place = chat?.news.get('workFolder');
  return chat?.loop.state.steering?.folder ?? (place?.type === 'workFolder' ? place.path : undefined);
}

/** The folder from which Claude reads a path: where it has said that it is, else `folderOf`. */
export function worksIn(chat: Chat | undefined): string | undefined {
  return chat?.loop.state.steering?.at ?? folderOf(chat);
}

/** The person's title, or Claude's, or the beginning of the first prompt; undefined where there is none. */
export function chatTitle({ title, firstPrompt }: Chat): string | undefined {
  return title ?? firstPrompt;
}

/** News that are not of one conversation. */
const lasting: ReadonlySet<ChatNews['type']> = new Set<ChatNews['type']>([
  'offers',
  'steering',
  'workFolder',
  'commands',
  'editor',
  'comments',
  'limits',
  'back',
]);

/** The chat shows another conversation. */
export function forgetNews({ news }: Chat): void {
  for (const type of news.keys()) if (!lasting.has(type)) news.delete(type);
}
