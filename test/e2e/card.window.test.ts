// The card in a real VS Code, with the real CLI: what is between the card, VS Code's keys, its editors and its side bars.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { pressKeysOf } from '../support/manifest.js';
import type { Parley } from '../support/parley.js';
import { viewFrame } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

/** Waits for the request that carries the tool's result, and says what Claude read. */
async function read(parley: Parley, prompt: string): Promise<readonly string[]> {
  const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === prompt && toolResults.length > 0);
  return request.toolResults.map(({ text }) => text);
}

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const button = (card: Locator, name: string): Locator => card.getByRole('button', { name, exact: true });

const typed = (answers: string): string =>
  `The user answered: ${answers}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`;

/** The text of the story's answers, the same by keyboard and by mouse. */
const storyText = typed(
  '"Which database should we use?"="SQLite", "Which features come first?"="Login, "Search, filters"", "What shall it be called?"="Marginalia" notes: for now',
);

describe('the card in a real VS Code, with the real CLI', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  shareWindow('card', { replies }, opened => (parley = opened));

  it('the story by the keyboard alone', async () => {
    const { page, view, card, log } = parley;
    const { keyboard } = page;
    await view.getByRole('textbox', { name: 'Message Claude' }).focus();
    await keyboard.type('ASK_ALL please');
    await keyboard.press('Enter');
    await radio(card(), 'PostgreSQL').waitFor();
    await pressKeysOf(page, 'parley.focusQuestion');
    await card().locator(':focus').waitFor();
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

  it('a preview opens in an editor tab, and goes along with the choice', async () => {
    const { page, card } = parley;
    await parley.send('ASK_PREVIEW please');
    await radio(card(), 'List').click();
    await button(card(), 'Open preview in editor').click();
    await page.getByRole('tab', { name: /List/ }).first().waitFor();
    await button(card(), 'Submit').click();
    const [text] = await read(parley, 'ASK_PREVIEW');
    assert.match(text ?? '', /"Which layout\?"="List"/);
  });

  it('a selection in the editor goes into an own answer', async () => {
    const { page, card } = parley;
    await parley.send('ASK_ONE please');
    await radio(card(), 'SQLite').waitFor();
    await parley.run('vscode.open', { file: join(parley.folder, 'README.md') });
    await page.getByRole('tab', { name: /README\.md/ }).waitFor();
    await page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first().focus();
    await page.keyboard.press('Control+A');
    await button(card(), 'Add context: Database').click();
    await page.getByRole('option', { name: /The selection/ }).waitFor();
    await page.keyboard.press('Enter');
    const other = card().getByRole('textbox', { name: 'Other answer: Database' });
    await eventually(async () => (await other.inputValue()).startsWith('@./README.md#L1-L'), true);
    await button(card(), 'Submit').click();
    const [text] = await read(parley, 'ASK_ONE');
    assert.match(text ?? '', /"Which database should we use\?"="@\.\/README\.md#L1-L\d+ ?"/);
  });

  it('a card that ends while the person types in the editor leaves the focus there', async () => {
    const { page, card } = parley;
    await parley.send('ASK_ONE please');
    // The focused control goes when the card ends.
    await radio(card(), 'SQLite').click();
    const editor = page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first();
    await editor.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('before ');
    parley.killClaude();
    await button(card(), 'Send my answers as a message').waitFor();
    await page.keyboard.type('and after');
    await page.locator('.monaco-editor .view-line').filter({ hasText: 'before and after' }).waitFor();
    await page.keyboard.press('Control+Z');
  });

  it('what is filled in, in the message box too, survives the view being moved to the other side bar, where the keys work and the same process goes on', async () => {
    const { page, card, view } = parley;
    const box = () => view.getByRole('textbox', { name: 'Message Claude' });
    await parley.send('ASK_ALL please');
    await radio(card(), 'PostgreSQL').click();
    await card().getByRole('textbox', { name: 'Other answer: Name' }).fill('Half a thought');
    await box().fill('and a thought for later');
    const claudes = parley.claudes();
    await parley.moveView('Move To', 'Secondary Side Bar');
    await eventually(async () => ((await page.locator(viewFrame).boundingBox())?.x ?? 0) > 600, true);
    await eventually(() => radio(card(), 'PostgreSQL').isChecked(), true);
    await eventually(() => card().getByRole('textbox', { name: 'Other answer: Name' }).inputValue(), 'Half a thought');
    await eventually(() => box().inputValue(), 'and a thought for later');
    await box().fill('');
    // A view that has just moved gets the focus late, and VS Code hears no key of Parley before.
    const hears = (command: 'parley.focusQuestion' | 'parley.focusChat', part: () => Locator): Promise<void> =>
      eventually(async () => {
        await pressKeysOf(page, command);
        return part().evaluate(element => element.contains(document.activeElement));
      }, true);
    await box().click();
    await hears('parley.focusQuestion', card);
    await hears('parley.focusChat', box);
    assert.ok(parley.claudes().some(id => claudes.includes(id)));
    await button(card(), 'Submit').click();
    await button(card(), 'Submit anyway').click();
    const [text] = await read(parley, 'ASK_ALL');
    assert.match(text ?? '', /Half a thought/);
    await parley.moveView('Reset Location');
    await eventually(async () => ((await page.locator(viewFrame).boundingBox())?.x ?? 1_000) < 600, true);
  });
});
