// The suites in a plain Node process: a stand-in (test/support/vscode) is the module `vscode`. The bundle is the one that VS Code loads, so a
// suite is the same code in either place.
import { cpSync, mkdtempSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as Index from './index.js';
import { makeStandIn } from '../support/vscode/standIn.js';
import { installMovableClock } from '../support/windowless/movableClock.js';
import { removeFolder } from '../support/removeFolder.js';

/** Loads the suites of a scenario into the mocha that is loading this. */
export async function loadSuites(scenario: Index.Scenario): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'parley-node-'));
  after(() => removeFolder(place));
  const folder = join(place, 'workspace');
  if (scenario !== 'noFolder') cpSync('test/fixtures/workspace', folder, { recursive: true });
  const nothing = (): void => undefined;
  const { vscode } = makeStandIn({
    extension: resolve('.'),
    folders: scenario === 'noFolder' ? [] : [folder],
    isTrusted: scenario !== 'untrusted',
    settings: {},
    pages: { origin: 'https://the.page', load: nothing, post: nothing, focus: nothing, close: nothing },
  });
  // The one way to give a CommonJS bundle a module that is on no disk.
  const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
  const { _load: load } = loader;
  loader._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  globalThis.isInNode = true;
  // Each timer runs by itself at its time, unless a test lets the time pass.
  const clock = installMovableClock(Infinity);
  globalThis.passTime = milliseconds => clock.advance(milliseconds);
  const suites = createRequire(import.meta.url)(resolve('out/test/host/index.js')) as typeof Index;
  await suites.load(scenario);
}
