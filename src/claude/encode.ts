// What we say → one line for the CLI's stdin. The only place where answers by position become the CLI's text-keyed
// record. Formats measured on 2.0.77 to 2.1.329.
import { isAnswered } from '../shared/answers.js';
import type { Answer, Question } from '../shared/question.js';
import type { Outgoing, Peer, Settlement } from '../session/effects.js';
import { isAtLeast } from './version.js';

/** What Claude reads when the person dismisses a question. */
export const dismissedText =
  'The user saw your question and chose not to answer it. Nothing was decided. Go on without an answer, or ask again differently if you cannot.';

/** What Claude reads when nobody was there. */
export const unattendedText =
  'Nobody answered your question within the time that the user allows for it. Nothing was decided. Go on without an answer if you can, and say what you have assumed.';

/** The hook to which questions come, by its own name for us. */
const hookId = 'ask';

/** In seconds. A longer one would not fit the CLI's timer, which would fire at once. */
const hookTimeout = 2_000_000;

/**
 * Stands where the answer to a skipped question would. In plain words, because the CLI tells Claude nothing of a question
 * without an answer: it could not be told from one that was never asked.
 */
export const skippedText = 'The user skipped this question and gave no answer to it.';

/** What Claude reads when the person replied in their own words and the CLI has no place for that. */
export function repliedText(reply: string): string {
  return `The user did not choose an answer and replied instead: ${reply}`;
}

/** One line without its line end. `writeId` makes the ids of our own control requests. */
export function encode(message: Outgoing, writeId: string): string {
  return JSON.stringify(toWire(message, writeId));
}

function toWire(message: Outgoing, writeId: string): unknown {
  switch (message.type) {
    case 'prompt':
      return { type: 'user', uuid: message.uuid, message: { role: 'user', content: [{ type: 'text', text: message.text }] } };
    case 'interrupt':
      return { type: 'control_request', request_id: `parley-${writeId}`, request: { subtype: 'interrupt' } };
    case 'initialize':
      return {
        type: 'control_request',
        request_id: `parley-${writeId}`,
        request: {
          subtype: 'initialize',
          hooks: { PreToolUse: [{ matcher: 'AskUserQuestion', hookCallbackIds: [hookId], timeout: hookTimeout }] },
        },
      };
    case 'deferQuestion':
      return success(message.requestId, hookDecision({ permissionDecision: 'defer' }));
    case 'allowTool':
      return success(message.requestId, { behavior: 'allow', updatedInput: message.input });
    case 'denyTool':
      return success(message.requestId, { behavior: 'deny', interrupt: false, message: message.message });
    case 'refuseRequest':
      return { type: 'control_response', response: { subtype: 'error', request_id: message.requestId, error: message.reason } };
    case 'settleQuestion':
      if (message.requestId === undefined) return literalToolResult(message);
      return success(message.requestId, message.hook === true ? hookAnswer(message) : controlAnswer(message));
  }
}

/**
 * Answers go in at the hook; up to 2.1.20 the CLI asks for them once more at the tool. All else is said at the tool only: a
 * denial at the hook reads as a hook's error, and `response` is dropped there without a word (2.1.329).
 */
function hookAnswer(message: SettleQuestion): unknown {
  const said = controlAnswer(message);
  return message.settlement.type === 'answer' && said.behavior === 'allow'
    ? hookDecision({ permissionDecision: 'allow', updatedInput: said.updatedInput })
    : {};
}

function hookDecision(decision: { permissionDecision: 'allow' | 'defer'; updatedInput?: Filled }): unknown {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } };
}

function success(requestId: string, response: unknown): unknown {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}

export type SettleQuestion = Extract<Outgoing, { type: 'settleQuestion' }>;

/** `notes` and `preview` reach Claude; `unanswered` is for the CLI's own record and for other clients. */
export interface Annotation {
  readonly preview?: string;
  readonly notes?: string;
  readonly unanswered?: 'skipped' | 'replied_in_chat';
}

/** Beside the input as received. What is undefined is not sent, even where the input came with something in its place. */
export interface Filled {
  readonly answers: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, Annotation>> | undefined;
  readonly response: string | undefined;
}

export type ControlAnswer =
  | { readonly behavior: 'allow'; readonly updatedInput: Filled }
  | { readonly behavior: 'deny'; readonly interrupt: false; readonly message: string };

/** What the CLI's request is answered with. */
export function controlAnswer({ input, settlement, peer }: SettleQuestion): ControlAnswer {
  // A denial is read word for word on every version. The CLI could be told `unanswered: 'dismissed'`, but Claude would
  // then read the same sentence once for every question of the set, among answers.
  if (settlement.type === 'dismiss') return deny(dismissText(settlement));
  if (settlement.type === 'answer') {
    const answers = input.questions.map((asked, index) => [asked.question, answerFor(asked, settlement.answers[index], peer)] as const);
    const annotations = annotationsFor(input.questions, settlement.answers, peer);
    return allow(input.raw, { answers: record(answers), annotations, response: undefined });
  }
  // Older CLIs drop `response` without a word (2.0.77 to 2.1.150 do): there the reply goes the way of a denial, which is read.
  if (!takesUnanswered(peer)) return deny(repliedText(settlement.text));
  const annotations = record(input.questions.map(asked => [asked.question, { unanswered: 'replied_in_chat' }] as const));
  // `response` wipes every answer beside it, so none is sent.
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

/** Without a prototype: a question may be named `__proto__`. */
function record<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  // The cast says what `null` does not: an empty record.
  const made = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) made[key] = value;
  return made;
}

/** Where the note has no place of its own it follows the answer, on a line of its own: the choice is never given up for it. */
function answerFor(asked: Question, given: Answer | undefined, peer: Peer): string {
  const text = answerText(asked, given);
  const note = noteOf(given);
  return note === '' || takesNotes(peer) ? text : `${text}\nThe user added a note: ${note}`;
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

/** As the CLI's own terminal sends it: of the one option that was chosen, never of one among several. */
function chosenPreview(asked: Question, given: Answer | undefined): string {
  if (asked.multiSelect || given === undefined || !isAnswered(given)) return '';
  const [position] = given.selected;
  return position === undefined ? '' : (asked.options[position]?.preview ?? '');
}

/** Without the blanks around it, as the CLI's own terminal sends it. */
function noteOf(given: Answer | undefined): string {
  return given?.note.trim() ?? '';
}

/** `annotations` begin with 2.1.45; 2.0.77, 2.1.20 and 2.1.44 drop them without a word. */
function takesNotes({ version }: Peer): boolean {
  return isAtLeast(version, '2.1.45');
}

/** From 2.1.69 on; 2.1.45 to 2.1.68 know another field, `markdown`, in options and annotations alike. */
function takesPreviews({ version }: Peer): boolean {
  return isAtLeast(version, '2.1.69');
}

/** Advertised by 2.1.329, not yet by 2.1.265. */
function takesUnanswered({ capabilities }: Peer): boolean {
  return capabilities.includes('ask_user_question_unanswered_v1');
}

/**
 * One string for one question. A single choice goes as it is, and so does an own answer that stands alone; a number goes
 * without the blanks around it. Several parts are joined with `", "`, and a part that contains `", "` or `"` is
 * JSON-quoted, so that a comma in a label cannot pass for two answers. What says nothing is skipped.
 */
export function answerText(asked: Question, given: Answer | undefined): string {
  if (given === undefined || !isAnswered(given)) return skippedText;
  const parts = partsOf(asked, given);
  const [only] = parts;
  const plain = parts.length === 1 && (given.other || !asked.multiSelect);
  return unreserved(plain && only !== undefined ? only : parts.map(quoted).join(', '));
}

/** What was chosen, then what was typed. */
function partsOf(asked: Question, given: Answer): string[] {
  const labels = given.selected.map(position => asked.options[position]?.label ?? '');
  const typed = asked.kind === 'number' ? given.otherText.trim() : given.otherText;
  return given.other ? [...labels, typed] : labels;
}

/** How a part stands among several: the CLI itself writes and reads them so from 2.1.236 on. */
export function quoted(part: string): string {
  return part.includes(', ') || part.includes('"') ? JSON.stringify(part) : part;
}

/** From 2.1.145 on the CLI drops an answer of just these characters: its own mark for none, and (a label can be) nothing. */
function unreserved(text: string): string {
  return text === '(notes only)' || text === '' ? JSON.stringify(text) : text;
}

/** For a peer without control requests. */
function literalToolResult({ toolUseId, input, settlement }: SettleQuestion): unknown {
  const result = {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: literalContent(input.questions, settlement),
    ...(settlement.type === 'dismiss' && { is_error: true }),
  };
  return { type: 'user', message: { role: 'user', content: [result] } };
}

/**
 * Keyed by position, arrays for multi select, `Custom: ` before what was typed in place of an option. `skipped` (the
 * positions that have no answer) and `notes` (by position) are there only where there are any.
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
  const told = parts.map((part, index) => (asked.kind === 'choice' && given.other && index === typed ? `Custom: ${part}` : part));
  return asked.multiSelect ? told : (told[0] ?? '');
}
