// Lines of the CLI's stdout → session events, with a log entry for each line that is not read. Import it lazily, because decode and
// toEvents build their schemas on import.
import type { ClaudeEvent } from '../../chat/events.js';
import type { ProblemCode } from '../../chat/problem.js';
import type { YesNo } from '../elicitation/fields.js';
import type { ToolCall } from '../../shared/toolInput.js';
import type { ControlResponse } from './controlRequests.js';
import type { Loose } from '../../shared/loose.js';
import { decode } from './decode.js';
import type { MemoryServer } from './memoryServer.js';
import { beginsJob } from './scheduled.js';
import { createEventMapper } from './toEvents.js';
import { boundedWords } from './tooLong.js';
import { wordsFor } from './wordsForPerson.js';
export { keepsServersAway } from './toEvents.js';
export { unknownSession } from './turnEnd.js';

/** Problems that are no faults. */
const words: ReadonlySet<ProblemCode> = new Set(['told', 'hookSaid', 'cliSaid', 'tooLong']);

interface LineReaderOptions {
  readonly emit: (event: ClaudeEvent) => void;
  /** A tool call, and the length of its line in characters. */
  readonly called?: (call: ToolCall, length: number) => void;
  /** The same as in `createEventMapper`. */
  readonly askUser?: boolean;
  readonly asksInPlan?: (toolUseId: string) => boolean;
  /** The same as in `createEventMapper`. */
  readonly yesNo?: YesNo;
  /** The same as in `createEventMapper`. */
  readonly memory?: MemoryServer;
  /** Replies to our control requests. */
  readonly replied?: (response: ControlResponse) => void;
  /** Each message but stream events, as it came; `kind` is `type` or `system/subtype`. */
  readonly observed?: (kind: string, message: Loose) => void;
  readonly trace: (text: string) => void;
  readonly warn: (text: string) => void;
}

/** Makes the reader of one process. No line stops it. */
export function createLineReader({
  emit,
  called,
  askUser,
  asksInPlan,
  yesNo,
  memory,
  replied,
  observed,
  trace,
  warn,
}: LineReaderOptions): (line: string) => void {
  let length = 0;
  const told = (event: ClaudeEvent): void => {
    if (event.type === 'elicitationRefused') warn(`An MCP server was declined: ${event.why}.`);
    // The chat's notice leads to the log.
    if ('problem' in event && event.problem !== undefined && !words.has(event.problem.code))
      warn(`Claude failed: ${event.problem.reason ?? event.problem.code}: ${event.problem.detail}`);
    emit(event);
  };
  const mapper = createEventMapper(boundedWords(told), call => called?.(call, length), askUser, asksInPlan, yesNo, memory);
  return line => {
    ({ length } = line);
    // What the person has told a server may be a password.
    trace(line.includes('"ElicitationResult"') ? '<< (what was filled in for a server)' : `<< ${line}`);
    const decoded = decode(line, mapper.wantsInput());
    switch (decoded.outcome) {
      case 'message':
        if (decoded.message.type === 'control_response') return replied?.(decoded.message.response);
        mapper.read(decoded.message);
        if (decoded.kind !== undefined && decoded.raw !== undefined) for (const event of wordsFor(decoded.kind, decoded.raw)) told(event);
        if (decoded.kind !== undefined && decoded.raw !== undefined) observed?.(decoded.kind, decoded.raw);
        return;
      case 'unknown':
        for (const event of wordsFor(decoded.kind, decoded.raw)) told(event);
        if (beginsJob(decoded.kind, decoded.raw)) emit({ type: 'jobBegan' });
        observed?.(decoded.kind, decoded.raw);
        return trace(`A message Parley does not read: ${decoded.kind}`);
      case 'noise':
        return trace('A line that is not JSON.');
      case 'malformed':
        warn(`A message of kind ${decoded.kind} has an unexpected form, at ${decoded.path || 'its top'}.`);
        // Answer the request, because the CLI would wait for it without limit.
        if (decoded.requestId !== undefined)
          emit({ type: 'requestUnsupported', requestId: decoded.requestId, reason: `Parley cannot read this request: ${decoded.path}` });
    }
  };
}
