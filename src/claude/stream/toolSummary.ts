// The most telling argument of a tool call, in one line of the transcript.
import { tellingField } from '../../shared/toolInput.js';
import type { ToolInput } from '../../shared/toolInput.js';

/** The first line of the most telling field of the tool's input, at most 200 characters; empty when there is none. */
export function toolSummary(input: ToolInput): string {
  const line = tellingField(input)?.text.split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
