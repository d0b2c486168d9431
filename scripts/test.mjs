// npm test: installs what is missing, builds, and runs every suite, or those named. One line per suite when all is
// well, one line per minute about a mocha that takes longer, and every detail of a failure. The last line is the sum; the line before it
// has the times, and the lines before that name again what has failed.
// usage: node scripts/test.mjs [check] [unit] [windows] [webview] [host] [e2e] [--desktop] [--from-failed]
// --from-failed: only what was red in the last run, or was not run. test:all: everything, see testAll.mjs
import { ensureDependencies } from './lib/system/dependencies.mjs';

ensureDependencies();
const { suites } = await import('./lib/suites/suites.mjs');
const { runTests } = await import('./lib/suites/testRun.mjs');
const { exitOnSignals } = await import('./lib/system/processes.mjs');

const args = process.argv.slice(2);
const wanted = args.filter(arg => !arg.startsWith('--'));
const unknown = [
  ...wanted.filter(name => suites[name] === undefined),
  ...args.filter(arg => arg.startsWith('--') && !['--desktop', '--from-failed'].includes(arg)),
];
if (unknown.length > 0) {
  console.error(`There is no suite or option “${unknown[0]}”. The suites are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
exitOnSignals();
const names = Object.keys(suites).filter(name => (wanted.length === 0 ? suites[name]?.elsewhere !== true : wanted.includes(name)));
const { passed, failed, skipped, isGreen } = await runTests(names, {
  desktop: args.includes('--desktop'),
  fromFailed: args.includes('--from-failed'),
});
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = isGreen ? 0 : 1;
