// One window for all tests of a suite, because opening a window takes longer than most tests.
import assert from 'node:assert/strict';
import type { Parley, ParleyOptions } from './parley.js';
import { openParley } from './parley.js';

/** Milliseconds for one test in a real window: so many that only a test that hangs reaches them, also on a busy machine. */
export const windowLimit = 300_000;

/**
 * Opens a window before the first test of the suite that calls this. Each test begins with a new chat and without requests in the API; a
 * test that changes settings puts them back. After the last test no process of the window may be left.
 * @param name of the picture that a failed test leaves in `out/test`
 * @param use receives the window
 */
export function shareWindow(name: string, options: ParleyOptions, use: (parley: Parley) => void): void {
  let parley: Parley;
  before(async () => {
    parley = await openParley(options);
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
