// Bench `growth`, the host's half: a step and its message to the view, bytes written to the disk, a long question being streamed.
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { atMost, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { decode } from '../../src/claude/stream/decode.js';
import { createEventMapper } from '../../src/claude/stream/toEvents.js';
import type { ChatEvent } from '../../src/chat/events.js';
import type { ChatState } from '../../src/chat/state.js';
import { initialState } from '../../src/chat/state.js';
import { choice, own } from '../support/questions.js';
import type { Measured, Run } from './growthRun.js';
import { grownRows, named, sizes } from './growthRun.js';
import { changeBetween, keepChat, stepped } from './growthSubject.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const textId = 'streaming:0';
const questionId = 'open question';

/** Claude at work on one more prompt, with a text that is being streamed. */
function streaming(state: ChatState): ChatState {
  const events: readonly ChatEvent[] = [
    { type: 'promptSubmitted', uuid: 'growth', text: 'Go on' },
    { type: 'processStarted' },
    { type: 'initReceived', sessionId: state.sessionId ?? '', capabilities: [], version: '2.1.329' },
    { type: 'promptConfirmed', uuid: 'growth' },
    { type: 'textStarted', id: textId },
  ];
  return events.reduce(stepped, state);
}

const delta: ChatEvent = { type: 'textGrew', id: textId, text: 'a few words more, ' };

const deltasInBatch = 50;
/** Milliseconds of measuring for each size in each round. */
const stepTime = lessInSmoke(150, 10);
const stepRounds = roundsOf(4);

export async function stepRows(run: Run): Promise<Row[]> {
  beginStep('the chats');
  const states = await Promise.all(sizes.map(async size => ({ size, state: streaming(await run.state(size)), times: [] as number[] })));
  // By turns, so that no size has the compiler's or the machine's worse moments to itself. The first round warms up.
  beginStep('the deltas');
  for (let round = 0; round <= stepRounds; round++)
    for (const { state, times } of states) times.push(...timeDeltas(state).slice(0, round === 0 ? 0 : undefined));
  const measured = states.map(({ size, times }): Measured => {
    return { name: named('state step and view change per delta', size), size, now: median(times), unit: 'µs', note: spread(times) };
  });
  return grownRows(measured, 2);
}

/** Microseconds of processor time since `before`: what else runs on the machine counts less than on a clock. */
function processorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Microseconds per delta, batch by batch. */
function timeDeltas(first: ChatState): readonly number[] {
  const times: number[] = [];
  for (const end = performance.now() + stepTime; performance.now() < end;) {
    let state = first;
    const began = process.cpuUsage();
    for (let count = 0; count < deltasInBatch; count++) {
      const after = stepped(state, delta);
      if (changeBetween(state, after) === undefined) throw new Error('a delta changed nothing');
      state = after;
    }
    times.push(processorTime(began) / deltasInBatch);
  }
  return times;
}

const keystrokes = 20;
/** A change is written at most once in 300 ms. */
const writesInSecond = 3;
const deltasInWrite = 10;

export async function bytesRows(run: Run): Promise<Row[]> {
  const typed: Measured[] = [];
  const streamed: Measured[] = [];
  for (const size of sizes) {
    beginStep(`${size} items`);
    const state = await run.state(size);
    typed.push({ name: named('bytes stored per keystroke', size), size, now: await bytesTyped(run.folder(), state), unit: 'B' });
    const now = await bytesStreamed(run.folder(), streaming(state));
    streamed.push({ name: named('bytes stored per second of streaming', size), size, now, unit: 'B' });
  }
  return [...grownRows(typed, 1.1), ...grownRows(streamed, 1.1)];
}

/** The bytes that a letter on the card of a waiting question costs. */
async function bytesTyped(folder: string, first: ChatState): Promise<number> {
  const questions = [choice('Which way?', 'Way', ['One', 'Two'])];
  const asked: ChatEvent = {
    type: 'questionAsked',
    toolUseId: questionId,
    requestId: 'r',
    hook: false,
    input: { questions, raw: { questions } },
  };
  let state = stepped(streaming(first), asked);
  const chat = await keepChat(folder, state);
  collect();
  const before = bytesWritten();
  for (let key = 1; key <= keystrokes; key++) {
    const answer = own('An answer of my own'.slice(0, key));
    state = stepped(state, { type: 'answerDrafted', toolUseId: questionId, question: 0, answer, on: 0 });
    await chat.typed(state, '');
  }
  return (bytesWritten() - before) / keystrokes;
}

async function bytesStreamed(folder: string, first: ChatState): Promise<number> {
  const chat = await keepChat(folder, first);
  collect();
  const before = bytesWritten();
  let state = first;
  for (let write = 0; write < writesInSecond; write++) {
    for (let count = 0; count < deltasInWrite; count++) state = stepped(state, delta);
    await chat.changed(state);
  }
  return bytesWritten() - before;
}

// The threads of V8's collector wake each other by writing to a file, thousands of times when they clear what was left by the making of a chat.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // V8's own function, under the flag

/** The bytes that this process has written, to whatever file. */
function bytesWritten(): number {
  return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

/** The characters of a question that a person reads as a long one, and that the API sends at once. */
const questionLength = 30_000;
const pieceLength = 20;
const questionRounds = roundsOf(9);
const questionWarmUps = warmUpsOf(3);

export function questionRows(): Promise<Row[]> {
  const lines = questionLines();
  const times: number[] = [];
  for (let round = -questionWarmUps; round < questionRounds; round++) {
    const began = process.cpuUsage();
    readQuestion(lines);
    if (round >= 0) times.push(processorTime(began) / 1000);
  }
  const name = `a question of ${questionLength / 1000} kB in ${lines.length - 2} pieces, the host’s work`;
  return Promise.resolve([atMost({ name, now: median(times), unit: 'ms', note: spread(times) }, { bound: 20 })]);
}

/** Reads the question as ChatLoop and the view's half of the host do. */
function readQuestion(lines: readonly string[]): void {
  let state = streaming(initialState('auto'));
  const mapper = createEventMapper(event => {
    const after = stepped(state, event);
    changeBetween(state, after);
    state = after;
  });
  for (const line of lines) {
    const decoded = decode(line, mapper.wantsInput());
    if (decoded.outcome === 'message') mapper.read(decoded.message);
  }
  const last = state.items.at(-1);
  if (last?.kind !== 'question' || last.questions.length !== 4) throw new Error('the question was not read');
}

function questionLines(): readonly string[] {
  const option = (number: number): object => ({
    label: `Option ${number}`,
    description: 'A line that says what choosing this leads to. '.repeat(6),
    preview: 'const storage = await open(folder);\n'.repeat(40),
  });
  const question = (number: number): object => ({
    question: `Which way should part ${number} go, and why? `.repeat(4),
    header: `Part ${number}`,
    multiSelect: false,
    options: [1, 2, 3, 4].map(option),
  });
  const json = JSON.stringify({ questions: [1, 2, 3, 4].map(question) });
  if (Math.abs(json.length - questionLength) > 1_000) throw new Error(`the question has ${json.length} characters`);
  const line = (event: object): string =>
    JSON.stringify({ type: 'stream_event', event, session_id: 's', parent_tool_use_id: null, uuid: 'u' });
  const block = { type: 'tool_use', id: questionId, name: 'AskUserQuestion', input: {} };
  const pieces = Array.from({ length: Math.ceil(json.length / pieceLength) }, (_, index) =>
    json.slice(index * pieceLength, (index + 1) * pieceLength),
  );
  return [
    line({ type: 'message_start', message: { id: 'm' } }),
    line({ type: 'content_block_start', index: 0, content_block: block }),
    ...pieces.map(piece => line({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: piece } })),
  ];
}
