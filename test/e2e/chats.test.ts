// Several chats in one window, each with its own question: none is lost, and none is answered in the place of another.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

describe('several chats', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  shareWindow('chats', { replies }, opened => (parley = opened));

  const readIn = async (name: string): Promise<readonly string[]> => {
    const request = await parley.api.waitForRequest(
      ({ side, prompt, toolResults }) => !side && prompt.endsWith(name) && toolResults.length > 0,
    );
    return request.toolResults.map(({ text }) => text);
  };

  async function askInEach(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await parley.send(`ASK_ONE ${name}`);
      await radio(parley.card(), 'SQLite').waitFor();
      await parley.newChat();
    }
  }

  const answer = async (name: string, label: string): Promise<void> => {
    await parley.goTo(`ASK_ONE ${name}`);
    await radio(parley.card(), label).click();
    await button(parley.card(), 'Submit').click();
    const [text] = await readIn(name);
    assert.match(text ?? '', new RegExp(`="${label}"`));
  };

  it('with a question each are answered in another order, each in its own', async () => {
    await askInEach('alpha', 'beta', 'gamma');
    await answer('beta', 'SQLite');
    await answer('gamma', 'PostgreSQL');
    await answer('alpha', 'SQLite');
  });

  it('with a question each are all there when the window is opened again', async () => {
    await askInEach('delta', 'epsilon', 'zeta');
    await parley.restart('closed');
    await answer('zeta', 'SQLite');
    await answer('delta', 'PostgreSQL');
    await answer('epsilon', 'SQLite');
  });

  it('tell a person who comes back of the question that waits out of sight, which can be answered there', async () => {
    await parley.send('ASK_ONE please');
    await parley.card().waitFor();
    await parley.newChat();
    await parley.send('HELLO there');
    await parley.log.getByText('Hello, you.').waitFor();
    await parley.page.reload({ waitUntil: 'domcontentloaded' });
    await parley.page
      .getByText('Claude asks: Which database should we use? · PostgreSQL: Relational · SQLite: One file', { exact: true })
      .waitFor();
    await button(parley.page.getByRole('dialog', { name: /Claude asks/ }), 'SQLite').click();
    assert.deepEqual(await readIn('please'), [
      'Your questions have been answered: "Which database should we use?"="SQLite". You can now continue with these answers in mind.',
    ]);
  });
});
