// What an answer and the start of a session cost with few and many decisions on the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { KnownDecision } from '../../src/memory/decision.js';
import { openLedger } from '../../src/memory/ledger.js';
import { chooseDecisions } from '../../src/memory/telling.js';
import { cpuTime } from './costs.js';
import { putDecisions } from '../support/ledgers.js';
import { roundsOf } from './smoke.js';

const rounds = roundsOf(30);
const few = 10;
/** The number of decisions that a session reads when it starts. */
const lookedAt = 100;
/** Rows that a list shows before anybody scrolls. */
const firstRows = 30;
const wholeRounds = roundsOf(5);

type Made = (count: number) => readonly KnownDecision[];

export async function ledgerRows(count: number, made: Made): Promise<Row[]> {
  const [small, large] = [await measured(few, made), await measured(count, made)];
  const name = count.toLocaleString('en');
  const row = (what: string, now: readonly number[], limit: readonly number[], bound: number): Row =>
    atMostTimes(
      { name: `${what}, with ${name}`, now: median(now), unit: 'ms', note: spread(now) },
      { name: `with ${few}`, value: median(limit) },
      { bound },
    );
  return [
    row('an answer is on the disk', large.appends, small.appends, 2),
    // Of few there is less to tell, so the limit is a fixed one: what a person does not notice.
    atMost(
      { name: `what a new session is told, with ${name}`, now: median(large.starts), unit: 'ms', note: spread(large.starts) },
      { bound: 50 },
    ),
    atMost(
      { name: `first rows of the list, of ${name}`, now: median(large.firsts), unit: 'ms', note: spread(large.firsts) },
      { bound: 100 },
    ),
    told({ name: `all of ${name}, for the first time`, now: median(large.wholes), unit: 'ms', note: spread(large.wholes) }),
    told({ name: `all of ${name}, again`, now: median(large.agains), unit: 'ms', note: spread(large.agains) }),
  ];
}

interface Measured {
  readonly appends: readonly number[];
  readonly starts: readonly number[];
  /** The times of a window that has read nothing yet. */
  readonly firsts: readonly number[];
  readonly wholes: readonly number[];
  readonly agains: readonly number[];
}

async function measured(count: number, made: Made): Promise<Measured> {
  beginStep(`a ledger of ${count}`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-ledger-'));
  const open = () => openLedger({ folder, now: () => Date.now(), log: { warn: fail, error: fail } });
  try {
    const begun = Date.now() - count - rounds;
    const all = made(count + rounds).map((decision, index) => ({ ...decision, at: begun + index }));
    putDecisions(folder, all.slice(0, count));
    const appends: number[] = [];
    const starts: number[] = [];
    for (const decision of all.slice(count)) {
      // A window of its own each time: it has read nothing yet, as at a start.
      const ledger = open();
      appends.push(await took(() => ledger.add([decision])));
      starts.push(
        await cost(async () => {
          const newest: KnownDecision[] = [];
          for await (const known of ledger.newest()) if (newest.push(known) >= lookedAt) break;
          if (chooseDecisions(newest).length === 0) throw new Error('nothing is told');
        }),
      );
    }
    const [firsts, wholes, agains]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < wholeRounds; round++) {
      firsts.push(
        await cost(async () => {
          let count = 0;
          for await (const _ of open().newest()) if (++count >= firstRows) break;
        }),
      );
      const ledger = open();
      for (const times of [wholes, agains]) times.push(await took(async () => void (await ledger.all())));
    }
    return { appends, starts, firsts, wholes, agains };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds of processor time, because on a busy machine the clock tells of others. */
async function cost(work: () => Promise<void>): Promise<number> {
  const began = cpuTime();
  await work();
  return cpuTime() - began;
}

/** Milliseconds. */
async function took(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function fail(text: string): never {
  throw new Error(text);
}
