// Plays a recorded stream of the real CLI through decode, toEvents and step, with a person who acts where the
// recording wrote something.
import { readFileSync } from 'node:fs';
import { decode } from '../../src/claude/stream/decode.js';
import { encode } from '../../src/claude/stream/encode.js';
import { createEventMapper } from '../../src/claude/stream/toEvents.js';
import type { Effect } from '../../src/chat/effects.js';
import type { ChatEvent } from '../../src/chat/events.js';
import type { QuestionState, ChatState } from '../../src/chat/state.js';
import { initialState, openQuestions } from '../../src/chat/state.js';
import { step } from '../../src/chat/step.js';

export interface RecordedLine {
  readonly dir: 'in' | 'out';
  readonly line: string;
}

export interface Recording {
  readonly version: string;
  readonly exit: { readonly code: number | null; readonly signal: string | null };
  readonly lines: readonly RecordedLine[];
}

export function readRecording(name: string): Recording {
  const [head = '', ...lines] = readFileSync(`test/fixtures/streams/${name}.jsonl`, 'utf8').trimEnd().split('\n');
  // The recordings are ours (scripts/record.mjs).
  return { ...(JSON.parse(head) as Omit<Recording, 'lines'>), lines: lines.map(line => JSON.parse(line) as RecordedLine) };
}

/** The person's act where the recording wrote its next control response or interrupt. */
export type Act = (open: readonly QuestionState[], state: ChatState) => ChatEvent | undefined;

export interface Replayed {
  readonly state: ChatState;
  readonly questions: readonly QuestionState[];
  /** The line that Parley wrote at each act, parsed, beside the recorded one. */
  readonly written: readonly { readonly ours: unknown; readonly recorded: unknown }[];
  readonly unread: readonly string[];
}

export function replay(recording: Recording, acts: readonly Act[] = []): Replayed {
  let state = initialState('auto');
  let now = 0;
  const written: { ours: unknown; recorded: unknown }[] = [];
  const unread: string[] = [];
  let effects: Effect[] = [];
  const dispatch = (event: ChatEvent): void => {
    const next = step(state, event, now++);
    state = next.state;
    effects.push(...next.effects);
  };
  const mapper = createEventMapper(dispatch);
  const remaining = [...acts];
  dispatch({ type: 'promptSubmitted', uuid: 'recorded', text: 'recorded' });
  dispatch({ type: 'processStarted' });
  dispatch({ type: 'writeAcknowledged', writeId: 'w0' });
  for (const { dir, line } of recording.lines) {
    if (dir === 'out') {
      const decoded = decode(line, mapper.wantsInput());
      if (decoded.outcome === 'message') mapper.read(decoded.message);
      else if (decoded.outcome === 'malformed') unread.push(`${decoded.kind} ${decoded.path}`);
    } else if (/"type":"control_(response|request)"/.test(line) && !line.includes('"subtype":"initialize"')) {
      effects = [];
      const event = remaining.shift()?.(openQuestions(state), state);
      if (event !== undefined) dispatch(event);
      const writes = effects.filter(effect => effect.type === 'writeToClaude');
      written.push(
        ...writes.map(write => ({
          ours: JSON.parse(encode(write.message, write.writeId)) as unknown,
          recorded: JSON.parse(line) as unknown,
        })),
      );
    }
  }
  const { code, signal } = recording.exit;
  dispatch({ type: 'processExited', requestedByUs: code === 0, code, signal, stderr: '' });
  const questions = state.items.filter(item => item.kind === 'question');
  return { state, questions, written, unread };
}
