// What the card says on which the person goes back.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

const backFile = z.strictObject({
  /** Relative to the work folder, with `/` between its parts. From a name on the disk, so untrusted. */
  path: z.string(),
  /** What going back does to it. `mode`: its content stays. */
  kind: z.enum(['added', 'deleted', 'modified', 'mode']),
  /** Lines that come, and that go. */
  plus: wholeNumber,
  minus: wholeNumber,
  binary: z.optional(z.literal(true)),
  /** An editor has changes of it that are not saved, so it stays as it is. */
  unsaved: z.optional(z.literal(true)),
});
export type BackFile = z.infer<typeof backFile>;

const backFiles = z.strictObject({
  /** The first of the files that stand as Claude has left them. */
  own: z.array(backFile),
  /** How many more there are. */
  more: wholeNumber,
  /** Somebody else has changed them since: the first of them. Each goes back only where the person says so. */
  others: z.array(backFile),
  /** How many more there are, which stay as they are. */
  moreOthers: wholeNumber,
  /** What no snapshot holds, and so cannot come back: the first of them. */
  left: z.array(z.strictObject({ path: z.string(), why: z.enum(['large', 'repository', 'unreadable']) })),
  moreLeft: wholeNumber,
  /** Nothing is known of a turn in between, so what it has changed counts as changed by somebody else. */
  isUnsure: z.optional(z.literal(true)),
  /** There is no git: only files that Claude's edits have changed go back. */
  isEdits: z.optional(z.literal(true)),
});
export type BackFiles = z.infer<typeof backFiles>;

const backCard = z.strictObject({
  /** Id of the message or the question, of the row, or of the branch. */
  id: z.string(),
  /** `files`: files that went back come back. `fork`: a new chat, which cannot be made. `question`: to be answered again. */
  to: z.enum(['message', 'question', 'branch', 'files', 'fork']),
  /** The beginning of the message or the question to before which the chat goes back, or of the last one of the branch; may be empty. */
  text: z.string(),
  /** The person's messages that are gone from the conversation then, this one among them; 0 for a branch. */
  messages: wholeNumber,
  /** Claude works, and is stopped first. */
  works: z.optional(z.literal(true)),
  /** What runs in the background ends. */
  background: z.optional(z.literal(true)),
  /** How many of these wait for the person and are withdrawn. */
  ends: z.strictObject({ questions: wholeNumber, permissions: wholeNumber }),
  /** How many of these wait, and go on to wait in the branch that is left: questions that Claude keeps, messages to be sent. */
  stays: z.strictObject({ questions: wholeNumber, messages: wholeNumber }),
  files: z.optional(backFiles),
  /** Why no files go back: none has changed (`same`), no turn is known to have changed any (`none`), the person has turned snapshots off (`disabled`), there are none of this folder (`off`), none from before (`unknown`), or they are gone or cannot be read (`lost`). */
  noFiles: z.optional(z.enum(['same', 'none', 'disabled', 'off', 'unknown', 'lost'])),
  /** Why the conversation cannot go back: Claude has a summary in the place of the message (`compacted`), or the CLI does not have it. */
  refused: z.optional(z.enum(['compacted', 'unknown'])),
});
export type BackCard = z.infer<typeof backCard>;

/** `card`: absent where there is none. `isGoing`: what the person has pressed is being done. */
export const backNews = z.strictObject({
  type: z.literal('back'),
  card: z.optional(backCard),
  isGoing: z.optional(z.literal(true)),
});
