// Owns: running the unit tests for Stryker, in one process for many mutants. Stryker's own runner for mocha does not know mocha 12.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { determineHitLimitReached, DryRunStatus, MutantRunStatus, TestStatus, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';
import fc from 'fast-check';
import Mocha from 'mocha';
import { mutantTests } from './mutantTests.mjs';

/** @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner */
/** @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult */
/** @typedef {import('@stryker-mutator/api/test-runner').CompleteDryRunResult} CompleteDryRunResult */
/**
 * @typedef {object} Instrumented the variables by which the mutated code and this runner talk
 * @property {string | undefined} [activeMutant]
 * @property {string | undefined} [currentTestId]
 * @property {number | undefined} [hitCount]
 * @property {number | undefined} [hitLimit]
 * @property {import('@stryker-mutator/api/core').MutantCoverage} [mutantCoverage]
 */

/** Milliseconds. A mutant of code that waits may wait forever, and counts as killed: the limit must be long enough for a busy machine. */
const testLimit = 5_000;

/** All tests in one bundle, so that each mutated file is loaded once. @returns {Promise<string>} the path of the bundle */
async function buildTests() {
  const outfile = join(process.cwd(), `out/tests-${process.pid}.mjs`);
  const contents = mutantTests()
    .map(path => `import '${path}';`)
    .join('\n');
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    packages: 'external',
    format: 'esm',
    logLevel: 'warning',
  });
  return outfile;
}

/** @returns {TestRunner} */
function createRunner() {
  // Few generated cases, because every mutant runs them; the same ones for each mutant, else the list of survivors would change by chance.
  process.env['PARLEY_PROPERTY_SHARE'] = '0.01';
  fc.configureGlobal({ seed: 1 });
  /** @type {Instrumented} */
  const context = {};
  Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: context });
  /** @type {Promise<string> | undefined} */
  let bundle;
  let loads = 0;
  let mocha = new Mocha();

  /** Loads the tests and the code anew, because a mutant may act while the code is loaded. */
  async function load() {
    mocha = new Mocha({ timeout: testLimit, bail: true, reporter: Mocha.reporters.Base });
    mocha.cleanReferencesAfterRun(false);
    // Gives the tests their `describe` and `it`. Mocha itself loads a file only once.
    mocha.suite.emit('pre-require', globalThis, '', mocha);
    const { href } = pathToFileURL(await (bundle ??= buildTests()));
    await import(`${href}?${++loads}`);
  }

  /** Runs the tests with these full titles, or all. @param {readonly string[]} [titles] @returns {Promise<CompleteDryRunResult>} */
  function runTests(titles) {
    /** @type {TestResult[]} */
    const tests = [];
    mocha.grep(new RegExp(titles === undefined ? '' : `^(?:${titles.map(escaped).join('|')})$`));
    return new Promise(resolve => {
      const runner = mocha.run(() => resolve({ status: DryRunStatus.Complete, tests }));
      let began = performance.now();
      const told = (/** @type {Mocha.Runnable} */ test) => {
        const [id, timeSpentMs] = [test.fullTitle(), performance.now() - began];
        began = performance.now();
        return { id, name: id, timeSpentMs };
      };
      runner.on('test', test => (context.currentTestId = test.fullTitle()));
      runner.on('pass', test => tests.push({ ...told(test), status: TestStatus.Success }));
      runner.on('fail', (test, { message }) =>
        tests.push({ ...told(test), status: TestStatus.Failed, failureMessage: message || 'failed' }),
      );
    });
  }

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async dryRun() {
      await load();
      // The unchanged code ends, however busy the machine is.
      mocha.suite.eachTest(test => void test.timeout(0));
      const result = await runTests();
      // A test that cannot run twice would fail for each mutant, and seem to kill it.
      const again = await runTests();
      mocha.suite.eachTest(test => void test.timeout(testLimit));
      if (again.tests.some(({ status }) => status === TestStatus.Failed)) return again;
      const { mutantCoverage } = context;
      if (mutantCoverage === undefined) return result;
      const { perTest } = mutantCoverage;
      // Code that runs in tests and also while they are loaded (a `describe` that makes a state) is tried in those tests alone: to load
      // anew and run everything would take a hundred times as long, and could only kill more.
      const inTests = new Set(Object.values(perTest).flatMap(Object.keys));
      const onlyLoading = Object.entries(mutantCoverage.static).filter(([mutant]) => !inTests.has(mutant));
      return { ...result, mutantCoverage: { perTest, static: Object.fromEntries(onlyLoading) } };
    },
    async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
      context.hitLimit = hitLimit;
      context.hitCount = hitLimit === undefined ? undefined : 0;
      context.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
      try {
        if (reloadEnvironment || loads === 0) await load();
      } catch (error) {
        return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: `The code does not load: ${String(error)}`, nrOfTests: 0 };
      }
      context.activeMutant = activeMutant.id;
      const result = await runTests(testFilter);
      return toMutantRunResult(determineHitLimitReached(context.hitCount, context.hitLimit) ?? result);
    },
  };
}

const escaped = (/** @type {string} */ text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'unitTests', createRunner)];
