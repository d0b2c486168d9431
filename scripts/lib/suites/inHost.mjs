// Runs a mocha bundle inside VS Code's extension host, once per version and scenario, and judges the run.
// The bundle is a module with `run()`, as VS Code's `extensionTestsPath` wants it. It reads PARLEY_TEST_SCENARIO to choose its files and
// writes its progress to the file named by PARLEY_TEST_PROGRESS: VS Code reports success even where the extension host was
// killed or `process.exit` was called in it, so its report is not enough.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../vscode/chromium.mjs';
import { sumOf } from './counts.mjs';
import { runInDesktop } from './inDesktop.mjs';
import { runInWorkbench } from './inWorkbench.mjs';
import { onlyTests } from './progress.mjs';
import { describeCurrent, readProgress, watchProgress } from './watchProgress.mjs';
import { ensureWorkbench, workbenchVersions } from '../vscode/workbench.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @typedef {import('../vscode/workbench.mjs').WorkbenchName} WorkbenchName */
/** @typedef {{ name: string, workspace?: string, noFolder?: boolean, trust?: boolean, settings?: Record<string, unknown>, in?: WorkbenchName }} Scenario `trust`: workspace trust is on and the folder is not trusted; `in`: in `npm test` in this VS Code alone */
/** @typedef {{ code: number | string, output: string[], leftovers: string[] }} HostRun how the window ended, what was printed, which processes outlived it */
/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./counts.mjs').Red} Red */
/**
 * What one run in one window is made of.
 * @typedef {object} HostJob
 * @property {Scenario} scenario
 * @property {readonly string[]} extensions the folders under development: the extension itself unless a VSIX is tested, and a companion of it
 * @property {readonly string[]} vsix
 * @property {string} tests
 * @property {Record<string, string | undefined>} env
 * @property {string} progress the file
 * @property {(window: Promise<number | string>) => Promise<number | string>} untilEnd waits for the end of an open window, or until the
 *   tests in it can no longer end; gives how the window ended
 * @property {string} picture where a screenshot goes when something failed
 */

/** @type {readonly Scenario[]} */
export const hostScenarios = [
  { name: 'main', workspace: join(root, 'test/fixtures/workspace'), in: 'newest' },
  { name: 'untrusted', workspace: join(root, 'test/fixtures/workspace'), trust: true, in: 'oldest' },
  { name: 'noFolder', noFolder: true, in: 'oldest' },
];

/** @param {WorkbenchName} version */
export function scenariosIn(version) {
  // As test/support/tier.ts has it.
  const isWholeMatrix = process.env['PARLEY_TEST_ALL'] === '1';
  return hostScenarios.filter(scenario => isWholeMatrix || scenario.in === undefined || scenario.in === version);
}

/**
 * @typedef {object} HostOptions
 * @property {readonly WorkbenchName[]} [versions]
 * @property {string} [extension] the extension's folder
 * @property {string | undefined} [vsix] test this packed extension instead
 * @property {string} [tests] the bundle's folder
 * @property {readonly Scenario[] | undefined} [scenarios] else those of `npm test`, or all for `npm run test:all`
 * @property {Record<string, string | undefined>} [env] for VS Code and so for the extension host; `undefined` removes a variable
 * @property {boolean} [desktop] in desktop VS Code, which is downloaded, instead of code-server
 * @property {readonly string[]} [only] titles, with the suites around them, of the tests to run; without it all
 */

/**
 * @param {HostOptions} [options]
 * @returns {Promise<Counts>}
 */
export async function runHostTests(options = {}) {
  const { versions = ['oldest', 'newest'], scenarios, extension = root, desktop = false, env = {}, vsix, only } = options;
  const tests = options.tests ?? join(root, 'out/test/host');
  if (!existsSync(join(tests, 'index.js'))) throw new Error(`There are no tests: ${join(tests, 'index.js')} does not exist.`);
  const browser = desktop ? undefined : await launchChromium();
  const developed = [...(vsix === undefined ? [resolve(extension)] : []), companion(resolve(tests))];
  mkdirSync(join(root, 'out/test'), { recursive: true });
  /** @param {WorkbenchName} version */
  const runVersion = async version => {
    const run = browser ? await workbenchRunner(version, browser) : desktopRunner(version);
    const counts = [];
    for (const scenario of scenarios ?? scenariosIn(version)) {
      const label = `host ${run.vscode} ${scenario.name}${only ? ', again' : ''}`;
      const place = join(root, 'out/test', `host-${version}-${scenario.name}${only ? '-again' : ''}`);
      const progress = `${place}.progress`;
      for (const file of [progress, `${place}.png`]) rmSync(file, { force: true });
      /** @type {HostJob} */
      const job = {
        scenario,
        extensions: developed,
        vsix: vsix === undefined ? [] : [resolve(vsix)],
        tests: resolve(tests),
        env: { ...env, PARLEY_TEST_SCENARIO: scenario.name, PARLEY_TEST_PROGRESS: progress, [onlyTests]: only && JSON.stringify(only) },
        progress,
        untilEnd: window => untilEnd(label, progress, window),
        picture: `${place}.png`,
      };
      const ended = await runScenario(label, run.start, job);
      const alone = { ...options, versions: [version], scenarios: [scenario] };
      counts.push({ ...ended, red: (ended.red ?? []).map(red => withSecondRun(red, hostPart(version, scenario), alone)) });
    }
    return counts;
  };
  try {
    const all = await Promise.all(versions.map(runVersion));
    return sumOf(all.flat());
  } finally {
    await browser?.close();
  }
}

/**
 * @param {string} label
 * @param {string} progress
 * @param {Promise<number | string>} window
 * @returns {Promise<number | string>}
 */
async function untilEnd(label, progress, window) {
  let endWatch = () => {};
  /** @type {Promise<string>} */
  const stuck = new Promise(resolve => (endWatch = watchProgress(label, progress, resolve)));
  try {
    return await Promise.race([window, stuck]);
  } finally {
    endWatch();
  }
}

/** @param {WorkbenchName} version @param {import('playwright-core').Browser} browser */
async function workbenchRunner(version, browser) {
  const workbench = await ensureWorkbench(version);
  return { vscode: workbench.vscode, start: (/** @type {HostJob} */ job) => runInWorkbench(workbench, browser, job) };
}

/** @param {WorkbenchName} version */
function desktopRunner(version) {
  const vscode = version === 'oldest' ? workbenchVersions.oldest.vscode.replace(/\d+$/, '0') : 'stable';
  return { vscode: `desktop ${vscode}`, start: (/** @type {HostJob} */ job) => runInDesktop(vscode, job) };
}

/**
 * Prints one line when all is well, and everything that is known otherwise. Prints all at once, because another version runs beside it.
 * @param {string} label
 * @param {(job: HostJob) => Promise<HostRun>} start
 * @param {HostJob} job
 * @returns {Promise<Counts>}
 */
async function runScenario(label, start, job) {
  const began = performance.now();
  const run = await start(job).catch(notStarted);
  const progress = readProgress(job.progress);
  const problems = findProblems(run, progress);
  /** @type {Red[]} */
  const red = [
    ...progress.failures.map(({ kind, title, message }) => redOf(kind, title, message, job.picture)),
    ...problems.map(message => /** @type {const} */ ({ kind: 'run', name: label, message })),
  ];
  const counts = { passed: progress.passed, failed: red.length, skipped: progress.skipped, red };
  const lines = counts.failed > 0 ? run.output.slice(-60).map(line => `  | ${line}`) : [];
  for (const { title, message } of progress.failures) lines.push(`\n  ✗ ${title}\n${message.replace(/^/gm, '    ')}`);
  for (const problem of problems) lines.push(`\n  ✗ ${label}: ${problem}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  lines.push(`${label}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`);
  console.log(lines.join('\n'));
  return counts;
}

/** @param {import('./progress.mjs').Kind} kind @param {string} name @param {string} message @param {string} picture @returns {Red} */
function redOf(kind, name, message, picture) {
  return { kind: kind === 'test' ? 'test' : 'hook', name, message, ...(existsSync(picture) && { picture }) };
}

/** The name of a window among the parts of the suite. @param {WorkbenchName} version @param {Scenario} scenario */
export function hostPart(version, { name }) {
  return `${version}-${name}`;
}

/**
 * A failed test runs again in a fresh window.
 * @param {Red} red
 * @param {string} part
 * @param {HostOptions} options of a run with the one window in which it failed
 * @returns {Red}
 */
function withSecondRun(red, part, options) {
  if (red.kind !== 'test') return { ...red, part };
  return { ...red, part, again: () => runHostTests({ ...options, only: [red.name] }) };
}

/** @param {unknown} error @returns {HostRun} */
function notStarted(error) {
  return { code: error instanceof Error ? error.message : String(error), output: [], leftovers: [] };
}

/**
 * Everything that makes a run a failure beside failed tests. No test at all is a failure too.
 * @param {HostRun} run
 * @param {import('./watchProgress.mjs').Progress} progress
 */
function findProblems({ code, leftovers }, progress) {
  const problems = leftovers.map(command => `a process outlived its window: ${command}`);
  const { ended, failures, passed } = progress;
  if (!ended) problems.push(`the run ended before the tests did (${code}); ${describeCurrent(progress)}`);
  else if (failures.length === 0 && passed === 0) problems.push('not a single test has passed');
  else if (failures.length === 0 && code !== 0) problems.push(`all tests passed, but the run ended badly (${code})`);
  return problems;
}

/**
 * VS Code runs tests for an extension under development only, which a packed one is not. This one is the folder of the tests, so that they
 * belong to it, and its manifest names what they offer to VS Code; by itself it does nothing.
 * @param {string} folder
 */
function companion(folder) {
  const manifest = {
    name: 'companion',
    publisher: 'parley-test',
    version: '0.0.1',
    // Not any: VS Code refuses that of an extension with code.
    engines: { vscode: '^1.100.0' },
    // Without it VS Code takes the files of the folder for nobody's. Nothing wakes it but its views, and `activate` is not there.
    main: './index.js',
    extensionKind: ['workspace'],
    capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
    contributes: {
      views: {
        explorer: [
          { id: 'parley-test.page', name: 'Page', type: 'webview' },
          { id: 'parley-test.rows', name: 'Rows' },
        ],
      },
      mcpServerDefinitionProviders: [{ id: 'parley.askUser', label: 'Parley, opened by a test' }],
    },
  };
  const [file, text] = [join(folder, 'package.json'), JSON.stringify(manifest)];
  // The other VS Code may be reading it.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  return folder;
}
