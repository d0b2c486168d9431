// What VS Code loads into its extension host (`extensionTestsPath`): one mocha over the suite of the scenario. The results
// go into a progress file, because VS Code does not report reliably how a run ended.
import { writeProgress } from '../../scripts/lib/suites/progress.mjs';
import { loadIntentSchema } from '../../src/host/views/intentSchema.js';
import { collectWarnings } from './leaks.js';
import { explainWaiting } from './until.js';

/** Each loads its file only when it is wanted: a file's suites belong to the mocha that is there when it loads. */
const suites = {
  main: () => import('./main.suite.js'),
  untrusted: () => import('./untrusted.suite.js'),
  noFolder: () => import('./noFolder.suite.js'),
} as const;

export type Scenario = keyof typeof suites;

/** Loads the suites of a scenario into the mocha that is there. */
export async function load(scenario: Scenario): Promise<void> {
  globalThis.explainFailure = explainWaiting;
  await suites[scenario]();
  // The first message of all waits for it; what the tests say is taken at once.
  await loadIntentSchema();
}

export async function run(): Promise<void> {
  const scenario = process.env['PARLEY_TEST_SCENARIO'] ?? 'main';
  const progress = process.env['PARLEY_TEST_PROGRESS'];
  if (progress === undefined) throw new Error('PARLEY_TEST_PROGRESS names no file.');
  if (!isScenario(scenario)) throw new Error(`There is no suite for the scenario ${scenario}.`);
  // Mocha is an ES module, and this bundle is not.
  const { default: Mocha } = await import('mocha');
  const stopCollecting = collectWarnings();
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, forbidOnly: process.env['CI'] !== undefined });
  const runTests = writeProgress(mocha, progress);
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, scenario, mocha);
  await load(scenario);
  const failures = await runTests();
  stopCollecting();
  if (failures > 0) throw new Error(`${failures} failed`);
}

function isScenario(name: string): name is Scenario {
  return name in suites;
}
