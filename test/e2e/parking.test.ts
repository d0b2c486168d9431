// A question outlives its view, its window, its server and its CLI: what the model finally reads is what the person chose.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import { openParley } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { eventually } from '../webview/harness.js';

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

  /** The choice that was made before is still there; the answer reaches the model, to the letter, and the turn goes on. */
  async function answerWhatIsThere(): Promise<void> {
    const { card, log } = parley;
    assert.ok(await radio(card(), 'SQLite').isChecked());
    await button(card(), 'Submit answers').click();
    assert.deepEqual(await read(parley, 'ASK_ONE'), [
      'Your questions have been answered: "Which database should we use?"="SQLite". You can now continue with these answers in mind.',
    ]);
    await log.getByText('Thank you, I go on with that.').waitFor();
  }

  async function choose(): Promise<void> {
    await parley.send('ASK_ONE please');
    await radio(parley.card(), 'SQLite').click();
  }

  const onDisk = (part: string): Promise<void> => eventually(() => Promise.resolve(parley.kept().includes(part)), true);

  it('the window that is reloaded', async () => {
    parley = await openParley({ replies });
    await choose();
    await parley.page.reload({ waitUntil: 'domcontentloaded' });
    await parley.openView();
    await answerWhatIsThere();
  });

  it('its CLI, which is not kept while nobody answers', async () => {
    parley = await openParley({ replies, settings: { 'parley.questions.timeout': 0.05 } });
    await choose();
    await parley.claudeGone();
    await answerWhatIsThere();
  });

  it('the window and the server that are closed', async () => {
    parley = await openParley({ replies });
    await choose();
    await parley.restart('closed');
    await answerWhatIsThere();
  });

  it('the end of everything at once, once it is parked', async () => {
    parley = await openParley({ replies, settings: { 'parley.questions.timeout': 0.05 } });
    await choose();
    await parley.claudeGone();
    await onDisk('"phase":"parked"');
    await parley.restart('killed');
    await answerWhatIsThere();
  });

  it('the end of everything at once, as a message, where it was not parked', async () => {
    parley = await openParley({ replies });
    await choose();
    await onDisk('"selected":[1]');
    await parley.restart('killed');
    await button(parley.card(), 'Send my answers as a message').click();
    const request = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes('connection was lost'));
    assert.match(request.prompt, /Which database should we use\?\n {2}SQLite/);
  });
});

describe('three chats with a question each', function () {
  this.timeout(120_000);
  let parley: Parley;

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await parley.page.screenshot({ path: 'out/test/e2e-chats-failed.png' });
    assert.deepEqual(await parley.stop(), [], 'processes outlived the window');
  });

  const readIn = async (name: string): Promise<readonly string[]> => {
    const request = await parley.api.waitForRequest(
      ({ side, prompt, toolResults }) => !side && prompt.endsWith(name) && toolResults.length > 0,
    );
    return request.toolResults.map(({ text }) => text);
  };

  async function goTo(name: string): Promise<void> {
    const { page, log } = parley;
    await page.getByRole('button', { name: 'Show Chats' }).click();
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await log.getByText(`ASK_ONE ${name}`).waitFor();
  }

  async function askInThree(): Promise<void> {
    for (const name of ['alpha', 'beta', 'gamma']) {
      await parley.send(`ASK_ONE ${name}`);
      await radio(parley.card(), 'SQLite').waitFor();
      await parley.newChat();
    }
  }

  const answer = async (name: string, label: string): Promise<void> => {
    await goTo(name);
    await radio(parley.card(), label).click();
    await button(parley.card(), 'Submit answers').click();
    const [text] = await readIn(name);
    assert.match(text ?? '', new RegExp(`="${label}"`));
  };

  it('are answered in another order, each in its own', async () => {
    parley = await openParley({ replies });
    await askInThree();
    await answer('beta', 'SQLite');
    await answer('gamma', 'PostgreSQL');
    await answer('alpha', 'SQLite');
  });

  it('are all there when the window is opened again', async () => {
    parley = await openParley({ replies });
    await askInThree();
    await parley.restart('closed');
    await answer('gamma', 'SQLite');
    await answer('alpha', 'PostgreSQL');
    await answer('beta', 'SQLite');
  });
});
