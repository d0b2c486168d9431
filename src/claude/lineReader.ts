// Lines of the CLI's stdout → session events, and a word for the log where one is not read. What decode and toEvents need
// is built when the first process starts, not when the extension does: import this one lazily.
import type { ClaudeEvent } from '../session/events.js';
import { decode } from './decode.js';
import { createEventMapper } from './toEvents.js';
export { unknownSession } from './toEvents.js';

export interface LineReaderOptions {
  readonly emit: (event: ClaudeEvent) => void;
  readonly trace: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** A reader for one process. No line stops it. */
export function createLineReader({ emit, trace, warn }: LineReaderOptions): (line: string) => void {
  const mapper = createEventMapper(emit);
  return line => {
    trace(`<< ${line}`);
    const decoded = decode(line, mapper.wantsInput());
    switch (decoded.outcome) {
      case 'message':
        return mapper.read(decoded.message);
      case 'unknown':
        return trace(`A message Parley does not read: ${decoded.kind}`);
      case 'noise':
        return trace('A line that is not JSON.');
      case 'malformed':
        warn(`A message of kind ${decoded.kind} has an unexpected form, at ${decoded.path || 'its top'}.`);
        // Silence would leave the CLI waiting for ever.
        if (decoded.requestId !== undefined)
          emit({ type: 'requestUnsupported', requestId: decoded.requestId, reason: `Parley cannot read this request: ${decoded.path}` });
    }
  };
}
