// A question, an answer, and the constants of both, for host and webview. Answers are known by position everywhere; only
// claude/answers/record turns them into the CLI's text-keyed record.
import * as z from 'zod/mini';

/** A whole number from 0 on. */
export const wholeNumber = z.int().check(z.nonnegative());

/** Milliseconds since 1970, within what a `Date` can hold: beyond that, formatting a time throws. */
export const epoch = z.number().check(z.nonnegative(), z.lte(8.64e15));

export const questionOption = z.strictObject({
  label: z.string(),
  description: z.optional(z.string()),
  /** Markdown or a fragment of HTML that shows the option. From the model, so untrusted. */
  preview: z.optional(z.string()),
  /** A picture of the option: a `data:` address, or the path of a file in the workspace. From the model, so untrusted. */
  image: z.optional(z.string()),
});
export type QuestionOption = z.infer<typeof questionOption>;

/**
 * The kinds of a question. Only `choice` has options. (The CLI itself asks `text` and `number` only where extended questions are on, and no
 * `date`.)
 */
export const questionKinds = ['choice', 'text', 'number', 'date'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The fields that only some kinds use; all of them may be absent. */
export const kindFields = {
  placeholder: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number()),
  /** Shown beside a number: "px", "%". */
  unit: z.optional(z.string()),
  /** Filled in before the person has done anything: a text or number, or labels of options. */
  defaultValue: z.optional(z.union([z.string(), z.number(), z.array(z.string())])),
};

/** Why what is filled in is no answer yet. */
export const problemCodes = [
  'notANumber',
  'notWhole',
  'tooSmall',
  'tooLarge',
  'notADate',
  'tooEarly',
  'tooLate',
  'tooShort',
  'tooLong',
  'otherForm',
  'notAnEmail',
  'notAUri',
  'tooFewChoices',
  'tooManyChoices',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** What an answer must keep to, beside the bounds of a number. Only `ask_user` and elicitations have such fields; all may be absent. */
const ruleFields = {
  integer: z.optional(z.literal(true)),
  /** A pattern that `compilePattern` reads. It may match anywhere in the text. */
  pattern: z.optional(z.string()),
  format: z.optional(z.enum(['email', 'uri'])),
  /** The least number of characters, as people count them. */
  minLength: z.optional(wholeNumber),
  maxLength: z.optional(wholeNumber),
  /** Dates as `date` questions are answered. */
  earliest: z.optional(z.string()),
  latest: z.optional(z.string()),
  minChoices: z.optional(wholeNumber),
  maxChoices: z.optional(wholeNumber),
  /** The asker's sentences in place of Parley's own. */
  messages: z.optional(z.array(z.strictObject({ code: z.enum(problemCodes), text: z.string() }))),
};

/** The question is asked while the question at the position `question`, which comes before it, has an answer: any, with, or without these. */
export const condition = z.strictObject({
  question: wholeNumber,
  is: z.optional(z.array(z.string())),
  isNot: z.optional(z.array(z.string())),
});
export type Condition = z.infer<typeof condition>;

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
  /** There is no _Other_. */
  onlyOptions: z.optional(z.literal(true)),
  /** Nothing is sent without an answer to this question, where it is asked. */
  required: z.optional(z.literal(true)),
  showIf: z.optional(condition),
  /** `date`: the time belongs to it. */
  withTime: z.optional(z.literal(true)),
  /** Set in a form whose server says that the value is a secret. */
  secret: z.optional(z.literal(true)),
  ...kindFields,
  ...ruleFields,
});
export type Question = z.infer<typeof question>;

/**
 * The answer to the question at the same position. `otherText` is kept when Other is deselected and counts only while `other` is
 * true; for a question without options it is the text in the box, as typed. `selected` holds positions in `options`, ascending: at
 * most one for a single select, and none there while `other` is true. `skipped`: the person gives no answer to this question; the
 * rest is kept and not sent.
 */
export const answer = z.strictObject({
  selected: z.array(wholeNumber),
  other: z.boolean(),
  otherText: z.string(),
  /** Sent along with the answer; may be empty. */
  note: z.string(),
  skipped: z.boolean(),
});
export type Answer = z.infer<typeof answer>;

/** The two boxes of a question that take words, and therefore references and images. */
export const answerFields = ['otherText', 'note'] as const;
export type AnswerField = (typeof answerFields)[number];

/** Text that the host has put behind the text of one box, such as a reference that the person chose. */
export const hostEdit = z.strictObject({
  /** The question's position. */
  question: wholeNumber,
  field: z.enum(answerFields),
  text: z.string(),
});
export type HostEdit = z.infer<typeof hostEdit>;

/** Who asks in an elicitation. The strings are the server's, so untrusted, except its name, which is the person's own for it. */
export const elicitation = z.strictObject({
  server: z.string(),
  /** The server wants this web page to be opened, and asks no questions. Both are ASCII; `host` has the port. */
  page: z.optional(z.strictObject({ host: z.string(), address: z.string() })),
});
export type Elicitation = z.infer<typeof elicitation>;

/** Another agent that asks, and says who it is. Its words, so untrusted. */
export const otherAgent = z.strictObject({
  name: z.string(),
  /** Absolute path of the folder in which it works. */
  folder: z.string(),
  /** None of its calls waits now: it gets the answer only when it calls again, and nobody knows whether it will. */
  unattended: z.exactOptional(z.literal(true)),
  /** The person has begun to answer, maybe in the message box: the question stays where the agent gives up its call. */
  isBegun: z.exactOptional(z.literal(true)),
  /** A Claude in a terminal, which asks there too: the first answer wins. */
  terminal: z.exactOptional(z.literal(true)),
});
export type OtherAgent = z.infer<typeof otherAgent>;

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

/** `control`: Parley answers the CLI's request, and the CLI writes the `tool_result`. `toolResult`: Parley writes the literal line. */
export type QuestionRoute = 'control' | 'toolResult';

/**
 * Why a question ended without reaching Claude; webview/question/words.ts has the words. `planMode`: the person has turned questions off in plan mode, so
 * Parley refused it. `refusedByHook`: a `PreToolUse` hook of the person's, of the folder's or of a plugin refused the call.
 */
export const endReasons = [
  'interrupted',
  'cancelled',
  'turnEnded',
  'refusedByClaude',
  'refusedByHook',
  'exited',
  'openElsewhere',
  'writeFailed',
  'timedOut',
  'forgotten',
  'planMode',
] as const;
export type EndReason = (typeof endReasons)[number];
/** Why a question is withdrawn or lost. */
export type WithdrawnReason = Exclude<EndReason, 'timedOut' | 'planMode'>;
