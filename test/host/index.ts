// What VS Code loads into its extension host (`extensionTestsPath`): one mocha over the suite of the scenario. The results
// go into a progress file, because VS Code does not report reliably how a run ended.
import { writeProgress } from '../../scripts/lib/suites/progress.mjs';
import { loadIntentSchema } from '../../src/host/views/intentSchema.js';
import { collectWarnings } from './leaks.js';
import { waitingFor } from './until.js';

/** Each loads its file only when it is wanted: a file's suites belong to the mocha that is there when it loads. */
const suites: Readonly<Record<string, () => Promise<unknown>>> = {
  main: () => import('./main.suite.js'),
  untrusted: () => import('./untrusted.suite.js'),
  noFolder: () => import('./noFolder.suite.js'),
};

export async function run(): Promise<void> {
  const scenario = process.env['PARLEY_TEST_SCENARIO'] ?? 'main';
  const progress = process.env['PARLEY_TEST_PROGRESS'];
  const load = suites[scenario];
  if (progress === undefined) throw new Error('PARLEY_TEST_PROGRESS names no file.');
  if (load === undefined) throw new Error(`There is no suite for the scenario ${scenario}.`);
  // Mocha is an ES module, and this bundle is not.
  const { default: Mocha } = await import('mocha');
  const stopCollecting = collectWarnings();
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, forbidOnly: process.env['CI'] !== undefined });
  const explain = (): string => (waitingFor() === undefined ? '' : `\nit still waited for: ${waitingFor()}`);
  const runTests = writeProgress(mocha, progress, { explain });
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, scenario, mocha);
  await load();
  // The first message of all waits for it; what the tests say is taken at once.
  await loadIntentSchema();
  const failures = await runTests();
  stopCollecting();
  if (failures > 0) throw new Error(`${failures} failed`);
}
