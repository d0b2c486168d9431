// The CLI's record of an answered question → the settlement that wrote it: the inverse of claude/answers/record. Owns the reading
// of the text-keyed record; must not know where a record was found.
import * as z from 'zod/mini';
import { orElse } from '../../shared/orElse.js';
import type { Settlement } from '../../chat/settlement.js';
import type { QuestionInput } from '../../chat/events.js';
import { emptyAnswer, isAnswered } from '../../shared/answers.js';
import type { Answer, Question, QuestionOption } from '../../shared/question.js';
import { settlementOfAsk } from './askResult.js';
import { addedNote, answerText, dismissedText, notesOnly, quoted, repliedText, skippedText, unattendedText } from './record.js';

/** An object keyed by a question's text. Read by its entries, because a question may be named `__proto__`. */
const byQuestion = z.custom<Readonly<Record<string, unknown>>>(value => typeof value === 'object' && value !== null);

const answered = z.object({
  answers: orElse(byQuestion, {}),
  annotations: orElse(byQuestion, {}),
  response: orElse(z._default(z.string(), ''), ''),
});
const said = z.union([z.string(), z.array(z.string())]);
const annotation = z.object({
  notes: orElse(z.optional(z.string()), undefined),
  unanswered: orElse(z.optional(z.string()), undefined),
});

/**
 * The settlement of the question. `record` is the entry's `toolUseResult`: `{questions, answers, annotations, response}`, or a
 * string after a denial; `text` is the text that Claude read. Undefined where the question ended without a settlement: an
 * interrupt, a killed CLI, a refusal, a terminal's "chat about this". The same on 2.0.77 and 2.1.329; 2.0.77 records neither
 * annotations nor a response.
 */
export function settlementOf(input: QuestionInput | undefined, record: unknown, text: string): Settlement | undefined {
  if (input?.tool === 'ask_user') return settlementOfAsk(input, text);
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

/** 2.1.329 stores an array when the answer was sent as an array. */
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
  return rest === '' ? { selected, other: false, otherText: '' } : { selected, other: true, otherText: unquoteOther(asked, rest) };
}

/**
 * Removes the quotes around own words. The terminal quotes them in a multi-select if they hold a comma (2.1.329);
 * claude/answers/record quotes them beside labels.
 */
function unquoteOther(asked: Question, text: string): string {
  const plain = unquoted(text);
  if (plain === undefined) return text;
  const alone = answerText(asked, { ...emptyAnswer, other: true, otherText: plain });
  return text === alone || (asked.multiSelect && text === quoted(plain)) ? plain : text;
}

interface Labels {
  /** Positions, ascending. */
  readonly selected: number[];
  /** The text behind the last label, which is the person's own words. */
  readonly rest: string;
}

/**
 * Reads labels from the beginning of the text. 2.0.77's terminal does not quote them, so a comma inside a label is found by
 * comparing with the label.
 */
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

/** The longest label at the beginning of the text, with the comma behind it. */
function firstLabel(options: readonly QuestionOption[], text: string): { readonly position: number; readonly length: number } | undefined {
  const fitting = options.flatMap(({ label }, position) =>
    [label, quoted(label)].flatMap(form => {
      if (form === '' || (text !== form && !text.startsWith(`${form}, `))) return [];
      return [{ position, length: text === form ? form.length : form.length + 2 }];
    }),
  );
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** The text without JSON's quotes; undefined where it has none. */
function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
