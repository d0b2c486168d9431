// A settlement of `ask_user` → the result of the tool call, which is what Claude reads. Pure; the counterpart of answers/record, which writes
// the CLI's own record. Without `structuredContent`, because the CLI (2.0.77, 2.1.100, 2.1.329) gives Claude that data in place of the text.
import { emptyAnswer, isAnswered } from '../../shared/answers.js';
import { kindsOnHost } from '../../shared/kinds.js';
import type { Answer, Question } from '../../shared/question.js';
import type { QuestionInput } from '../../session/events.js';
import type { Settlement } from '../../session/settlement.js';
import { repliedText } from './record.js';
import type { Fault } from '../ask/input.js';
import { formOf } from '../ask/names.js';

/** A `tools/call` result of MCP. */
export interface AskResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError?: true;
}

const cancelled =
  'QuestionCancelledError: The user dismissed this. Nothing was decided. Do not ask this again now; go on without an answer, or say why you cannot.';
const timedOut =
  'QuestionTimeoutError: Nobody answered within the time that the user allows. Nothing was decided. Go on without an answer if you can, and say what you have assumed.';

const skippedText = '(skipped: the user gave no answer)';
const textBefore = 'User answered: ';
const noteBefore = '\nNote: ';

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
  const lines = faults.map(({ path, problem }) => `- ${path === '' ? 'The input' : path} ${problem}.`);
  return failure(`QuestionValidationError: The user was not asked. Mend this and call again:\n${lines.join('\n')}`);
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
  if (form === 'set' || asked === undefined || given === undefined)
    return questions.map((one, index) => entry(one, answers[index])).join('\n\n');
  const note = noteOf(given);
  if (form === 'text') return `${textBefore}${given.otherText}${withNote(note)}`;
  return JSON.stringify({ selected: given.selected, other: ownWords(asked, given) ?? null, ...(note !== '' && { note }) });
}

function entry(asked: Question, given: Answer | undefined): string {
  const note = noteOf(given);
  return `Q: ${asked.question}\nA: ${partsText(asked, given)}${withNote(note)}`;
}

/** Several parts stand in lines of their own where a comma in one of them could pass for two. */
function partsText(asked: Question, given: Answer | undefined): string {
  if (given === undefined || !isAnswered(given)) return skippedText;
  const own = ownWords(asked, given);
  const parts = [...given.selected.map(position => asked.options[position]?.label ?? ''), ...(own === undefined ? [] : [own])];
  const isPlain = parts.length === 1 || parts.every(part => !/[,\n]/.test(part));
  return isPlain ? parts.join(', ') : parts.map(part => `\n- ${part}`).join('');
}

function ownWords(asked: Question, given: Answer): string | undefined {
  return given.other ? kindsOnHost[asked.kind].toText(given.otherText) : undefined;
}

function noteOf(given: Answer | undefined): string {
  return given?.note.trim() ?? '';
}

function withNote(note: string): string {
  return note === '' ? '' : `${noteBefore}${note}`;
}

/** The settlement that has made this text of a result; undefined for any other text. */
export function settlementOfAsk({ questions, raw }: QuestionInput, text: string): Settlement | undefined {
  if (text === cancelled) return { type: 'dismiss' };
  if (text === timedOut) return { type: 'dismiss', byTimeout: true };
  const beforeReply = repliedText('');
  if (text.startsWith(beforeReply)) return { type: 'reply', text: text.slice(beforeReply.length) };
  const [asked] = questions;
  const form = formOf(raw);
  const answers =
    form === 'set' ? answersOfSet(questions, text) : asked && [form === 'text' ? answerInWords(text) : answerByPositions(asked, text)];
  return answers?.every(one => one !== undefined) === true ? { type: 'answer', answers } : undefined;
}

function answerInWords(text: string): Answer | undefined {
  if (!text.startsWith(textBefore)) return undefined;
  const { words, note } = splitNote(text.slice(textBefore.length));
  return { ...emptyAnswer, other: true, otherText: words, note };
}

function answerByPositions({ options }: Question, text: string): Answer | undefined {
  try {
    // Written by `answerText`, and checked before it is used.
    const { selected, other, note = '' } = JSON.parse(text) as { selected?: unknown; other?: unknown; note?: unknown };
    if (!Array.isArray(selected) || typeof note !== 'string') return undefined;
    const own = typeof other === 'string' ? { other: true, otherText: other } : {};
    return {
      ...emptyAnswer,
      ...own,
      note,
      selected: selected.filter((one): one is number => typeof one === 'number' && options[one] !== undefined),
    };
  } catch {
    return undefined;
  }
}

/** By the questions, because an answer may hold lines that look like another entry. */
function answersOfSet(questions: readonly Question[], text: string): readonly (Answer | undefined)[] | undefined {
  const heads = questions.map(({ question }, index) => `${index === 0 ? '' : '\n\n'}Q: ${question}\nA: `);
  const answers: Answer[] = [];
  let at = 0;
  for (const [index, asked] of questions.entries()) {
    const head = heads[index] ?? '';
    if (!text.startsWith(head, at)) return undefined;
    const begin = at + head.length;
    const next = heads[index + 1];
    at = next === undefined ? text.length : text.indexOf(next, begin);
    if (at < 0) return undefined;
    const { words, note } = splitNote(text.slice(begin, at));
    answers.push({ ...(words === skippedText ? { ...emptyAnswer, skipped: true } : answerOf(asked, words)), note });
  }
  return answers;
}

function answerOf(asked: Question, words: string): Answer {
  const labels = asked.options.map(({ label }) => label);
  const parts = words.startsWith('\n- ')
    ? words.slice('\n- '.length).split('\n- ')
    : asked.multiSelect && !labels.includes(words)
      ? words.split(', ')
      : [words];
  const selected = parts.map(part => labels.indexOf(part)).filter(position => position >= 0);
  const own = parts.filter(part => !labels.includes(part)).join(', ');
  return { ...emptyAnswer, selected: selected.sort((a, b) => a - b), ...(own !== '' && { other: true, otherText: own }) };
}

function splitNote(text: string): { readonly words: string; readonly note: string } {
  const at = text.lastIndexOf(noteBefore);
  return at < 0 ? { words: text, note: '' } : { words: text.slice(0, at), note: text.slice(at + noteBefore.length) };
}
