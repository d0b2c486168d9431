// A card that comes or moves under the pointer: what was clicked was not meant for it.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { database, features, idle, permissionItem, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const hello: TranscriptItem = { kind: 'prompt', id: 'prompt1', text: 'Hello', state: 'sent' };

describe('the question card and a pointer that was there before it', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ height: 900, clock: true });
  });
  afterEach(() => webview.close());

  const drafts = async () => (await webview.intentsOf('draftAnswer')).length;
  async function clickAt(locator: Locator): Promise<void> {
    const box = await locator.boundingBox();
    assert.ok(box);
    await webview.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  it('takes no click for 350 ms after it has come', async () => {
    await webview.send(snapshot([hello], running), { type: 'items', version: 2, items: [questionItem()], status: waiting });
    const option = webview.card.getByRole('radio', { name: 'MongoDB' });
    await clickAt(option);
    await webview.advance(340);
    await clickAt(option);
    await eventually(drafts, 0);
    await webview.advance(20);
    await clickAt(option);
    await eventually(drafts, 1);
  });

  it('takes no click for 350 ms after something above has moved it', async () => {
    await webview.send(snapshot([{ kind: 'text', id: 'text1', text: 'One line', streaming: true }, questionItem()], waiting));
    await webview.advance(400);
    const option = webview.card.getByRole('radio', { name: 'MongoDB' });
    await webview.send({ type: 'append', version: 2, id: 'text1', text: '\n\nAnother\n\nline' });
    await clickAt(option);
    await eventually(drafts, 0);
    await webview.advance(360);
    await clickAt(option);
    await eventually(drafts, 1);
  });

  it('lets one answer as quickly as one likes while nothing moves', async () => {
    await webview.send(snapshot([questionItem({ questions: [database, features] })], waiting));
    await webview.advance(400);
    await clickAt(webview.card.getByRole('radio', { name: 'MongoDB' }));
    await clickAt(webview.card.getByRole('checkbox', { name: 'Login' }));
    await clickAt(webview.button('Submit'));
    await eventually(async () => (await webview.intentsOf('answerQuestion')).length, 1);
  });

  it('never keeps the keyboard waiting', async () => {
    await webview.send(snapshot([questionItem()], idle));
    await webview.card.getByRole('radio', { name: 'MongoDB' }).focus();
    await webview.page.keyboard.press('2');
    await eventually(drafts, 1);
  });

  it('takes a click at once when it is over, whatever moves it', async () => {
    const text: TranscriptItem = { kind: 'text', id: 'text1', text: 'One line', streaming: true };
    await webview.send(snapshot([text, questionItem()], waiting));
    await webview.advance(400);
    const over = questionItem({ phase: 'answered' });
    await webview.send({ type: 'items', version: 2, items: [over], status: running });
    const unfold = webview.card.getByRole('button', { name: 'Expand question' });
    await unfold.waitFor();
    await webview.send({ type: 'append', version: 3, id: 'text1', text: '\n\nAnother\n\nline' });
    await clickAt(unfold);
    await webview.card.getByRole('button', { name: 'Collapse question' }).waitFor();
  });

  it('guards Allow and Deny as well', async () => {
    await webview.send(snapshot([permissionItem({ command: 'ls' })], running));
    await clickAt(webview.button('Allow'));
    await eventually(() => webview.intentsOf('decidePermission'), []);
    await webview.advance(360);
    await clickAt(webview.button('Allow'));
    await eventually(async () => (await webview.intentsOf('decidePermission')).length, 1);
  });
});
