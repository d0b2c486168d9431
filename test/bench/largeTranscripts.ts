// Bench `large`, a transcript: an older page, and the first hit of Find at the end and at a quarter of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { TranscriptIndex } from '../../src/claude/transcripts/transcriptIndex.js';
import { windowSize } from '../../src/chat/window.js';
import type { Costs } from './costs.js';
import { costsOf, heldBy } from './costs.js';
import type { Conversation } from './growthTranscripts.js';
import { wordsOf, writeConversation } from './growthTranscripts.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const few = 200;
const many = lessInSmoke(20_000, 1_000);
/** That many make 300 MB of 20,000 items. */
const resultLines = 480;
const rounds = roundsOf(7);
const warmUps = warmUpsOf(2);
const pageSize = 40;
/** Milliseconds in which no other extension gets its turn. */
const longestBlock = 50;
const mostRead = 2;

export async function transcriptRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-large-'));
  try {
    beginStep('writing the transcripts');
    const [small, large] = [few, many].map(items => writeConversation(folder, items, { cwd: folder, resultLines }));
    if (small === undefined || large === undefined) return [];
    const pages: [Costs[], Costs[]] = [[], []];
    beginStep('older pages');
    for (let round = -warmUps; round < rounds; round++) {
      const [one, other] = [await costsOf(await olderPage(small)), await costsOf(await olderPage(large))];
      if (round >= 0) pages[0].push(one);
      if (round >= 0) pages[1].push(other);
    }
    const heldByPage = Math.max(await heldBy(await olderPage(small)), await heldBy(await olderPage(large)));
    beginStep('hits');
    const end = await firstHits(large, large.lastWords, rounds);
    const quarter = await firstHits(large, wordsOf(textAt(large.items / 4)), roundsOf(3));
    const decoded = median(await decodings(large, roundsOf(3)));
    const times = (costs: readonly Costs[]): readonly number[] => costs.map(({ cpu }) => cpu);
    const figure = (name: string, costs: readonly Costs[]) => ({ name, now: median(times(costs)), unit: 'ms', note: spread(times(costs)) });
    const count = large.items.toLocaleString('en');
    return [
      atMostTimes(
        figure(`older page, ${count} items: processor time`, pages[1]),
        { value: median(times(pages[0])), name: `at ${few}` },
        { bound: 2 },
      ),
      atMost({ name: '  read', now: Math.max(...pages[1].map(({ read }) => read)), unit: 'MB' }, { bound: mostRead }),
      atMost({ name: '  longest block', now: heldByPage, unit: 'ms' }, { bound: longestBlock }),
      atMost(figure('first hit of Find, at the end: processor time', end.costs), { bound: 50 }),
      atMostTimes(
        figure('first hit of Find, at a quarter: processor time', quarter.costs),
        { value: decoded, name: 'its bytes decoded' },
        { bound: 4 },
      ),
      atMost({ name: '  the same', now: median(times(quarter.costs)), unit: 'ms' }, { bound: 1_000 }),
      told({ name: '  by the clock', now: median(quarter.costs.map(({ took }) => took)), unit: 'ms' }),
      atMost({ name: '  longest block', now: Math.max(end.held, quarter.held), unit: 'ms' }, { bound: longestBlock }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first item at `index` or before that is a text. */
function textAt(index: number): number {
  return Math.floor(index / 20) * 20 + 1;
}

/** The page in front of the window of a chat that has just been opened. */
async function olderPage({ path }: Conversation): Promise<() => Promise<void>> {
  const index = new TranscriptIndex(path);
  const { firstOffset } = await index.page({ count: windowSize });
  return async () => {
    const { entries } = await index.page({ before: firstOffset, count: pageSize });
    if (entries.length === 0) throw new Error('there is no older page');
  };
}

/** The first hits of a chat that has just been opened, each time. */
async function firstHits(
  { path }: Conversation,
  words: string,
  count: number,
): Promise<{ readonly costs: Costs[]; readonly held: number }> {
  const first = async (): Promise<() => Promise<void>> => {
    const index = new TranscriptIndex(path);
    await index.page({ count: windowSize });
    return async () => {
      for await (const { hits } of index.find(words, new AbortController().signal)) if (hits.length > 0) return;
      throw new Error(`${words} was not found`);
    };
  };
  const costs: Costs[] = [];
  for (let round = -1; round < count; round++) {
    const cost = await costsOf(await first());
    if (round >= 0) costs.push(cost);
  }
  return { costs, held: await heldBy(await first()) };
}

/** Processor time of reading all that stands behind a quarter of the file, as text. */
async function decodings({ path }: Conversation, count: number): Promise<number[]> {
  const times: number[] = [];
  const piece = Buffer.allocUnsafe(1024 * 1024);
  for (let round = -1; round < count; round++) {
    const file = await open(path);
    const { size } = await file.stat();
    let length = 0;
    const { cpu } = await costsOf(async () => {
      for (let at = Math.round(size / 4); at < size; at += piece.length) {
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        length += piece.toString('utf8', 0, bytesRead).length;
      }
    });
    await file.close();
    if (length === 0) throw new Error('nothing was read');
    if (round >= 0) times.push(cpu);
  }
  return times;
}
