// A settlement of `ask_user` → the result of the tool call, which is what Claude reads. Pure; the counterpart of answers/record, which writes
// the CLI's own record. Without `structuredContent`, because the CLI (2.0.77, 2.1.100, 2.1.329) gives Claude that data in place of the text.
import { askedNow, emptyAnswer, isAnswered } from '../../shared/answers.js';
import { areValidAnswers } from '../../shared/rules.js';
import { kinds } from '../../shared/kinds.js';
import type { Answer, Question } from '../../shared/question.js';
import type { QuestionInput } from '../../chat/events.js';
import type { Settlement } from '../../chat/settlement.js';
import { repliedText } from './record.js';
import type { Fault } from '../ask/input.js';
import { formOf, notAskedAnswer, skippedAnswer } from '../ask/names.js';

/** A `tools/call` result of MCP. */
export interface AskResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError?: true;
}

const cancelled =
  'QuestionCancelledError: The user dismissed this. Nothing was decided. Do not ask this again now; go on without an answer, or say why you cannot.';
const timedOut =
  'QuestionTimeoutError: Nobody answered in time. Nothing was decided. Go on without an answer if you can, and say what you have assumed.';

const textBefore = 'User answered: ';
const noteBefore = '\nNote: ';

/** So many faults are told at once: more would fill the conversation. */
const mostFaults = 20;

/**
 * Lines after the first stand two columns in, so that a line that begins at the margin is never the person's or an option's: pasted text cannot
 * pass for the answer to another question.
 */
function indented(text: string): string {
  return text.replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, '$&  ');
}

function outdented(text: string): string {
  return text.replace(/(\r\n|[\n\v\f\r\x85\u2028\u2029]) {2}/g, '$1');
}

export function askResult(input: QuestionInput, settlement: Settlement): AskResult {
  switch (settlement.type) {
    case 'answer':
      return result(answerText(input, settlement.answers));
    case 'reply':
      return result(repliedText(settlement.text));
    case 'dismiss':
      return failure(settlement.byTimeout === true ? timedOut : cancelled);
  }
}

export function faultyResult(faults: readonly Fault[]): AskResult {
  const lines = faults.slice(0, mostFaults).map(({ path, problem }) => `- ${path === '' ? 'The input' : path} ${problem}.`);
  const more = faults.length > mostFaults ? `\n… and ${faults.length - mostFaults} more.` : '';
  return failure(`QuestionValidationError: The user was not asked. Correct this and call again:\n${lines.join('\n')}${more}`);
}

function failure(text: string): AskResult {
  return { ...result(text), isError: true };
}

function result(text: string): AskResult {
  return { content: [{ type: 'text', text }] };
}

function answerText({ questions, raw }: QuestionInput, answers: readonly Answer[]): string {
  const [asked] = questions;
  const [given] = answers;
  const form = formOf(raw);
  if (form === 'set' || asked === undefined || given === undefined) {
    const shown = askedNow(questions, answers);
    return questions
      .map((one, index) => (shown[index] === true ? entry(one, answers[index]) : `${headOf(one)}${notAskedAnswer}`))
      .join('\n\n');
  }
  const note = noteOf(given);
  if (form === 'text') return `${textBefore}${indented(given.otherText)}${withNote(note)}`;
  return JSON.stringify({ selected: given.selected, other: ownWords(asked, given) ?? null, ...(note !== '' && { note }) });
}

function headOf({ question }: Question): string {
  return `Q: ${indented(question)}\nA: `;
}

function entry(asked: Question, given: Answer | undefined): string {
  return `${headOf(asked)}${partsText(asked, given)}${withNote(noteOf(given))}`;
}

/** Several parts, or one among several that there could be, stand in lines of their own where a comma in one could pass for two. */
function partsText(asked: Question, given: Answer | undefined): string {
  if (given === undefined || !isAnswered(given)) return skippedAnswer;
  const own = ownWords(asked, given);
  const parts = [...given.selected.map(position => asked.options[position]?.label ?? ''), ...(own === undefined ? [] : [own])].map(
    indented,
  );
  const isPlain = !asked.multiSelect || parts.every(part => !/[,\n\v\f\r\x85\u2028\u2029]/.test(part));
  return isPlain ? parts.join(', ') : parts.map(part => `\n- ${part}`).join('');
}

/** The own answer as sent: trimmed where the question has a rule for words, because `shared/rules` has checked the trimmed text. */
function ownWords(asked: Question, given: Answer): string | undefined {
  const { pattern, minLength, maxLength } = asked;
  const isRuled = pattern !== undefined || minLength !== undefined || maxLength !== undefined;
  return given.other ? kinds[asked.kind].toText(isRuled ? given.otherText.trim() : given.otherText) : undefined;
}

function noteOf(given: Answer | undefined): string {
  return given?.note.trim() ?? '';
}

function withNote(note: string): string {
  return note === '' ? '' : `${noteBefore}${indented(note)}`;
}

/** The settlement that has made this text of a result; undefined for any other text. */
export function settlementOfAsk({ questions, raw }: QuestionInput, text: string): Settlement | undefined {
  if (text === cancelled) return { type: 'dismiss' };
  if (text === timedOut) return { type: 'dismiss', byTimeout: true };
  const beforeReply = repliedText('');
  if (text.startsWith(beforeReply)) return { type: 'reply', text: text.slice(beforeReply.length) };
  const form = formOf(raw);
  const answers = form === 'set' ? answersOfSet(questions, text) : [form === 'text' ? answerInWords(text) : answerByPositions(text)];
  const whole = answers?.filter(one => one !== undefined) ?? [];
  return areValidAnswers(questions, whole) ? { type: 'answer', answers: whole } : undefined;
}

function answerInWords(text: string): Answer | undefined {
  if (!text.startsWith(textBefore)) return undefined;
  const { words, note } = splitNote(text.slice(textBefore.length));
  return { ...emptyAnswer, other: true, otherText: outdented(words), note };
}

function answerByPositions(text: string): Answer | undefined {
  try {
    // Written by `answerText`, and checked before it is used.
    const { selected, other, note = '' } = JSON.parse(text) as { selected?: unknown; other?: unknown; note?: unknown };
    if (!Array.isArray(selected) || !selected.every(isPosition) || typeof note !== 'string') return undefined;
    return { ...emptyAnswer, ...(typeof other === 'string' && { other: true, otherText: other }), note, selected };
  } catch {
    return undefined;
  }
}

function isPosition(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

/** The answers in the text of a set. An entry begins at the margin, so words of a person that look like one are indented and end no answer. */
function answersOfSet(questions: readonly Question[], text: string): readonly Answer[] | undefined {
  const answers: Answer[] = [];
  let rest = text;
  for (const [index, asked] of questions.entries()) {
    const head = headOf(asked);
    if (!rest.startsWith(head)) return undefined;
    const next = questions[index + 1];
    const end = next === undefined ? rest.length : rest.indexOf(`\n\n${headOf(next)}`, head.length);
    if (end < 0) return undefined;
    const { words, note } = splitNote(rest.slice(head.length, end));
    answers.push({
      ...(words === skippedAnswer || words === notAskedAnswer ? { ...emptyAnswer, skipped: true } : answerOf(asked, words)),
      note,
    });
    rest = rest.slice(end + 2);
  }
  return answers;
}

function answerOf(asked: Question, words: string): Answer {
  const labels = asked.options.map(({ label }) => label);
  const listed = words.startsWith('\n- ') ? words.slice('\n- '.length).split('\n- ') : words.split(', ');
  const parts = (asked.multiSelect ? listed : [words]).map(outdented);
  // A person may pick an option and write the same words beside it.
  const selected = [...new Set(parts.map(part => labels.indexOf(part)))].filter(position => position >= 0);
  const own = parts.filter(part => !labels.includes(part)).join(', ');
  return { ...emptyAnswer, selected: selected.sort((a, b) => a - b), ...(own !== '' && { other: true, otherText: own }) };
}

function splitNote(text: string): { readonly words: string; readonly note: string } {
  const at = text.indexOf(noteBefore);
  return at < 0 ? { words: text, note: '' } : { words: text.slice(0, at), note: outdented(text.slice(at + noteBefore.length)) };
}
