// Predicts the text that the CLI writes into the `tool_result` for a settlement, from the payload that answers/record makes. Decides
// nothing about what is sent; test/e2e/reads.test.ts compares the prediction with the real CLI.
//
// Each rule names the first version that has it. Generated answers were put through 2.0.77, 2.1.44, 2.1.45, 2.1.68, 2.1.69,
// 2.1.112, 2.1.150, 2.1.200, 2.1.214, 2.1.216, 2.1.229, 2.1.236, 2.1.265 and 2.1.329; the wording alone was also looked up in the
// versions around the borders (2.1.144 and 2.1.145, 2.1.234). A version that was not tried follows the older neighbour.
import { kinds } from '../../shared/kinds.js';
import type { Question } from '../../shared/question.js';
import type { Annotation, Filled, SettleQuestion } from './record.js';
import { askResult } from './askResult.js';
import { controlAnswer, literalContent, quoted } from './record.js';
import { longestAskResult } from '../ask/names.js';
import { isAtLeast } from '../version.js';

/**
 * The whole text, character by character, on every version; `readText` cuts a long one. Left out:
 * - a `<system-reminder>` that the CLI may put behind the text;
 * - that 2.1.200 and 2.1.229 refuse every answer to a question named `constructor`.
 */
export function resultText(message: SettleQuestion): string {
  const { input, settlement, peer } = message;
  if (input.tool === 'ask_user') return askResult(input, settlement).content[0].text;
  if (message.requestId === undefined) return literalContent(input.questions, settlement);
  const said = controlAnswer(message);
  const text = said.behavior === 'deny' ? said.message : filledText(input.questions, said.updatedInput, peer.version);
  // 2.1.150 and older leave half of a surrogate pair unchanged.
  return isAtLeast(peer.version, '2.1.200') ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text;
}

export interface ReadText {
  readonly text: string;
  /** The CLI stores the text in a file. Claude reads its beginning and the file's path. */
  readonly inFile: boolean;
}

/** The text that Claude reads at once. The folder of a long text's file is the CLI's and is left out here. */
export function readText(message: SettleQuestion): ReadText {
  const text = resultText(message);
  if (message.input.tool === 'ask_user') return readAskText(text, message);
  const isDenied = message.requestId === undefined || controlAnswer(message).behavior === 'deny';
  if (isDenied || text.length <= longestText(message.peer.version)) return { text, inFile: false };
  return { text: persisted(text, `${message.toolUseId}.txt`), inFile: true };
}

/**
 * The result of `ask_user` as Claude reads it. From 2.1.100 on the tool's definition allows 500,000 UTF-16 units. 2.0.77 reads 25,000 tokens, which
 * the API counts for texts of more than 50,000 units; the lines behind its first two say how to read the file.
 */
function readAskText(text: string, { toolUseId, peer }: SettleQuestion): ReadText {
  const isOld = !isAtLeast(peer.version, '2.1.100');
  if (text.length <= (isOld ? 50_000 : longestAskResult)) return { text, inFile: false };
  const content = JSON.stringify([{ type: 'text', text }], null, 2);
  if (!isOld) return { text: persisted(content, `${toolUseId}.json`), inFile: true };
  const size = content.length.toLocaleString('en-US');
  const said = `Error: result (${size} characters) exceeds maximum allowed tokens. Output has been saved to …/tool-results/${askResultFile}.`;
  return { text: `${said}\nFormat: JSON array with schema: [{type: string, text: string}]\n…`, inFile: true };
}

/** The CLI puts the time in the place of the dots. */
const askResultFile = 'mcp-parley-ask_user-….txt';

function persisted(text: string, file: string): string {
  const said = `Output too large (${sizeText(text.length)}). Full output saved to: …/tool-results/${file}`;
  return `<persisted-output>\n${said}\n\nPreview (first 2KB):\n${beginning(text)}\n...\n</persisted-output>`;
}

/** Length in UTF-16 units up to which the text stays whole (measured: 50,000 on 2.1.100 and 2.1.329, 500,000 on 2.0.77). */
function longestText(version: string): number {
  if (isAtLeast(version, '2.1.100')) return 50_000;
  return isAtLeast(version, '2.1.50') ? 100_000 : Infinity;
}

const previewLength = 2_000;

/** The beginning of the text, cut at a line end where that keeps more than half of it. */
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
  // Sent only to a CLI that supports it. A blank `response` counts as none.
  if (filled.response !== undefined)
    return filled.response.trim() === '' ? 'The user did not answer the questions.' : `The user responded: ${filled.response}`;
  if (!isAtLeast(version, '2.1.145')) return oldText(filled);
  const list = questions.map(({ question }) => entry(question, filled, 'notes')).join(', ');
  return !isAtLeast(version, '2.1.216') || questions.every(asked => isAsOffered(asked, filled, version))
    ? `Your questions have been answered: ${list}. You can now continue with these answers in mind.`
    : `The user answered: ${list}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;
}

/** The text of a CLI before 2.1.145, which iterates over `answers`, so integer-like keys come first (JavaScript's key order). */
function oldText(filled: Filled): string {
  const list = Object.keys(filled.answers).map(question => entry(question, filled, 'user notes'));
  return `User has answered your questions: ${list.join(', ')}. You can now continue with the user's answers in mind.`;
}

/** Nothing is escaped: quotation marks and line ends of a question or an answer stay as they are. */
function entry(question: string, { answers, annotations }: Filled, notesName: string): string {
  const { preview, notes }: Annotation = annotations?.[question] ?? {};
  return [
    `"${question}"="${answers[question] ?? ''}"`,
    ...(preview === undefined ? [] : [`selected preview:\n${preview}`]),
    ...(notes === undefined ? [] : [`${notesName}: ${notes}`]),
  ].join(' ');
}

/**
 * Whether the CLI takes the answer for one that Claude has offered. One answer that it does not, or one note, changes the sentence
 * around all answers (2.1.216). Typed text counts as offered when it equals a label or, for a number, is a plain decimal within the
 * limits (2.1.265).
 */
function isAsOffered(asked: Question, { answers, annotations }: Filled, version: string): boolean {
  const text = answers[asked.question] ?? '';
  if (annotations?.[asked.question]?.notes !== undefined) return false;
  if (kinds[asked.kind].isOffered(asked, text)) return true;
  const labels = asked.options.map(({ label }) => label);
  return asked.multiSelect && isListOf(partsAsRead(labels, version), text);
}

/** The parts of an answer as the CLI reads them: it reads quoted parts from 2.1.236 on, and splits at every `", "` before that. */
function partsAsRead(labels: readonly string[], version: string): readonly string[] {
  return isAtLeast(version, '2.1.236') ? labels.map(quoted) : labels.filter(label => !label.includes(', '));
}

/** Whether the text is a list of the parts. No part followed by a comma begins another, so the first match is the right one. */
function isListOf(parts: readonly string[], text: string): boolean {
  let rest = text;
  while (!parts.includes(rest)) {
    const first = parts.find(part => rest.startsWith(`${part}, `));
    if (first === undefined) return false;
    rest = rest.slice(first.length + 2);
  }
  return rest !== '';
}
