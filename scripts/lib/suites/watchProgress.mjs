// Owns: reading how far a mocha has come, and judging whether it can still end by itself.
// Knows nothing about processes and windows; the caller ends them.
import { existsSync, readFileSync } from 'node:fs';
import { sourceName } from './counts.mjs';

/** @typedef {import('./progress.mjs').Entry} Entry */
/** @typedef {import('./progress.mjs').Failure & { picture?: string }} Failure `picture`: path of a screenshot that it has left */
/** @typedef {import('./progress.mjs').Runnable} Runnable */
/**
 * @typedef {object} Progress
 * @property {number} lines
 * @property {number} total tests
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly Failure[]} failures
 * @property {Runnable | undefined} current the runnable that began last
 * @property {number} limit mocha's limit for `current`, in milliseconds; 0: `current` has no limit
 * @property {boolean} ended mocha has run everything
 * @property {number} beatsAfterEnd
 * @property {readonly string[]} open kinds of the handles that keep the process alive after the end
 */

/** @param {string} file @returns {Progress} */
export function readProgress(file) {
  // The text after the last line break is an entry that is being written.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  /** @type {Failure[]} */
  const failures = [];
  /** @type {Progress} */
  const progress = {
    lines: lines.length,
    total: 0,
    passed: 0,
    skipped: 0,
    failures,
    current: undefined,
    limit: 0,
    ended: false,
    beatsAfterEnd: 0,
    open: [],
  };
  for (const line of lines) {
    /** @type {unknown} */
    const decoded = JSON.parse(line);
    const entry = /** @type {Entry} */ (decoded);
    if (entry.type === 'begin') Object.assign(progress, { current: entry, limit: entry.limit });
    else if (entry.type === 'start') progress.total = entry.total;
    else if (entry.type === 'pass') progress.passed += 1;
    else if (entry.type === 'pending') progress.skipped += 1;
    else if (entry.type === 'fail') failures.push(entry);
    else if (entry.type === 'picture') Object.assign(failures.at(-1) ?? {}, { picture: entry.path });
    else if (entry.type === 'end') progress.ended = true;
    else {
      progress.limit = entry.limit;
      progress.open = entry.open;
      if (progress.ended) progress.beatsAfterEnd += 1;
    }
  }
  return progress;
}

/**
 * How long the runner waits, in milliseconds.
 * @typedef {object} Patience
 * @property {number} poll between two looks at the progress file
 * @property {number} quiet between two lines of progress
 * @property {number} start for the first entry. A page whose workbench does not come up reports nothing, so that only time can tell
 * @property {number} blocked for a beat, beyond mocha's limit for the current test
 * @property {number} exit between the request to exit and the kill
 * @property {number} beat between two beats
 * @property {number} beatsAfterEnd beats, not milliseconds: a process that gets no processor time does not beat
 */

/** @type {Patience} */
export const usualPatience = { poll: 1000, quiet: 60_000, start: 300_000, blocked: 60_000, exit: 5000, beat: 1000, beatsAfterEnd: 10 };

/**
 * Prints a line per `patience.quiet`, and calls `onStuck` once `file` shows that the tests cannot end by themselves. A test or a hook that
 * takes too long is not the watch's concern, because mocha ends it.
 * @param {string} label
 * @param {string} file
 * @param {(reason: string) => void} onStuck
 * @param {{ print?: (line: string) => void, patience?: Patience }} [options]
 * @returns {() => void} ends the watch
 */
export function watchProgress(label, file, onStuck, { print = console.log, patience = usualPatience } = {}) {
  let lines = 0;
  let heardAt = performance.now();
  let printedAt = heardAt;
  const timer = setInterval(() => {
    const progress = readProgress(file);
    const now = performance.now();
    if (progress.lines !== lines) [lines, heardAt] = [progress.lines, now];
    const reason = findStuck(progress, now - heardAt, patience);
    if (reason !== undefined) {
      clearInterval(timer);
      onStuck(reason);
    } else if (now - printedAt >= patience.quiet) {
      printedAt = now;
      const done = progress.passed + progress.failures.length + progress.skipped;
      print(`${label}: ${done} of ${progress.total} done; ${describeCurrent(progress)}`);
    }
  }, patience.poll);
  return () => clearInterval(timer);
}

/** @param {Progress} progress @param {number} silence milliseconds without a new entry @param {Patience} patience @returns {string | undefined} */
function findStuck({ lines, ended, beatsAfterEnd, open, limit }, silence, patience) {
  if (lines === 0) return silence < patience.start ? undefined : `the tests did not begin within ${seconds(patience.start)}`;
  if (ended && beatsAfterEnd >= patience.beatsAfterEnd) {
    return `the process does not exit. Open handles: ${[...new Set(open)].join(', ') || 'none'}`;
  }
  // Mocha's timer could not run either, so that mocha's limit is applied here.
  const blocked = (ended || limit > 0) && silence > limit + patience.blocked;
  return blocked ? `the event loop has not turned for ${seconds(silence)}` : undefined;
}

/**
 * What the process was doing: names the test file, and the test or the hook.
 * @param {Progress} progress
 * @returns {string}
 */
export function describeCurrent({ current, ended }) {
  if (ended) return 'all tests have ended';
  if (current === undefined) return 'no test file has been loaded';
  const { kind, title, file, since } = current;
  const source = sourceOf(file);
  if (kind === 'file') return `${source} is being loaded`;
  const place = source === '' ? '' : ` of ${source}`;
  return `the ${kind} “${title}”${place} has been running for ${seconds(Date.now() - since)}`;
}

/** The source of a built test file, as a path in the project. @param {string} file */
export function sourceOf(file) {
  const built = /\/out\/(test\/.*)\.mjs$/.exec(file.replaceAll('\\', '/'))?.[1];
  return built === undefined ? file : `${sourceName(built)}.ts`;
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${Math.round(milliseconds / 1000)} s`;
}
