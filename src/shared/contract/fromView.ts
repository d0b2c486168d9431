// The contract from the webview to the extension host: intents only, fire and forget; the result comes back as state, or as a reply that names the
// request. Each union is one part of the host, which alone handles what is in it. Both ends ship together, so it is strict.
import * as z from 'zod/mini';
import { imageSize, imageType } from '../attachmentSchema.js';
import { rulePlaces } from '../permissionRules.js';
import { answer, answerFields, wholeNumber } from '../question.js';
import { actionIds, place } from '../transcript.js';
import { layouts, sendWays } from '../chatStatus.js';
import { planChoice } from '../features/plan/choice.js';
import { featureIntent } from './featureIntents.js';
import { version } from './places.js';
import { conversationIntent } from './reading.js';

/** What the view says of itself. */
const viewIntent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** The snapshot, or the changes, up to this version are in the page: it may be sent more. */
  z.strictObject({ type: z.literal('taken'), version }),
  /** The page has got the focus, or lost it. */
  z.strictObject({ type: z.literal('pageFocus'), focused: z.boolean() }),
  /** The reply to `focusGiven` of a page that waits for the focus and does not have it. */
  z.strictObject({ type: z.literal('notFocused') }),
]);
export type ViewIntent = z.infer<typeof viewIntent>;

/** Is about decisions and the Product Doc. */
const memoryIntent = z.discriminatedUnion('type', [
  /** The open card of the item `question` is shown: once with each snapshot. The host replies with `decided`. */
  z.strictObject({ type: z.literal('readDecided'), question: z.string() }),
  /**
   * The person has said that the decision does not answer the question at `position` of the item `question`, or has taken that back. The host replies
   * with `decided` once that is kept, or refused.
   */
  z.strictObject({
    type: z.literal('judgeLikeness'),
    question: z.string(),
    position: wholeNumber,
    decision: z.string(),
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
]);
export type MemoryIntent = z.infer<typeof memoryIntent>;

/** Is about the window, whatever chat the view shows. */
const windowIntent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('openChat'), id: z.string() }),
  z.strictObject({ type: z.literal('chooseLayout'), layout: layouts }),
  z.strictObject({ type: z.literal('runAction'), action: z.enum(actionIds) }),
  /** The person has come to a chat that shows an unfinished set-up: a step may have been taken meanwhile. */
  z.strictObject({ type: z.literal('checkSetUp') }),
  /** Something in the webview went wrong; goes to the log. */
  z.strictObject({ type: z.literal('reportError'), text: z.string() }),
]);
export type WindowIntent = z.infer<typeof windowIntent>;

/** What the person does in the chat: messages, questions, permissions. */
const chatIntent = z.discriminatedUnion('type', [
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
  /** `on`: how many host edits the answers have; undefined: all. An image may still be on its way into them. */
  z.strictObject({ type: z.literal('answerQuestion'), id: z.string(), answers: z.array(answer), on: z.optional(wholeNumber) }),
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
    /** The reply `answerImage` has it. */
    image: z.string(),
    /** A type such as `image/png`. */
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
  /** Opens an image of the chat in an editor tab: its name in the folder of the chat's images, and what it is called. */
  z.strictObject({ type: z.literal('openImage'), file: z.string(), label: z.string() }),
  /** `shown`: where the path led on the card that was pressed. */
  z.strictObject({
    type: z.literal('decidePermission'),
    /** The `changes` of the card. */
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
  /** The chat is to be this window's, not the one's or the terminal's that has it. */
  z.strictObject({ type: z.literal('takeOver') }),
  /** Opens the whole input and the whole result of the tool call `id` in an editor. */
  z.strictObject({ type: z.literal('openToolCall'), id: z.string() }),
  /** A link in rendered Markdown was activated; the host decides what may be opened. */
  z.strictObject({ type: z.literal('openLink'), href: z.string() }),
]);
export type ChatIntent = z.infer<typeof chatIntent>;

/** The schemas of intents by the part of the host that handles them. `feature`: the parts beside the conversation, each in a folder of its own. */
export const intents = {
  view: viewIntent,
  conversation: conversationIntent,
  memory: memoryIntent,
  window: windowIntent,
  feature: featureIntent,
  chat: chatIntent,
} as const;

/** An intent with the part of the host that handles it. */
export type Addressed = {
  readonly [To in keyof typeof intents]: { readonly to: To; readonly intent: z.infer<(typeof intents)[To]> };
}[keyof typeof intents];
export type Intent = Addressed['intent'];
