// What fits at the widths that people have: a side bar of 300 px, in German as well, and an editor tab.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { database, idle, nothing, permissionItem, questionItem, running, snapshot } from './gallery.js';
import { eventually, Harness } from './harness.js';
import { limit, name, openItem, parts, store, waitingFor } from './openCards.js';
import { pageTime } from './pageTime.js';

describe('the page at the usual widths', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  const left = async (found: Locator): Promise<number | undefined> => (await found.boundingBox())?.x;
  const top = async (found: Locator): Promise<number | undefined> => (await found.boundingBox())?.y;
  const isCut = (found: Locator): Promise<boolean> => found.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

  it('has Allow and Deny in one row, in German', async () => {
    const webview = await harness.open({ width: 300, language: 'de' });
    await webview.send(snapshot([permissionItem({ command: 'ls' })], running));
    const [allow, deny] = ['Erlauben', 'Ablehnen'].map(label => webview.page.getByRole('button', { name: label }));
    assert.ok(allow && deny);
    await allow.waitFor();
    await eventually(() => top(allow), await top(deny));
    await webview.close();
  });

  it('shows all of the counts above Submit, in German', async () => {
    const webview = await harness.open({ width: 300, language: 'de' });
    const draft = [{ ...nothing, selected: [1] }, nothing, { ...nothing, other: true, otherText: 'Jotter' }, { ...nothing, skipped: true }];
    await webview.send(waitingFor(openItem([store, parts, name, limit], { draft })));
    const counts = webview.page.getByText('2 fertig, 1 übersprungen, 1 offen', { exact: true });
    await counts.waitFor();
    const lines = await counts.evaluate(line => line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight));
    assert.ok(lines < 1.5, `${lines} lines`);
    await webview.close();
  });

  it('names the chosen answer whole on a finished card, in German', async () => {
    const webview = await harness.open({ width: 300, language: 'de' });
    const draft = [{ ...nothing, selected: [0] }];
    await webview.send(snapshot([questionItem({ phase: 'answered', questions: [database], draft, endedAt: pageTime })], idle));
    const ending = webview.page.locator('.cardEnding');
    await ending.getByText('PostgreSQL').waitFor();
    await eventually(() => isCut(ending), false);
    await webview.close();
  });

  it('has no empty line above code: Copy is seen there without the pointer', async () => {
    const webview = await harness.open({ width: 300 });
    await webview.send(snapshot([{ kind: 'text', id: 't', text: '```sh\nls\n```', streaming: false }], idle));
    await webview.button('Copy').waitFor();
    await eventually(() => webview.button('Copy').evaluate(button => button.checkVisibility({ opacityProperty: true })), true);
    await webview.close();
  });

  it('begins an empty chat at the edge of the message box, in an editor tab as well', async () => {
    for (const width of [300, 1100]) {
      const webview = await harness.open({ width, place: 'tab' });
      await webview.send(snapshot([], idle));
      const first = webview.page.getByRole('heading', { name: 'Parley' });
      await first.waitFor();
      await eventually(() => left(first), await left(webview.page.locator('.composer')));
      await webview.close();
    }
  });
});
