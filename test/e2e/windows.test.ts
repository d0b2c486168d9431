// Two windows on one folder: a chat belongs to one of them at a time, and the other says so and can take it over.
import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { claudePaths } from '../support/claudes.js';
import { replies } from '../support/replies.js';
import { windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { openWindowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const answered = (label: string): readonly string[] => [
  `Your questions have been answered: "Which database should we use?"="${label}". You can now continue with these answers in mind.`,
];

describe('two windows on one folder', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let other: Windowless;
  let second: FrameLocator;

  before(async () => {
    parley = await openWindowless({ replies, claudePath: claudePaths.newest });
  });
  after(async () => {
    assert.deepEqual(await parley.stop(), [], 'processes outlived the windows');
  });
  beforeEach(async () => {
    parley.api.requests.length = 0;
    await parley.newChat();
    await parley.send('ASK_ONE please');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    other = await parley.another();
    second = other.view;
    await second.getByText('Answer it there, or take over.').waitFor();
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'passed') {
      await parley.page.screenshot({ path: 'out/test/e2e-windows-first-failed.png' });
      await other.page.screenshot({ path: 'out/test/e2e-windows-second-failed.png' });
    }
    await other.stop();
  });

  async function read(): Promise<readonly string[]> {
    const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === 'ASK_ONE' && toolResults.length > 0);
    return request.toolResults.map(({ text }) => text);
  }

  it('an answer given in the one that has it ends the card in the other', async () => {
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    assert.deepEqual(await read(), answered('SQLite'));
    await second.getByRole('form', { name: 'Claude asks' }).getByText('You answered').waitFor();
    await second.getByText('Thank you, I go on with that.').waitFor();
  });

  it('the other takes it over, with what is filled in, and answers; the first one is told', async () => {
    await second.getByRole('button', { name: 'Take over' }).click();
    const card = second.getByRole('form', { name: 'Claude asks' });
    await card.getByRole('button', { name: 'Submit' }).waitFor();
    await eventually(() => card.getByRole('radio', { name: 'SQLite', exact: true }).isChecked(), true);
    await parley.card().getByText('Answer it there, or take over.').waitFor();
    await card.getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
    await card.getByRole('button', { name: 'Submit' }).click();
    assert.deepEqual(await read(), answered('PostgreSQL'));
    await parley.card().getByText('You answered').waitFor();
  });

  it('the other has it when the first is closed', async () => {
    await parley.leave();
    const card = second.getByRole('form', { name: 'Claude asks' });
    await card.getByRole('button', { name: 'Submit' }).click();
    assert.deepEqual(await read(), answered('SQLite'));
  });
});
