// Owns: running one section of `npm run bench` in a process of its own, its limit of time, and the end of all that it has started.
// Knows nothing of what is measured.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit, endChild, killMarked } from '../system/processes.mjs';

/** @typedef {import('./benchRows.mjs').Row} Row */
/** @typedef {import('./benchProcess.mjs').BenchMessage} BenchMessage */
/** @typedef {{ rows: Row[] } | { missing: string }} Outcome `missing`: why there are no rows */
/**
 * @typedef {object} BenchOptions
 * @property {number} limit milliseconds
 * @property {string} [section] of the file; none: its `bench`
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(ms: number, run: () => void) => () => void} [after] a timer; the result cancels it
 */

/** Every process that descends from that of a section has this variable. */
const benchMark = 'PARLEY_BENCH_RUN';

/** Milliseconds to say what it is doing. A process that takes longer is held by its own thread. */
const answerLimit = 5_000;
/** Milliseconds to end its servers and to remove what it has made. */
const exitLimit = 5_000;

/**
 * @param {string} file the built bench
 * @param {BenchOptions} options
 * @returns {Promise<Outcome>} once the process, and every process that it has started, has ended
 */
export async function runBench(file, { limit, section, env = process.env, after = timer }) {
  // A short name: Unix sockets lie in it. Of its own, because what is killed leaves its files behind.
  const folder = mkdtempSync(join(tmpdir(), 'pb-'));
  const places = { TMPDIR: folder, TEMP: folder, TMP: folder };
  const child = fork(join(import.meta.dirname, 'benchProcess.mjs'), [file, ...(section === undefined ? [] : [section])], {
    env: { ...env, ...places, [benchMark]: folder },
    execArgv: ['--enable-source-maps'],
    serialization: 'advanced', // JSON would make null of a figure that is NaN
    stdio: ['ignore', 2, 2, 'ipc'], // the output of the runner is the table
  });
  const forget = atExit(() => {
    child.kill('SIGKILL');
    killMarked(benchMark, folder);
    rmSync(folder, { recursive: true, force: true });
  });
  /** @type {Outcome | undefined} */
  let outcome;
  /** @type {string | undefined} */
  let late;
  let cancel = after(limit, () => {
    // It may be ending just now, when it answers no more.
    child.send('what are you doing?', () => undefined);
    cancel = after(answerLimit, () => stop('Its thread is held', 'SIGKILL'));
  });
  /** @param {string} doing @param {'SIGTERM' | 'SIGKILL'} signal */
  const stop = (doing, signal) => {
    cancel();
    late = `did not end within ${limit / 1000} s. ${doing}`;
    if (signal === 'SIGKILL') child.kill(signal);
    else endChild(child, exitLimit);
  };
  child.on('message', said => {
    const message = /** @type {BenchMessage} */ (said); // benchProcess.mjs sends nothing else
    if ('doing' in message) stop(message.doing, 'SIGTERM');
    else outcome ??= 'rows' in message ? judgeRows(message.rows) : { missing: message.failed };
  });
  const code = await ended(child);
  cancel();
  forget();
  killMarked(benchMark, folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return outcome ?? { missing: late ?? `ended with ${code} before it had measured anything` };
}

/** @param {Row[]} rows @returns {Outcome} */
function judgeRows(rows) {
  if (rows.length === 0) return { missing: 'gave no rows' };
  const without = rows.find(({ now }) => !Number.isFinite(now));
  return without === undefined ? { rows } : { missing: `gave no figure for “${without.name.trim()}”` };
}

/** Resolves after the last message. @param {import('node:child_process').ChildProcess} child @returns {Promise<number | string | null>} */
async function ended(child) {
  const disconnected = new Promise(resolve => child.once('disconnect', resolve));
  return new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('exit', (code, signal) => void disconnected.then(() => resolve(code ?? signal)));
  });
}

/** @param {number} ms @param {() => void} run */
function timer(ms, run) {
  const timeout = setTimeout(run, ms);
  return () => clearTimeout(timeout);
}
