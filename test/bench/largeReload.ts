// Bench `large`, a window that opens again: with a long chat, and with many chats in which a question waits. Over real files, without VS Code.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { openQuestions } from '../../src/chat/state.js';
import { configIn, createStoreWindow, workFolderIn } from '../support/storeWindow.js';
import type { Costs } from './costs.js';
import { costsOf, heldBy } from './costs.js';
import { keepChats } from './growthSubject.js';
import { writeConversation } from './growthTranscripts.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const rounds = roundsOf(7);
const warmUps = warmUpsOf(2);
const few = 200;
const many = lessInSmoke(20_000, 1_000);
const fewWaiting = 5;
const manyWaiting = lessInSmoke(50, 10);
const itemsInChat = 60;
/** Milliseconds in which no other extension gets its turn. */
const longestBlock = 50;

/** The folder of a window's storage. `waits`: of each chat, whether a question waits in it. The first one is shown. */
async function keptIn(root: string, items: number, waits: readonly boolean[]): Promise<string> {
  const storage = mkdtempSync(join(root, 'storage-'));
  const folder = storageFolder(storage, 'work');
  const work = workFolderIn(folder);
  mkdirSync(work, { recursive: true });
  const projects = join(configIn(folder), 'projects', work.replace(/[^a-zA-Z0-9]/g, '-'));
  const chats = waits.map((one, nth) => ({
    title: `Chat number ${nth}`,
    waits: one,
    conversation: writeConversation(projects, items, { cwd: work, number: items * 100 + nth, waits: one }),
  }));
  const [current] = chats;
  if (current === undefined) throw new Error('no chat');
  await keepChats(storage, 'work', chats, current);
  return folder;
}

/** Opens a window and the chat that was shown; gives how to end it. */
async function reload(folder: string, waiting: number): Promise<() => Promise<void>> {
  const window = await createStoreWindow(folder);
  await window.store.begin();
  const waits = window.chats.all.filter(({ loop }) => openQuestions(loop.state).length > 0).length;
  if (waits !== waiting || window.chat.loop.state.items.length === 0) throw new Error(`${waits} of ${waiting} questions wait`);
  return () => window.end();
}

/** Measures both by turns. */
async function costsOfBoth(work: readonly (() => Promise<() => Promise<void>>)[]): Promise<readonly Costs[][]> {
  const costs = work.map((): Costs[] => []);
  for (let round = -warmUps; round < rounds; round++)
    for (const [nth, open] of work.entries()) {
      let end = (): Promise<void> => Promise.resolve();
      const cost = await costsOf(async () => (end = await open()));
      await end();
      if (round >= 0) costs[nth]?.push(cost);
    }
  return costs;
}

async function blockOf(open: () => Promise<() => Promise<void>>): Promise<number> {
  let end = (): Promise<void> => Promise.resolve();
  const held = await heldBy(async () => (end = await open()));
  await end();
  return held;
}

export async function reloadRows(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'parley-large-'));
  try {
    beginStep('writing the chats');
    const [short, long] = [await keptIn(root, few, [false]), await keptIn(root, many, [false])];
    const waiting = (count: number): Promise<string> =>
      keptIn(
        root,
        itemsInChat,
        Array.from({ length: count }, () => true),
      );
    const [asked, askedMuch] = [await waiting(fewWaiting), await waiting(manyWaiting)];
    beginStep('windows with a long chat');
    const [shortCosts = [], longCosts = []] = await costsOfBoth([() => reload(short, 0), () => reload(long, 0)]);
    beginStep('windows with questions');
    const withMany = (): ReturnType<typeof reload> => reload(askedMuch, manyWaiting);
    const [askedCosts = [], muchCosts = []] = await costsOfBoth([() => reload(asked, fewWaiting), withMany]);
    const [heldLong, heldMuch] = [await blockOf(() => reload(long, 0)), await blockOf(withMany)];
    const times = (costs: readonly Costs[], each = 1): readonly number[] => costs.map(({ cpu }) => cpu / each);
    const read = (costs: readonly Costs[]): number => Math.max(...costs.map(one => one.read));
    return [
      atMostTimes(
        {
          name: `reload with a chat of ${many.toLocaleString('en')} items: processor time`,
          now: median(times(longCosts)),
          unit: 'ms',
          note: spread(times(longCosts)),
        },
        { value: median(times(shortCosts)), name: `of ${few}` },
        { bound: 2 },
      ),
      atMost({ name: '  read', now: read(longCosts), unit: 'MB' }, { bound: 2 }),
      atMost({ name: '  longest block', now: heldLong, unit: 'ms' }, { bound: longestBlock }),
      atMostTimes(
        {
          name: `reload with ${manyWaiting} questions, each: processor time`,
          now: median(times(muchCosts, manyWaiting)),
          unit: 'ms',
          note: spread(times(muchCosts, manyWaiting)),
        },
        { value: median(times(askedCosts, fewWaiting)), name: `with ${fewWaiting}` },
        { bound: 2 },
      ),
      told({ name: '  all of them', now: median(times(muchCosts)), unit: 'ms' }),
      atMost({ name: '  longest block', now: heldMuch, unit: 'ms' }, { bound: longestBlock }),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}
