// npm run test:all: before a release and at night. The whole matrix (all CLIs, properties with all of their runs, all themes, Wine), three
// times with two busy processes beside it, then one round of each bench. It takes hours. The last line is the sum of all rounds.
// usage: node scripts/testAll.mjs [--once]      --once: one round
import { ensureDependencies } from './lib/system/dependencies.mjs';

ensureDependencies();
const { runRound, smokeBenches } = await import('./lib/suites/rounds.mjs');
const { sumOf } = await import('./lib/suites/counts.mjs');
const { exitOnSignals } = await import('./lib/system/processes.mjs');

const args = process.argv.slice(2);
if (args.some(arg => arg !== '--once')) {
  console.error('usage: npm run test:all [-- --once]');
  process.exit(2);
}
exitOnSignals();
const rounds = args.includes('--once') ? 1 : 3;
/** @type {import('./lib/suites/counts.mjs').Counts[]} */
const all = [];
for (let round = 1; round <= rounds; round++) {
  console.log(`Round ${round} of ${rounds}, with two busy processes beside it:`);
  all.push(await runRound());
}
console.log('One round of each bench, without bounds:');
all.push(await smokeBenches());
const { passed, failed, skipped } = sumOf(all);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
