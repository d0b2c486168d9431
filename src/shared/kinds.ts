// The kinds of question, one record for each kind. Owns every rule that depends on the kind, so that nothing else compares
// `question.kind`; must not know how a kind looks (webview/question/open/ownAnswer.tsx). Without schemas, so that importing it is cheap.
import type { Answer, Question, QuestionKind } from './question.js';

/** Why the typed text is no answer yet; webview/strings.ts has a sentence for each code. */
export interface AnswerProblem {
  readonly code: 'notANumber' | 'tooSmall' | 'tooLarge';
  /** The bound that the text crosses. */
  readonly limit?: number;
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
}

const isValid = (): undefined => undefined;
const asTyped = (_: Question, text: string): string => text;

/** The rules of each kind that host and webview need. A kind without a record does not compile. */
export const kinds: Readonly<Record<QuestionKind, Kind>> = {
  choice: { hasOptions: true, takesWords: true, validate: isValid, toWords: asTyped },
  text: { hasOptions: false, takesWords: true, validate: isValid, toWords: asTyped },
  number: {
    hasOptions: false,
    takesWords: false,
    validate: numberProblem,
    toWords: ({ unit }, text) => (unit === undefined ? text : `${text} ${unit}`),
  },
};

interface KindOnHost {
  /** The draft that Claude's `defaultValue` fills in. */
  readonly defaultAnswer: (question: Question, value: NonNullable<Question['defaultValue']>) => Answer;
  /** The typed text as it is sent to the CLI. */
  readonly toText: (typed: string) => string;
  /** Whether the CLI (2.1.216 and newer) takes this answer for one that Claude itself has offered. */
  readonly isOffered: (question: Question, text: string) => boolean;
}

const defaultText: KindOnHost['defaultAnswer'] = (_, value) => ({ ...emptyAnswer, other: true, otherText: String(value) });

/** The rules of each kind that only the host needs, apart so that the webview's bundle leaves them out. */
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
  number: {
    defaultAnswer: defaultText,
    toText: typed => typed.trim(),
    // The CLI takes plain decimals only (2.1.265).
    isOffered: (question, text) => /^-?\d+(\.\d+)?$/.test(text) && numberProblem(question, text) === undefined,
  },
};

function numberProblem({ min, max }: Question, text: string): AnswerProblem | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return { code: 'notANumber' };
  if (min !== undefined && value < min) return { code: 'tooSmall', limit: min };
  return max !== undefined && value > max ? { code: 'tooLarge', limit: max } : undefined;
}
