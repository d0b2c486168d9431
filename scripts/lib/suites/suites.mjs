// Owns: the suites of the tests: the parts that each is made of, and the jobs that run these parts.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packedVsix } from '../pack/vsix.mjs';
import { checks, runCheck } from './checks.mjs';
import { builtName, partOf } from './counts.mjs';
import { hostPart, hostScenarios, runHostTests, scenariosIn } from './inHost.mjs';
import { runInWine, winePart } from './inWine.mjs';
import { runMocha } from './mocha.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./lastRun.mjs').Part} Part */
/** @typedef {import('./needs.mjs').Need} Need */
/** @typedef {{ desktop: boolean }} Options */
/**
 * @typedef {object} Job
 * @property {string} name
 * @property {readonly Part[]} parts
 * @property {readonly Need[]} needs
 * @property {import('./queue.mjs').QueuedJob['build']} build
 * @property {() => Promise<Counts>} run
 */
/**
 * @typedef {object} Suite
 * @property {boolean} [elsewhere] left out of `npm test`: it runs where it is named, and in `npm run test:all`
 * @property {() => readonly string[]} parts
 * @property {(parts: readonly Part[], options: Options) => readonly Job[]} jobs
 */

const root = join(import.meta.dirname, '..', '..', '..');
const windows = process.platform === 'win32';

/** @type {Readonly<Record<string, Suite>>} */
export const suites = {
  check: { parts: () => checks.map(({ name }) => name), jobs: checkJobs },
  unit: { parts: () => filesOf('unit'), jobs: unitJobs },
  webview: { parts: () => filesOf('webview'), jobs: parts => handsOf('webview', parts, 3, ['build', 'chromium']) },
  windows: {
    elsewhere: !windows,
    parts: () => (windows ? filesOf('windows') : [winePart]),
    jobs: parts => (windows ? handsOf('windows', parts, 1, ['build']) : parts.map(wineJob)),
  },
  host: {
    parts: () => [
      ...filesOf('host'),
      ...hostVersions.flatMap(version => scenariosIn(version).map(scenario => hostPart(version, scenario))),
    ],
    jobs: (parts, options) => [...alone('host', parts.filter(inNode), ['build']), ...windowJobs(parts, options)],
  },
  e2e: { parts: () => filesOf('e2e'), jobs: e2eJobs },
  // Other agents from npm, which are large.
  agents: {
    elsewhere: true,
    parts: () => filesOf('agents'),
    jobs: parts => handsOf('agents', parts, 1, ['build', 'chromium', 'newest', 'agents']),
  },
};

/** The names of the test files of a suite, with their folders in it. @param {string} suite @returns {readonly string[]} */
function filesOf(suite) {
  return readdirSync(join(root, 'test', suite), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts'))
    .map(file => file.slice(0, -'.test.ts'.length).replaceAll('\\', '/'));
}

/** @param {readonly Part[]} parts @returns {readonly Job[]} */
function checkJobs(parts) {
  return checks
    .filter(({ name }) => parts.some(part => part.name === name))
    .map(check => ({
      name: `check-${check.name}`,
      parts: [{ name: check.name }],
      needs: [],
      build: /** @type {const} */ ('neither'),
      run: () => runCheck(check),
    }));
}

/**
 * Deals the files of a suite out to so many mochas. (Mocha's own `--parallel` loses the results, and what was thrown, when something is
 * thrown outside of a test's own promise.) A file of which only some tests run has a mocha of its own.
 * @param {string} suite
 * @param {readonly Part[]} parts
 * @param {number} mochas
 * @param {readonly Need[]} needs
 * @returns {readonly Job[]}
 */
function handsOf(suite, parts, mochas, needs) {
  return dealtOut(suite, parts, mochas, (_part, index) => index % mochas, needs);
}

/**
 * To start a program takes a process the longer the larger it is: 4 ms where it is small, 44 at 600 MB. So the tests that start git stand together,
 * and those that start other programs; the others hold the syntax trees of all sources.
 */
const unitFolders = [
  ['review', 'disk', 'door'],
  ['claude', 'host', 'memory', 'scripts'],
];

/** @param {readonly Part[]} parts @returns {readonly Job[]} */
function unitJobs(parts) {
  const handOf = (/** @type {Part} */ { name }) => {
    const hand = unitFolders.findIndex(folders => folders.includes(name.split('/')[0] ?? ''));
    return hand < 0 ? unitFolders.length : hand;
  };
  const jobs = dealtOut('unit', parts, unitFolders.length + 1, handOf, ['build']);
  // The files of the others are bundles of their own beside the build: what packs Parley again leaves them.
  const isOfOthers = (/** @type {Job} */ job) => job.parts.every(part => handOf(part) === unitFolders.length);
  return jobs.map(job => (isOfOthers(job) ? { ...job, build: /** @type {const} */ ('neither') } : job));
}

/**
 * @param {string} suite
 * @param {readonly Part[]} parts
 * @param {number} mochas
 * @param {(part: Part, index: number) => number} handOf
 * @param {readonly Need[]} needs
 * @returns {readonly Job[]}
 */
function dealtOut(suite, parts, mochas, handOf, needs) {
  const whole = parts.filter(({ only }) => only === undefined);
  const hands = Array.from({ length: mochas }, (_, hand) => whole.filter((part, index) => handOf(part, index) === hand));
  const all = hands.map((dealt, hand) => mochaJob(suite, `${suite}${hand === 0 ? '' : hand + 1}`, dealt, needs));
  return [
    ...all.filter(job => job.parts.length > 0),
    ...alone(
      suite,
      parts.filter(part => !whole.includes(part)),
      needs,
    ),
  ];
}

/** Each file in a mocha of its own. @param {string} suite @param {readonly Part[]} parts @param {readonly Need[]} needs @returns {readonly Job[]} */
function alone(suite, parts, needs) {
  return parts.map(part => mochaJob(suite, `${suite}-${part.name}`, [part], needs));
}

/** @param {string} suite @param {string} name @param {readonly Part[]} parts @param {readonly Need[]} needs @returns {Job} */
function mochaJob(suite, name, parts, needs) {
  const files = parts.map(part => join(root, 'out/test', suite.replace(/-.*/, ''), `${builtName(part.name)}.test.mjs`));
  const only = parts.flatMap(part => part.only ?? []);
  return {
    name,
    parts,
    needs,
    build: 'reads',
    async run() {
      const counts = await runMocha(files, { label: name, place: join(root, 'out/test', name), ...(only.length > 0 && { only }) });
      const red = counts.red?.map(each => (each.file === undefined ? each : { ...each, part: partOf(each.file) }));
      return { ...counts, ...(red && { red }) };
    },
  };
}

/** @param {Part} part @returns {Job} */
function wineJob(part) {
  const files = filesOf('windows').map(name => join(root, 'out/test/windows', `${name}.test.mjs`));
  return { name: 'windows', parts: [part], needs: ['build'], build: 'reads', run: () => runInWine(files) };
}

const hostVersions = /** @type {const} */ (['oldest', 'newest']);

/** A file of the suite that runs without VS Code. @param {Part} part */
function inNode({ name }) {
  return filesOf('host').includes(name);
}

/** One job for each VS Code, and one for each window in which only some tests run. @param {readonly Part[]} parts @param {Options} options */
function windowJobs(parts, { desktop }) {
  return hostVersions.flatMap(version => {
    const windowsOf = hostScenarios.flatMap(scenario => {
      const part = parts.find(({ name }) => name === hostPart(version, scenario));
      return part === undefined ? [] : [{ scenario, part }];
    });
    /** @type {(chosen: typeof windowsOf, name: string) => Job} */
    const job = (chosen, name) => ({
      name,
      parts: chosen.map(({ part }) => part),
      build: /** @type {const} */ ('reads'),
      needs: ['vsix', ...(desktop ? [] : [/** @type {const} */ ('chromium'), version])],
      run: () => {
        const only = chosen[0]?.part.only;
        const scenarios = chosen.map(({ scenario }) => scenario);
        return runHostTests({ versions: [version], scenarios, vsix: packedVsix, desktop, ...(only && { only }) });
      },
    });
    const whole = windowsOf.filter(({ part }) => part.only === undefined);
    const some = windowsOf.filter(({ part }) => part.only !== undefined);
    return [...(whole.length > 0 ? [job(whole, `host-${version}`)] : []), ...some.map(each => job([each], `host-${each.part.name}`))];
  });
}

/** The file that packs Parley again, which no test that serves or installs it should meet. */
const packingFile = 'start';
/** Asks who is logged in, as a window does that has just been opened. */
const firstInWindow = 'setUp.window';
/** So many that all lanes have one to the end, and few, because each starts a browser and loads the test library. */
const handsWithoutWindow = 4;

/** @param {readonly Part[]} parts @returns {readonly Job[]} */
function e2eJobs(parts) {
  const inWindow = parts.filter(({ name }) => name.endsWith('.window'));
  const packing = parts.filter(({ name }) => name === packingFile);
  const others = parts.filter(part => ![...inWindow, ...packing].includes(part));
  const inOrder = [...inWindow].sort((a, b) => Number(b.name === firstInWindow) - Number(a.name === firstInWindow));
  /** @type {readonly Need[]} */
  const window = ['vsix', 'chromium', 'newest'];
  return [
    ...handsOf('e2e-window', inOrder, 1, window),
    ...handsOf('e2e', others, handsWithoutWindow, ['build', 'chromium']),
    ...alone('e2e', packing, window).map(job => ({ ...job, build: /** @type {const} */ ('writes') })),
  ];
}
