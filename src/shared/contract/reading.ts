// What the view reads of the conversation beyond what it was sent: the requests, and the replies of the host. Both ends ship together, so it is strict.
import * as z from 'zod/mini';
import { imageProblems } from '../optionImages.js';
import { permissionPart, transcriptItem } from '../transcript.js';
import { cursor, hit, requestId, searchedWords } from './places.js';

/** Asks for what the view does not have of the conversation that it shows; the host replies. */
export const conversationIntent = z.discriminatedUnion('type', [
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
  /**
   * Asks for the items around a hit that the view does not have, up to `before` at most, which is the place in front of the view's window
   * (null: the view has no such place, and nothing limits the reply). The host replies with `around` or `readFailed`.
   */
  z.strictObject({ type: z.literal('goToHit'), id: requestId, cursor, before: z.nullable(cursor) }),
  /** Looks for the words in the whole conversation, ignoring case, and ends the search before. The host replies with `found`. */
  z.strictObject({ type: z.literal('find'), id: requestId, query: searchedWords }),
  /** Continues the search `id`, which is paused. */
  z.strictObject({ type: z.literal('findMore'), id: requestId }),
  /** Nobody waits for hits any more. */
  z.strictObject({ type: z.literal('cancelFind') }),
  /** The person has unfolded the row of the tool call `id`. The host replies with `toolInput`. */
  z.strictObject({ type: z.literal('readToolInput'), id: z.string() }),
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
]);
export type ConversationIntent = z.infer<typeof conversationIntent>;

/** What the host replies. A view that has gone on ignores it. */
export const readReply = z.discriminatedUnion('type', [
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
  /** Follows `toolInput` where the result of the call holds images that can be shown: their names in the folder of the chat's images. */
  z.strictObject({ type: z.literal('resultImages'), chat: z.string(), id: z.string(), files: z.array(z.string()) }),
  /** The reply to `readOptionImage`: an `OptionImage`. */
  z.strictObject({
    type: z.literal('optionImage'),
    id: requestId,
    shown: z.union([z.strictObject({ file: z.string() }), z.strictObject({ problem: z.enum(imageProblems) })]),
  }),
]);
