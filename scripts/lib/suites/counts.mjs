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

/** In characters. */
const longestLine = 300;

/** @param {string} what @param {string} why of which the line has the beginning, without the stack */
export function redLine(what, why) {
  const [said] = why.split(/\n\s+at /, 1);
  return `${what}: ${said}`
    .trim()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, longestLine);
}
