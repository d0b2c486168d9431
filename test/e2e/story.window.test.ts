// What a person meets first in a real VS Code, with the real CLI: the view that never takes the keyboard, the walkthrough.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { pressKeysOf } from '../support/manifest.js';
import type { Parley } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

/** Waits for the request that carries the tool's result, and says what Claude read. */
async function read(parley: Parley, prompt: string): Promise<{ readonly isError: boolean; readonly text: string }[]> {
  const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === prompt && toolResults.length > 0);
  return request.toolResults.map(({ isError, text }) => ({ isError, text }));
}

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const submit = (card: Locator): Locator => card.getByRole('button', { name: 'Submit' });

describe('in one window', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  shareWindow('story', { replies }, opened => (parley = opened));

  it('the walkthrough knows the steps that were done before it was opened', async () => {
    const { page } = parley;
    await parley.send('ASK_ONE please');
    await radio(parley.card(), 'SQLite').click();
    await submit(parley.card()).click();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await parley.runTitled('Parley: Get Started');
    const done = page.locator('[data-done-step-id^="parley.parley#parley.getStarted#"]').and(page.locator('[aria-checked="true"]'));
    await eventually(() => done.count(), 4);
  });

  it('the view never takes the keyboard: what is typed while a card arrives stays in the composer, until the person asks for the card', async () => {
    const { page, view, card } = parley;
    await parley.send('ASK_ONE please');
    await view.getByRole('textbox', { name: 'Message Claude' }).click();
    let typed = '';
    while (!(await radio(card(), 'PostgreSQL').isVisible())) {
      await page.keyboard.type('a 1 o n ');
      typed += 'a 1 o n ';
    }
    await page.keyboard.type('2 o a n');
    await eventually(() => view.getByRole('textbox', { name: 'Message Claude' }).inputValue(), `${typed}2 o a n`);
    await eventually(() => card().getByRole('radio', { checked: true }).count(), 0);
    await pressKeysOf(page, 'parley.focusQuestion');
    await card().locator(':focus').waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('Control+Enter');
    assert.deepEqual(await read(parley, 'ASK_ONE'), [
      {
        isError: false,
        text: 'Your questions have been answered: "Which database should we use?"="SQLite". You can now continue with these answers in mind.',
      },
    ]);
  });
});
