// Owns: the counts of a run of tests, and what is told of a failure.
import { basename } from 'node:path';

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly Red[]} [red] one for each failure
 */
/**
 * A failure.
 * @typedef {object} Red
 * @property {'test' | 'hook' | 'run'} kind `run`: a mocha, a window or a check that did not end well
 * @property {string} name of the test or the hook, with the suites around it; of a run, what was run
 * @property {string} message
 * @property {string} [file] the built file of the test; unknown inside of VS Code, whose suite is one bundle
 * @property {string} [part] the part of its suite that is run again with `--from-failed`; undefined: any part of what was run
 * @property {string} [picture] path of a screenshot that the failed test has left
 * @property {() => Promise<Counts>} [again] runs the test once more, alone, in a fresh process. Only a test has it
 */

/** @param {readonly Counts[]} counts @returns {Required<Counts>} */
export function sumOf(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0, red: counts.flatMap(({ red = [] }) => red) };
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** The most characters of a line. */
const longestLine = 300;

/** @param {Red} red of which the line has the beginning, without the stack */
export function redLine({ name, message }) {
  const [said] = message.split(/\n\s+at /, 1);
  return `${name}: ${said}`
    .trim()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, longestLine);
}

/** The name of a built test file in its suite. @param {string} file */
export function partOf(file) {
  return sourceName(basename(file, '.test.mjs'));
}

/** A built test lies beside all others of its suite, so that it finds the scripts and the programs of test/support. @param {string} name `chat/drafts` */
export function builtName(name) {
  return name.replaceAll('/', '__');
}

/** @param {string} built `chat__drafts` */
export function sourceName(built) {
  return built.replaceAll('__', '/');
}
