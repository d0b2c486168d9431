// All questions of a set at once, or one at a time: the same answers in both.
import assert from 'node:assert/strict';
import { emptyAnswer } from '../../src/shared/answers.js';
import { useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { name, openItem, parts, store, waitingFor } from './openCards.js';

const set = openItem([store, parts, name]);
const picked = { ...emptyAnswer, selected: [0] };

describe('a set of questions in tabs', () => {
  const page = useCardPage();
  const tabs = () => page.card.getByRole('tab').allTextContents();
  const chosen = () => page.card.getByRole('tab', { selected: true }).textContent();
  const panel = (title: string) => page.card.getByRole('tabpanel', { name: title, exact: true });

  it('has a tab for each, named by its header, and one to review', async () => {
    await page.ask(set, 'tabs');
    await eventually(tabs, ['Storage', 'Parts', 'Name', 'Review']);
    await eventually(() => page.card.getByRole('tablist').getAttribute('aria-label'), '3 questions');
    await panel('Storage').getByRole('radiogroup', { name: store.question }).waitFor();
    await eventually(() => page.card.getByRole('tabpanel').count(), 1);
    await eventually(() => page.card.getByRole('checkbox').count(), 0);
  });

  it('stays one list of all questions where there is one only', async () => {
    await page.ask(openItem([store]), 'tabs');
    await page.radio('PostgreSQL').waitFor();
    await eventually(() => page.card.getByRole('tab').count(), 0);
    await eventually(() => page.button('Show one at a time').count(), 0);
  });

  it('goes by clicks, by Next, and says in words what is answered', async () => {
    await page.ask(set, 'tabs');
    await page.radio('PostgreSQL').click();
    await page.button('Next').click();
    await eventually(() => page.focused(), 'Editor (Recommended)');
    await page.button('Skip: Parts').click();
    const states = () => page.card.getByRole('tab').evaluateAll(all => all.map(tab => tab.getAttribute('aria-description')));
    await eventually(states, ['answered', 'skipped', 'not answered', null]);
    await page.tab('Name').click();
    await eventually(() => page.focused(), 'Name');
    await page.textbox(name.question).fill('Quill');
    await page.button('Next').click();
    await eventually(chosen, 'Review');
    await eventually(() => page.focused(), 'Submit');
    await page.button('Submit').click();
    await eventually(
      () => page.sent(),
      [
        { ...emptyAnswer, selected: [1] },
        { ...emptyAnswer, skipped: true },
        { ...emptyAnswer, other: true, otherText: 'Quill' },
      ],
    );
  });

  it('reviews every answer in a line that goes there', async () => {
    const draft = [{ ...emptyAnswer, selected: [1], note: 'for a year' }, { ...emptyAnswer, skipped: true }, emptyAnswer];
    await page.ask(openItem([store, parts, name], { draft }), 'tabs');
    await page.tab('Review').click();
    const lines = panel('Review').getByRole('listitem');
    await eventually(
      async () => (await lines.allTextContents()).map(line => line.replace(/\s+/g, ' ').trim()),
      ['Storage PostgreSQL Note: for a year', 'Parts skipped', 'Name not answered'],
    );
    await panel('Review')
      .getByRole('button', { name: /^Storage/ })
      .click();
    await eventually(() => page.focused(), 'PostgreSQL');
    await page.tab('Review').click();
    await panel('Review').getByRole('button', { name: /^Name/ }).press('Enter');
    await eventually(() => page.focused(), name.question);
  });

  it('is a single stop for Tab, moves with arrows, Home and End', async () => {
    await page.ask(set, 'tabs');
    await page.tab('Storage').focus();
    await page.press('ArrowRight');
    await eventually(chosen, 'Parts');
    await eventually(() => page.focused(), 'Parts');
    await page.press('End');
    await eventually(chosen, 'Review');
    await page.press('ArrowRight');
    await eventually(chosen, 'Storage');
    await page.press('ArrowLeft', 'Home');
    await eventually(chosen, 'Storage');
    await page.press('Tab');
    await eventually(() => page.focused(), 'SQLite (Recommended)');
    await page.press('Shift+Tab');
    await eventually(() => page.focused(), 'Storage');
  });

  it('switches with Ctrl+PageDown and Ctrl+PageUp from wherever one is', async () => {
    await page.ask(set, 'tabs');
    await page.goToQuestion();
    await page.press('Control+PageDown');
    await eventually(() => page.focused(), 'Editor (Recommended)');
    await page.press('Control+PageDown', 'Control+PageDown');
    await eventually(chosen, 'Review');
    await page.press('Control+PageDown', 'Control+PageUp');
    await eventually(() => page.focused(), name.question);
    await page.tab('Name').focus();
    await page.press('Control+PageUp');
    await eventually(() => page.focused(), 'Parts');
  });

  it('goes on with Enter to what has no answer, then to the review, then sends', async () => {
    await page.ask(openItem([store, parts, name], { draft: [emptyAnswer, picked, emptyAnswer] }), 'tabs');
    await page.goToQuestion();
    await page.press('1', 'Enter');
    await eventually(() => page.focused(), name.question);
    await page.type('Quill');
    await page.press('Enter');
    await eventually(() => page.focused(), 'Submit');
    await eventually(chosen, 'Review');
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
    await page.press('Enter');
    await eventually(async () => (await page.sent())?.length, 3);
  });

  it('has number keys and letters mean the question that is shown', async () => {
    await page.ask(set, 'tabs');
    await page.tab('Parts').click();
    await page.press('3', 'a');
    await eventually(() => page.lastDraft(), [emptyAnswer, { ...emptyAnswer, selected: [0, 1, 2] }, emptyAnswer]);
    await page.tab('Review').click();
    await page.press('1', 'o');
    await eventually(async () => (await page.webview.intentsOf('draftAnswer')).length, 2);
  });

  it('does not send by a double click on Next, where Submit then is', async () => {
    await page.webview.page.setViewportSize({ width: 600, height: 900 });
    const [open] = waitingFor(openItem([store, parts], { draft: [picked, picked] }), 'tabs').items;
    assert.ok(open);
    // So much above that the foot stays where it is: at the end.
    const text = { kind: 'text', id: 'text1', text: 'A line\n\n'.repeat(60), streaming: false } as const;
    await page.webview.send({ ...waitingFor(openItem([store]), 'tabs'), items: [text, open] });
    await page.tab('Parts').click();
    await page.webview.page.getByRole('log').evaluate(log => {
      log.scrollTo({ top: log.scrollHeight });
    });
    const next = await page.button('Next').boundingBox();
    await page.button('Next').dblclick();
    const submit = await page.button('Submit').boundingBox();
    assert.ok(next && submit && Math.abs(next.y - submit.y) < 3, `${next?.y} and ${submit?.y}`);
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
    await page.button('Submit').click();
    await eventually(async () => (await page.sent())?.length, 2);
  });

  it('shows by the command the first question without an answer', async () => {
    await page.ask(openItem([store, parts, name], { draft: [picked, picked, emptyAnswer] }), 'tabs');
    await page.goToQuestion();
    await eventually(() => page.focused(), name.question);
  });
});

describe('switching between the layouts', () => {
  const page = useCardPage();

  it('asks the host, by a button that says what comes', async () => {
    await page.ask(set);
    await page.button('Show one at a time').click();
    await eventually(async () => (await page.webview.intent('chooseLayout')).layout, 'tabs');
    await eventually(() => page.card.getByRole('tab').count(), 0);
    await page.update(2, set, { layout: 'tabs' });
    await page.button('Show all at once').press('Enter');
    await eventually(async () => (await page.webview.intentsOf('chooseLayout')).at(-1)?.layout, 'stacked');
  });

  it('shows then the first question without an answer', async () => {
    const item = openItem([store, parts, name], { draft: [picked, emptyAnswer, emptyAnswer] });
    await page.ask(item);
    await page.button('Show one at a time').click();
    await page.update(2, item, { layout: 'tabs' });
    await eventually(() => page.card.getByRole('tab', { selected: true }).textContent(), 'Parts');
  });

  it('keeps everything that is filled in, at any time, there and back', async () => {
    await page.ask(set);
    await page.radio('PostgreSQL').click();
    await page.textbox('Other answer: Parts').fill('tags');
    await page.button('Add note: Parts').click();
    await page.textbox(name.question).fill('Quill');
    await page.update(2, set, { layout: 'tabs' });
    await page.tab('Storage').click();
    await eventually(() => page.radio('PostgreSQL').isChecked(), true);
    await page.tab('Parts').click();
    await eventually(() => page.textbox('Other answer: Parts').inputValue(), 'tags');
    await page.textbox('Note: Parts').fill('some');
    await page.tab('Name').click();
    await page.textbox(name.question).press('End');
    await page.type('s');
    await page.update(3, set, { layout: 'stacked' });
    await page.button('Submit').click();
    await eventually(
      () => page.sent(),
      [
        { ...emptyAnswer, selected: [1] },
        { ...emptyAnswer, other: true, otherText: 'tags', note: 'some' },
        { ...emptyAnswer, other: true, otherText: 'Quills' },
      ],
    );
  });

  it('leaves the focus where one is typing', async () => {
    await page.ask(set);
    await page.textbox('Other answer: Storage').focus();
    await page.type('SQ');
    await page.update(2, set, { layout: 'tabs' });
    await page.tab('Storage').waitFor();
    await page.type('Lite');
    await eventually(() => page.textbox('Other answer: Storage').inputValue(), 'SQLite');
  });
});

describe('the layout by the width of the card', () => {
  const page = useCardPage({ width: 300, height: 700 });
  const tabs = () => page.card.getByRole('tab').count();
  const widen = (width: number) => page.webview.page.setViewportSize({ width, height: 700 });
  const caret = () =>
    page.webview.page.evaluate(() =>
      document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.selectionStart : undefined,
    );

  it('is one at a time where the card has less than 520 px, else all at once', async () => {
    await page.ask(set, 'auto');
    await eventually(tabs, 4);
    await widen(543);
    await eventually(tabs, 4);
    await widen(544);
    await eventually(tabs, 0);
    await widen(1100);
    await eventually(tabs, 0);
    await widen(420);
    await eventually(tabs, 4);
    await page.ask(openItem([store], { id: 'toolu_2' }), 'auto');
    await eventually(tabs, 0);
  });

  it('is what one has chosen, at any width', async () => {
    await page.ask(set, 'stacked');
    await page.radio('PostgreSQL').waitFor();
    await eventually(tabs, 0);
    await page.update(2, set, { layout: 'tabs' });
    await widen(1100);
    await eventually(tabs, 4);
  });

  it('changes while one writes: the words, the caret and the focus stay, and the question is the one that is shown', async () => {
    await widen(900);
    await page.ask(set, 'auto');
    await page.textbox('Other answer: Parts').focus();
    await page.type('tags');
    await page.press('ArrowLeft');
    await widen(300);
    await eventually(tabs, 4);
    await eventually(() => page.card.getByRole('tab', { selected: true }).textContent(), 'Parts');
    await eventually(caret, 3);
    await page.type('g');
    await widen(900);
    await eventually(tabs, 0);
    await eventually(caret, 4);
    await page.type('-');
    await eventually(() => page.textbox('Other answer: Parts').inputValue(), 'tagg-s');
  });

  it('keeps the focus on the card where the focused control goes with the layout', async () => {
    const item = openItem([store, parts, name], { draft: [picked, emptyAnswer, emptyAnswer] });
    await page.ask(item, 'auto');
    await page.tab('Storage').focus();
    await page.press('ArrowRight');
    await widen(900);
    await eventually(() => page.focused(), 'Editor (Recommended)');
    await page.button('Submit').focus();
    await widen(300);
    await eventually(() => page.focused(), 'Next');
    await widen(900);
    await eventually(() => page.focused(), 'Submit');
    await widen(300);
    await page.tab('Review').click();
    await page.card.getByRole('button', { name: /^Storage/ }).focus();
    await widen(900);
    await eventually(() => page.focused(), name.question);
  });
});
