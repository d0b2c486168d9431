// npm run bench: measures speed and size, each against a limit from the same run. Prints a table, writes out/bench.json,
// and ends with 1 when a bound is missed or a section gave no rows. `--smoke`: one round of each section and no bounds, which shows that each
// runs to its end.
// usage: node scripts/bench.mjs [--smoke] [NAME[.SECTION]…]
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ensureDependencies } from './lib/system/dependencies.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
ensureDependencies();
const { exitOnSignals, run } = await import('./lib/system/processes.mjs');
const { formatRows, unjudged } = await import('./lib/suites/benchRows.mjs');
const { runBench } = await import('./lib/suites/benchRun.mjs');
const { chooseSections, smokeLimit } = await import('./lib/suites/benchSections.mjs');
const { packVsix } = await import('./lib/pack/vsix.mjs');
const { ensureChromium } = await import('./lib/vscode/chromium.mjs');
const { ensureWorkbench } = await import('./lib/vscode/workbench.mjs');

const args = process.argv.slice(2);
const isSmoke = args.includes('--smoke');
const sections = sectionsNamed(args.filter(arg => arg !== '--smoke'));
exitOnSignals();
await run(process.execPath, ['esbuild.mjs', '--production', '--tests']);
const needs = new Set(sections.flatMap(section => section.needs));
if (needs.has('vsix')) await packVsix();
if (needs.has('chromium')) await ensureChromium();
if (needs.has('workbench')) await ensureWorkbench('newest');

/** @type {(import('./lib/suites/benchRows.mjs').Row | import('./lib/suites/benchRows.mjs').Missing)[]} */
const rows = [];
for (const { name, limit } of sections) {
  const [bench = '', section] = name.split('.');
  const began = performance.now();
  const outcome = await runBench(join(root, 'out/test/bench', `${bench}.bench.mjs`), {
    limit: (isSmoke ? smokeLimit : limit) * 1000,
    ...(section !== undefined && { section }),
    ...(isSmoke && { env: { ...process.env, PARLEY_BENCH_SMOKE: '1' } }),
  });
  const took = ((performance.now() - began) / 1000).toFixed(0);
  console.error(`${name}: ${took} s, load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`);
  if ('missing' in outcome) {
    console.error(`  MISSING: ${outcome.missing}`);
    rows.push({ name, ...outcome });
    continue;
  }
  const found = isSmoke ? outcome.rows.map(unjudged) : outcome.rows;
  rows.push(...found);
  // Each section by itself, so that a run that is stopped has told what it measured.
  console.log(formatRows(found));
}
mkdirSync('out', { recursive: true });
writeFileSync(
  'out/bench.json',
  `${JSON.stringify({ at: new Date().toISOString(), cores: cpus().length, load: loadavg(), smoke: isSmoke, rows }, null, 2)}\n`,
);
process.exitCode = rows.every(row => !('missing' in row) && row.ok !== false) ? 0 : 1;

/** @param {readonly string[]} names */
function sectionsNamed(names) {
  try {
    return chooseSections(names);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}
