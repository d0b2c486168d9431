// The most telling argument of a tool call, in one line of the transcript.
import { tellingField } from '../../shared/toolInput.js';
import type { ToolInput } from '../../shared/toolInput.js';

/** In characters. */
const longest = 200;

/**
 * The first line of the most telling field of the tool's input, at most 200 characters; empty when there is none. A sign tells that more
 * lines follow. They are left out because the row is stored, and the rest of an input may hold a password.
 */
export function toolSummary(input: ToolInput): string {
  const text = tellingField(input)?.text.trim() ?? '';
  const [line = ''] = text.split(/[\r\n]/, 1);
  if (line.length > longest) return `${line.slice(0, longest - 1)}…`;
  return line.length < text.length ? `${line.trimEnd()} ⏎ …` : line;
}
