// Sending a part of a set: asked once, in the card, before anything goes out.
import { emptyAnswer } from '../../src/shared/answers.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { limit, name, openItem, parts, store } from './openCards.js';

describe('submitting a part of a set', () => {
  const page = useCardPage();
  const picked = { ...emptyAnswer, selected: [0] };
  const skipped = { ...emptyAnswer, skipped: true };
  const question = () => page.card.getByRole('group', { name: '1 of 3 answered. Submit anyway?' });
  const toReview = async (layout: string): Promise<void> => {
    if (layout === 'tabs') await page.tab('Review').click();
  };

  for (const layout of layouts) {
    it(`asks before it sends, by mouse in ${layout}`, async () => {
      await page.ask(openItem([store, parts, name]), layout);
      await page.radio('SQLite (Recommended)').click();
      await toReview(layout);
      await page.button('Submit').click();
      await question().getByText('No answer: Parts, Name').waitFor();
      await eventually(() => page.webview.intentsOf('answerQuestion'), []);
      await eventually(() => page.focused(), 'Submit anyway');
      await page.button('Submit anyway').click();
      await eventually(() => page.sent(), [picked, skipped, skipped]);
    });

    it(`asks before it sends, by keyboard in ${layout}`, async () => {
      await page.ask(openItem([store, parts, name]), layout);
      await page.goToQuestion();
      await page.press('1', 'Control+Enter');
      await eventually(() => page.focused(), 'Submit anyway');
      await eventually(() => page.webview.intentsOf('answerQuestion'), []);
      await page.press('Control+Enter');
      await eventually(() => page.sent(), [picked, skipped, skipped]);
    });

    it(`goes back to what is missing, and asks again only when submitted again, in ${layout}`, async () => {
      await page.ask(openItem([store, parts, name]), layout);
      await page.goToQuestion();
      await page.press('1', 'Control+Enter');
      await page.button('Go back').click();
      await eventually(() => page.focused(), 'Editor (Recommended)');
      await eventually(() => question().count(), 0);
      await page.press('Control+Enter');
      await question().waitFor();
      await page.press('Escape');
      await eventually(() => question().count(), 0);
      await eventually(() => page.focused(), 'Editor (Recommended)');
      await eventually(() => page.webview.intentsOf('answerQuestion'), []);
    });
  }

  it('asks no more by itself once all was answered meanwhile', async () => {
    const asks = () => page.card.getByRole('group', { name: '1 of 2 answered. Submit anyway?' });
    await page.ask(openItem([store, parts]));
    await page.radio('SQLite (Recommended)').click();
    await page.button('Submit').click();
    await asks().waitFor();
    const box = page.card.getByRole('checkbox', { name: 'Editor (Recommended)' });
    await box.click();
    await page.button('Submit').waitFor();
    await box.click();
    await eventually(() => asks().count(), 0);
    await page.press('Control+Enter');
    await asks().waitFor();
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });

  it('does not ask when the others are skipped', async () => {
    await page.ask(openItem([store, parts], { draft: [picked, skipped] }));
    await page.button('Submit').click();
    await eventually(() => page.sent(), [picked, skipped]);
  });

  it('counts along while one goes on answering, and has nothing to ask when all is answered', async () => {
    await page.ask(openItem([store, parts, name], { draft: [picked, emptyAnswer, emptyAnswer] }));
    await page.button('Submit').click();
    await page.checkbox('Export').click();
    await page.card.getByText('2 of 3 answered. Submit anyway?').waitFor();
    await page.textbox(name.question).fill('Quill');
    await page.button('Submit').waitFor();
    await eventually(() => page.button('Submit anyway').count(), 0);
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });

  it('says how far one is before that', async () => {
    await page.ask(openItem([store, parts], { draft: [picked, emptyAnswer] }));
    await page.card.getByText('1 answered, 1 left').waitFor();
    await eventually(() => page.button('Submit').isDisabled(), false);
  });

  it('counts what is skipped', async () => {
    await page.ask(openItem([store, parts, name, limit], { draft: [picked, skipped, emptyAnswer, emptyAnswer] }));
    await page.card.getByText('1 answered, 1 skipped, 2 left').waitFor();
  });

  it('is off while a number is wrong, and goes to it', async () => {
    await page.ask(openItem([store, limit], { draft: [picked, { ...emptyAnswer, other: true, otherText: '99' }] }));
    await page.radio('SQLite (Recommended)').press('Control+Enter');
    await eventually(() => page.focused(), limit.question);
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });

  it('sends own words that do not count no more than blanks', async () => {
    const kept = { ...picked, otherText: 'kept here' };
    await page.ask(openItem([store], { draft: [kept] }));
    await page.button('Submit').click();
    await eventually(() => page.sent(), [picked]);
  });
});
