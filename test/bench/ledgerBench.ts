// What an answer and the start of a session cost with few and many decisions on the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, atMostTimes, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { KnownDecision } from '../../src/memory/decision.js';
import { openLedger } from '../../src/memory/ledger.js';
import { chooseDecisions } from '../../src/memory/telling.js';
import { roundsOf } from './smoke.js';

const rounds = roundsOf(30);
const few = 10;
/** As many as a session looks at when it starts. */
const lookedAt = 200;

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
  ];
}

interface Measured {
  readonly appends: readonly number[];
  readonly starts: readonly number[];
}

async function measured(count: number, made: Made): Promise<Measured> {
  beginStep(`a ledger of ${count}`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-ledger-'));
  const open = () => openLedger({ folder, now: () => Date.now(), log: { warn: fail, error: fail } });
  try {
    // Of the last minutes, because older ones are from a file, after which the ledger is put in order.
    const begun = Date.now() - count - rounds;
    const all = made(count + rounds).map((decision, index) => ({ ...decision, at: begun + index }));
    await open().add(all.slice(0, count));
    const appends: number[] = [];
    const starts: number[] = [];
    for (const decision of all.slice(count)) {
      // A window of its own each time: it has read nothing yet, as at a start.
      const ledger = open();
      appends.push(await took(() => ledger.add([decision])));
      starts.push(
        await took(async () => {
          const newest: KnownDecision[] = [];
          for await (const known of ledger.newest()) if (newest.push(known) >= lookedAt) break;
          if (chooseDecisions(newest).length === 0) throw new Error('nothing is told');
        }),
      );
    }
    return { appends, starts };
  } finally {
    rmSync(folder, { recursive: true });
  }
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
