// One window, or one process without a window, for all tests of a suite, because opening a window takes longer than most tests.
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { claudePaths } from './claudes.js';
import type { Parley, ParleyOptions } from './parley.js';
import { openParley } from './parley.js';
import type { Windowless } from './windowless/windowless.js';
import { openWindowless } from './windowless/windowless.js';

/** Milliseconds for one test in a real window: so many that only a test that hangs reaches them, also on a busy machine. */
export const windowLimit = 300_000;

/**
 * Variables for the engine of the newest CLI (Bun's): it leaves out its better compiler and the collection of garbage. Together they take two
 * fifths of the processor time of a session of a few seconds; without them it needs a tenth more memory, and the CLI does the same. A bench
 * measures the CLI as a person has it.
 */
const shortLived = { BUN_JSC_useDFGJIT: '0', BUN_JSC_useGC: '0' };

export function withShortLived<T extends ParleyOptions>(options: T): T {
  return { claudePath: claudePaths.newest, ...options, environment: { ...shortLived, ...options.environment } };
}

/** What the test files of one mocha share. Each file is a bundle, so a variable of this module would be one for each. */
interface Shared {
  browser?: Promise<Browser>;
  /** The windows by the version of VS Code. */
  readonly windows: Map<string, Promise<Parley>>;
}
declare global {
  var parleyShared: Shared | undefined;
}
const shared = (): Shared => (globalThis.parleyShared ??= { windows: new Map() });

// The hook is the root's, of each file that is loaded; it runs after all tests of all files.
after(async () => {
  const { windows, browser } = shared();
  globalThis.parleyShared = undefined;
  const leftovers: string[] = [];
  for (const window of windows.values()) leftovers.push(...(await (await window).stop()));
  await (await browser)?.close();
  assert.deepEqual(leftovers, [], 'processes outlived the window');
});

/**
 * A real VS Code for all tests of the suite that calls this: for what is VS Code's own. All suites of a mocha share one window of each version, which begins
 * with the files of the fixture and these options for each of them. Each test begins with a new chat and without requests in the API; a test
 * that changes settings puts them back.
 * @param name of the picture that a failed test leaves in `out/test`
 * @param use receives the window, and whether it has been opened for this suite
 */
export function shareWindow(name: string, options: ParleyOptions, use: (parley: Parley, isNew: boolean) => void): void {
  let isNew = false;
  const open = async (): Promise<Parley> => {
    const { workbench = 'newest' } = options;
    const { windows } = shared();
    const all = withShortLived(options);
    const opened = windows.get(workbench);
    if (opened === undefined) {
      const opening = browser().then(one => openParley({ ...all, browser: one }));
      windows.set(workbench, opening);
      isNew = true;
      return opening;
    }
    const parley = await opened;
    await parley.begin(all);
    return parley;
  };
  share(name, open, parley => use(parley, isNew));
}

interface WindowlessOptions extends ParleyOptions {
  /**
   * A test goes on in the chat of the one before (`Windowless.goOn`), and so in its CLI, whose start takes longer than most turns; behind a
   * failed test, and where the test asks for it, the chat is new. Each test begins with a prompt of its own, so it passes alone too.
   */
  readonly inOneChat?: boolean;
}

/** `shareWindow` without a window: for what needs no part of the workbench. After the last test no process may be left. */
export function shareWindowless(
  name: string,
  { inOneChat = false, ...options }: WindowlessOptions,
  use: (parley: Windowless) => void,
): void {
  const open = async (): Promise<Windowless> => openWindowless({ ...withShortLived(options), browser: await browser() });
  const parley = share(name, open, use, (opened, hasFailed) => (inOneChat && !hasFailed ? opened.goOn() : opened.newChat()));
  after(async () => {
    assert.deepEqual(await parley()?.stop(), [], 'processes outlived the extension');
  });
}

function browser(): Promise<Browser> {
  return (shared().browser ??= launchChromium());
}

function share<P extends Parley>(
  name: string,
  open: () => Promise<P>,
  use: (parley: P) => void,
  next: (parley: P, hasFailed: boolean) => Promise<void> = opened => opened.newChat(),
): () => P | undefined {
  let parley: P | undefined;
  before(async () => {
    parley = await open();
    use(parley);
  });
  afterEach(async function () {
    const { currentTest: test } = this;
    if (parley === undefined) return;
    if (test?.state === 'failed') {
      await parley.page.screenshot({ path: `out/test/e2e-${name}-failed.png` });
      const shown = await parley.view.locator('body').innerText();
      console.log(`In the view when “${test.title}” failed:\n${shown}\nIn the log:\n${parley.logged()}`);
    }
    await next(parley, test?.state === 'failed');
    parley.api.requests.length = 0;
  });
  return () => parley;
}
