// Owns: running a mocha bundle inside VS Code's extension host, once per version and scenario, and judging honestly how that went.
// The bundle is a module with `run()`, as VS Code's `extensionTestsPath` wants it. It reads PARLEY_TEST_SCENARIO to choose its files and
// writes its counts to the file named by PARLEY_TEST_RESULTS: VS Code reports success also where the extension host was killed or
// somebody called `process.exit` in it, so its own word is not enough.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { runInDesktop } from './inDesktop.mjs';
import { runInWorkbench } from './inWorkbench.mjs';
import { atExit } from './processes.mjs';
import { ensureWorkbench, workbenchVersions } from './workbench.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {import('./workbench.mjs').WorkbenchName} WorkbenchName */
/** @typedef {{ name: string, workspace?: string, noFolder?: boolean, trust?: boolean, settings?: Record<string, unknown> }} Scenario `trust`: workspace trust is on and nobody has trusted the folder */
/** @typedef {{ passes: number, failures: number, pending: number, failed: { title: string, message: string }[] }} SuiteResults what the bundle writes */
/** @typedef {{ code: number | string, output: string[], leftovers: string[] }} HostRun how the window ended, what was printed, which processes outlived it */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * What one run in one window is made of.
 * @typedef {object} HostJob
 * @property {Scenario} scenario
 * @property {string} extension the folder under development: the extension itself or, when a VSIX is tested, a companion of it
 * @property {readonly string[]} vsix
 * @property {string} tests
 * @property {string} results
 * @property {Record<string, string | undefined>} env
 * @property {number} timeout milliseconds
 * @property {string} picture where a screenshot goes when something failed
 */

/** @type {readonly Scenario[]} */
export const hostScenarios = [
  { name: 'main', workspace: join(root, 'test/fixtures/workspace') },
  { name: 'untrusted', workspace: join(root, 'test/fixtures/workspace'), trust: true },
  { name: 'noFolder', noFolder: true },
];

/**
 * @param {object} [options]
 * @param {readonly WorkbenchName[]} [options.versions]
 * @param {string} [options.extension] the extension's folder
 * @param {string | undefined} [options.vsix] test this packed extension instead
 * @param {string} [options.tests] the bundle's folder
 * @param {readonly Scenario[]} [options.scenarios]
 * @param {Record<string, string | undefined>} [options.env] for VS Code and so for the extension host; `undefined` removes a variable
 * @param {boolean} [options.desktop] in desktop VS Code, which is downloaded, instead of code-server
 * @param {number} [options.timeout] milliseconds for one scenario
 * @returns {Promise<Counts>}
 */
export async function runHostTests({
  versions = ['oldest', 'newest'],
  extension = root,
  vsix,
  tests = join(root, 'out/test/host'),
  scenarios = hostScenarios,
  env = {},
  desktop = false,
  timeout = 180_000,
} = {}) {
  if (!existsSync(join(tests, 'index.js'))) throw new Error(`There are no tests: ${join(tests, 'index.js')} does not exist.`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-host-'));
  const forget = atExit(() => rmSync(folder, { recursive: true, force: true }));
  const browser = desktop ? undefined : await launchChromium();
  const total = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const version of versions) {
      const run = browser ? await workbenchRunner(version, browser) : desktopRunner(version);
      for (const scenario of scenarios) {
        const label = `${run.vscode} ${scenario.name}`;
        const counts = await runScenario(label, run.start, {
          scenario,
          extension: vsix === undefined ? resolve(extension) : companion(folder),
          vsix: vsix === undefined ? [] : [resolve(vsix)],
          tests: resolve(tests),
          results: join(folder, `${version}-${scenario.name}.json`),
          env,
          timeout,
          picture: join(root, 'out/test', `host-${version}-${scenario.name}.png`),
        });
        total.passed += counts.passed;
        total.failed += counts.failed;
        total.skipped += counts.skipped;
      }
    }
  } finally {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
    forget();
  }
  return total;
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
 * Prints one line when all is well, and everything that is known otherwise.
 * @param {string} label
 * @param {(job: HostJob) => Promise<HostRun>} start
 * @param {HostJob} job
 * @returns {Promise<Counts>}
 */
async function runScenario(label, start, job) {
  const began = performance.now();
  const env = { ...job.env, PARLEY_TEST_SCENARIO: job.scenario.name, PARLEY_TEST_RESULTS: job.results };
  const run = await start({ ...job, env });
  const suite = readResults(job.results);
  const problems = findProblems(run, suite);
  const counts = { passed: suite?.passes ?? 0, failed: (suite?.failures ?? 0) + problems.length, skipped: suite?.pending ?? 0 };
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (counts.failed > 0) {
    for (const line of run.output.slice(-60)) console.log(`  | ${line}`);
    for (const { title, message } of suite?.failed ?? []) console.log(`\n  ✗ ${title}\n${indent(message)}`);
    for (const problem of problems) console.log(`\n  ✗ ${problem}`);
  }
  console.log(`host ${label}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`);
  return counts;
}

/**
 * Everything that makes a run a failure beside failed tests. No test at all is a failure too.
 * @param {HostRun} run
 * @param {SuiteResults | undefined} suite
 */
function findProblems({ code, leftovers }, suite) {
  const problems = leftovers.map(command => `a process outlived its window: ${command}`);
  if (!suite) problems.push(`the extension host ended before the tests did (${code})`);
  else if (suite.failures === 0 && suite.passes === 0) problems.push('not a single test has passed');
  else if (suite.failures === 0 && code !== 0) problems.push(`all tests passed, but the extension host ended with ${code}`);
  return problems;
}

/** @param {string} file @returns {SuiteResults | undefined} */
function readResults(file) {
  if (!existsSync(file)) return undefined;
  try {
    /** @type {unknown} */
    const results = JSON.parse(readFileSync(file, 'utf8'));
    return /** @type {SuiteResults} */ (results);
  } catch {
    return undefined; // it was cut off, so the host ended too early
  }
}

/**
 * VS Code runs tests for an extension under development only; a packed one gets this companion, which does nothing.
 * @param {string} folder
 */
function companion(folder) {
  const made = join(folder, 'companion');
  mkdirSync(made, { recursive: true });
  const manifest = {
    name: 'companion',
    publisher: 'parley-test',
    version: '0.0.1',
    engines: { vscode: '*' },
    extensionKind: ['workspace'],
    capabilities: { untrustedWorkspaces: { supported: true }, virtualWorkspaces: true },
  };
  writeFileSync(join(made, 'package.json'), JSON.stringify(manifest));
  return made;
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, '    ');
}
