// What a question is, on both sides of the webview border, and what a person has done with it so far.
// Answers go by position everywhere; only claude/encode turns them into the CLI's text-keyed record.
import * as z from 'zod/mini';

export const questionOption = z.strictObject({
  label: z.string(),
  description: z.optional(z.string()),
});
export type QuestionOption = z.infer<typeof questionOption>;

export const question = z.strictObject({
  /** The whole question, as Claude wrote it. */
  question: z.string(),
  /** A short title; may be empty, and may be longer than the 12 characters Claude is told to keep to. */
  header: z.string(),
  multiSelect: z.boolean(),
  options: z.array(questionOption),
});
export type Question = z.infer<typeof question>;

/**
 * What is filled in for the question at the same position. `otherText` is kept when Other is deselected, and counts
 * only while `other` is true. `selected` are positions in `options`, ascending; at most one for a single select, and
 * none there while `other` is true.
 */
export const answer = z.strictObject({
  selected: z.array(z.int().check(z.nonnegative())),
  other: z.boolean(),
  otherText: z.string(),
});
export type Answer = z.infer<typeof answer>;

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
export const endReasons = ['interrupted', 'cancelled', 'turnEnded', 'refusedByClaude', 'exited', 'writeFailed'] as const;
export type EndReason = (typeof endReasons)[number];
