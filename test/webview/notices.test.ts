// The buttons under a notice.
import assert from 'node:assert/strict';
import type { NoticeItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { snapshot } from './gallery.js';
import { eventually } from './harness.js';

const notice: NoticeItem = {
  kind: 'notice',
  id: 'n1',
  level: 'error',
  text: 'Not logged in.',
  actions: [
    { id: 'logIn', label: 'Log in' },
    { id: 'showLog', label: 'Show log' },
  ],
};

describe('a notice', () => {
  const page = useCardPage({ width: 300 });

  it('offers what removes the cause first, then to send again, then the log', async () => {
    await page.webview.send(snapshot([{ ...notice, again: 'Send again' }]));
    const buttons = page.webview.page.getByRole('note').locator('.button');
    await eventually(() => buttons.allInnerTexts(), ['Log in', 'Send again', 'Show log']);
    const primary = await buttons.evaluateAll(all => all.map(one => one.classList.contains('look-primary')));
    assert.deepEqual(primary, [true, false, false]);
    await buttons.nth(1).click();
    await eventually(async () => (await page.webview.intent('resendPrompt')).id, 'n1');
  });

  it('marks no button where nothing is sent again', async () => {
    await page.webview.send(snapshot([notice]));
    const buttons = page.webview.page.getByRole('note').locator('.button');
    await eventually(() => buttons.allInnerTexts(), ['Log in', 'Show log']);
    await eventually(() => page.webview.page.locator('.look-primary').count(), 0);
  });
});
