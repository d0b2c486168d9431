// The whole contract between extension host and webview; nothing else crosses. Both ends ship together, so it is strict.
// Host to webview: a snapshot on `ready`, then changes with contiguous versions (a gap: say `ready` again).
// Webview to host: intents only, fire and forget; the result comes back as state.
import * as z from 'zod/mini';
import { answer, answerFields, hostEdit } from './question.js';
import { actionIds, chatStatus, earlierChat, preferences, returnReasons, transcriptItem } from './transcript.js';

const version = z.int();

/** A `TextChange`. */
const textChange = z.nullable(
  z.strictObject({ at: z.int().check(z.nonnegative()), length: z.int().check(z.nonnegative()), insert: z.string() }),
);

export const hostMessage = z.discriminatedUnion('type', [
  /** Everything needed to paint. */
  z.strictObject({
    type: z.literal('snapshot'),
    version,
    /** Which one is shown. */
    session: z.string(),
    items: z.array(transcriptItem),
    status: chatStatus,
    preferences,
    /** What was typed into the composer and not sent. */
    composerDraft: z.string(),
    earlier: z.array(earlierChat),
  }),
  /** Whole items, to replace by id or append in order; and the status when it changed. */
  z.strictObject({
    type: z.literal('items'),
    version,
    items: z.array(transcriptItem),
    status: z.optional(chatStatus),
    preferences: z.optional(preferences),
    earlier: z.optional(z.array(earlierChat)),
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
  /** Words that could not be sent, back to the message box. */
  z.strictObject({ type: z.literal('returned'), text: z.string(), because: z.enum(returnReasons) }),
  /** The person asked by command to go to the open question (`question`), the composer (`composer`) or the item `id`. */
  z.strictObject({ type: z.literal('focus'), target: z.enum(['question', 'composer', 'item']), id: z.optional(z.string()) }),
]);
export type HostMessage = z.infer<typeof hostMessage>;

export const intent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('sendPrompt'), text: z.string().check(z.minLength(1)) }),
  z.strictObject({ type: z.literal('resendPrompt'), id: z.string() }),
  z.strictObject({ type: z.literal('saveComposerDraft'), text: z.string() }),
  /** The answer to one question of the set, with how many host edits the card had applied. */
  z.strictObject({ type: z.literal('draftAnswer'), id: z.string(), question: z.int(), answer, on: z.int().check(z.nonnegative()) }),
  /** The person is at the card, and has changed nothing yet. */
  z.strictObject({ type: z.literal('beginAnswer'), id: z.string() }),
  z.strictObject({ type: z.literal('answerQuestion'), id: z.string(), answers: z.array(answer) }),
  /** Takes back answers that are still held. */
  z.strictObject({ type: z.literal('undoAnswer'), id: z.string() }),
  z.strictObject({ type: z.literal('dismissQuestion'), id: z.string() }),
  z.strictObject({ type: z.literal('replyInstead'), id: z.string(), text: z.string().check(z.minLength(1)) }),
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
  z.strictObject({ type: z.literal('openPreview'), id: z.string(), question: z.int(), option: z.int() }),
  z.strictObject({ type: z.literal('chooseLayout'), layout: preferences.shape.layout }),
  z.strictObject({ type: z.literal('decidePermission'), id: z.string(), decision: z.enum(['allow', 'deny']) }),
  z.strictObject({ type: z.literal('interrupt') }),
  z.strictObject({ type: z.literal('newChat') }),
  z.strictObject({ type: z.literal('openChat'), id: z.string() }),
  /** The session is to be this window's, not the one's or the terminal's that has it. */
  z.strictObject({ type: z.literal('takeOver') }),
  z.strictObject({ type: z.literal('runAction'), action: z.enum(actionIds) }),
  /** A link in rendered Markdown was activated; the host decides what may be opened. */
  z.strictObject({ type: z.literal('openLink'), href: z.string() }),
  /** Something in the webview went wrong; goes to the log. */
  z.strictObject({ type: z.literal('reportError'), text: z.string() }),
]);
export type Intent = z.infer<typeof intent>;
