// The end-to-end tests of a mocha share one browser, and each of them opens and closes it as its own.
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { borrowBrowser, shareBrowser } from '../../scripts/lib/vscode/sharedBrowser.mjs';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';

describe('the browser that tests share', () => {
  let end: () => Promise<void>;
  let launches: number;
  /** Launched with an option, which makes it one that is not shared by the mocha of this test. */
  const borrow = (): Promise<Browser> =>
    borrowBrowser(() => {
      launches += 1;
      return launchChromium({ headless: true });
    });
  before(() => {
    launches = 0;
    end = shareBrowser();
  });
  after(() => end());

  it('is launched once, and closing it closes only what was opened through it', async () => {
    const first = await borrow();
    const second = await borrow();
    const page = await first.newPage();
    const other = await (await second.newContext()).newPage();
    assert.deepEqual([launches, first.contexts().length, second.contexts().length], [1, 1, 1]);
    await first.close();
    assert.deepEqual([page.isClosed(), other.isClosed(), first.contexts(), second.isConnected()], [true, false, [], true]);
    assert.equal(await other.evaluate('1 + 1'), 2);
    await second.close();
    assert.equal(other.isClosed(), true);
  });

  it('is launched anew when it has crashed', async () => {
    const crashed = await borrow();
    const gone = new Promise(resolve => crashed.once('disconnected', resolve));
    const session = await crashed.newBrowserCDPSession();
    await Promise.all([gone, assert.rejects(session.send('Browser.crash'), /has been closed/)]);
    const next = await borrow();
    assert.deepEqual([crashed.isConnected(), next.isConnected(), launches], [false, true, 2]);
  });
});
