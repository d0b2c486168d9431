// Owns: the counts of a run of tests.

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [red] a line per failure, repeated at the end of a long run
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

/** @param {import('./progress.mjs').Failure} failure */
export function lineOf({ title, message }) {
  return `${title}: ${message.trimStart().split('\n', 1)[0]}`;
}
