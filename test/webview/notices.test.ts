// The buttons under a notice.
import assert from 'node:assert/strict';
import type { NoticeItem } from '../../src/shared/transcript.js';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const notice: NoticeItem = {
  ...{ kind: 'notice', id: 'n1', level: 'error', text: 'Not logged in.' },
  actions: [
    { id: 'logIn', label: 'Log in' },
    { id: 'showLog', label: 'Show log' },
  ],
};

describe('a notice', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  it('offers what removes the cause first, then to send again, then the log', async () => {
    await webview.send(snapshot([{ ...notice, again: 'Send again' }]));
    const buttons = webview.page.getByRole('note').locator('.button');
    await eventually(() => buttons.allInnerTexts(), ['Log in', 'Send again', 'Show log']);
    const primary = await buttons.evaluateAll(all => all.map(one => one.classList.contains('look-primary')));
    assert.deepEqual(primary, [true, false, false]);
    await buttons.nth(1).click();
    assert.equal((await webview.intent('resendPrompt')).id, 'n1');
  });

  it('marks no button where nothing is sent again', async () => {
    await webview.send(snapshot([notice]));
    const buttons = webview.page.getByRole('note').locator('.button');
    await eventually(() => buttons.allInnerTexts(), ['Log in', 'Show log']);
    assert.equal(await webview.page.locator('.look-primary').count(), 0);
  });
});
