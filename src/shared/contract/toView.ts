// The whole contract between extension host and webview; nothing else crosses. Both ends ship together, so it is strict.
// Host to webview: a snapshot on `ready`, then changes with contiguous versions (a gap: say `ready` again).
// Webview to host: intents only, fire and forget; the result comes back as state.
import { rulePlaces } from '../permissionRules.js';
import * as z from 'zod/mini';
import { attachment, imageSize, imageType } from '../attachmentSchema.js';
import { chatAct } from './featureIntents.js';
import { imageProblems } from '../optionImages.js';
import { planChoice } from '../features/plan/acts.js';
import { answer, answerFields, hostEdit, wholeNumber } from '../question.js';
import {
  actionIds,
  chatStatus,
  earlierChat,
  layouts,
  permissionPart,
  place,
  preferences,
  returnReasons,
  sendWays,
  setUpCard,
  transcriptItem,
  waitingPrompt,
} from '../transcript.js';

const version = z.int();

/**
 * A place between two items of the conversation, as the host names it. The view hands cursors back as they came, and may compare them for
 * nothing. A cursor stays valid for as long as its session is shown.
 */
const cursor = z.string();

/** Names a request of the view, so that its replies are told from those of earlier requests. The view counts up, and never begins anew. */
const requestId = z.int();

// Not within `intent`: the view has no use for that, and leaves it out of its code where nothing in it is made by a call of a method.
const searchedWords = z.string().check(z.minLength(1), z.maxLength(1_000));

/** An item in which the words that are looked for occur. */
const hit = z.strictObject({
  /** The item's id, as the view knows it where the view has the item. */
  item: z.string(),
  /** Orders the hits: the later in the conversation, the larger. */
  at: z.number(),
  /** The place of the item, for `goToHit`. */
  cursor,
});
export type Hit = z.infer<typeof hit>;

/** What was decided before about a question like this. */
const earlierDecision = z.strictObject({
  /** Of the question in the set. */
  position: wholeNumber,
  /** Its id, for `judgeLikeness` and `openDecision`. */
  decision: z.string(),
  /** The question as it was asked then, and the answer in words. */
  asked: z.string(),
  said: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** Where that was another branch than now. */
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
  /** Of a question that the view knows, the draft has changed; the view holds what the person has typed, and what the host has put in comes here. */
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
    /** Which one is shown. */
    chat: z.string(),
    /** The window: the last items of the conversation. */
    items: z.array(transcriptItem),
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
    /** Of the folder that holds the chat's images; absent without a work folder. `anyReference`: as in `splitImages`. */
    images: z.optional(z.strictObject({ address: z.string(), anyReference: z.string() })),
    earlier: z.array(earlierChat),
    setUp: z.optional(setUpCard),
  }),
  /** All that has changed since the last snapshot or `changes`, in this order; their versions follow that one's. The next goes once the view has taken this. */
  z.strictObject({ type: z.literal('changes'), changes: z.array(change) }),
  /**
   * The reply to `readPage`: final items in the order of the conversation. `rest` is the place where the stretch between `after` and
   * `before` goes on: the new `before` of an `older` page, the new `after` of a `newer` page; null when nothing is left in between. The
   * view leaves out the items that it has, and shows the others read-only. It ignores the reply to a request that it no longer waits for.
   */
  z.strictObject({ type: z.literal('page'), chat: z.string(), id: requestId, items: z.array(transcriptItem), rest: z.nullable(cursor) }),
  /**
   * The reply to `goToHit`: the items around the hit, as in `page`. `start` is null when the conversation begins with them, `end` is null
   * when they reach `before`. The view shows them in front of its window, with a gap where `end` is a place, and goes to the hit.
   */
  z.strictObject({
    type: z.literal('around'),
    chat: z.string(),
    id: requestId,
    items: z.array(transcriptItem),
    start: z.nullable(cursor),
    end: z.nullable(cursor),
  }),
  /** The reply to a `readPage` or `goToHit` that could not be carried out. The view says so, and offers to ask again. */
  z.strictObject({ type: z.literal('readFailed'), chat: z.string(), id: requestId }),
  /**
   * More hits of the search `id`, in any order, each item once. `searching`: more may follow by themselves. `paused`: so many were found
   * that the search waits for `findMore`. `done` and `failed` are the last of a search. The view ignores other searches than its last.
   */
  z.strictObject({
    type: z.literal('found'),
    chat: z.string(),
    id: requestId,
    hits: z.array(hit),
    state: z.enum(['searching', 'paused', 'done', 'failed']),
  }),
  /**
   * The reply to `readToolInput`: the parts of the input of the call `id`, as a permission shows them; null where neither the process has just
   * told it nor the CLI's transcript holds it. The view shows it while the row is unfolded.
   */
  z.strictObject({ type: z.literal('toolInput'), chat: z.string(), id: z.string(), parts: z.nullable(z.array(permissionPart)) }),
  /** Behind it, where the result of the call holds images that can be shown: their names in the folder of the chat's images. */
  z.strictObject({ type: z.literal('resultImages'), chat: z.string(), id: z.string(), files: z.array(z.string()) }),
  /** The reply to `readOptionImage`: an `OptionImage`. */
  z.strictObject({
    type: z.literal('optionImage'),
    id: requestId,
    shown: z.union([z.strictObject({ file: z.string() }), z.strictObject({ problem: z.enum(imageProblems) })]),
  }),
  /**
   * The reply to `readDecided`, and what has become of it since: for each question of the item at most one earlier decision. Empty where there is
   * none, because the view goes on showing the last reply after a new snapshot.
   */
  z.strictObject({ type: z.literal('decided'), question: z.string(), found: z.array(earlierDecision) }),
  /** The reply to `readTold`, and what has become of the lines since: all that Claude was told, in the order of telling. */
  z.strictObject({
    ...{ type: z.literal('toldLines'), chat: z.string(), id: z.string(), lines: z.array(toldLine) },
    /** Why the lines of the project card are not told; a sentence. */
    problem: z.optional(z.string()),
  }),
  /** `news` is a `ChatNews`, which the parts of the page that are loaded later check. */
  z.strictObject({ type: z.literal('chat'), chat: z.string(), news: z.looseObject({ type: z.string() }) }),
  /** Words that could not be sent, back to the message box. */
  /** By the person's key: presses *Allow* or *Deny* of the permission that waits, where its card is in sight. */
  z.strictObject({ type: z.literal('decide'), chat: z.string(), decision: z.enum(['allow', 'deny']) }),
  z.strictObject({ type: z.literal('returned'), text: z.string(), because: z.enum(returnReasons) }),
  /** An image file that the person chose for the message box of `session`, which may not be shown any more. The view scales it and posts `attachImage`. */
  z.strictObject({ type: z.literal('imageChosen'), chat: z.string(), name: z.string(), base64: z.string() }),
  /** The image of the `attachImage` with this id could not be stored. */
  z.strictObject({ type: z.literal('notAttached'), id: z.string() }),
  /**
   * The person begins a new chat. `text`: what stood in the message box of `session` at that moment. What the page has taken since belongs to the chat
   * that comes with the next snapshot.
   */
  z.strictObject({ type: z.literal('typedSince'), chat: z.string(), text: z.string() }),
  /**
   * The person asked by command to go to the open question or permission (`question`), the composer (`composer`), the item `id`, or the search for
   * the words `sought`: to this hit, or to the newest where it is not there any more.
   */
  z.strictObject({
    ...{ type: z.literal('focus'), target: z.enum(['question', 'composer', 'item', 'search']), id: z.optional(z.string()) },
    sought: z.optional(z.strictObject({ words: searchedWords, hit: z.optional(hit) })),
  }),
  /** The link that was pressed last, `href`, did not lead where it says; why, in the host's words. */
  z.strictObject({ type: z.literal('linkProblem'), href: z.string(), text: z.string() }),
  /** VS Code has been asked to give the focus to the page. */
  z.strictObject({ type: z.literal('focusGiven'), again: z.optional(z.literal(true)) }),
]);
export type HostMessage = z.infer<typeof hostMessage>;

export const intent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** The snapshot, or the changes, up to this version are in the page: it may be sent more. */
  z.strictObject({ type: z.literal('taken'), version }),
  /** `attachments`: ids of those that the person saw in the message box. Without any, `text` is not blank. `way`: absent means `after`. */
  z.strictObject({
    type: z.literal('sendPrompt'),
    text: z.string(),
    attachments: z.optional(z.array(z.string())),
    way: z.optional(sendWays),
  }),
  /** A waiting message goes before its time. */
  z.strictObject({ type: z.literal('hurryPrompt'), id: z.string(), way: z.enum(['next', 'now']) }),
  /** A waiting message changes places with its neighbour. */
  z.strictObject({ type: z.literal('movePrompt'), id: z.string(), by: z.union([z.literal(-1), z.literal(1)]) }),
  /** The words of a waiting message, or of one that was taken back, go back to the message box. */
  z.strictObject({ type: z.literal('editPrompt'), id: z.string() }),
  /** A waiting message, or an item that the CLI has in its queue, is not to reach Claude. */
  z.strictObject({ type: z.literal('takeBackPrompt'), id: z.string() }),
  z.strictObject({ type: z.literal('resendPrompt'), id: z.string() }),
  z.strictObject({ type: z.literal('saveComposerDraft'), text: z.string() }),
  /** The answer to one question of the set, with how many host edits the card had applied. */
  z.strictObject({ type: z.literal('draftAnswer'), id: z.string(), question: z.int(), answer, on: wholeNumber }),
  /** The person is at the card, and has changed nothing yet. */
  z.strictObject({ type: z.literal('beginAnswer'), id: z.string() }),
  z.strictObject({ type: z.literal('answerQuestion'), id: z.string(), answers: z.array(answer) }),
  /** Takes back answers that are still held. */
  z.strictObject({ type: z.literal('undoAnswer'), id: z.string() }),
  /** `declined`: an elicitation is refused, and not only closed. */
  z.strictObject({ type: z.literal('dismissQuestion'), id: z.string(), declined: z.optional(z.literal(true)) }),
  /** Opens the page that an MCP server wants to be opened, and accepts the elicitation. */
  z.strictObject({ type: z.literal('openServerPage'), id: z.string() }),
  z.strictObject({ type: z.literal('replyInstead'), id: z.string(), text: z.string(), attachments: z.optional(z.array(z.string())) }),
  /** A lost question's answers, sent as an ordinary prompt. */
  z.strictObject({ type: z.literal('sendLostAnswers'), id: z.string() }),
  /** The person is to choose the selection, a file or an image, which goes into this box as a reference. */
  z.strictObject({ type: z.literal('addReference'), id: z.string(), question: z.int(), field: z.enum(answerFields) }),
  /** An image from the clipboard, to be kept as a file and referred to. */
  z.strictObject({
    type: z.literal('addImage'),
    id: z.string(),
    question: z.int(),
    field: z.enum(answerFields),
    /** For example `image/png`. */
    mediaType: z.string(),
    base64: z.string(),
  }),
  /** The person is to choose the selection, a file or an image, which is added to the message box. */
  z.strictObject({ type: z.literal('addContext') }),
  /** An image for the message box, scaled; `was`: before. The attachment gets this id. */
  z.strictObject({
    type: z.literal('attachImage'),
    id: z.string(),
    name: z.string(),
    mediaType: imageType,
    base64: z.string(),
    width: z.int(),
    height: z.int(),
    was: z.optional(imageSize),
  }),
  z.strictObject({ type: z.literal('removeAttachment'), id: z.string() }),
  z.strictObject({ type: z.literal('openPreview'), id: z.string(), question: z.int(), option: z.int() }),
  /**
   * The image of an option of the item `question` is to be shown, as the option names it. The host checks it and replies with `optionImage`.
   * `settled`: the person has acted on the question, so the image is the one that was shown then.
   */
  z.strictObject({
    type: z.literal('readOptionImage'),
    id: requestId,
    question: z.string(),
    image: z.string(),
    settled: z.optional(z.literal(true)),
  }),
  /** Opens an image of the chat in an editor tab: its name in the folder of the chat's images, and what it is called. */
  z.strictObject({ type: z.literal('openImage'), file: z.string(), label: z.string() }),
  z.strictObject({ type: z.literal('chooseLayout'), layout: layouts }),
  /** `shown`: where the path led on the card that was pressed. */
  z.strictObject({
    type: z.literal('decidePermission'),
    /** Of the card. */
    changes: z.optional(z.int()),
    id: z.string(),
    decision: z.enum(['allow', 'deny']),
    shown: z.optional(place),
    /** The note to Claude as the card shows it; absent where there is none. */
    note: z.optional(z.string()),
    /** Allows from now on what is ticked on the card, by its position there, and keeps that in this place. */
    always: z.optional(z.strictObject({ ticked: z.array(z.int()), place: z.enum(rulePlaces) })),
  }),
  z.strictObject({ type: z.literal('draftNote'), id: z.string(), text: z.string() }),
  z.strictObject({ type: z.literal('choosePlan'), id: z.string(), choice: planChoice }),
  /** Opens all that the permission permits, read-only, in an editor tab. */
  z.strictObject({ type: z.literal('openPermission'), id: z.string() }),
  z.strictObject({ type: z.literal('interrupt') }),
  z.strictObject({ type: z.literal('openChat'), id: z.string() }),
  /** The session is to be this window's, not the one's or the terminal's that has it. */
  z.strictObject({ type: z.literal('takeOver') }),
  z.strictObject({ type: z.literal('runAction'), action: z.enum(actionIds) }),
  /** The person has come to a chat that shows an unfinished set-up: a step may have been taken meanwhile. */
  z.strictObject({ type: z.literal('checkSetUp') }),
  /** The page has got the focus, or lost it. */
  z.strictObject({ type: z.literal('pageFocus'), focused: z.boolean() }),
  /** The reply to `focusGiven` of a page that waits for the focus and does not have it. */
  z.strictObject({ type: z.literal('notFocused') }),
  /**
   * Asks for a page of the conversation between two places: `older` for the last items of that stretch, `newer` for its first. `after` is
   * null for the beginning of the conversation. The host replies with `page` or `readFailed`.
   */
  z.strictObject({
    type: z.literal('readPage'),
    id: requestId,
    direction: z.enum(['older', 'newer']),
    after: z.nullable(cursor),
    before: cursor,
  }),
  /** Looks for the words in the whole conversation, ignoring case, and ends the search before. The host replies with `found`. */
  z.strictObject({ type: z.literal('find'), id: requestId, query: searchedWords }),
  /** Continues the search `id`, which is paused. */
  z.strictObject({ type: z.literal('findMore'), id: requestId }),
  /** The open card of the item `question` is shown: once with each snapshot. The host replies with `decided`. */
  z.strictObject({ type: z.literal('readDecided'), question: z.string() }),
  /** The person has said that the decision does not answer the question at `position` of the item `question`, or has taken that back. */
  z.strictObject({
    ...{ type: z.literal('judgeLikeness'), question: z.string(), position: wholeNumber, decision: z.string() },
    isSame: z.boolean(),
  }),
  /** Goes to the conversation in which the decision was made. */
  z.strictObject({ type: z.literal('openDecision'), decision: z.string() }),
  /** The person has unfolded the item `id` of the kind `told`. The host replies with `toldLines`. */
  z.strictObject({ type: z.literal('readTold'), id: z.string() }),
  /** The line `key` is not told any more (or again). The host replies with `toldLines`. */
  z.strictObject({ type: z.literal('tellLine'), id: z.string(), key: z.string(), told: z.boolean() }),
  /** Puts the section back as it was before the change `id`. */
  z.strictObject({ type: z.literal('undoDocChange'), id: z.string() }),
  /** Opens the Product Doc in an editor; with `change`, the difference of that row between the text that is there and Claude's. */
  z.strictObject({ type: z.literal('openProductDoc'), change: z.optional(z.string()) }),
  /** The person has unfolded the row of the tool call `id`. The host replies with `toolInput`. */
  z.strictObject({ type: z.literal('readToolInput'), id: z.string() }),
  /** Opens the whole input and the whole result of the tool call `id` in an editor. */
  z.strictObject({ type: z.literal('openToolCall'), id: z.string() }),
  z.strictObject({ type: z.literal('chat'), act: chatAct }),
  /** Nobody waits for hits any more. */
  z.strictObject({ type: z.literal('cancelFind') }),
  /**
   * Asks for the items around a hit that the view does not have, up to `before` at most, which is the place in front of the view's window
   * (null: the view has no such place, and nothing limits the reply). The host replies with `around` or `readFailed`.
   */
  z.strictObject({ type: z.literal('goToHit'), id: requestId, cursor, before: z.nullable(cursor) }),
  /** A link in rendered Markdown was activated; the host decides what may be opened. */
  z.strictObject({ type: z.literal('openLink'), href: z.string() }),
  /** Something in the webview went wrong; goes to the log. */
  z.strictObject({ type: z.literal('reportError'), text: z.string() }),
]);
export type Intent = z.infer<typeof intent>;

/** `session`: the key of the session that the view showed when it posted the intent; empty before the first snapshot. */
export const viewMessage = z.strictObject({ chat: z.string(), intent });
