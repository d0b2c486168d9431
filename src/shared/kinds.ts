// The kinds of question, one record for each kind. Owns every rule that depends on the kind; must not know how a kind looks
// (webview/question/open/ownAnswer.tsx). Without schemas, so that importing it is cheap.
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
  /** The draft that Claude's `defaultValue` fills in. */
  readonly defaultAnswer: (question: Question, value: NonNullable<Question['defaultValue']>) => Answer;
  /** The typed text as it is sent to the CLI. */
  readonly toText: (typed: string) => string;
  /** Whether the CLI (2.1.216 and newer) takes this answer for one that Claude itself has offered. */
  readonly isOffered: (question: Question, text: string) => boolean;
}

const isValid = (): undefined => undefined;
const asTyped = (_: Question, text: string): string => text;
const same = (text: string): string => text;
const defaultText: Kind['defaultAnswer'] = (_, value) => ({ ...emptyAnswer, other: true, otherText: String(value) });

/** Words: any text is an answer. */
const words: Kind = {
  hasOptions: false,
  takesWords: true,
  validate: isValid,
  toWords: asTyped,
  toCompare: same,
  defaultAnswer: defaultText,
  toText: same,
  isOffered: () => false,
};

/** The rules of each kind. A kind without a record does not compile. */
export const kinds: Readonly<Record<QuestionKind, Kind>> = {
  choice: {
    ...words,
    hasOptions: true,
    defaultAnswer: ({ options, multiSelect }, value) => {
      const labels = Array.isArray(value) ? value : [String(value)];
      const selected = options.flatMap(({ label }, position) => (labels.includes(label) ? [position] : []));
      return { ...emptyAnswer, selected: multiSelect ? selected : selected.slice(0, 1) };
    },
    isOffered: ({ options }, text) => options.some(({ label }) => label === text),
  },
  text: words,
  date: { ...words, takesWords: false, validate: dateProblem, toText: sentDate },
  number: {
    ...words,
    takesWords: false,
    validate: numberProblem,
    toWords: ({ unit }, text) => (unit === undefined ? text : `${text} ${unit}`),
    toCompare: text => String(Number(text)),
    toText: typed => typed.trim(),
    // The CLI takes plain decimals only (2.1.265).
    isOffered: (question, text) => /^-?\d+(\.\d+)?$/.test(text) && numberProblem(question, text) === undefined,
  },
};

/** The draft that a question begins with: empty, or its default. */
export function defaultAnswer(question: Question): Answer {
  const { kind, defaultValue } = question;
  return defaultValue === undefined ? emptyAnswer : kinds[kind].defaultAnswer(question, defaultValue);
}

/** The typed date as it is sent: a person writes a blank before the time, where the form has a `T`. */
export function sentDate(typed: string): string {
  return typed.trim().replace(' ', 'T');
}

function numberProblem({ min, max }: Question, text: string): AnswerProblem | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return { code: 'notANumber' };
  if (min !== undefined && value < min) return { code: 'tooSmall', limit: min };
  return max !== undefined && value > max ? { code: 'tooLarge', limit: max } : undefined;
}

function dateProblem({ withTime, earliest, latest }: Question, typed: string): AnswerProblem | undefined {
  const text = sentDate(typed);
  if (!isDate(text, withTime === true)) return { code: 'notADate' };
  // Dates of one form compare as texts.
  if (earliest !== undefined && text < earliest) return { code: 'tooEarly', limit: earliest };
  return latest !== undefined && text > latest ? { code: 'tooLate', limit: latest } : undefined;
}

/** Whether the text is a day that exists, `YYYY-MM-DD`, with its time `YYYY-MM-DDTHH:MM`. */
export function isDate(text: string, withTime: boolean): boolean {
  const [day = '', time, ...rest] = text.split('T');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || rest.length > 0 || withTime !== (time !== undefined)) return false;
  const at = new Date(`${day}T00:00Z`);
  // A day behind the end of its month would be a day of the next one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && (time === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(time));
}
