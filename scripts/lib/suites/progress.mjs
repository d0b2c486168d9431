// Owns: the progress of one mocha, as lines of JSON in a file. The process that runs the tests appends them; `watchProgress.mjs` reads them.
// A file keeps its lines however the writing process ends, and an extension host has no other channel to the runner.
import { appendFileSync } from 'node:fs';

/** @typedef {'file' | 'hook' | 'test'} Kind `file`: a test file that is being imported */
/** @typedef {{ kind: Kind, title: string, file: string, since: number }} Runnable `since`: milliseconds since the epoch */
/** @typedef {{ title: string, message: string }} Failure of a test or a hook */
/**
 * @typedef {{ type: 'begin', limit: number } & Runnable | { type: 'start', total: number } | { type: 'pass' } | { type: 'pending' }
 *   | { type: 'fail' } & Failure | { type: 'end' } | { type: 'beat', limit: number, open: readonly string[] }} Entry
 */

/**
 * Makes `mocha` write its progress to `file` until its process ends. Call this before the first test file is loaded.
 * @param {Mocha} mocha
 * @param {string} file
 * @param {{ beat?: number, explain?: () => string }} [options] `beat`: milliseconds between two entries which show that the event loop turns;
 *   `explain`: text to add to the message of a failure
 * @returns {() => Promise<number>} runs the tests and gives the number of failures
 */
export function writeProgress(mocha, file, { beat = 1000, explain = () => '' } = {}) {
  /** @param {Entry} entry */
  const write = entry => appendFileSync(file, `${JSON.stringify(entry)}\n`);
  /** @type {Mocha.Suite | Mocha.Runnable} */
  let current = mocha.suite;
  let ended = false;
  /** @param {Kind} kind @param {Mocha.Suite | Mocha.Runnable} begun */
  const begin = (kind, begun, its = begun.file ?? '') => {
    current = begun;
    write({ type: 'begin', kind, title: begun.fullTitle(), file: its, since: Date.now(), limit: begun.timeout() });
  };
  // A test may set its own limit after it has begun, so that each beat repeats the limit.
  const beatNow = () => write({ type: 'beat', limit: current.timeout(), open: ended ? process.getActiveResourcesInfo() : [] });
  setInterval(beatNow, beat).unref();
  mocha.suite.on('pre-require', (_globals, loaded) => begin('file', mocha.suite, loaded));
  return () =>
    new Promise(resolve => {
      // The reporter `base` prints nothing; the runner prints.
      const runner = mocha.reporter('base').run(resolve);
      write({ type: 'start', total: runner.total });
      for (const kind of /** @type {const} */ (['hook', 'test'])) {
        runner.on(kind, (/** @type {Mocha.Runnable} */ runnable) => begin(kind, runnable));
      }
      // Mocha reports the begin of a test before its `beforeEach` hooks, and does not report the begin of the test's own function.
      runner.on('hook end', ({ ctx }) => ctx?.currentTest && begin('test', ctx.currentTest));
      runner.on('pass', () => write({ type: 'pass' }));
      runner.on('pending', () => write({ type: 'pending' }));
      runner.on('fail', (test, /** @type {unknown} */ error) => {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        write({ type: 'fail', title: test.fullTitle(), message: message + explain() });
      });
      runner.on('end', () => {
        ended = true;
        write({ type: 'end' });
      });
    });
}
