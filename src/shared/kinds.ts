// The kinds of question, one record for each kind. Owns every rule that depends on the kind, so that nothing else compares
// `question.kind`; must not know how a kind looks (webview/question/open/ownAnswer.tsx). Without schemas, so that importing it is cheap.
import type { Answer, ProblemCode, Question, QuestionKind } from './question.js';

/** Why what is filled in is no answer yet; the webview has a sentence for each code. */
export interface AnswerProblem {
  readonly code: ProblemCode;
  /** The bound that is crossed. */
  readonly limit?: number | string;
}

export const emptyAnswer: Answer = { selected: [], other: false, otherText: '', note: '', skipped: false };

interface Kind {
  /** The person picks from `options`, or writes in place of them. Without options the typed text is the whole answer. */
  readonly hasOptions: boolean;
  /** The typed text is words, in which a reference can stand. */
  readonly takesWords: boolean;
  /** `text` is trimmed and not empty. Undefined when it can be sent. */
  readonly validate: (question: Question, text: string) => AnswerProblem | undefined;
  /** The typed text as people read it; `text` is trimmed. */
  readonly toWords: (question: Question, text: string) => string;
  /** The typed text as a condition compares it; `text` is trimmed. */
  readonly toCompare: (text: string) => string;
}

const isValid = (): undefined => undefined;
const asTyped = (_: Question, text: string): string => text;
const same = (text: string): string => text;

/** The rules of each kind that host and webview need. A kind without a record does not compile. */
export const kinds: Readonly<Record<QuestionKind, Kind>> = {
  choice: { hasOptions: true, takesWords: true, validate: isValid, toWords: asTyped, toCompare: same },
  text: { hasOptions: false, takesWords: true, validate: isValid, toWords: asTyped, toCompare: same },
  // shared/rules validates the date.
  date: { hasOptions: false, takesWords: false, validate: isValid, toWords: asTyped, toCompare: same },
  number: {
    hasOptions: false,
    takesWords: false,
    validate: numberProblem,
    toWords: ({ unit }, text) => (unit === undefined ? text : `${text} ${unit}`),
    toCompare: text => String(Number(text)),
  },
};

export function numberProblem({ min, max }: Question, text: string): AnswerProblem | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return { code: 'notANumber' };
  if (min !== undefined && value < min) return { code: 'tooSmall', limit: min };
  return max !== undefined && value > max ? { code: 'tooLarge', limit: max } : undefined;
}
