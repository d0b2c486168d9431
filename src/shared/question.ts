// What a question is, on both sides of the webview border, and what a person has done with it so far.
// Answers go by position everywhere; only claude/encode turns them into the CLI's text-keyed record.
import * as z from 'zod/mini';

export const questionOption = z.strictObject({
  label: z.string(),
  description: z.optional(z.string()),
  /** Something to look at before choosing: Markdown, or a fragment of HTML. From the model, untrusted. */
  preview: z.optional(z.string()),
});
export type QuestionOption = z.infer<typeof questionOption>;

/** `text` and `number` have no options (the CLI asks them only where extended questions are on). */
export const questionKinds = ['choice', 'text', 'number'] as const;

export const question = z.strictObject({
  kind: z.enum(questionKinds),
  /** The whole question, as Claude wrote it. */
  question: z.string(),
  /** A short title; may be empty, and may be longer than the 12 characters Claude is told to keep to. */
  header: z.string(),
  /** A line of help below the question. */
  description: z.optional(z.string()),
  multiSelect: z.boolean(),
  options: z.array(questionOption),
  placeholder: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number()),
  /** Shown beside a number: "px", "%". */
  unit: z.optional(z.string()),
  /** What is filled in before the person has done anything: a text or number, or labels of options. */
  defaultValue: z.optional(z.union([z.string(), z.number(), z.array(z.string())])),
});
export type Question = z.infer<typeof question>;

/**
 * What is filled in for the question at the same position. `otherText` is kept when Other is deselected, and counts
 * only while `other` is true; for a text or number question it is what is in the box, as typed. `selected` are positions
 * in `options`, ascending; at most one for a single select, and none there while `other` is true. `skipped`: the person
 * gives no answer to this one; what is filled in stays and is not sent.
 */
export const answer = z.strictObject({
  selected: z.array(z.int().check(z.nonnegative())),
  other: z.boolean(),
  otherText: z.string(),
  /** Goes along with the answer, whatever that is. */
  note: z.string(),
  skipped: z.boolean(),
});
export type Answer = z.infer<typeof answer>;

/** The two boxes of a question that take words, and so references and images. */
export const answerFields = ['otherText', 'note'] as const;
export type AnswerField = (typeof answerFields)[number];

/** What the host has put behind the text of one box: a reference that the person chose. */
export const hostEdit = z.strictObject({
  /** The question's position. */
  question: z.int().check(z.nonnegative()),
  field: z.enum(answerFields),
  text: z.string(),
});
export type HostEdit = z.infer<typeof hostEdit>;

export const questionPhases = [
  'announced',
  'asked',
  'sending',
  'answered',
  'dismissed',
  'replied',
  'withdrawn',
  'refused',
  'lost',
] as const;
export type QuestionPhase = (typeof questionPhases)[number];

/** `control`: the CLI's request is answered and the CLI writes the `tool_result`. `toolResult`: we write the literal line. */
export const questionRoutes = ['control', 'toolResult'] as const;
export type QuestionRoute = (typeof questionRoutes)[number];

/** Why a question ended without reaching Claude: chosen from by the words on the card. */
export const endReasons = [
  'interrupted',
  'cancelled',
  'turnEnded',
  'refusedByClaude',
  'exited',
  'writeFailed',
  'timedOut',
  'forgotten',
] as const;
export type EndReason = (typeof endReasons)[number];
