// The card in the running product, with the real CLI: by the keyboard alone, by the mouse alone, and what must not be lost. What is between
// the card and VS Code's keys and editors is in card.window.test.ts.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { replies } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { isWholeMatrix } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

/** Waits for the request that carries the tool's result, and says what Claude read. */
async function read(parley: Parley, prompt: string): Promise<readonly string[]> {
  const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === prompt && toolResults.length > 0);
  return request.toolResults.map(({ text }) => text);
}

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const box = (card: Locator, name: string): Locator => card.getByRole('checkbox', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

const typed = (answers: string): string =>
  `The user answered: ${answers}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;

/** The text of the story's answers, the same by keyboard and by mouse. */
const storyText = typed(
  '"Which database should we use?"="SQLite", "Which features come first?"="Login, "Search, filters"", "What shall it be called?"="Marginalia" notes: for now',
);

describe('the card, with the real CLI', function () {
  this.timeout(windowLimit);
  let parley: Windowless;

  shareWindowless('card', { replies, settings: { 'parley.questions.extended': true }, inOneChat: true }, opened => (parley = opened));

  const switchTo = { stacked: 'Show all at once', tabs: 'Show one at a time' } as const;

  if (isWholeMatrix)
    it('in the narrow side bar the set is asked one question at a time unless the settings say otherwise', async () => {
      const { card } = parley;
      await parley.changeSettings({ 'parley.questions.layout': 'auto' });
      await parley.send('ASK_ALL please');
      await card().getByRole('tab', { name: 'Database' }).waitFor();
      await parley.changeSettings({ 'parley.questions.layout': 'stacked' });
      await card().getByRole('tab').first().waitFor({ state: 'detached' });
      await button(card(), 'Dismiss').click();
      // The next test looks at the requests that come after this one.
      await read(parley, 'ASK_ALL');
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
    });

  for (const layout of ['stacked', 'tabs'] as const) {
    if (layout === 'tabs' || isWholeMatrix)
      it(`the story by the keyboard alone, ${layout}`, async () => {
        const { page, view, card, log } = parley;
        const { keyboard } = page;
        await view.getByRole('textbox', { name: 'Message Claude' }).focus();
        await keyboard.type('ASK_ALL please');
        await keyboard.press('Enter');
        await radio(card(), 'PostgreSQL').waitFor();
        await parley.run('parley.focusQuestion');
        await card().locator(':focus').waitFor();
        const other = button(card(), switchTo[layout]);
        if (await other.isVisible()) {
          await other.focus();
          await keyboard.press('Enter');
          await other.waitFor({ state: 'detached' });
        }
        await radio(card(), 'PostgreSQL').focus();
        await keyboard.press('2');
        await keyboard.press('Control+PageDown');
        await keyboard.press('1');
        await keyboard.press('2');
        await keyboard.press('Control+PageDown');
        await keyboard.press('ArrowDown');
        await keyboard.press('2');
        await button(card(), 'Add note: Name').focus();
        await keyboard.press('Enter');
        await card().getByRole('textbox', { name: 'Note: Name' }).waitFor();
        await keyboard.type('for now');
        await keyboard.press('Control+Enter');
        assert.deepEqual(await read(parley, 'ASK_ALL'), [storyText]);
        await log.getByText('Thank you, I go on with that.').waitFor();
      });

    if (layout === 'stacked' || isWholeMatrix)
      it(`the story by the mouse, ${layout}: the keyboard only for the words of the note`, async () => {
        const { page, card, log } = parley;
        await parley.send('ASK_ALL please');
        await radio(card(), 'PostgreSQL').waitFor();
        if (await button(card(), switchTo[layout]).isVisible()) await button(card(), switchTo[layout]).click();
        const go = async (name: string): Promise<void> => {
          if (layout === 'tabs') await card().getByRole('tab', { name }).click();
        };
        await go('Database');
        await radio(card(), 'SQLite').click();
        await go('Features');
        await box(card(), 'Login').click();
        await box(card(), 'Search, filters').click();
        await go('Name');
        await radio(card(), 'Marginalia').click();
        await button(card(), 'Add note: Name').click();
        await page.keyboard.type('for now');
        await go('Review');
        await button(card(), 'Submit').click();
        assert.deepEqual(await read(parley, 'ASK_ALL'), [storyText]);
        await log.getByText('Thank you, I go on with that.').waitFor();
      });
  }

  async function showAllAtOnce(): Promise<void> {
    await parley.card().getByRole('radio').first().waitFor();
    const other = button(parley.card(), switchTo.stacked);
    if (await other.isVisible()) await other.click();
    await other.waitFor({ state: 'detached' });
  }

  it('what Claude will read is what Claude reads, also of what was skipped', async () => {
    const { card } = parley;
    await parley.send('ASK_ALL please');
    await showAllAtOnce();
    await button(card(), 'What Claude will read').click();
    await radio(card(), 'PostgreSQL').click();
    await button(card(), 'Skip: Features').click();
    await card().getByRole('textbox', { name: 'Other answer: Name' }).fill('Quill, or\nso');
    const shown = card().getByText('"Which database should we use?"="PostgreSQL"');
    let willRead: string | null = null;
    await eventually(
      async () => (willRead = await shown.textContent()),
      /"Which database should we use\?"="PostgreSQL"[^]*"Which features come first\?"="[^"]*skipped[^]*Quill, or/,
    );
    await button(card(), 'Submit').click();
    assert.deepEqual(await read(parley, 'ASK_ALL'), [willRead]);
  });

  if (isWholeMatrix)
    it('a part of the answers goes after being asked once', async () => {
      const { card } = parley;
      await parley.send('ASK_ALL please');
      await showAllAtOnce();
      await radio(card(), 'PostgreSQL').click();
      await button(card(), 'Submit').click();
      await card().getByText('1 answered, 2 left').first().waitFor();
      await button(card(), 'Submit anyway').click();
      const [text] = await read(parley, 'ASK_ALL');
      assert.match(text ?? '', /"Which database should we use\?"="PostgreSQL"/);
      assert.equal(text?.match(/skipped/g)?.length, 2);
    });

  it('a text and a number, where the CLI may ask for them', async () => {
    const { card } = parley;
    await parley.send('ASK_EXTENDED please');
    await card().getByRole('textbox', { name: 'What is the app for?' }).waitFor();
    await card().getByText('Before I begin').waitFor();
    await card().getByRole('textbox', { name: 'What is the app for?' }).fill('Notes in the margin');
    const number = card().getByRole('spinbutton', { name: 'How many notes fit on a page?' });
    await eventually(() => number.inputValue(), '20');
    await number.fill('55');
    await card().getByText(/50/).first().waitFor();
    await number.fill('25');
    await button(card(), 'Submit').click();
    assert.deepEqual(await read(parley, 'ASK_EXTENDED'), [
      typed('"What is the app for?"="Notes in the margin", "How many notes fit on a page?"="25"'),
    ]);
  });

  it('a given answer is changed in the next message', async () => {
    const { view, card } = parley;
    await parley.send('ASK_ONE please');
    await radio(card(), 'SQLite').click();
    await button(card(), 'Submit').click();
    await card().getByText('You answered').first().waitFor();
    await button(card(), 'Expand question').click();
    await button(card(), 'Change my answer').click();
    const composer = view.getByRole('textbox', { name: 'Message Claude' });
    await eventually(() => composer.inputValue(), /Which database should we use\?[\s\S]*SQLite/);
  });

  if (isWholeMatrix)
    it('what is filled in can be taken back after Submit for as long as the settings say', async () => {
      await parley.changeSettings({ 'parley.questions.undoSeconds': 60 });
      const { card } = parley;
      await parley.send('ASK_ONE please');
      await radio(card(), 'PostgreSQL').click();
      await button(card(), 'Submit').click();
      await button(card(), 'Undo').click();
      await radio(card(), 'SQLite').click();
      await button(card(), 'Submit').click();
      await button(card(), 'Undo').waitFor();
      await parley.advance(60_000);
      const [text] = await read(parley, 'ASK_ONE');
      assert.match(text ?? '', /="SQLite"/);
      await parley.changeSettings({ 'parley.questions.undoSeconds': 0 });
    });
});
