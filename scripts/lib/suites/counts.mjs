// Owns: the counts of a run of tests.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {readonly Counts[]} counts @returns {Counts} */
export function sumOf(counts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}
