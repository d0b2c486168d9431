// What the row of a tool call says of its input: the most telling argument in one line, and where a search looks.
import type { ClaudeEvent } from '../../chat/events.js';
import { tellingField } from '../../shared/toolInput.js';
import type { ToolCall, ToolInput } from '../../shared/toolInput.js';
import { toolOf } from '../../shared/tools.js';

/** The most characters of a summary. */
const longest = 200;

/**
 * The first line of the most telling field of the tool's input, at most 200 characters; empty when there is none. A sign tells that more
 * lines follow. They are left out because the row is stored, and the rest of an input may hold a password.
 */
export function toolSummary(toolName: string, input: ToolInput): string {
  const own = input[toolOf(toolName)?.tells ?? ''];
  return shortLine(typeof own === 'string' && own !== '' ? own : (tellingField(input)?.text ?? ''));
}

export function toolStarted({ id: toolUseId, name, input }: ToolCall): ClaudeEvent {
  const where = searchedPlace(name, input);
  return { type: 'toolStarted', toolUseId, name, summary: toolSummary(name, input), ...(where !== undefined && { where }) };
}

/** The file or folder in which a search looks, cut as the summary is; undefined where the call names none. */
function searchedPlace(toolName: string, input: ToolInput): string | undefined {
  const { tells, path } = toolOf(toolName) ?? {};
  const place = path === undefined || path === tells ? undefined : input[path];
  return typeof place === 'string' && place.trim() !== '' ? shortLine(place) : undefined;
}

function shortLine(whole: string): string {
  const text = whole.trim();
  const [line = ''] = text.split(/[\r\n]/, 1);
  if (line.length > longest) return `${line.slice(0, longest - 1)}…`;
  return line.length < text.length ? `${line.trimEnd()} ⏎ …` : line;
}
