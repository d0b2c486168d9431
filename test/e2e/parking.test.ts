// A question outlives its view, its window, its server and its CLI: what the model finally reads is what the person chose.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import { openParley } from '../support/parley.js';
import { replies } from '../support/replies.js';

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

async function read(parley: Parley, prompt: string): Promise<readonly string[]> {
  const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === prompt && toolResults.length > 0);
  return request.toolResults.map(({ text }) => text);
}

describe('a question outlives', function () {
  this.timeout(120_000);
  let parley: Parley;

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await parley.page.screenshot({ path: 'out/test/e2e-parking-failed.png' });
    assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
  });

  it('the window that is reloaded', async () => {
    parley = await openParley({ replies });
    const { page, card } = parley;
    await parley.send('ASK_ONE please');
    await radio(card(), 'SQLite').click();
    await page.reload({ waitUntil: 'domcontentloaded' });
    await parley.openView();
    assert.ok(await radio(card(), 'SQLite').isChecked());
    await button(card(), 'Submit answers').click();
    const [text] = await read(parley, 'ASK_ONE');
    assert.match(text ?? '', /="SQLite"/);
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
  });

  it('its CLI, which is not kept while nobody answers', async () => {
    parley = await openParley({ replies, settings: { 'parley.questions.timeout': 0.02 } });
    const { card } = parley;
    await parley.send('ASK_ONE please');
    await radio(card(), 'SQLite').waitFor();
    await parley.claudeGone();
    await radio(card(), 'SQLite').click();
    await button(card(), 'Submit answers').click();
    const [text] = await read(parley, 'ASK_ONE');
    assert.match(text ?? '', /="SQLite"/);
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
  });
});
