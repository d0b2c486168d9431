// npm test: installs what is missing, builds, and runs every suite, or those named. One line per suite when all is
// well, one line per minute about a mocha that takes longer, and every detail of a failure. The last line is the sum; the
// lines before it name again what has failed.
// usage: node scripts/test.mjs [check] [unit] [windows] [webview] [host] [e2e] [--desktop]
import { ensureDependencies } from './lib/system/dependencies.mjs';

ensureDependencies();
const { suiteNames, runSuites } = await import('./lib/suites/suites.mjs');

const args = process.argv.slice(2);
const desktop = args.includes('--desktop');
const wanted = args.filter(arg => !arg.startsWith('--'));
const unknown = wanted.find(name => !suiteNames.some(known => known === name));
if (unknown !== undefined) {
  console.error(`There is no suite “${unknown}”. There are: ${suiteNames.join(', ')}.`);
  process.exit(2);
}
const sum = await runSuites(
  suiteNames.filter(name => wanted.length === 0 || wanted.includes(name)),
  { desktop },
);
// A suite that could not be prepared has failed once per file, for the same reason.
for (const line of new Set(sum.red)) console.log(`✗ ${line}`);
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
