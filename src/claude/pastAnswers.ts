// What the CLI recorded of an answered question → the settlement that wrote it: the way back from claude/encode. Owns the
// reading of the text-keyed record; must not know where a record was found.
import * as z from 'zod/mini';
import type { Settlement } from '../session/effects.js';
import type { QuestionInput } from '../session/events.js';
import { emptyAnswer, isAnswered } from '../shared/answers.js';
import type { Answer, Question, QuestionOption } from '../shared/question.js';
import { answerText, dismissedText, quoted, repliedText, skippedText, unattendedText } from './encode.js';

/** Before a note where the CLI has no place for one: claude/encode writes it so for CLIs before 2.1.45. */
const addedNote = '\nThe user added a note: ';

/** What the CLI writes for an answer that consists of a note (from 2.1.145 on). */
const notesOnly = '(notes only)';

/** A record by a question's text: read by its entries, since a question may be named `__proto__`. */
const byQuestion = z.custom<Readonly<Record<string, unknown>>>(value => typeof value === 'object' && value !== null);

const answered = z.object({
  answers: z.catch(byQuestion, {}),
  annotations: z.catch(byQuestion, {}),
  response: z.catch(z._default(z.string(), ''), ''),
});
const said = z.union([z.string(), z.array(z.string())]);
const annotation = z.object({
  notes: z.catch(z.optional(z.string()), undefined),
  unanswered: z.catch(z.optional(z.string()), undefined),
});

/**
 * How the question was settled. `record` is the entry's `toolUseResult`: `{questions, answers, annotations, response}`, or a
 * string after a denial; `text` is what Claude read. Undefined where nobody settled it: an interrupt, a killed CLI, a refusal,
 * a terminal's "chat about this". The same on 2.0.77 and 2.1.329; 2.0.77 records neither annotations nor a response.
 */
export function settlementOf(input: QuestionInput | undefined, record: unknown, text: string): Settlement | undefined {
  if (text === dismissedText) return { type: 'dismiss' };
  if (text === unattendedText) return { type: 'dismiss', byTimeout: true };
  const beforeReply = repliedText('');
  if (text.startsWith(beforeReply)) return { type: 'reply', text: text.slice(beforeReply.length) };
  const parsed = answered.safeParse(record);
  if (!parsed.success) return undefined;
  const { response } = parsed.data;
  if (response !== '') return { type: 'reply', text: response };
  const answers = new Map(Object.entries(parsed.data.answers));
  const annotations = new Map(Object.entries(parsed.data.annotations));
  const given = (input?.questions ?? []).map(asked => answerOf(asked, answers.get(asked.question), annotations.get(asked.question)));
  return given.some(answer => isAnswered(answer) || answer.note !== '') ? { type: 'answer', answers: given } : undefined;
}

function answerOf(asked: Question, value: unknown, beside: unknown): Answer {
  const { notes, unanswered } = annotation.safeParse(beside).data ?? {};
  const [text, added] = withoutNote(textOf(value));
  const note = notes ?? added;
  const isSkipped = text === undefined || unanswered !== undefined || text === skippedText || text === notesOnly;
  return { ...emptyAnswer, ...(isSkipped ? { skipped: true } : chosen(asked, text)), note };
}

/** 2.1.329 keeps an array where it was given one, and gives one out. */
function textOf(value: unknown): string | undefined {
  const parsed = said.safeParse(value);
  if (!parsed.success) return undefined;
  return typeof parsed.data === 'string' ? parsed.data : parsed.data.map(quoted).join(', ');
}

function withoutNote(text: string | undefined): readonly [string | undefined, string] {
  const at = text?.indexOf(addedNote) ?? -1;
  return text === undefined || at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + addedNote.length)];
}

function chosen(asked: Question, text: string): Pick<Answer, 'selected' | 'other' | 'otherText'> {
  const only = asked.options.findIndex((_, position) => answerText(asked, { ...emptyAnswer, selected: [position] }) === text);
  if (only !== -1) return { selected: [only], other: false, otherText: '' };
  const { selected, rest } = asked.multiSelect ? readLabels(asked.options, text) : { selected: [], rest: text };
  return rest === '' ? { selected, other: false, otherText: '' } : { selected, other: true, otherText: ownWords(asked, rest) };
}

/** Own words are quoted by the terminal in a multi-select if a comma is in them (2.1.329), by claude/encode beside labels. */
function ownWords(asked: Question, text: string): string {
  const plain = unquoted(text);
  if (plain === undefined) return text;
  const alone = answerText(asked, { ...emptyAnswer, other: true, otherText: plain });
  return text === alone || (asked.multiSelect && text === quoted(plain)) ? plain : text;
}

interface Labels {
  /** Positions, ascending. */
  readonly selected: number[];
  /** Behind the last label: the person's own words. */
  readonly rest: string;
}

/** The labels at the beginning. 2.0.77's terminal does not quote them, so a label's own commas are found by the label. */
function readLabels(options: readonly QuestionOption[], text: string): Labels {
  const selected: number[] = [];
  let rest = text;
  while (rest !== '') {
    const next = firstLabel(options, rest);
    if (next === undefined || selected.includes(next.position)) break;
    selected.push(next.position);
    rest = rest.slice(next.length);
  }
  return { selected: selected.sort((a, b) => a - b), rest };
}

/** The longest that fits, with the comma behind it. */
function firstLabel(options: readonly QuestionOption[], text: string): { readonly position: number; readonly length: number } | undefined {
  const fitting = options.flatMap(({ label }, position) =>
    [label, quoted(label)].flatMap(form => {
      if (form === '' || (text !== form && !text.startsWith(`${form}, `))) return [];
      return [{ position, length: text === form ? form.length : form.length + 2 }];
    }),
  );
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** The text that is written in JSON's quotes here; undefined where it is not. */
function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
