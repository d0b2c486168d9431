// npm run bench: measures speed and size, each against a limit from the same run. Prints a table, writes out/bench.json,
// and ends with 1 when a bound is missed. Each bench is test/bench/NAME.bench.ts, which exports `bench`.
// usage: node scripts/bench.mjs [NAME[.SECTION]…]
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/system/dependencies.mjs';
import { formatRows } from './lib/suites/benchRows.mjs';
import { exitOnSignals, run } from './lib/system/processes.mjs';

/** @typedef {import('./lib/suites/benchRows.mjs').Row} Row */

const root = join(import.meta.dirname, '..');
/** The quick ones first; those that need a quiet machine one after the other. */
const names = [
  'sizes',
  'decode',
  'memory',
  'card',
  'keystroke',
  'liveOutput',
  'activate',
  'waiting',
  'askUser',
  'send',
  'growth',
  'endToEnd',
];

const wanted = process.argv.slice(2);
/** The sections of a bench that are asked for; none: the whole bench. @param {string} name */
const sectionsOf = name => wanted.flatMap(said => (said.startsWith(`${name}.`) ? [said.slice(name.length + 1)] : []));
const unknown = wanted.find(said => !names.includes(said.split('.', 1)[0] ?? ''));
if (unknown !== undefined) {
  console.error(`There is no bench “${unknown}”. There are: ${names.join(', ')}.`);
  process.exit(2);
}
process.chdir(root);
exitOnSignals();
ensureDependencies();
await run(process.execPath, ['esbuild.mjs', '--production', '--tests']);

/** @type {Row[]} */
const rows = [];
/** @type {string[]} */
const failed = [];
for (const name of names) {
  const sections = sectionsOf(name);
  if (wanted.length > 0 && !wanted.includes(name) && sections.length === 0) continue;
  try {
    /** @type {{ bench: (sections: readonly string[]) => Promise<Row[]> }} */
    const { bench } = await import(pathToFileURL(join(root, 'out/test/bench', `${name}.bench.mjs`)).href);
    const began = performance.now();
    rows.push(...(await bench(wanted.includes(name) ? [] : sections)));
    console.error(
      `${name}: ${((performance.now() - began) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
    );
  } catch (error) {
    failed.push(name);
    console.error(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
console.log(formatRows(rows));
mkdirSync('out', { recursive: true });
writeFileSync(
  'out/bench.json',
  `${JSON.stringify({ at: new Date().toISOString(), cores: cpus().length, load: loadavg(), failed, rows }, null, 2)}\n`,
);
// Every bench has closed its resources; a stray timer must not keep the process alive.
process.exit(failed.length === 0 && rows.every(({ ok }) => ok !== false) ? 0 : 1);
