// The suites of `npm test`, in order, and how each is run.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { runHostTests } from './inHost.mjs';
import { exitOnSignals } from './processes.mjs';
import { packVsix } from './vsix.mjs';
import { ensureWorkbench } from './workbench.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Milliseconds after which a suite that hangs is ended, and so fails. */
const longestSuite = 600_000;

const root = join(import.meta.dirname, '..', '..');

/** @type {Record<string, (options: { desktop: boolean }) => Promise<Counts>>} */
const suites = {
  check: runChecks,
  unit: () => runMocha('unit'),
  async webview() {
    await ensureChromium();
    // Much of it is waiting for a browser to paint.
    return runMocha('webview', 2);
  },
  async host({ desktop }) {
    if (!desktop) await Promise.all([ensureChromium(), ensureWorkbench('oldest').then(() => ensureWorkbench('newest'))]);
    return runHostTests({ vsix: await packVsix(), desktop });
  },
  async e2e() {
    await ensureChromium();
    await ensureWorkbench('newest');
    await packVsix();
    return runFileByFile('e2e');
  },
};

export const suiteNames = Object.keys(suites);

/**
 * @param {readonly string[]} names
 * @param {{ desktop: boolean }} options
 * @returns {Promise<Counts>}
 */
export async function runSuites(names, options) {
  exitOnSignals();
  const sum = { passed: 0, failed: 0, skipped: 0 };
  if (!(await buildAll())) return { ...sum, failed: 1 };
  for (const name of names) {
    const began = performance.now();
    const counts = await runSuite(name, options);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
    console.log(`${name}: ${counts.passed} of ${counts.passed + counts.failed} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  return sum;
}

/**
 * @param {string} name
 * @param {{ desktop: boolean }} options
 * @returns {Promise<Counts>}
 */
async function runSuite(name, options) {
  try {
    return (await suites[name]?.(options)) ?? { passed: 0, failed: 1, skipped: 0 };
  } catch (error) {
    // What could not be installed says so in its message; that is a failure, never a skip.
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function buildAll() {
  const { code, output } = await runNode([join(root, 'esbuild.mjs'), '--production', '--tests']);
  if (code !== 0) console.log(`build failed\n${output}`);
  return code === 0;
}

/**
 * The built files of a suite, dealt out to so many mochas beside each other. (Mocha's own `--parallel` loses the results, and what
 * was thrown, when something is thrown outside of a test's own promise.)
 * @param {string} suite
 * @param {number} [mochas]
 * @returns {Promise<Counts>}
 */
async function runMocha(suite, mochas = 1) {
  const files = filesOf(suite);
  const hands = Array.from({ length: mochas }, (_, hand) => files.filter((_file, index) => index % mochas === hand));
  return sumOf(await Promise.all(hands.map((hand, index) => runFiles(suite, hand, `${suite}${index === 0 ? '' : index + 1}`))));
}

/**
 * The built files of a suite, each in a mocha of its own, two at a time: where some take minutes and others seconds.
 * @param {string} suite
 * @returns {Promise<Counts>}
 */
async function runFileByFile(suite) {
  const files = filesOf(suite);
  const work = async () => {
    const counts = [];
    for (let file = files.shift(); file !== undefined; file = files.shift())
      counts.push(await runFiles(suite, [file], `${suite}-${basename(file, '.test.mjs')}`));
    return sumOf(counts);
  };
  return sumOf(await Promise.all([work(), work()]));
}

/** @param {string} suite @returns {string[]} */
function filesOf(suite) {
  const folder = join(root, 'out/test', suite);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter(file => file.endsWith('.test.mjs'))
    .map(file => join(folder, file));
}

/** @param {readonly Counts[]} counts @returns {Counts} */
function sumOf(counts) {
  const none = { passed: 0, failed: 0, skipped: 0 };
  return counts.reduce(
    (sum, { passed, failed, skipped }) => ({ passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }),
    none,
  );
}

/**
 * One mocha.
 * @param {string} suite
 * @param {readonly string[]} files
 * @param {string} name of its results
 * @returns {Promise<Counts>}
 */
async function runFiles(suite, files, name) {
  const results = join(root, 'out/test', `${name}.json`);
  rmSync(results, { force: true });
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const { code, output } = await runNode([mocha, '--reporter', 'json', '--reporter-option', `output=${results}`, ...files]);
  const report = readReport(results);
  if (report === undefined) {
    console.log(`${suite}: mocha ended with ${code} and left no results\n${output}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { passes, failures, pending } = report.stats;
  for (const { fullTitle, err } of report.failures)
    console.log(`\n  ✗ ${fullTitle}\n${(err.stack ?? err.message ?? '').replace(/^/gm, '    ')}`);
  // An exit code without a failed test is a failure of its own: a hook, or something thrown after the end.
  const silent = failures === 0 && code !== 0;
  if (silent) console.log(`${suite}: mocha ended with ${code}\n${output.slice(-4000)}`);
  return { passed: passes, failed: failures + (silent ? 1 : 0), skipped: pending };
}

/** @typedef {{ stats: { passes: number, failures: number, pending: number }, failures: { fullTitle: string, err: { message?: string, stack?: string } }[] }} Report */

/** @param {string} file @returns {Report | undefined} */
function readReport(file) {
  try {
    return /** @type {Report} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // mocha was ended before it had written all of it
  }
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runNode(args) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestSuite,
      // To SIGTERM, Playwright would close its browser only. A browser whose Playwright is gone ends by itself.
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.stderr.on('data', chunk => (output += chunk));
    child.on('close', code => resolve({ code, output }));
  });
}
