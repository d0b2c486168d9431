// What is longer than Claude writes: it would take the memory of the window, and the page could not show it. Pure.
import type { ClaudeEvent } from '../../chat/events.js';

/** Characters of one message or one thought. Claude's longest answers have half as many. */
export const longestWords = 1_000_000;

/** Passes the events on, without the words of a message behind the first `longestWords`; the chat says so once. */
export function boundedWords(emit: (event: ClaudeEvent) => void): (event: ClaudeEvent) => void {
  /** The words that grow, and their length so far. */
  let [id, length] = ['', 0];
  return event => {
    if (event.type !== 'textGrew' && event.type !== 'textFinished') return emit(event);
    const before = id === event.id ? length : 0;
    [id, length] = [event.id, event.type === 'textGrew' ? before + event.text.length : event.text.length];
    const start = event.type === 'textGrew' ? before : 0;
    if (start + event.text.length <= longestWords) return emit(event);
    if (start < longestWords || event.type === 'textFinished') emit({ ...event, text: event.text.slice(0, longestWords - start) });
    if (before <= longestWords) emit({ type: 'problemSeen', problem: { code: 'tooLong', detail: '' } });
  };
}

/** The CLI has written a line of so many bytes, which nobody has read. */
export function lineTooLong(bytes: number): ClaudeEvent {
  return { type: 'problemSeen', problem: { code: 'tooLong', detail: String(Math.round(bytes / 1_000_000)) } };
}
