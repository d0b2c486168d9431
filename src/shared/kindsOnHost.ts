// What each kind of question makes of a default and of a typed text: rules that a webview needs late or not at all, apart so that its first
// paint leaves them out.
import { emptyAnswer, numberProblem } from './kinds.js';
import type { Answer, Question, QuestionKind } from './question.js';
import { sentDate } from './rules.js';

interface KindOnHost {
  /** The draft that Claude's `defaultValue` fills in. */
  readonly defaultAnswer: (question: Question, value: NonNullable<Question['defaultValue']>) => Answer;
  /** The typed text as it is sent to the CLI. */
  readonly toText: (typed: string) => string;
  /** Whether the CLI (2.1.216 and newer) takes this answer for one that Claude itself has offered. */
  readonly isOffered: (question: Question, text: string) => boolean;
}

const defaultText: KindOnHost['defaultAnswer'] = (_, value) => ({ ...emptyAnswer, other: true, otherText: String(value) });

/** A kind without a record does not compile. */
export const kindsOnHost: Readonly<Record<QuestionKind, KindOnHost>> = {
  choice: {
    defaultAnswer: ({ options, multiSelect }, value) => {
      const labels = Array.isArray(value) ? value : [String(value)];
      const selected = options.flatMap(({ label }, position) => (labels.includes(label) ? [position] : []));
      return { ...emptyAnswer, selected: multiSelect ? selected : selected.slice(0, 1) };
    },
    toText: typed => typed,
    isOffered: ({ options }, text) => options.some(({ label }) => label === text),
  },
  text: { defaultAnswer: defaultText, toText: typed => typed, isOffered: () => false },
  date: { defaultAnswer: defaultText, toText: sentDate, isOffered: () => false },
  number: {
    defaultAnswer: defaultText,
    toText: typed => typed.trim(),
    // The CLI takes plain decimals only (2.1.265).
    isOffered: (question, text) => /^-?\d+(\.\d+)?$/.test(text) && numberProblem(question, text) === undefined,
  },
};

/** The draft that a question begins with: empty, or its default. */
export function defaultAnswer(question: Question): Answer {
  const { kind, defaultValue } = question;
  return defaultValue === undefined ? emptyAnswer : kindsOnHost[kind].defaultAnswer(question, defaultValue);
}
