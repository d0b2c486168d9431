// What Claude will read, as the host says it.
import assert from 'node:assert/strict';
import { emptyAnswer } from '../../src/shared/answers.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { openItem, parts, store } from './openCards.js';

describe('what Claude will read', () => {
  const page = useCardPage();
  const region = () => page.card.getByRole('region', { name: 'What Claude will read' });
  const draft = [{ ...emptyAnswer, selected: [0] }, emptyAnswer];

  for (const layout of layouts) {
    it(`is shown when asked for, word for word, and follows the answers, in ${layout}`, async () => {
      await page.ask(openItem([store, parts]), layout);
      await eventually(() => page.button('What Claude will read').getAttribute('aria-expanded'), 'false');
      await page.button('What Claude will read').click();
      await page.card.getByText('Nothing yet. Answer a question first.').waitFor();
      await page.update(2, openItem([store, parts], { draft, reads: 'User has answered:\n  "a"="b" <i>' }));
      await eventually(() => region().textContent(), 'User has answered:\n  "a"="b" <i>');
      await page.update(3, openItem([store, parts], { draft, reads: 'Another' }));
      await eventually(() => region().textContent(), 'Another');
      await page.radio('PostgreSQL').click();
      await eventually(() => region().isVisible(), true);
      await page.button('What Claude will read').click();
      await eventually(() => region().count(), 0);
    });
  }

  it('follows a letter by the piece that differs, and says before Submit when it is too long to be read at once', async () => {
    await page.ask(openItem([store], { reads: 'You chose "a", thanks.' }));
    await page.button('What Claude will read').click();
    const change = { type: 'draft' as const, id: 'toolu_1', hostEdits: [] };
    await page.webview.send({ ...change, version: 2, reads: { at: 11, length: 1, insert: 'bc' } });
    await eventually(() => region().textContent(), 'You chose "bc", thanks.');
    const warning = page.card.getByText('Long text: Claude reads the beginning');
    await eventually(() => warning.count(), 0);
    await page.webview.send({ ...change, version: 3, reads: { at: 0, length: 0, insert: 'It begins. ' }, readsInFile: true });
    await warning.waitFor();
    await page.webview.send({ ...change, version: 4, reads: null });
    await page.card.getByText('Nothing yet. Answer a question first.').waitFor();
    await warning.waitFor({ state: 'detached' });
  });

  it('is opened by keyboard, and scrolls by it when it is long', async () => {
    await page.ask(openItem([store], { reads: 'A line of many\n'.repeat(80) }));
    await page.button('What Claude will read').focus();
    await page.press('Enter', 'Tab');
    await eventually(() => page.focused(), 'What Claude will read');
    await page.press('End');
    await eventually(() => region().evaluate(element => element.scrollTop > 0), true);
    await eventually(async () => (await region().evaluate(element => element.clientHeight)) < 400, true);
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });

  it('is scrolled into sight when it is opened in a small view', async () => {
    await page.webview.page.setViewportSize({ width: 300, height: 560 });
    await page.ask(openItem([store, parts], { draft, reads: 'A line of many\n'.repeat(9) }));
    await page.button('What Claude will read').press('Enter');
    await region().waitFor();
    const hidden = await region().evaluate(element => {
      const log = element.closest('[role=log]')?.getBoundingClientRect();
      return Math.max(0, element.getBoundingClientRect().bottom - (log?.bottom ?? 0));
    });
    assert.equal(hidden, 0);
  });

  it('never needs scrolling sideways', async () => {
    await page.ask(openItem([store], { reads: 'word'.repeat(400) }));
    await page.button('What Claude will read').click();
    await eventually(() => region().evaluate(element => element.scrollWidth - element.clientWidth), 0);
  });
});
