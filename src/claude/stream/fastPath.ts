// Recognizes the most frequent lines by their first characters: a stream event that is not read, or a piece of text. Owns this
// shortcut only; every other line is parsed by decode.ts with the same result.
import type { StreamEvent } from './wire.js';

/** The beginning of most lines while Claude writes a tool's input. */
const unread =
  /^\{"type":"stream_event","event":\{"type":"(?:content_block_stop|message_delta|message_stop|content_block_delta","index":\d+,"delta":\{"type":"(?:input_json|signature)_delta)"/;

/** Marks the lines that are read while a question is being written. */
const inputDelta = '"delta":{"type":"input_json_delta"';

const unreadEvent: StreamEvent = { type: 'stream_event', parent: undefined, event: { type: 'other' } };

const beforeIndex = '{"type":"stream_event","event":{"type":"content_block_delta","index":';
const beforeText = ',"delta":{"type":"text_delta","text":';
const beforeThought = ',"delta":{"type":"thinking_delta","thinking":';
// Cannot occur inside the text, where a backslash stands before each quote.
const afterText = '}},"session_id":"';
const ofNobody = '","parent_tool_use_id":null,';

/** The event of the line; undefined when the line has to be parsed. A line that is cut off or has another end is not noticed. */
export function readFastPath(line: string, wantsInput: boolean): StreamEvent | undefined {
  if (!line.startsWith(beforeIndex)) return unread.test(line) ? unreadEvent : undefined;
  const indexEnd = line.indexOf(',', beforeIndex.length);
  if (wantsInput && line.startsWith(inputDelta, indexEnd + 1)) return undefined;
  const isThought = line.startsWith(beforeThought, indexEnd);
  if (!isThought && !line.startsWith(beforeText, indexEnd)) return unread.test(line) ? unreadEvent : undefined;
  const textStart = indexEnd + (isThought ? beforeThought : beforeText).length;
  const textEnd = line.indexOf(`"${afterText}`, textStart) + 1;
  if (textEnd === 0 || !line.includes(ofNobody, textEnd + afterText.length)) return undefined;
  const index = Number(line.slice(beforeIndex.length, indexEnd));
  const text = readText(line.slice(textStart, textEnd));
  if (!Number.isInteger(index) || text === undefined) return undefined;
  return { type: 'stream_event', parent: undefined, event: { type: 'text_delta', index, text, ...(isThought && { thought: true }) } };
}

function readText(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
