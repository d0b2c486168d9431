// Bench `large`, the list of files behind `@`, by the ripgrep of VS Code as in a window.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { ensureWorkbench } from '../../scripts/lib/vscode/workbench.mjs';
import { WorkspaceFiles } from '../../src/host/features/mentions/workspaceFiles.js';
import { pathsFrom } from '../../src/host/cli/pathsFrom.js';
import { heldBy, memoryOf } from './costs.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const few = 1_000;
const many = lessInSmoke(100_000, 2_000);
const perFolder = 100;
const rounds = roundsOf(7);
const warmUps = warmUpsOf(2);
const heldRounds = roundsOf(5);
/** Milliseconds. */
const settleTime = 1_000;

export async function fileRows(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'parley-large-'));
  try {
    const program = await ripgrep();
    beginStep('writing the files');
    const [small, large] = [filesIn(join(root, 'few'), few), filesIn(join(root, 'many'), many)];
    const times: [number[], number[]] = [[], []];
    beginStep('opening the list');
    for (let round = -warmUps; round < rounds; round++) {
      const [one, other] = [await firstRows(program, small), await firstRows(program, large)];
      if (round >= 0) times[0].push(one.took);
      if (round >= 0) times[1].push(other.took);
      await Promise.all([one.whole, other.whole]);
    }
    const held: [number[], number[]] = [[], []];
    for (let round = 0; round < heldRounds; round++) {
      const files = new WorkspaceFiles(sleep);
      for (const times of held) times.push(await heldBy(async () => (await firstRows(program, large, files)).whole));
    }
    // Until no timer holds what was read before.
    await sleep(settleTime);
    const indexed = await memoryOf(async () => {
      const one = new WorkspaceFiles(sleep);
      await (
        await firstRows(program, large, one)
      ).whole;
      return one;
    });
    const name = `@ among ${many.toLocaleString('en')} files`;
    return [
      atMostTimes(
        { name: `${name}: first rows`, now: median(times[1]), unit: 'ms', note: spread(times[1]) },
        { value: median(times[0]), name: `at ${few.toLocaleString('en')}` },
        { bound: 2 },
      ),
      atMost({ name: '  by the clock', now: median(times[1]), unit: 'ms' }, { bound: 100 }),
      atMost({ name: '  longest block', now: median(held[0]), unit: 'ms', note: spread(held[0]) }, { bound: 8 }),
      told({ name: '  longest block at the next opening', now: median(held[1]), unit: 'ms', note: spread(held[1]) }),
      atMost({ name: '  memory of the list', now: indexed, unit: 'MB' }, { bound: 30 }),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Opened {
  /** Milliseconds until there are rows. */
  readonly took: number;
  /** The last rows are there. */
  readonly whole: Promise<void>;
}

async function firstRows(program: string, folder: string, files = new WorkspaceFiles(sleep)): Promise<Opened> {
  const began = performance.now();
  const args = ['--files', '--null', '--hidden', '--no-ignore', '--no-config', '--no-messages', '--path-separator', '/'];
  files.refresh([folder], (from, found) => pathsFrom(program, args, from, { most: 400_000, found }));
  const all = files.rows('part', 20, () => '');
  let first = await all.next();
  // The program may have found nothing yet.
  while (first.done !== true && first.value.length === 0) first = await all.next();
  if (first.done === true) throw new Error('there are no rows');
  const took = performance.now() - began;
  const rest = async (): Promise<void> => {
    for (let next = await all.next(); next.done !== true;) next = await all.next();
  };
  return { took, whole: rest() };
}

function filesIn(folder: string, count: number): string {
  for (let nth = 0; nth < count; nth++) {
    const place = join(folder, 'src', `area${Math.floor(nth / perFolder / 20)}`, `part${Math.floor(nth / perFolder)}`);
    if (nth % perFolder === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `component${nth}.ts`), '');
  }
  return folder;
}

async function ripgrep(): Promise<string> {
  const { entry } = await ensureWorkbench('newest');
  const below = ['ripgrep-universal/bin/linux-x64', 'ripgrep-universal/bin/linux-arm64', 'ripgrep/bin'];
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder))
    for (const place of below) {
      const path = join(folder, 'lib/vscode/node_modules/@vscode', place, 'rg');
      if (existsSync(path)) return path;
    }
  throw new Error('VS Code has no ripgrep');
}
