// A question to Claude beside a card that waits, with a pointer and with keys only: it answers nothing, and its reply can go as the note.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { asides, canAsk, everyTurn, newsOf } from './asideStates.js';
import { database, permissionItem, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const two = questionItem({ phase: 'asked', questions: [database, { ...database, header: 'Backup', question: 'Where do backups go?' }] });
const { id } = two;

describe('a question to Claude beside a card', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
  });
  afterEach(() => webview.close());

  const acts = async () => (await webview.acts()).filter(({ type }) => type !== 'draftAside');
  const showQuestion = async (layout: 'stacked' | 'tabs' = 'stacked'): Promise<void> => {
    await webview.send({ ...snapshot([two], running), preferences: { layout } }, canAsk);
  };
  const box = (name: string): Locator => webview.page.getByRole('textbox', { name });

  for (const layout of ['stacked', 'tabs'] as const) {
    it(`goes to the host with its question, by keys only, and answers nothing (${layout})`, async () => {
      await showQuestion(layout);
      await webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).focus();
      await webview.page.keyboard.press('Enter');
      await eventually(() => box('Question to Claude: Database').evaluate(element => element === document.activeElement), true);
      await webview.page.keyboard.type('1 or 2, so what');
      await webview.page.keyboard.press('Shift+Enter');
      await webview.page.keyboard.type('now?');
      await webview.page.keyboard.press('Enter');
      await eventually(acts, [{ type: 'askAside', id, question: 0, words: '1 or 2, so what\nnow?' }]);
      await webview.page.keyboard.type('x');
      await webview.page.keyboard.press('Control+Enter');
      await eventually(() => webview.intentsOf('answerQuestion'), []);
      await eventually(() => webview.intentsOf('draftAnswer'), []);
      await eventually(() => webview.page.getByRole('radio', { checked: true }).count(), 0);
    });
  }

  it('shows the reply as Markdown, and takes it as the note of that question behind the words that are there', async () => {
    await showQuestion();
    await webview.send(asides(id, everyTurn.slice(0, 1), { question: 1 }));
    const panel = webview.page.getByRole('group', { name: 'Questions to Claude beside the chat: Backup' });
    await panel.locator('strong', { hasText: 'SQLite' }).waitFor();
    await webview.page.getByRole('button', { name: 'Add note: Backup' }).click();
    await box('Note: Backup').fill('Keep it small.');
    // A key, because a click on what has just moved is ignored.
    await panel.getByRole('button', { name: 'Use as my note' }).press('Enter');
    const drafted = async () => (await webview.intentsOf('draftAnswer')).at(-1);
    await eventually(async () => (await drafted())?.answer.note, `Keep it small.\n\n${everyTurn[0]?.reply}`);
    assert.equal((await drafted())?.question, 1);
    await panel.getByRole('button', { name: 'In your note' }).waitFor();
    await eventually(() => webview.intentsOf('answerQuestion'), []);
  });

  it('can be cancelled, after which its words are in the box again', async () => {
    await showQuestion();
    await webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).click();
    await box('Question to Claude: Database').fill('Why two?');
    await webview.page.getByRole('button', { name: 'Ask', exact: true }).click();
    await webview.send(asides(id, [{ words: 'Why two?', state: 'asking' }], { question: 0 }));
    await webview.page.getByText('Claude is asked…').waitFor();
    await eventually(() => box('Question to Claude: Database').inputValue(), '');
    await webview.page.getByRole('button', { name: 'Cancel' }).click();
    await webview.send(asides(id, [], { question: 0, draft: 'Why two?' }));
    await eventually(() => box('Question to Claude: Database').inputValue(), 'Why two?');
    await eventually(async () => (await acts()).map(({ type }) => type), ['askAside', 'cancelAside']);
  });

  it('says that no reply came, with the words, and asks them again', async () => {
    await showQuestion();
    await webview.send(asides(id, everyTurn.slice(1, 2), { question: 0 }));
    await webview.page.getByText('Claude did not reply.').waitFor();
    await webview.page.getByRole('button', { name: 'Try again' }).click();
    await eventually(acts, [{ type: 'askAside', id, question: 0, words: 'ומה עם הגיבוי?' }]);
  });

  it('is not offered where the CLI cannot be asked, and what was asked before stays', async () => {
    await webview.send(snapshot([two], running), newsOf({ type: 'canAsk', can: false }), asides(id, everyTurn, { question: 1 }));
    await webview.page.getByText('Claude did not reply.').waitFor();
    await eventually(() => webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).count(), 0);
  });

  it('keeps the box in which the first question is being typed when the process ends', async () => {
    await showQuestion();
    await webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).click();
    await box('Question to Claude: Database').pressSequentially('Why ');
    await webview.send(newsOf({ type: 'canAsk', can: false }));
    await webview.page.keyboard.type('two?');
    await eventually(() => box('Question to Claude: Database').inputValue(), 'Why two?');
  });

  it('is off once the process that could reply has ended, says so, and keeps the words that are in the box', async () => {
    await showQuestion();
    await webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).click();
    await box('Question to Claude: Database').fill('Why two?');
    await webview.send(asides(id, everyTurn.slice(2), { question: 0 }), newsOf({ type: 'canAsk', can: false }));
    await webview.page.getByText('Claude can’t be asked here right now.').waitFor();
    await box('Question to Claude: Database').press('Enter');
    await eventually(() => box('Question to Claude: Database').inputValue(), 'Why two?');
    await eventually(() => webview.page.getByRole('button', { name: 'Try again' }).count(), 0);
    await webview.send(canAsk);
    await webview.page.getByRole('button', { name: 'Try again' }).waitFor();
    await box('Question to Claude: Database').press('Enter');
    await eventually(async () => (await acts()).map(({ type }) => type), ['askAside']);
  });

  it('keeps the focus in its box over a snapshot of the chat', async () => {
    await showQuestion();
    await webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).click();
    await eventually(() => box('Question to Claude: Database').evaluate(element => element === document.activeElement), true);
    await webview.page.keyboard.type('Why ');
    await webview.send({ ...snapshot([two], running), version: 2, news: [{ type: 'canAsk', can: true }] });
    await webview.page.keyboard.type('two?');
    await eventually(() => box('Question to Claude: Database').inputValue(), 'Why two?');
  });

  it('is closed by Esc, which folds no card, and keeps its words', async () => {
    await showQuestion();
    await webview.page.getByRole('button', { name: 'Ask Claude about this: Database' }).click();
    await box('Question to Claude: Database').fill('Why two?');
    await box('Question to Claude: Database').press('Escape');
    await eventually(() => box('Question to Claude: Database').count(), 0);
    await webview.button('Collapse question').waitFor();
    await webview.page.keyboard.press('Enter');
    await eventually(() => box('Question to Claude: Database').inputValue(), 'Why two?');
  });

  it('on a permission: its keys decide nothing, Esc hides it and keeps the words, and the reply becomes the note', async () => {
    const item = permissionItem({ command: 'npm publish' });
    await webview.send(snapshot([item], running), canAsk);
    await webview.page.getByRole('button', { name: 'Ask Claude about this' }).click();
    await eventually(() => box('Question to Claude').evaluate(element => element === document.activeElement), true);
    await webview.page.keyboard.type('no, why');
    for (const key of ['Control+Backspace', 'Control+Enter']) await webview.page.keyboard.press(key);
    await eventually(async () => (await acts()).map(({ type }) => type), ['askAside']);
    await webview.page.keyboard.type('n and');
    await webview.page.keyboard.press('Escape');
    await eventually(() => box('Question to Claude').count(), 0);
    await webview.page.keyboard.press('Enter');
    // The host has them too, and tells a view that opens later alone.
    await eventually(() => box('Question to Claude').inputValue(), 'n and');
    await webview.send(asides(item.id, everyTurn.slice(0, 1), { draft: 'n and' }));
    await eventually(() => box('Question to Claude').inputValue(), 'n and');
    await webview.page.getByRole('button', { name: 'Use as my note' }).click();
    await eventually(async () => (await webview.intentsOf('draftNote')).at(-1)?.text, everyTurn[0]?.reply);
    await eventually(() => webview.intentsOf('decidePermission'), []);
  });
});
