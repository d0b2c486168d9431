// The suites of `npm test`, in order, and the jobs that each is made of.
import { mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { checks, runCheck } from './checks.mjs';
import { ensureChromium } from '../vscode/chromium.mjs';
import { redLine, sumOf } from './counts.mjs';
import { runHostTests } from './inHost.mjs';
import { runInWine } from './inWine.mjs';
import { runMocha } from './mocha.mjs';
import { exitOnSignals, run } from '../system/processes.mjs';
import { packVsix, packedVsix } from '../pack/vsix.mjs';
import { ensureWorkbench } from '../vscode/workbench.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {{ desktop: boolean }} Options */
/** @typedef {() => Promise<Counts>} Job */
/**
 * @typedef {object} Suite
 * @property {(options: Options) => Promise<unknown>} [prepare] installs what the jobs need
 * @property {boolean} [packed] do the jobs need the VSIX?
 * @property {(options: Options) => readonly Job[]} jobs asked for after the build
 */

const root = join(import.meta.dirname, '..', '..', '..');

/** @type {Record<string, Suite>} */
const suites = {
  check: { jobs: () => checks.map(check => () => runCheck(check)) },
  unit: { jobs: () => handsOf('unit', 2) },
  webview: { prepare: ensureChromium, jobs: () => handsOf('webview', 3) },
  windows: {
    jobs: () => (process.platform === 'win32' ? handsOf('windows', 1) : [() => runInWine(filesOf('windows'))]),
  },
  host: {
    packed: true,
    async prepare({ desktop }) {
      if (desktop) return;
      await ensureChromium();
      await ensureWorkbench('oldest');
      await ensureWorkbench('newest');
    },
    jobs: ({ desktop }) =>
      /** @type {const} */ (['oldest', 'newest']).map(version => () => runHostTests({ versions: [version], vsix: packedVsix, desktop })),
  },
  e2e: {
    packed: true,
    async prepare() {
      await ensureChromium();
      await ensureWorkbench('newest');
    },
    jobs: () => fileByFile('e2e'),
  },
};

export const suiteNames = Object.keys(suites);

/** No more than there are processors, because one window with its CLIs keeps more than one of them busy. */
const lanes = availableParallelism();

/**
 * @param {readonly string[]} names
 * @param {Options} options
 * @returns {Promise<Required<Counts>>}
 */
export async function runSuites(names, options) {
  exitOnSignals();
  const wanted = names.flatMap(name => suites[name] ?? []);
  const notBuilt = await buildAll(wanted.some(({ packed }) => packed === true));
  if (notBuilt !== undefined) return sumOf([notBuilt]);
  /** @type {Counts[]} */
  const all = [];
  // One queue for all suites, because at the end of each one alone most of the machine would be idle.
  const queue = wanted.flatMap((suite, index) => jobsOf(names[index] ?? '', suite, options, counts => all.push(counts)));
  const work = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await job();
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return sumOf(all);
}

/**
 * The jobs of a suite, of which the last one to end prints and reports the sum.
 * @param {string} name
 * @param {Suite} suite
 * @param {Options} options
 * @param {(counts: Counts) => void} report
 * @returns {readonly (() => Promise<void>)[]}
 */
function jobsOf(name, suite, options, report) {
  const jobs = suite.jobs(options);
  /** @type {Counts[]} */
  const ended = [];
  /** @type {number | undefined} */
  let began;
  /** @type {Promise<Counts | undefined> | undefined} */
  let ready;
  return jobs.map(job => async () => {
    began ??= performance.now();
    ready ??= prepare(name, suite, options);
    const counts = (await ready) ?? (await job().catch((/** @type {unknown} */ error) => explain(name, error)));
    ended.push(counts);
    if (ended.length < jobs.length) return;
    const sum = sumOf(ended);
    console.log(`${name}: ${sum.passed} of ${sum.passed + sum.failed} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    report(sum);
  });
}

/**
 * Installs what the suite needs. What could not be installed says so in its message; that is a failure, never a skip.
 * @param {string} name
 * @param {Suite} suite
 * @param {Options} options
 * @returns {Promise<Counts | undefined>} undefined: everything is there
 */
async function prepare(name, suite, options) {
  try {
    await suite.prepare?.(options);
    return undefined;
  } catch (error) {
    return explain(name, error);
  }
}

/** @param {string} name @param {unknown} error @returns {Counts} */
function explain(name, error) {
  const message = error instanceof Error ? error.message : String(error);
  console.log(`${name}: ${message}`);
  return { passed: 0, failed: 1, skipped: 0, red: [redLine(name, message)] };
}

/**
 * Packs now as well, because packing writes again the bundles that the webview's tests serve.
 * @param {boolean} packed
 * @returns {Promise<Counts | undefined>} undefined: everything is built
 */
async function buildAll(packed) {
  try {
    await run(process.execPath, [join(root, 'esbuild.mjs'), '--production', '--tests'], { cwd: root });
    if (packed) await packVsix();
    return undefined;
  } catch (error) {
    return explain('build', error);
  }
}

/**
 * Deals the built files of a suite out to so many mochas. (Mocha's own `--parallel` loses the results, and what was thrown, when
 * something is thrown outside of a test's own promise.)
 * @param {string} suite
 * @param {number} mochas
 * @returns {readonly Job[]}
 */
function handsOf(suite, mochas) {
  const files = filesOf(suite);
  return Array.from({ length: mochas }, (_, hand) => {
    const dealt = files.filter((_file, index) => index % mochas === hand);
    return () => runNamed(dealt, `${suite}${hand === 0 ? '' : hand + 1}`);
  });
}

/** Files that take more than a minute, the longest first: begun last, one of them would run alone at the end. */
const longFiles = ['parking', 'card', 'story', 'evidence', 'chats'];
/** The file that packs Parley again, which no test that serves or installs it should meet. */
const lastFile = 'start';

/**
 * Runs the built files of a suite, each in a mocha of its own, because some take minutes and others seconds.
 * @param {string} suite
 * @returns {readonly Job[]}
 */
function fileByFile(suite) {
  const names = filesOf(suite).map(file => basename(file, '.test.mjs'));
  const others = names.filter(name => !longFiles.includes(name) && name !== lastFile);
  return [...longFiles, ...others, lastFile]
    .filter(name => names.includes(name))
    .map(name => () => runNamed([join(root, 'out/test', suite, `${name}.test.mjs`)], `${suite}-${name}`));
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
