// What Claude would take: said by a badge, filled in only when the person says so, and never sent by that.
import { emptyAnswer } from '../../src/shared/answers.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { name, openItem, panes, parts, store } from './openCards.js';

describe('what is recommended', () => {
  const page = useCardPage();
  const all = [
    { ...emptyAnswer, selected: [0] },
    { ...emptyAnswer, selected: [0, 1] },
  ];

  for (const layout of layouts) {
    it(`is filled in by one button, to be looked over and submitted, in ${layout}`, async () => {
      await page.ask(openItem([store, parts]), layout);
      await eventually(() => page.card.getByRole('radio', { checked: true }).count(), 0);
      await page.button('Accept all recommended').click();
      await eventually(() => page.lastDraft(), all);
      await eventually(() => page.radio('SQLite (Recommended)').isChecked(), true);
      await eventually(() => page.webview.intentsOf('answerQuestion'), []);
      await page.radio('SQLite (Recommended)').press('Control+Enter');
      await eventually(() => page.sent(), all);
    });
  }

  it('is filled in by keyboard where nothing is, beside words that do not count and notes', async () => {
    const draft = [{ ...emptyAnswer, otherText: 'files', note: 'hm' }, emptyAnswer];
    await page.ask(openItem([store, parts], { draft }));
    await page.button('Accept all recommended').press('Enter');
    await eventually(() => page.lastDraft(), [{ ...emptyAnswer, selected: [0], otherText: 'files', note: 'hm' }, all[1] ?? emptyAnswer]);
  });

  it('changes nothing that the person has answered or skipped, and says so', async () => {
    const own = { ...emptyAnswer, other: true, otherText: 'files' };
    const draft = [own, { ...emptyAnswer, skipped: true }, emptyAnswer, { ...emptyAnswer, selected: [1] }];
    await page.ask(openItem([store, store, parts, store], { draft }));
    await page.button('Accept recommended for the rest').click();
    await eventually(
      () => page.webview.intentsOf('draftAnswer'),
      [{ type: 'draftAnswer', id: 'toolu_1', question: 2, answer: all[1] ?? emptyAnswer, on: 0 }],
    );
    // The button stays where it is, with the focus.
    await eventually(() => page.button('Nothing left to fill in').getAttribute('aria-disabled'), 'true');
    await eventually(() => page.focused(), 'Nothing left to fill in');
    await page.button('Nothing left to fill in').press('Enter');
    await eventually(async () => (await page.webview.intentsOf('draftAnswer')).length, 1);
  });

  for (const [which, questions] of [
    ['not every question has one', [store, panes]],
    ['a question wants words', [store, name]],
    ['there is one question', [store]],
  ] as const) {
    it(`has no button when ${which}`, async () => {
      await page.ask(openItem(questions));
      await page.button('Dismiss').waitFor();
      await eventually(() => page.button('Accept all recommended').count(), 0);
    });
  }
});
