// Answers that are held back for a moment after Submit, and can be taken back until then.
import { emptyAnswer } from '../../src/shared/answers.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { name, openItem, store } from './openCards.js';
import { pageTime } from './pageTime.js';

describe('answers that are held', () => {
  const page = useCardPage();
  const sent = [
    { ...emptyAnswer, selected: [1] },
    { ...emptyAnswer, skipped: true },
  ];
  // Long enough for any test.
  const heldUntil = pageTime + 3_600_000;
  const held = openItem([store, name], { draft: sent, heldUntil });

  it('are shown as submitted, and cannot be changed', async () => {
    await page.ask(held);
    await page.button('Undo').waitFor();
    await page.card
      .getByRole('group', { name: store.question })
      .getByRole('listitem')
      .filter({ hasText: 'PostgreSQL' })
      .getByText('chosen')
      .waitFor();
    await eventually(() => page.card.getByRole('radio').count(), 0);
    await eventually(() => page.card.getByRole('textbox').count(), 0);
    await eventually(() => page.button('Submit').count(), 0);
  });

  it('can be taken back where the card is higher than the view', async () => {
    await page.webview.page.setViewportSize({ width: 300, height: 400 });
    await page.ask(openItem([store, name, store, name], { draft: [...sent, ...sent], heldUntil }));
    const isInSight = () =>
      page.button('Undo').evaluate(button => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.textContent.trim() === 'Undo';
      });
    await eventually(isInSight, true);
  });

  for (const layout of layouts) {
    it(`come back as they were, own words that did not count included, in ${layout}`, async () => {
      await page.ask(openItem([store, name]), layout);
      await page.textbox('Other answer: Storage').fill('kept words');
      await page.textbox('Other answer: Storage').press('Escape');
      await page.button('Expand question').press('Enter');
      await page.radio('PostgreSQL').press('2');
      await page.press('Control+Enter', 'Control+Enter');
      await eventually(() => page.sent(), sent);
      const kept = [{ ...emptyAnswer, selected: [1], otherText: 'kept words' }, emptyAnswer];
      await page.update(2, openItem([store, name], { draft: kept, heldUntil }));
      await page.button('Undo').press('Enter');
      await eventually(async () => (await page.webview.intent('undoAnswer')).id, 'toolu_1');
      await page.update(3, openItem([store, name], { draft: kept }));
      await eventually(() => page.radio('PostgreSQL').isChecked(), true);
      await eventually(() => page.textbox('Other answer: Storage').inputValue(), 'kept words');
      await eventually(() => page.button('Undo').count(), 0);
      // Where they had it before: on the card, not nowhere.
      await eventually(() => page.focused(), 'Claude asks');
    });
  }

  it('come back as the host has them on a page that knows no more', async () => {
    await page.ask(held);
    await page.button('Undo').click();
    await page.update(2, openItem([store, name], { draft: sent }));
    await eventually(() => page.radio('PostgreSQL').isChecked(), true);
  });

  it('and were not sent before the window closed are open again, which is said until the person changes something', async () => {
    await page.ask(openItem([store], { draft: [{ ...emptyAnswer, selected: [1] }], unsent: true }));
    const told = page.card.getByText('The window closed before this was sent.');
    await told.waitFor();
    await eventually(() => page.radio('PostgreSQL').isChecked(), true);
    await page.update(2, openItem([store]));
    await told.waitFor({ state: 'detached' });
  });

  it('and were not sent because the question came back changed are open again, which is said', async () => {
    await page.ask(openItem([store], { draft: [{ ...emptyAnswer, selected: [1] }], unsent: 'changed' }));
    await page.card.getByText('The question came back changed, so nothing was sent. Check it and submit again.').waitFor();
  });

  it('keep the focus on the card when the button that was pressed goes', async () => {
    await page.ask(openItem([store]));
    await page.radio('PostgreSQL').focus();
    await page.press('2', 'Enter');
    await page.update(2, openItem([store], { draft: [{ ...emptyAnswer, selected: [1] }], heldUntil }));
    await eventually(() => page.focused(), 'Claude asks');
  });

  it('take no key for the questions', async () => {
    await page.ask(held);
    await page.goToQuestion();
    await page.press('1', 'o', 'Enter', 'Control+Enter');
    await eventually(() => page.webview.intentsOf('draftAnswer'), []);
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });
});

describe('the time that is left', () => {
  const page = useCardPage({ height: 900, clock: true });

  it('counts down in whole seconds, silently', async () => {
    const heldUntil = pageTime + 5000;
    await page.ask(openItem([store], { draft: [{ ...emptyAnswer, selected: [1] }], heldUntil }));
    const timer = page.card.getByRole('timer');
    await timer.getByText('Sends in 5 s').waitFor();
    await page.webview.advance(999);
    await timer.getByText('Sends in 5 s').waitFor();
    await page.webview.advance(1);
    await timer.getByText('Sends in 4 s').waitFor();
    await page.webview.advance(6000);
    await timer.getByText('Sends in 0 s').waitFor();
    await eventually(() => timer.evaluate(element => element.closest('[aria-live]')?.getAttribute('aria-live')), 'off');
  });

  it('is shown where the question is dismissed at its end, and gone when that is called off', async () => {
    const dismissAt = pageTime + 65_000;
    await page.ask(openItem([store], { dismissAt }));
    const timer = page.card.getByRole('timer');
    await timer.getByText('Dismissed in 1:05 unless you start to answer').waitFor();
    await page.update(2, openItem([store]));
    await timer.waitFor({ state: 'detached' });
  });

  const acts: Readonly<Record<string, () => Promise<void>>> = {
    'presses a key on the card': () => page.button('Add note: Storage').press('Shift'),
    'presses anything on the card': () => page.button('What Claude will read').click(),
    'begins a reply': () => page.button('Reply in chat instead').click(),
  };
  for (const [act, doIt] of Object.entries(acts))
    it(`is called off when the person ${act}`, async () => {
      const dismissAt = pageTime + 65_000;
      await page.ask(openItem([store], { dismissAt }));
      await page.card.getByRole('timer').waitFor();
      // A card that has just come takes no click.
      await page.webview.advance(1_000);
      await doIt();
      await eventually(async () => (await page.webview.intent('beginAnswer')).id, 'toolu_1');
      await page.webview.send({ type: 'draft', version: 2, id: 'toolu_1', hostEdits: [], reads: null });
      await page.card.getByRole('timer').waitFor({ state: 'detached' });
    });
});
