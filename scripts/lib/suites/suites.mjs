// The suites of `npm test`, in order, and how each is run.
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runChecks } from './checks.mjs';
import { ensureChromium } from '../vscode/chromium.mjs';
import { sumOf } from './counts.mjs';
import { runHostTests } from './inHost.mjs';
import { runInWine } from './inWine.mjs';
import { runMocha } from './mocha.mjs';
import { exitOnSignals, run } from '../system/processes.mjs';
import { packVsix } from '../pack/vsix.mjs';
import { ensureWorkbench } from '../vscode/workbench.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const root = join(import.meta.dirname, '..', '..', '..');

/** @type {Record<string, (options: { desktop: boolean }) => Promise<Counts>>} */
const suites = {
  check: runChecks,
  unit: () => runHands('unit', 2),
  async webview() {
    await ensureChromium();
    // Much of it is waiting for a browser to paint.
    return runHands('webview', 2);
  },
  windows: () => (process.platform === 'win32' ? runHands('windows') : runInWine(filesOf('windows'))),
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

/** Suites that run beside the suite before them, because that one leaves half of the machine idle. */
const besides = ['host'];

/**
 * @param {readonly string[]} names
 * @param {{ desktop: boolean }} options
 * @returns {Promise<Counts>}
 */
export async function runSuites(names, options) {
  exitOnSignals();
  if (!(await buildAll())) return { passed: 0, failed: 1, skipped: 0 };
  const all = [];
  for (const group of groupsOf(names)) all.push(...(await Promise.all(group.map(name => runTimed(name, options)))));
  return sumOf(all);
}

/** @param {readonly string[]} names @returns {readonly (readonly string[])[]} */
function groupsOf(names) {
  /** @type {string[][]} */
  const groups = [];
  for (const name of names) {
    const last = groups.at(-1);
    if (besides.includes(name) && last !== undefined) last.push(name);
    else groups.push([name]);
  }
  return groups;
}

/**
 * @param {string} name
 * @param {{ desktop: boolean }} options
 * @returns {Promise<Counts>}
 */
async function runTimed(name, options) {
  const began = performance.now();
  const counts = await runSuite(name, options);
  console.log(`${name}: ${counts.passed} of ${counts.passed + counts.failed} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return counts;
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
  try {
    await run(process.execPath, [join(root, 'esbuild.mjs'), '--production', '--tests'], { cwd: root });
    return true;
  } catch (error) {
    console.log(`build failed\n${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/**
 * Deals the built files of a suite out to so many mochas beside each other. (Mocha's own `--parallel` loses the results, and what
 * was thrown, when something is thrown outside of a test's own promise.)
 * @param {string} suite
 * @param {number} [mochas]
 * @returns {Promise<Counts>}
 */
async function runHands(suite, mochas = 1) {
  const files = filesOf(suite);
  const hands = Array.from({ length: mochas }, (_, hand) => files.filter((_file, index) => index % mochas === hand));
  return sumOf(await Promise.all(hands.map((hand, index) => runNamed(hand, `${suite}${index === 0 ? '' : index + 1}`))));
}

/** Files that take more than a minute, the longest first: begun last, one of them would run alone at the end. */
const longFiles = ['parking', 'evidence', 'story', 'card', 'chats'];

/**
 * Runs the built files of a suite, each in a mocha of its own, two at a time, because some take minutes and others seconds.
 * @param {string} suite
 * @returns {Promise<Counts>}
 */
async function runFileByFile(suite) {
  const built = filesOf(suite);
  const long = longFiles.map(name => join(root, 'out/test', suite, `${name}.test.mjs`)).filter(file => built.includes(file));
  const files = [...long, ...built.filter(file => !long.includes(file))];
  const work = async () => {
    const counts = [];
    for (let file = files.shift(); file !== undefined; file = files.shift())
      counts.push(await runNamed([file], `${suite}-${basename(file, '.test.mjs')}`));
    return sumOf(counts);
  };
  return sumOf(await Promise.all([work(), work()]));
}

/** @param {readonly string[]} files @param {string} name @returns {Promise<Counts>} */
function runNamed(files, name) {
  return runMocha(files, { label: name, place: join(root, 'out/test', name) });
}

/** @param {string} suite @returns {string[]} */
function filesOf(suite) {
  const folder = join(root, 'out/test', suite);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter(file => file.endsWith('.test.mjs'))
    .map(file => join(folder, file));
}
