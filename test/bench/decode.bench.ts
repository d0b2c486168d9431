// Bytes of the CLI's stdout to session events, against JSON.parse of the same lines: nobody can read them with less.
// The limit gets its lines as strings that are ready; a second one has to cut and decode the bytes first, as we have to.
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { atLeastTimes, median, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Figure, Limit, Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { decode } from '../../src/claude/stream/decode.js';
import { createLineSplitter } from '../../src/claude/process/lines.js';
import { createEventMapper } from '../../src/claude/stream/toEvents.js';
import { readRecording } from '../support/replay.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const streamBytes = lessInSmoke(20_000_000, 500_000);
/** What a pipe gives at once. */
const chunkBytes = 64 * 1024;
const rounds = roundsOf(25);
const warmUps = warmUpsOf(3);

// What one way has left behind is collected before the next one is timed.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // V8's own function, under the flag

export function bench(): Promise<Row[]> {
  const recordings = readdirSync('test/fixtures/streams').map(name => name.replace(/\.jsonl$/, ''));
  const wanted = { bound: 0.7, aim: 0.9 };
  const [long, longBytes] = measure('decode a long answer', longAnswer());
  const [mixed, mixedBytes] = measure('decode every recording', repeated(recordings.flatMap(said)));
  // The recordings are short: one line in twenty begins or ends a session, which no stream that is long does.
  return Promise.resolve([atLeastTimes(...long, wanted), told(...longBytes), told(...mixed), told(...mixedBytes)]);
}

type Compared = [Figure, Limit];

function measure(name: string, stream: Buffer): [Compared, Compared] {
  beginStep(name);
  const lines = stream.toString('utf8').split('\n').slice(0, -1);
  // Strings of their own: what `split` gives is a view of the whole, and dearer to parse.
  const ready = lines.map(line => Buffer.from(line).toString('utf8'));
  const chunks = cut(stream);
  const ways = {
    ours: () => ourEvents(chunks),
    parse: () => parseAll(ready),
    bytes: () => parseBytes(chunks),
  };
  const speeds = interleaved(ways, stream.length / 1e6);
  const figure = { name, now: speeds.ours, unit: 'MB/s' };
  return [
    [figure, { value: speeds.parse, name: 'JSON.parse of ready strings' }],
    [
      { ...figure, name: `${name}, bytes` },
      { value: speeds.bytes, name: 'bytes, toString, JSON.parse' },
    ],
  ];
}

/** MB per second of processor time, garbage collection included: what else runs on the machine counts less. Every round runs each once, beginning with another one each time. */
function interleaved<Name extends string>(ways: Record<Name, () => number>, megabytes: number): Record<Name, number> {
  const names = Object.keys(ways) as Name[]; // the keys of a literal
  const times = new Map(names.map(name => [name, [] as number[]]));
  const counts = new Map<Name, number>();
  for (let round = -warmUps; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + warmUps) % names.length];
      if (name === undefined) continue;
      collect();
      const before = process.cpuUsage();
      const count = ways[name]();
      const { user, system } = process.cpuUsage(before);
      if (count === 0 || (counts.get(name) ?? count) !== count)
        throw new Error(`${name} gave ${count} where it gave ${counts.get(name)} before`);
      counts.set(name, count);
      if (round >= 0) times.get(name)?.push((user + system) / 1000);
    }
  }
  return Object.fromEntries(names.map(name => [name, (megabytes / median(times.get(name) ?? [])) * 1000])) as Record<Name, number>;
}

function ourEvents(chunks: readonly Buffer[]): number {
  let events = 0;
  const mapper = createEventMapper(() => events++);
  const splitter = createLineSplitter({
    onLine(line) {
      const decoded = decode(line, mapper.wantsInput());
      if (decoded.outcome === 'message') mapper.read(decoded.message);
    },
    onOverlong: () => undefined,
  });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return events;
}

function parseAll(lines: readonly string[]): number {
  let parsed = 0;
  for (const line of lines) if (isParsed(line)) parsed++;
  return parsed;
}

/** The shortest way from bytes to values: one copy of all, and a cut at every line end. */
function parseBytes(chunks: readonly Buffer[]): number {
  const bytes = Buffer.concat(chunks);
  let parsed = 0;
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    if (isParsed(bytes.toString('utf8', start, end))) parsed++;
    start = end + 1;
  }
  return parsed;
}

/** Some recordings hold a line that is not JSON. */
function isParsed(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** One turn of the CLI whose answer goes on and on: what is streamed in a recorded one comes again and again. */
function longAnswer(): Buffer {
  const lines = said('streamedText');
  const isDelta = (line: string): boolean => line.includes('"text_delta"');
  const first = lines.findIndex(isDelta);
  const last = lines.findLastIndex(isDelta);
  const deltas = repeated(lines.slice(first, last + 1));
  return Buffer.concat([Buffer.from(lines.slice(0, first).join('')), deltas, Buffer.from(lines.slice(last + 1).join(''))]);
}

/** The lines that the CLI wrote in a recording. */
function said(recording: string): string[] {
  return readRecording(recording).lines.flatMap(({ dir, line }) => (dir === 'out' ? [`${line}\n`] : []));
}

/** Repeats the lines up to the length that is measured. */
function repeated(lines: readonly string[]): Buffer {
  const once = Buffer.from(lines.join(''));
  return Buffer.concat(Array.from({ length: Math.ceil(streamBytes / once.length) }, () => once));
}

/** Each piece in memory of its own, as a pipe gives them. */
function cut(stream: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0; start < stream.length; start += chunkBytes) chunks.push(Buffer.from(stream.subarray(start, start + chunkBytes)));
  return chunks;
}
