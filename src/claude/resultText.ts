// What Claude will read for a settlement: the very text that the CLI writes into the `tool_result`. Made from the payload
// that encode sends, and kept to the truth by test/e2e/reads.test.ts; must not decide anything about what is sent.
//
// Each rule carries the first version that has it. Generated answers were put through 2.0.77, 2.1.44, 2.1.45, 2.1.68, 2.1.69,
// 2.1.112, 2.1.150, 2.1.200, 2.1.214, 2.1.216, 2.1.229, 2.1.236, 2.1.265 and 2.1.329; the wording alone was also looked for in
// those around the borders (2.1.144 and 2.1.145, 2.1.234). A version that was not seen follows the older neighbour.
import type { Question } from '../shared/question.js';
import type { Annotation, Filled, SettleQuestion } from './encode.js';
import { controlAnswer, literalContent, quoted } from './encode.js';
import { isAtLeast } from './version.js';

/**
 * Character by character, on every version; of a long one see `readText`. Not in it:
 * - a `<system-reminder>` that the CLI may put behind the text;
 * - that 2.1.200 and 2.1.229 refuse every answer to a question named `constructor`.
 */
export function resultText(message: SettleQuestion): string {
  const { input, settlement, peer } = message;
  if (message.requestId === undefined) return literalContent(input.questions, settlement);
  const said = controlAnswer(message);
  const text = said.behavior === 'deny' ? said.message : filledText(input.questions, said.updatedInput, peer.version);
  // 2.1.150 and older leave a half of a surrogate pair as it is.
  return isAtLeast(peer.version, '2.1.200') ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}

export interface ReadText {
  readonly text: string;
  /** The CLI keeps the whole in a file: Claude reads its beginning, and where the file lies. */
  readonly inFile: boolean;
}

/** What Claude reads at once. The folder of the file that a long text lies in is the CLI's, and is left out here. */
export function readText(message: SettleQuestion): ReadText {
  const text = resultText(message);
  const isDenied = message.requestId === undefined || controlAnswer(message).behavior === 'deny';
  if (isDenied || text.length <= longestText(message.peer.version)) return { text, inFile: false };
  const place = `…/tool-results/${message.toolUseId}.txt`;
  const said = `Output too large (${sizeText(text.length)}). Full output saved to: ${place}`;
  return { text: `<persisted-output>\n${said}\n\nPreview (first 2KB):\n${beginning(text)}\n...\n</persisted-output>`, inFile: true };
}

/** In UTF-16 units of the whole text (measured: 50,000 stay whole on 2.1.100 and 2.1.329, 500,000 on 2.0.77). */
function longestText(version: string): number {
  if (isAtLeast(version, '2.1.100')) return 50_000;
  return isAtLeast(version, '2.1.50') ? 100_000 : Infinity;
}

const previewLength = 2_000;

/** Whole lines, where they are more than half of it. */
function beginning(text: string): string {
  const cut = text.slice(0, previewLength);
  const lineEnd = cut.lastIndexOf('\n');
  return lineEnd > previewLength / 2 ? cut.slice(0, lineEnd) : cut;
}

function sizeText(length: number): string {
  const inUnits = (size: number): string => size.toFixed(1).replace(/\.0$/, '');
  return length < 1024 * 1024 ? `${inUnits(length / 1024)}KB` : `${inUnits(length / 1024 / 1024)}MB`;
}

function filledText(questions: readonly Question[], filled: Filled, version: string): string {
  // Only sent to a CLI that takes it. One of nothing but blanks counts as none.
  if (filled.response !== undefined)
    return filled.response.trim() === '' ? 'The user did not answer the questions.' : `The user responded: ${filled.response}`;
  if (!isAtLeast(version, '2.1.145')) return oldText(filled);
  const list = questions.map(({ question }) => entry(question, filled, 'notes')).join(', ');
  return !isAtLeast(version, '2.1.216') || questions.every(asked => isAsOffered(asked, filled, version))
    ? `Your questions have been answered: ${list}. You can now continue with these answers in mind.`
    : `The user answered: ${list}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;
}

/** Before 2.1.145 it is the answers that are gone through and not the questions: those named like an index come first. */
function oldText(filled: Filled): string {
  const list = Object.keys(filled.answers).map(question => entry(question, filled, 'user notes'));
  return `User has answered your questions: ${list.join(', ')}. You can now continue with the user's answers in mind.`;
}

/** Nothing in it is escaped: a quotation mark or a line end in a question or an answer stands as it is. */
function entry(question: string, { answers, annotations }: Filled, notesName: string): string {
  const { preview, notes }: Annotation = annotations?.[question] ?? {};
  return [
    `"${question}"="${answers[question] ?? ''}"`,
    ...(preview === undefined ? [] : [`selected preview:\n${preview}`]),
    ...(notes === undefined ? [] : [`${notesName}: ${notes}`]),
  ].join(' ');
}

/**
 * Whether the CLI takes the answer for one that Claude itself has offered; one answer that is not, or one note, changes the
 * sentence around all of them (2.1.216). What is typed counts as offered where it is the same as a label or, for a number,
 * is plainly one within the limits (2.1.265).
 */
function isAsOffered(asked: Question, { answers, annotations }: Filled, version: string): boolean {
  const text = answers[asked.question] ?? '';
  if (annotations?.[asked.question]?.notes !== undefined || asked.kind === 'text') return false;
  if (asked.kind === 'number') return isPlainNumber(asked, text);
  const labels = asked.options.map(({ label }) => label);
  return labels.includes(text) || (asked.multiSelect && isListOf(partsAsRead(labels, version), text));
}

/** With 2.1.236 the CLI learned to read quoted parts; before that it cuts at every `", "`. */
function partsAsRead(labels: readonly string[], version: string): readonly string[] {
  return isAtLeast(version, '2.1.236') ? labels.map(quoted) : labels.filter(label => !label.includes(', '));
}

/** No part can be taken for the beginning of another, so the first that fits is the right one. */
function isListOf(parts: readonly string[], text: string): boolean {
  let rest = text;
  while (!parts.includes(rest)) {
    const first = parts.find(part => rest.startsWith(`${part}, `));
    if (first === undefined) return false;
    rest = rest.slice(first.length + 2);
  }
  return rest !== '';
}

function isPlainNumber({ min, max }: Question, text: string): boolean {
  const value = Number(text);
  const isWithin = (min === undefined || value >= min) && (max === undefined || value <= max);
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(value) && isWithin;
}
