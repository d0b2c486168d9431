// What we say → one line for the CLI's stdin. The only place where answers by position become the CLI's text-keyed
// record. Formats measured on 2.0.77 to 2.1.329.
import type { Answer, Question } from '../shared/question.js';
import type { Outgoing, Settlement } from '../session/effects.js';

/** What Claude reads when the person dismisses a question. */
export const dismissedText =
  'The user saw your question and chose not to answer it. Nothing was decided. Go on without an answer, or ask again differently if you cannot.';

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
      return { type: 'user', message: { role: 'user', content: [{ type: 'text', text: message.text }] } };
    case 'interrupt':
      return { type: 'control_request', request_id: `parley-${writeId}`, request: { subtype: 'interrupt' } };
    case 'allowTool':
      return success(message.requestId, { behavior: 'allow', updatedInput: message.input });
    case 'denyTool':
      return success(message.requestId, { behavior: 'deny', interrupt: false, message: message.message });
    case 'refuseRequest':
      return { type: 'control_response', response: { subtype: 'error', request_id: message.requestId, error: message.reason } };
    case 'settleQuestion':
      return message.requestId === undefined ? literalToolResult(message) : success(message.requestId, settle(message));
  }
}

function success(requestId: string, response: unknown): unknown {
  return { type: 'control_response', response: { subtype: 'success', request_id: requestId, response } };
}

type SettleQuestion = Extract<Outgoing, { type: 'settleQuestion' }>;

function settle({ input, settlement, takesUnanswered }: SettleQuestion): unknown {
  if (settlement.type === 'dismiss') return { behavior: 'deny', interrupt: false, message: dismissedText };
  if (settlement.type === 'answer')
    return { behavior: 'allow', updatedInput: { ...input.raw, answers: byText(input.questions, settlement.answers) } };
  // Older CLIs drop `response` without a word (2.0.77 does): there the reply goes the way of a denial, which is read.
  if (!takesUnanswered) return { behavior: 'deny', interrupt: false, message: repliedText(settlement.text) };
  // `response` wipes every answer beside it, so none is sent.
  const annotations = record(input.questions.map(asked => [asked.question, { unanswered: 'replied_in_chat' }]));
  return { behavior: 'allow', updatedInput: { ...input.raw, answers: {}, annotations, response: settlement.text } };
}

function byText(questions: readonly Question[], answers: readonly Answer[]): Record<string, string> {
  return record(questions.map((asked, index) => [asked.question, answerText(asked, answers[index])]));
}

/** Without a prototype: a question may be named `__proto__`. */
function record<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  // The cast says what `null` does not: an empty record.
  const made = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) made[key] = value;
  return made;
}

/**
 * One string for one question. A single choice goes as it is, and so does an own answer that stands alone. Several
 * parts are joined with `", "`, and a part that contains `", "` or `"` is JSON-quoted, so that a comma in a label
 * cannot pass for two answers.
 */
export function answerText(asked: Question, given: Answer | undefined): string {
  if (given === undefined) return '';
  const labels = given.selected.map(position => asked.options[position]?.label ?? '');
  const parts = given.other ? [...labels, given.otherText] : labels;
  const [only] = parts;
  const plain = parts.length === 1 && (given.other || !asked.multiSelect);
  return plain && only !== undefined ? only : parts.map(quoted).join(', ');
}

function quoted(part: string): string {
  return part.includes(', ') || part.includes('"') ? JSON.stringify(part) : part;
}

/** For a peer without control requests. Keyed by position, arrays for multi select, `Custom: ` before an own answer. */
function literalToolResult({ toolUseId, input, settlement }: SettleQuestion): unknown {
  const result = {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: literalContent(input.questions, settlement),
    ...(settlement.type === 'dismiss' && { is_error: true }),
  };
  return { type: 'user', message: { role: 'user', content: [result] } };
}

function literalContent(questions: readonly Question[], settlement: Settlement): string {
  if (settlement.type === 'dismiss') return dismissedText;
  if (settlement.type === 'reply') return JSON.stringify({ response: settlement.text });
  const answers = questions.map((asked, index): [string, string | string[]] => {
    const given = settlement.answers[index];
    const labels = (given?.selected ?? []).map(position => asked.options[position]?.label ?? '');
    const parts = given?.other === true ? [...labels, `Custom: ${given.otherText}`] : labels;
    return [String(index), asked.multiSelect ? parts : (parts[0] ?? '')];
  });
  return JSON.stringify({ answers: Object.fromEntries(answers) });
}
