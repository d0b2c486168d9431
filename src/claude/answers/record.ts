// A settlement → the answer to the CLI's request. No other file turns answers by position into the CLI's text-keyed record. Owns
// the form of the record per version, measured on 2.0.77 to 2.1.329; must not know the line that it travels in (stream/encode).
import { isAnswered } from '../../shared/answers.js';
import { kinds } from '../../shared/kinds.js';
import type { Answer, Question } from '../../shared/question.js';
import type { Outgoing, Peer } from '../../chat/effects.js';
import type { Settlement } from '../../chat/settlement.js';
import { isAtLeast } from '../version.js';

/** The text that Claude reads when the person dismisses a question. */
export const dismissedText =
  'The user saw your question and chose not to answer it. Nothing was decided. Go on without an answer, or ask again differently if you cannot.';

/** The text that Claude reads when a question is dismissed by timeout. */
export const unattendedText =
  'Nobody answered your question within the time that the user allows for it. Nothing was decided. Go on without an answer if you can, and say what you have assumed.';

/**
 * The answer to a skipped question. In plain words, because the CLI tells Claude nothing about a question without an answer, and
 * Claude could not tell it from one that was never asked.
 */
export const skippedText = 'The user skipped this question and gave no answer to it.';

/** Stands before a note in the answer's text for CLIs before 2.1.45, which have no field for notes. */
export const addedNote = '\nThe user added a note: ';

/** The CLI's own text for an answer that consists of a note (from 2.1.145 on). */
export const notesOnly = '(notes only)';

/** The text that Claude reads when the person replied in their own words and the CLI has no field for that. */
export function repliedText(reply: string): string {
  return `The user did not choose an answer and replied instead: ${reply}`;
}

export type SettleQuestion = Extract<Outgoing, { type: 'settleQuestion' }>;

/** `notes` and `preview` reach Claude; `unanswered` goes into the CLI's record, for other clients. */
export interface Annotation {
  readonly preview?: string;
  readonly notes?: string;
  readonly unanswered?: 'skipped' | 'replied_in_chat';
}

/** Merged over the received input. `undefined` removes a field that the model had written itself. */
export interface Filled {
  readonly answers: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, Annotation>> | undefined;
  readonly response: string | undefined;
}

type ControlAnswer =
  | { readonly behavior: 'allow'; readonly updatedInput: Filled }
  | { readonly behavior: 'deny'; readonly interrupt: false; readonly message: string };

/** The answer to the CLI's request. */
export function controlAnswer({ input, settlement, peer }: SettleQuestion): ControlAnswer {
  // A denial is read word for word on every version. With `unanswered: 'dismissed'` instead, Claude would read the same sentence
  // once for every question of the set.
  if (settlement.type === 'dismiss') return deny(dismissText(settlement));
  if (settlement.type === 'answer') {
    const answers = input.questions.map((asked, index) => [asked.question, answerFor(asked, settlement.answers[index], peer)] as const);
    const annotations = annotationsFor(input.questions, settlement.answers, peer);
    return allow(input.raw, { answers: record(answers), annotations, response: undefined });
  }
  // Older CLIs drop `response` without a word (2.0.77 to 2.1.150 do), so the reply goes as a denial, which Claude reads.
  if (!takesUnanswered(peer)) return deny(repliedText(settlement.text));
  const annotations = record(input.questions.map(asked => [asked.question, { unanswered: 'replied_in_chat' }] as const));
  // The CLI ignores every answer beside a `response`, so none is sent.
  return allow(input.raw, { answers: {}, annotations, response: settlement.text });
}

function dismissText({ byTimeout }: Extract<Settlement, { type: 'dismiss' }>): string {
  return byTimeout === true ? unattendedText : dismissedText;
}

function deny(message: string): ControlAnswer {
  return { behavior: 'deny', interrupt: false, message };
}

function allow(raw: SettleQuestion['input']['raw'], filled: Filled): ControlAnswer {
  return { behavior: 'allow', updatedInput: { ...raw, ...filled } };
}

/** Makes an object without a prototype, because a question may be named `__proto__`. */
function record<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  // `Object.create(null)` is typed `any`.
  const made = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) made[key] = value;
  return made;
}

/**
 * The answer's text. A CLI without a field for notes gets the note behind the answer, on a line of its own, so that the choice is
 * never lost.
 */
function answerFor(asked: Question, given: Answer | undefined, peer: Peer): string {
  const text = answerText(asked, given);
  const note = noteOf(given);
  return note === '' || takesNotes(peer) ? text : `${text}${addedNote}${note}`;
}

function annotationsFor(questions: readonly Question[], answers: readonly Answer[], peer: Peer): Filled['annotations'] {
  const entries = questions
    .map((asked, index) => [asked.question, annotationFor(asked, answers[index], peer)] as const)
    .filter(([, annotation]) => Object.keys(annotation).length > 0);
  return entries.length === 0 ? undefined : record(entries);
}

function annotationFor(asked: Question, given: Answer | undefined, peer: Peer): Annotation {
  const preview = takesPreviews(peer) ? chosenPreview(asked, given) : '';
  const notes = takesNotes(peer) ? noteOf(given) : '';
  return {
    ...(preview !== '' && { preview }),
    ...(notes !== '' && { notes }),
    ...(!isAnswered(given) && takesUnanswered(peer) && { unanswered: 'skipped' as const }),
  };
}

/** The preview of the one chosen option; empty with several, as the CLI's own terminal sends it. */
function chosenPreview(asked: Question, given: Answer | undefined): string {
  if (asked.multiSelect || given === undefined || !isAnswered(given)) return '';
  const [position] = given.selected;
  return position === undefined ? '' : (asked.options[position]?.preview ?? '');
}

/** The note, trimmed as the CLI's own terminal does. */
function noteOf(given: Answer | undefined): string {
  return given?.note.trim() ?? '';
}

/** `annotations` begin with 2.1.45; 2.0.77, 2.1.20 and 2.1.44 drop them without a word. */
function takesNotes({ version }: Peer): boolean {
  return isAtLeast(version, '2.1.45');
}

/** The CLI takes previews from 2.1.69 on; 2.1.45 to 2.1.68 know another field, `markdown`, in options and annotations alike. */
function takesPreviews({ version }: Peer): boolean {
  return isAtLeast(version, '2.1.69');
}

/** Advertised by 2.1.329, not yet by 2.1.265. */
function takesUnanswered({ capabilities }: Peer): boolean {
  return capabilities.includes('ask_user_question_unanswered_v1');
}

/**
 * The answer to one question as one string. A single choice and an own answer that stands alone are sent as they are, a number
 * trimmed. Several parts are joined with `", "`, and a part that contains `", "` or `"` is JSON-quoted, so that a comma in a label
 * cannot pass for two answers. Parts without content are left out.
 */
export function answerText(asked: Question, given: Answer | undefined): string {
  if (given === undefined || !isAnswered(given)) return skippedText;
  const parts = partsOf(asked, given);
  const [only] = parts;
  const plain = parts.length === 1 && (given.other || !asked.multiSelect);
  return unreserved(plain && only !== undefined ? only : parts.map(quoted).join(', '));
}

/** The chosen labels, then the typed text. */
function partsOf(asked: Question, given: Answer): string[] {
  const labels = given.selected.map(position => asked.options[position]?.label ?? '');
  const typed = kinds[asked.kind].toText(given.otherText);
  return given.other ? [...labels, typed] : labels;
}

/** A part among several. The CLI itself writes and reads parts so from 2.1.236 on. */
export function quoted(part: string): string {
  return part.includes(', ') || part.includes('"') ? JSON.stringify(part) : part;
}

/** Quotes a text as JSON that the CLI would drop: from 2.1.145 on an answer that equals `notesOnly`, and an empty one, which a label can be. */
function unreserved(text: string): string {
  return text === notesOnly || text === '' ? JSON.stringify(text) : text;
}

/**
 * The literal result, keyed by position: arrays for multi select, `Custom: ` before text typed in place of an option. `skipped`
 * (positions without an answer) and `notes` (by position) are present only when not empty.
 */
export function literalContent(questions: readonly Question[], settlement: Settlement): string {
  if (settlement.type === 'dismiss') return dismissText(settlement);
  if (settlement.type === 'reply') return JSON.stringify({ response: settlement.text });
  const { answers } = settlement;
  const positions = [...questions.keys()];
  const skipped = positions.filter(index => !isAnswered(answers[index]));
  const notes = positions.map(index => [index, noteOf(answers[index])] as const).filter(([, note]) => note !== '');
  const told = questions.flatMap((asked, index) => {
    const given = answers[index];
    return given !== undefined && isAnswered(given) ? [[index, literalAnswer(asked, given)] as const] : [];
  });
  return JSON.stringify({
    answers: Object.fromEntries(told),
    ...(skipped.length > 0 && { skipped: skipped.map(String) }),
    ...(notes.length > 0 && { notes: Object.fromEntries(notes) }),
  });
}

function literalAnswer(asked: Question, given: Answer): string | string[] {
  const parts = partsOf(asked, given);
  const typed = parts.length - 1;
  const told = parts.map((part, index) => (kinds[asked.kind].hasOptions && given.other && index === typed ? `Custom: ${part}` : part));
  return asked.multiSelect ? told : (told[0] ?? '');
}
