// Owns: the progress of one mocha, as lines of JSON in a file. The process that runs the tests appends them; `watchProgress.mjs` reads them.
// A file keeps its lines however the writing process ends, and an extension host has no other channel to the runner.
import { copyFileSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The runner's clock, whatever a test makes of `Date`. */
const now = Date.now;

/** @typedef {'file' | 'hook' | 'test'} Kind `file`: a test file that is being imported */
/** @typedef {{ kind: Kind, title: string, file: string, since: number }} Runnable `since`: milliseconds since the epoch */
/** @typedef {{ kind: Kind, title: string, file: string, message: string }} Failure of a test or a hook */
/**
 * @typedef {{ type: 'begin', limit: number } & Runnable | { type: 'start', total: number } | { type: 'pass' } | { type: 'pending' }
 *   | { type: 'fail' } & Failure | { type: 'picture', path: string } | { type: 'end' } | { type: 'beat', limit: number, open: readonly string[] }} Entry
 */

/**
 * Makes `mocha` write its progress to `file` until its process ends. Call this before the first test file is loaded. Where
 * PARLEY_TEST_ONLY names tests, in JSON, only these run.
 * @param {Mocha} mocha
 * @param {string} file
 * @param {{ beat?: number }} [options] `beat`: milliseconds between two entries which show that the event loop turns
 * @returns {() => Promise<number>} runs the tests and gives the number of failures
 */
export function writeProgress(mocha, file, { beat = 1000 } = {}) {
  // The file stays open, because a test can be another user for a while, who may not open it.
  const progress = openSync(file, 'a');
  /** @param {Entry} entry */
  const write = entry => writeSync(progress, `${JSON.stringify(entry)}\n`);
  /** @type {Mocha.Suite | Mocha.Runnable} */
  let current = mocha.suite;
  let ended = false;
  /** @param {Kind} kind @param {Mocha.Suite | Mocha.Runnable} begun */
  const begin = (kind, begun, its = begun.file ?? '') => {
    current = begun;
    write({ type: 'begin', kind, title: begun.fullTitle(), file: its, since: now(), limit: begun.timeout() });
  };
  // A test may set its own limit after it has begun, so that each beat repeats the limit.
  const beatNow = () => write({ type: 'beat', limit: current.timeout(), open: ended ? process.getActiveResourcesInfo() : [] });
  setInterval(beatNow, beat).unref();
  const only = process.env[onlyTests];
  if (only !== undefined) mocha.grep(exactly(only));
  const keepPictures = pictureKeeper(file, path => write({ type: 'picture', path }));
  mocha.suite.on('pre-require', (_globals, loaded) => begin('file', mocha.suite, loaded));
  return () =>
    new Promise(resolve => {
      // The reporter `base` prints nothing; the runner prints.
      const runner = mocha.reporter('base').run(resolve);
      write({ type: 'start', total: runner.total });
      for (const kind of /** @type {const} */ (['hook', 'test'])) {
        runner.on(kind, (/** @type {Mocha.Runnable} */ runnable) => begin(kind, runnable));
      }
      for (const event of ['test', 'suite end']) runner.on(event, keepPictures.afterFailure);
      // Mocha reports the begin of a test before its `beforeEach` hooks, and does not report the begin of the test's own function.
      runner.on('hook end', ({ ctx }) => ctx?.currentTest && begin('test', ctx.currentTest));
      runner.on('pass', () => write({ type: 'pass' }));
      runner.on('pending', () => write({ type: 'pending' }));
      runner.on('fail', (test, /** @type {unknown} */ error) => {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        const kind = /** @type {Mocha.Test | Mocha.Hook} */ (test).type === 'hook' ? 'hook' : 'test';
        write({ type: 'fail', kind, title: test.fullTitle(), file: test.file ?? '', message: message + explanation() });
        keepPictures.failed();
      });
      runner.on('end', () => {
        ended = true;
        write({ type: 'end' });
      });
    });
}

/** The environment variable that names the tests to run, of which the runner runs a failed one again. */
export const onlyTests = 'PARLEY_TEST_ONLY';

/** @param {string} only a list of titles, with the suites around them, in JSON */
function exactly(only) {
  /** @type {unknown} */
  const decoded = JSON.parse(only);
  const titles = /** @type {readonly string[]} */ (decoded);
  return new RegExp(`^(?:${titles.map(title => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$`);
}

/** Milliseconds by which the time of a file can be behind the clock. */
const clockOfFiles = 20;

/**
 * Copies the pictures that the hooks after a failed test have made, `*-failed.png` beside the progress, because the test that runs again
 * makes them again.
 * @param {string} progress
 * @param {(path: string) => void} kept
 */
function pictureKeeper(progress, kept) {
  const folder = dirname(progress);
  /** @type {number | undefined} */
  let since;
  let count = 0;
  return {
    failed() {
      since ??= now() - clockOfFiles;
    },
    afterFailure() {
      if (since === undefined) return;
      for (const name of readdirSync(folder).filter(each => each.endsWith('-failed.png'))) {
        if (statSync(join(folder, name)).mtimeMs < since) continue;
        const copy = progress.replace(/\.progress$/, `.red${++count}.png`);
        copyFileSync(join(folder, name), copy);
        kept(copy);
      }
      since = undefined;
    },
  };
}

/** What the tests add to the message of a failure. The function is a global one, because a bundle of tests has this file once more. */
function explanation() {
  const { explainFailure } = /** @type {{ explainFailure?: () => string }} */ (globalThis);
  return explainFailure?.() ?? '';
}
