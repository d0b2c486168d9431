// Bench `large`, the list of chats: those that Parley has stored, and those of which only the CLI has a transcript.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { searchChats } from '../../src/host/commands/chatsSearch.js';
import { ChatFiles } from '../../src/host/storage/chatFiles.js';
import { storageFolder, storageFolders } from '../../src/host/storage/chatFolders.js';
import { ChatReading } from '../../src/host/storage/chatReading.js';
import { Transcripts } from '../../src/host/cli/transcripts.js';
import type { Costs } from './costs.js';
import { costsOf, heldBy } from './costs.js';
import { keepChats, log, owner } from './growthSubject.js';
import { writeConversation } from './growthTranscripts.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const few = 10;
const many = lessInSmoke(1_000, 20);
const itemsInChat = 60;
const rounds = roundsOf(7);
const warmUps = warmUpsOf(2);
/** The number of chats that the list shows. */
const shown = 200;

export interface ManyChats {
  readonly transcripts: Transcripts;
  /** The same, as the next window knows it. */
  readonly nextWindow: () => ManyChats;
  /** What a list of at most so many of each kind shows; the number of its rows. */
  readonly list: (limit: number) => Promise<number>;
  /** Looks for words in all of them; the number of hits. `most`: it is stopped after so many. */
  readonly search: (words: string, most?: number) => Promise<number>;
}

/** So many that Parley has stored, and as many that only the CLI has. */
export async function manyChats(root: string, count: number): Promise<ManyChats> {
  const [home, work, storage] = ['home', 'work', 'storage'].map(name => join(root, String(count), name)) as [string, string, string];
  for (const folder of [home, work, storage]) mkdirSync(folder, { recursive: true });
  const projects = join(home, '.claude', 'projects', work.replace(/[^a-zA-Z0-9]/g, '-'));
  const chats = Array.from({ length: 2 * count }, (_, nth) => ({
    title: `Chat number ${nth}`,
    waits: false,
    conversation: writeConversation(projects, itemsInChat, { cwd: work, number: count * 10_000 + nth }),
  }));
  const [current] = chats;
  if (current !== undefined) await keepChats(storage, work, chats.slice(0, count), current);
  return openedIn(home, work, storage);
}

function openedIn(home: string, work: string, storage: string): ManyChats {
  const folder = storageFolder(storage, work);
  const transcripts = new Transcripts({
    log,
    workFolders: () => [work],
    route: () => 'auto',
    titles: storageFolders(folder).titles,
    environment: () => ({ HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') }),
  });
  const files = new ChatFiles({ root: folder, owner, log, clock: { after: () => () => undefined } });
  const reading = new ChatReading(
    files,
    transcripts,
    () => false,
    () => undefined,
  );
  return {
    transcripts,
    nextWindow: () => openedIn(home, work, storage),
    async list(limit) {
      const stored = await reading.list(limit);
      const past = await transcripts.list(limit, new Set(stored.map(({ sessionId }) => sessionId)));
      return stored.length + past.length;
    },
    async search(words, most = Infinity) {
      const stored = await reading.list(Infinity);
      const past = await transcripts.list(Infinity, new Set(stored.map(({ sessionId }) => sessionId)));
      const chats = [
        ...stored.map(({ key, title, usedAt }) => ({ id: key, title, usedAt })),
        ...past.map(({ sessionId, title, usedAt }) => ({ id: sessionId, title, usedAt })),
      ].map(chat => ({ ...chat, read: () => reading.conversationIn(chat.id) }));
      const stop = new AbortController();
      let hits = 0;
      for await (const found of searchChats(words, chats, stop.signal, failed)) if ((hits += found.length) >= most) break;
      return hits;
    },
  };
}

function failed(error: unknown): never {
  throw error instanceof Error ? error : new Error(String(error));
}

/** *Find* in all chats: what nobody has written, and what every chat has. */
async function searchRows(small: ManyChats, large: ManyChats): Promise<Row[]> {
  beginStep('looking for words in all chats');
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < roundsOf(2); round++) {
    const [one, other] = [await costsOf(() => small.search('zyxwv')), await costsOf(() => large.search('zyxwv'))];
    costs[0].push(one.cpu / few);
    costs[1].push(other.cpu / many);
  }
  let hits = 0;
  const first = await costsOf(async () => (hits = await large.search('storage', 1)));
  if (hits === 0) throw new Error('nothing was found');
  return [
    atMostTimes(
      {
        name: `Find in ${(2 * many).toLocaleString('en')} chats, two of them: processor time`,
        now: median(costs[1]),
        unit: 'ms',
        note: spread(costs[1]),
      },
      { value: median(costs[0]), name: `in ${2 * few}` },
      { bound: 2 },
    ),
    told({ name: '  the first hit: processor time', now: first.cpu, unit: 'ms' }),
    atMost({ name: '  longest block', now: await heldBy(() => large.search('zyxwv')), unit: 'ms' }, { bound: 50 }),
  ];
}

export async function chatRows(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'parley-large-'));
  try {
    beginStep('writing the chats');
    const [small, large] = [await manyChats(root, few), await manyChats(root, many)];
    beginStep('the first opening');
    await small.list(shown);
    const first = await costsOf(() => large.list(shown));
    const next = large.nextWindow();
    const inNext = await costsOf(() => next.list(shown));
    const costs: [Costs[], Costs[]] = [[], []];
    beginStep('later openings');
    for (let round = -warmUps; round < rounds; round++) {
      const [one, other] = [await costsOf(() => small.list(shown)), await costsOf(() => large.list(shown))];
      if (round >= 0) costs[0].push(one);
      if (round >= 0) costs[1].push(other);
    }
    const times = (all: readonly Costs[]): readonly number[] => all.map(({ cpu }) => cpu);
    const [name, each] = [
      `list of ${many.toLocaleString('en')} and ${many.toLocaleString('en')} chats`,
      (await large.list(shown)) / (await small.list(shown)),
    ];
    return [
      atMostTimes(
        { name: `${name}, per row: processor time`, now: median(times(costs[1])) / each, unit: 'ms', note: spread(times(costs[1])) },
        { value: median(times(costs[0])), name: `at ${few}` },
        { bound: 2 },
      ),
      atMost({ name: '  read at an opening', now: Math.max(...costs[1].map(({ read }) => read)), unit: 'MB' }, { bound: 2 }),
      atMost({ name: '  read at the first opening of a window', now: inNext.read, unit: 'MB' }, { bound: 2 }),
      told({ name: '  read at the first opening of all', now: first.read, unit: 'MB' }),
      atMost({ name: '  longest block', now: await heldBy(() => large.list(shown)), unit: 'ms' }, { bound: 50 }),
      ...(await searchRows(small, large)),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
