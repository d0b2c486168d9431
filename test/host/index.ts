// What VS Code loads into its extension host (`extensionTestsPath`): one mocha over the suite of the scenario. The counts
// go into a file, since VS Code's own word on how a run ended is not enough.
import { writeFileSync } from 'node:fs';
import { loadIntentSchema } from '../../src/host/intentSchema.js';
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
  const results = process.env['PARLEY_TEST_RESULTS'];
  const load = suites[scenario];
  if (load === undefined) throw new Error(`There is no suite for the scenario ${scenario}.`);
  // Mocha is an ES module, and this bundle is not.
  const { default: Mocha } = await import('mocha');
  const stopCollecting = collectWarnings();
  // `base` prints nothing: the runner outside does.
  const mocha = new Mocha({ ui: 'bdd', reporter: 'base', timeout: 10_000, forbidOnly: process.env['CI'] !== undefined });
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, scenario, mocha);
  await load();
  // The first message of all waits for it; what the tests say is taken at once.
  await loadIntentSchema();
  const failed: { title: string; message: string }[] = [];
  const write = ({ passes, failures, pending }: Mocha.Stats): void => {
    if (results !== undefined) writeFileSync(results, JSON.stringify({ passes, failures, pending, failed }));
  };
  const stats = await new Promise<Mocha.Stats>(resolve => {
    const runner = mocha.run(() => resolve(stats));
    // A `base` reporter has them counted.
    const stats = runner.stats as Mocha.Stats;
    runner.on('fail', (test, error: unknown) => {
      const waited = waitingFor() === undefined ? '' : `\nit still waited for: ${waitingFor()}`;
      failed.push({
        title: test.fullTitle(),
        message: `${error instanceof Error ? (error.stack ?? error.message) : String(error)}${waited}`,
      });
      // At once: a run that is cut off for taking too long shall say what it took too long for.
      write({ ...stats, failures: failed.length });
    });
  });
  stopCollecting();
  write(stats);
  if (stats.failures > 0) throw new Error(`${stats.failures} failed`);
}
