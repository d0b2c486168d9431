// What goes along with an answer, and giving none.
import { emptyAnswer } from '../../src/shared/answers.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { name, openItem, parts, store } from './openCards.js';

describe('notes', () => {
  const page = useCardPage();

  it('are added by mouse, go along with the choice, and never cost it', async () => {
    await page.ask(openItem([store]));
    await page.radio('PostgreSQL').click();
    await page.button('Add note: Storage').click();
    await eventually(() => page.focused(), 'Note: Storage');
    await page.type('only for 1 year');
    await eventually(() => page.lastDraft(), [{ ...emptyAnswer, selected: [1], note: 'only for 1 year' }]);
    await eventually(() => page.radio('PostgreSQL').isChecked(), true);
    await page.button('Submit').click();
    await eventually(() => page.sent(), [{ ...emptyAnswer, selected: [1], note: 'only for 1 year' }]);
  });

  it('are added by keyboard and sent from there', async () => {
    await page.ask(openItem([store]));
    await page.goToQuestion();
    await page.press('1', 'Tab', 'Tab', 'Tab');
    await eventually(() => page.focused(), 'Add note: Storage');
    await page.press('Enter');
    await eventually(() => page.focused(), 'Note: Storage');
    await page.type('2o');
    await page.press('Enter');
    await eventually(() => page.sent(), [{ ...emptyAnswer, selected: [0], note: '2o' }]);
  });

  it('alone answer nothing', async () => {
    await page.ask(openItem([store]));
    await page.button('Add note: Storage').click();
    await page.textbox('Note: Storage').fill('hm');
    await eventually(() => page.button('Submit').isDisabled(), true);
  });

  it('are put away only while they are empty', async () => {
    await page.ask(openItem([store]));
    await page.button('Add note: Storage').click();
    await page.textbox('Note: Storage').fill('words');
    await eventually(() => page.button('Hide note: Storage').count(), 0);
    await page.textbox('Note: Storage').fill('');
    await page.button('Hide note: Storage').click();
    await eventually(() => page.textbox('Note: Storage').count(), 0);
    await eventually(() => page.focused(), 'Add note: Storage');
  });

  it('of the host’s draft are shown', async () => {
    await page.ask(openItem([store], { draft: [{ ...emptyAnswer, note: 'kept' }] }));
    await eventually(() => page.textbox('Note: Storage').inputValue(), 'kept');
  });
});

describe('skipping', () => {
  const page = useCardPage();
  const skipped = (title: string) => page.card.getByRole('button', { name: `Skip: ${title}`, exact: true, pressed: true });

  for (const layout of layouts) {
    it(`keeps what is filled in and does not send it, in ${layout}`, async () => {
      await page.ask(openItem([parts, name]), layout);
      await page.checkbox('Search (Recommended)').click();
      await page.textbox('Other answer: Parts').fill('tags');
      await page.button('Skip: Parts').click();
      await skipped('Parts').waitFor();
      await page.card.getByText('Claude will see that you skipped this.').waitFor();
      const filledIn = { ...emptyAnswer, selected: [1], other: true, otherText: 'tags' };
      await eventually(async () => (await page.lastDraft())?.[0], { ...filledIn, skipped: true });
      await eventually(() => page.checkbox('Search (Recommended)').isChecked(), true);
      await page.textbox('Other answer: Parts').press('Control+PageDown');
      await page.type('Quill');
      await page.press('Control+Enter');
      await eventually(
        () => page.sent(),
        [
          { ...emptyAnswer, skipped: true },
          { ...emptyAnswer, other: true, otherText: 'Quill' },
        ],
      );
    });
  }

  it('is taken back by pressing again, also with the keyboard', async () => {
    await page.ask(openItem([store, parts]));
    await page.button('Skip: Storage').focus();
    await page.press('Space');
    await skipped('Storage').waitFor();
    await page.press('Enter');
    await eventually(() => skipped('Storage').count(), 0);
    await eventually(() => page.lastDraft(), [emptyAnswer, emptyAnswer]);
  });

  const answers: readonly (readonly [string, () => Promise<void>])[] = [
    ['picking', () => page.radio('PostgreSQL').click()],
    ['a key', () => page.radio('PostgreSQL').press('1')],
    ['typing', () => page.textbox('Other answer: Storage').pressSequentially('x')],
    ['choosing Other', () => page.radio('Other').click()],
  ];
  for (const [act, answer] of answers) {
    it(`is taken back by ${act}`, async () => {
      await page.ask(openItem([store, name], { draft: [{ ...emptyAnswer, skipped: true }, emptyAnswer] }));
      await skipped('Storage').waitFor();
      await answer();
      await eventually(() => skipped('Storage').count(), 0);
      await eventually(async () => (await page.lastDraft())?.[0]?.skipped, false);
    });
  }

  it('stays when a note is written', async () => {
    await page.ask(openItem([store, name], { draft: [{ ...emptyAnswer, skipped: true }, emptyAnswer] }));
    await page.button('Add note: Storage').click();
    await page.type('ask me later');
    await eventually(async () => (await page.lastDraft())?.[0], { ...emptyAnswer, skipped: true, note: 'ask me later' });
  });

  it('is not offered where there is one question: that is what Dismiss is for', async () => {
    await page.ask(openItem([store]));
    await page.button('Dismiss').waitFor();
    await eventually(() => page.card.getByRole('button', { name: /^Skip/ }).count(), 0);
  });

  it('of everything cannot be sent, and says what to do instead', async () => {
    await page.ask(openItem([store, parts]));
    await page.button('Skip: Storage').click();
    await page.button('Skip: Parts').click();
    const submit = page.button('Submit');
    await eventually(() => submit.getAttribute('aria-description'), 'You skipped everything. Dismiss instead.');
    await submit.press('Control+Enter');
    await eventually(() => page.webview.intentsOf('answerQuestion'), []);
  });
});
