// The contract from the extension host to the webview: a snapshot on `ready`, then changes with contiguous versions (a gap: say `ready` again).
// With `fromView` and `reading` this is all that crosses. Both ends ship together, so it is strict.
import * as z from 'zod/mini';
import { attachment } from '../attachmentSchema.js';
import { answer, hostEdit, wholeNumber } from '../question.js';
import { transcriptItem } from '../transcript.js';
import { chatStatus, earlierChat, preferences, returnReasons, setUpCard, waitingPrompt } from '../chatStatus.js';
import { chatNews } from './news.js';
import { cursor, hit, searchedWords, version } from './places.js';
import { readReply } from './reading.js';

/** What was decided before about a question like this. */
const earlierDecision = z.strictObject({
  /** The position of the question in the set. */
  position: wholeNumber,
  /** Its id, for `judgeLikeness` and `openDecision`. */
  decision: z.string(),
  /** The question as it was asked then, and the answer in words. */
  asked: z.string(),
  said: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The branch of that time; absent where it is the present one. */
  branch: z.optional(z.string()),
  /** The files that it names and that have changed since. */
  changed: z.array(z.string()),
  /** The same answer to this question; absent where the options have no such answer. */
  answer: z.optional(answer),
  /** The person has called it not the same. */
  isRefused: z.optional(z.literal(true)),
});
export type EarlierDecision = z.infer<typeof earlierDecision>;

const toldLine = z.strictObject({
  key: z.string(),
  text: z.string(),
  /** It is told no more from the next start of the CLI on. */
  isRemoved: z.optional(z.literal(true)),
});
export type ToldLine = z.infer<typeof toldLine>;
export type ToldLines = Extract<HostMessage, { type: 'toldLines' }>;

/** A `TextChange`. */
const textChange = z.nullable(z.strictObject({ at: wholeNumber, length: wholeNumber, insert: z.string() }));

/** What differs from the version before. */
const change = z.discriminatedUnion('type', [
  /** Whole items, to replace by id or append in order; and the status when it changed. */
  z.strictObject({
    type: z.literal('items'),
    version,
    items: z.array(transcriptItem),
    /** Where new items stand that do not join at the end: the id of the item, and that of the one in front of which it stands. */
    inFront: z.optional(z.array(z.strictObject({ id: z.string(), of: z.string() }))),
    /** Ids of items that are no part of the conversation any more. */
    gone: z.optional(z.array(z.string())),
    status: z.optional(chatStatus),
    preferences: z.optional(preferences),
    earlier: z.optional(z.array(earlierChat)),
    /** What is added to the message box now. */
    attachments: z.optional(z.array(attachment)),
    /** The messages that wait now. */
    waiting: z.optional(z.array(waitingPrompt)),
    setUp: z.optional(setUpCard),
  }),
  /** Text at the end of the streaming text item `id`. */
  z.strictObject({ type: z.literal('append'), version, id: z.string(), text: z.string() }),
  /** The draft of a known question has changed. The view holds what the person has typed, and gets here what the host has put in. */
  z.strictObject({
    type: z.literal('draft'),
    version,
    id: z.string(),
    hostEdits: z.array(hostEdit),
    dismissAt: z.optional(z.number()),
    reads: textChange,
    readsInFile: z.optional(z.boolean()),
  }),
  /**
   * The host no longer holds the items up to and including `last`: they are final, and can be read anew as pages before `cursor`, which
   * is the place behind `last`. The view goes on showing them, read-only, and may forget them when they are far away.
   */
  z.strictObject({ type: z.literal('trimmed'), version, last: z.string(), cursor }),
]);
export type Change = z.infer<typeof change>;

export const hostMessage = z.discriminatedUnion('type', [
  /** Everything needed to paint. */
  z.strictObject({
    type: z.literal('snapshot'),
    version,
    /** The key of the chat that is shown. */
    chat: z.string(),
    /** Which branch of it; absent for the first. */
    branch: z.optional(z.string()),
    /** The window: the last items of the conversation. */
    items: z.array(transcriptItem),
    /** The folder in which Claude works; absent where none is open. */
    folder: z.optional(z.string()),
    /** The place in front of `items`; null when the conversation begins with them. The view reads older pages from here. */
    start: z.nullable(cursor),
    status: chatStatus,
    preferences,
    /** What was typed into the composer and not sent. */
    composerDraft: z.string(),
    /** What was added to it; absent where nothing was. */
    attachments: z.optional(z.array(attachment)),
    /** The messages that Parley has not written to Claude yet, in their order; absent where none waits. */
    waiting: z.optional(z.array(waitingPrompt)),
    /** The address of the folder that holds the chat's images; absent without a work folder. `anyReference`: as in `splitImages`. */
    images: z.optional(z.strictObject({ address: z.string(), anyReference: z.string() })),
    earlier: z.array(earlierChat),
    setUp: z.optional(setUpCard),
    /** The last news of each type; absent where there is none. What the view has of another type is gone. */
    news: z.optional(z.array(chatNews)),
  }),
  /** All that has changed since the last snapshot or `changes`, in this order; their versions follow that one's. The next goes once the view has taken this, or right behind it with what the person waits for. */
  z.strictObject({ type: z.literal('changes'), changes: z.array(change) }),
  /** What the view has asked for of the conversation. */
  readReply,
  /**
   * The reply to `readDecided` and to `judgeLikeness`: for each question of the item at most one earlier decision. Empty where there is
   * none, because the view goes on showing the last reply after a new snapshot.
   */
  z.strictObject({ type: z.literal('decided'), question: z.string(), found: z.array(earlierDecision) }),
  /** The reply to `readTold`, and what has become of the lines since: all that Claude was told, in the order of telling. */
  z.strictObject({
    type: z.literal('toldLines'),
    chat: z.string(),
    id: z.string(),
    lines: z.array(toldLine),
    /** Why the lines of the project card are not told; a sentence. */
    problem: z.optional(z.string()),
  }),
  /** What the host says of a feature. */
  z.strictObject({ type: z.literal('news'), chat: z.string(), news: chatNews }),
  /** The person has pressed the key of *Allow* or *Deny*: the view presses that button of the permission that waits, where its card is in sight. */
  z.strictObject({ type: z.literal('decide'), chat: z.string(), decision: z.enum(['allow', 'deny']) }),
  /** Words that could not be sent go back to the message box. */
  z.strictObject({ type: z.literal('returned'), text: z.string(), because: z.enum(returnReasons) }),
  /** An image file that the person chose for the message box of `chat`, which may not be shown any more. The view scales it and posts `attachImage`. */
  z.strictObject({ type: z.literal('imageChosen'), chat: z.string(), name: z.string(), base64: z.string() }),
  /** The image of this `addImage` is in the answer, or the person has been told why not. */
  z.strictObject({ type: z.literal('answerImage'), image: z.string() }),
  /** The image of the `attachImage` with this id could not be stored. */
  z.strictObject({ type: z.literal('notAttached'), id: z.string() }),
  /**
   * The person begins a new chat. `text`: what stood in the message box of `chat` at that moment. What the page has taken since belongs to the chat
   * that comes with the next snapshot.
   */
  z.strictObject({ type: z.literal('typedSince'), chat: z.string(), text: z.string() }),
  /**
   * The person asked by command to go to the open question or permission (`question`: `id` where that is open, else the first), the composer
   * (`composer`), the item `id`, or the search for the words `sought`: to this hit, or to the newest where it is not there any more.
   */
  z.strictObject({
    type: z.literal('focus'),
    target: z.enum(['question', 'composer', 'item', 'search']),
    id: z.optional(z.string()),
    sought: z.optional(z.strictObject({ words: searchedWords, hit: z.optional(hit) })),
    // The page was not there when the person asked for it, and comes so much later.
    late: z.optional(z.literal(true)),
  }),
  /** The link that was pressed last, `href`, did not lead where it says; why, in the host's words. */
  z.strictObject({ type: z.literal('linkProblem'), href: z.string(), text: z.string() }),
  /** VS Code has been asked to give the focus to the page. */
  z.strictObject({ type: z.literal('focusGiven'), again: z.optional(z.literal(true)) }),
]);
export type HostMessage = z.infer<typeof hostMessage>;
