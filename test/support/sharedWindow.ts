// One window, or one process without a window, for all tests of a suite, because opening a window takes longer than most tests.
import assert from 'node:assert/strict';
import type { Parley, ParleyOptions } from './parley.js';
import { openParley } from './parley.js';
import type { Windowless } from './windowless/windowless.js';
import { openWindowless } from './windowless/windowless.js';

/** Milliseconds for one test in a real window: so many that only a test that hangs reaches them, also on a busy machine. */
export const windowLimit = 300_000;

/**
 * A real VS Code for all tests of the suite that calls this: for what is VS Code's own. Opened before the first test. Each test begins with
 * a new chat and without requests in the API; a test that changes settings puts them back. After the last test no process may be left.
 * @param name of the picture that a failed test leaves in `out/test`
 * @param use receives the window
 */
export function shareWindow(name: string, options: ParleyOptions, use: (parley: Parley) => void): void {
  share(name, () => openParley(options), use);
}

/** `shareWindow` without a window: for what needs no part of the workbench. */
export function shareWindowless(name: string, options: ParleyOptions, use: (parley: Windowless) => void): void {
  share(name, () => openWindowless(options), use);
}

function share<P extends Parley>(name: string, open: () => Promise<P>, use: (parley: P) => void): void {
  let parley: P;
  before(async () => {
    parley = await open();
    use(parley);
  });
  afterEach(async function () {
    const { currentTest: test } = this;
    if (test?.state === 'failed') {
      await parley.page.screenshot({ path: `out/test/e2e-${name}-failed.png` });
      const shown = await parley.view.locator('body').innerText();
      console.log(`In the view when “${test.title}” failed:\n${shown}`);
    }
    parley.api.requests.length = 0;
    await parley.newChat();
  });
  after(async () => {
    assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
  });
}
