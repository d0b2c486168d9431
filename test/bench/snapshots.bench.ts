// A snapshot of a work folder against `git status` in the same folder: nobody can find out with less what has changed. And going back over many files against
// `git checkout`, which writes as many.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { contentsOf } from '../../src/review/contents.js';
import type { Returning } from '../../src/review/returning.js';
import { returning } from '../../src/review/returning.js';
import { replaceChanges } from '../../src/review/takeBack.js';
import { findGit, gitEnvironment, runGit } from '../../src/review/gitCommand.js';
import { Snapshots } from '../../src/review/snapshots.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const counts = [1_000, lessInSmoke(20_000, 2_000), lessInSmoke(100_000, 3_000)];
const perFolder = 100;
const changed = 10;
const inFolder = lessInSmoke(5_000, 600);
const backCount = lessInSmoke(500, 50);
const rounds = roundsOf(7);
const warmUps = warmUpsOf(2);

export async function bench(): Promise<Row[]> {
  const git = await findGit(process.env);
  if (git === undefined) throw new Error('git is not there');
  const rows: Row[] = [];
  for (const count of counts) rows.push(...(await rowsOf(git, count)));
  return [...rows, ...(await rowsOfBack(git))];
}

/** The person's own git writes as many files from the index, and asks nobody what stands there. */
async function rowsOfBack(git: string): Promise<Row[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-back-')));
  const folder = join(root, 'work');
  try {
    beginStep(`writing ${inFolder} files`);
    const change = (words: string, count: number): void => {
      for (let at = 0; at < count; at++) write(folder, at, `${words} of ${at}\n`.repeat(20));
    };
    change('line', inFolder);
    mkdirSync(join(root, 'home'));
    commitAll(git, folder);
    const snapshots = snapshotsOf(git, root);
    const tree = async (): Promise<string> => {
      const taken = await snapshots.take();
      return taken.ok ? taken.tree : Promise.reject(new Error(taken.detail));
    };
    const before = await tree();
    beginStep(`going back over ${backCount} files`);
    const [dry, back, theirs]: [number[], number[], number[]] = [[], [], []];
    for (let round = -warmUps; round < rounds; round++) {
      change(`round ${round}`, backCount);
      const turn = { before, after: await tree() };
      let found: Returning | undefined;
      const ran = await timed(async () => void (found = await returning(snapshots, before, [turn])));
      if (found?.ok !== true || found.files.length !== backCount) throw new Error('other files go back');
      const files = found.files.map(one => one.change);
      const blobs = files.flatMap(({ before: was }) => was?.blob ?? []);
      const contentOf = contentsOf(snapshots, blobs);
      const wrote = await timed(async () => {
        const { written } = await replaceChanges(folder, files, 'back', { contentOf, isUnsaved: () => false });
        if (written.length !== backCount) throw new Error('not all files went back');
      });
      change(`round ${round} again`, backCount);
      const checkedOut = await timed(
        async () => void (await runGit(git, { args: ['checkout', '-q', '.'], cwd: folder, env: process.env })),
      );
      if (round < 0) continue;
      dry.push(ran);
      back.push(wrote);
      theirs.push(checkedOut);
    }
    const limit = { value: median(theirs), name: 'git checkout' };
    const name = `going back over ${backCount} files`;
    return [
      atMostTimes({ name, now: median(back), unit: 'ms', note: spread(back) }, limit, { bound: 4, aim: 2 }),
      told({ name: '  the card, with what would change', now: median(dry), unit: 'ms', note: spread(dry) }, limit),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

function commitAll(git: string, folder: string): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'gc.auto=0'];
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'all'],
  ])
    execFileSync(git, ['-C', folder, ...settings, ...args]);
}

/** Of the folder `work` in `root`. */
function snapshotsOf(git: string, root: string): Snapshots {
  const at = (name: string): string => join(root, name);
  return new Snapshots({ git, folder: at('work'), store: at('store'), home: at('home'), env: process.env, now: () => Date.now() });
}

async function rowsOf(git: string, count: number): Promise<Row[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-snapshots-')));
  const folder = join(root, 'work');
  const name = `snapshot of ${count.toLocaleString('en')} files`;
  try {
    beginStep(`writing ${count} files`);
    for (let at = 0; at < count; at++) write(folder, at, `line of ${at}\n`.repeat(20));
    mkdirSync(join(root, 'home'));
    commitAll(git, folder);
    const env = gitEnvironment(process.env);
    // Where it may not write, as beside a person who uses git meanwhile.
    const status = async (): Promise<void> => void (await runGit(git, { args: ['status', '--porcelain'], cwd: folder, env }));
    const snapshots = snapshotsOf(git, root);
    const take = async (): Promise<void> => {
      const taken = await snapshots.take();
      if (!taken.ok) throw new Error(`${taken.why}: ${taken.detail}`);
    };
    beginStep(`the first snapshot of ${count} files`);
    const first = await timed(take);
    beginStep(`snapshots of ${count} files`);
    const [same, differs, theirs]: [number[], number[], number[]] = [[], [], []];
    for (let round = -warmUps; round < rounds; round++) {
      const took = [await timed(status), await timed(take)];
      for (let at = 0; at < changed; at++) write(folder, (at * 97 + round * 31 + count) % count, `round ${round}, line of ${at}\n`);
      const now = await timed(take);
      if (round < 0) continue;
      theirs.push(took[0] ?? 0);
      same.push(took[1] ?? 0);
      differs.push(now);
    }
    const limit = { value: median(theirs), name: 'git status' };
    return [
      atMostTimes({ name, now: median(same), unit: 'ms', note: spread(same) }, limit, { bound: count < 10_000 ? 4 : 2, aim: 1.5 }),
      told({ name: `  with ${changed} files changed`, now: median(differs), unit: 'ms', note: spread(differs) }, limit),
      told({ name: '  the first of all', now: first, unit: 'ms' }, limit),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

function write(folder: string, at: number, content: string): void {
  const place = join(folder, 'src', `m${Math.floor(at / perFolder)}`);
  if (at % perFolder === 0) mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `f${at}.ts`), content);
}

/** Milliseconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
