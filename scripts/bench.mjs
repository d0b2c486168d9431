// npm run bench: speed and size, each beside a limit measured in the same run. Prints a table, writes out/bench.json,
// and ends with 1 when a bound is missed. Each bench is test/bench/NAME.bench.ts, which exports `bench`.
// usage: node scripts/bench.mjs [NAME…]
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './lib/dependencies.mjs';
import { formatRows } from './lib/benchRows.mjs';
import { exitOnSignals, run } from './lib/processes.mjs';

/** @typedef {import('./lib/benchRows.mjs').Row} Row */

const root = join(import.meta.dirname, '..');
/** The quick ones first; those that need a quiet machine one after the other. */
const names = ['sizes', 'decode', 'card', 'keystroke', 'activate', 'waiting', 'endToEnd'];

const wanted = process.argv.slice(2);
const unknown = wanted.find(name => !names.includes(name));
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
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    /** @type {{ bench: () => Promise<Row[]> }} */
    const { bench } = await import(pathToFileURL(join(root, 'out/test/bench', `${name}.bench.mjs`)).href);
    const began = performance.now();
    rows.push(...(await bench()));
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
// What a bench has opened is closed by now; a stray timer must not keep us.
process.exit(failed.length === 0 && rows.every(({ ok }) => ok !== false) ? 0 : 1);
