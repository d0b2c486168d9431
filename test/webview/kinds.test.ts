// Questions that are answered with words or with a number.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Question } from '../../src/shared/question.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { limit, name, openItem, store } from './openCards.js';

describe('questions for words and for numbers', () => {
  const page = useCardPage();
  const own = (otherText: string) => ({ ...emptyAnswer, other: true, otherText });
  const words = () => page.textbox(name.question);
  const number = () => page.card.getByRole('spinbutton', { name: limit.question });

  describe('words', () => {
    it('are written into a box named by the question, which shows the hint and the help', async () => {
      await page.ask(openItem([name]));
      await eventually(() => words().getAttribute('placeholder'), 'Jotter, for example');
      await eventually(() => page.description(words()), 'One word, easy to say on the phone.');
      await words().fill('Quill');
      await eventually(() => page.lastDraft(), [own('Quill')]);
      await page.button('Submit').click();
      await eventually(() => page.sent(), [own('Quill')]);
    });

    it('grow over lines and are sent by Enter', async () => {
      await page.ask(openItem([name]));
      await page.goToQuestion();
      await eventually(() => page.focused(), name.question);
      const before = (await words().boundingBox())?.height ?? 0;
      await page.type('one');
      await page.press('Shift+Enter');
      await page.type('two 1ano');
      await eventually(async () => ((await words().boundingBox())?.height ?? 0) > before + 10, true);
      await page.press('Enter');
      await eventually(() => page.sent(), [own('one\ntwo 1ano')]);
    });

    it('of nothing but blanks are no answer', async () => {
      await page.ask(openItem([name]));
      await words().fill('  \n ');
      await page.webview.page.getByText('Type an answer').first().waitFor();
      await eventually(() => page.button('Submit').isDisabled(), true);
    });
  });

  it('with its options only has no Other, and no key for it', async () => {
    await page.ask(openItem([{ ...store, onlyOptions: true }]));
    await page.goToQuestion();
    const options = page.card.getByRole('radio');
    await eventually(() => options.count(), store.options.length);
    await eventually(() => page.card.getByRole('textbox').count(), 0);
    await page.press('2');
    await page.press('o');
    await page.press('Control+Enter');
    await eventually(() => page.sent(), [{ ...emptyAnswer, selected: [1] }]);
  });

  describe('a number', () => {
    it('is a spin button named by the question that knows its bounds and tells them', async () => {
      await page.ask(openItem([limit]));
      await eventually(() => number().evaluate(box => [box.ariaValueMin, box.ariaValueMax, box.ariaValueNow]), ['1', '64', null]);
      await eventually(() => page.description(number()), 'From 1 to 64 MB, in steps of 0.5 MB');
      await number().fill('2.5');
      await eventually(() => number().evaluate(box => [box.ariaValueNow, box.ariaValueText]), ['2.5', '2.5 MB']);
      await page.button('Submit').click();
      await eventually(() => page.sent(), [own('2.5')]);
    });

    it('moves by its steps with arrows and by its buttons, and stays within its bounds', async () => {
      await page.ask(openItem([limit]));
      await page.goToQuestion();
      await page.press('ArrowUp', 'ArrowUp', 'ArrowUp');
      await eventually(() => number().inputValue(), '2');
      await page.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
      await eventually(() => number().inputValue(), '1');
      await page.button('More: Limit').click();
      await eventually(() => number().inputValue(), '1.5');
      await page.button('Less: Limit').click();
      await number().fill('64');
      await page.button('More: Limit').click();
      await eventually(() => number().inputValue(), '64');
    });

    it('leaves no digits of binary fractions behind', async () => {
      await page.ask(openItem([{ ...limit, min: 0, step: 0.1 }]));
      await page.goToQuestion();
      await page.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
      await eventually(() => number().inputValue(), '0.3');
    });

    it('leaves out no digit of a large number', async () => {
      await page.ask(openItem([{ ...limit, min: 0, max: 1e15, step: 1 }]));
      await number().fill('1234567890123');
      await page.press('ArrowUp');
      await eventually(() => number().inputValue(), '1234567890124');
    });

    const wrong: readonly (readonly [typed: string, says: string])[] = [
      ['a lot', 'Not a number. Write it like 3 or 2.5.'],
      ['0.5', 'Too small: 1 MB or more.'],
      ['65', 'Too large: 64 MB or less.'],
    ];
    for (const [typed, says] of wrong) {
      it(`says what is wrong with ${typed}, keeps it, and does not send it`, async () => {
        await page.ask(openItem([limit]));
        await number().fill(typed);
        await eventually(() => page.button('Submit').getAttribute('aria-description'), `Limit: ${says}`);
        await eventually(() => number().getAttribute('aria-invalid'), 'false', 'not while it is typed');
        await number().press('Control+Enter');
        await eventually(() => number().getAttribute('aria-invalid'), 'true');
        await eventually(async () => (await page.description(number())).endsWith(says), true);
        await eventually(() => page.webview.intentsOf('answerQuestion'), []);
        await eventually(() => page.lastDraft(), [own(typed)]);
        await eventually(() => page.focused(), limit.question);
        await number().fill('7');
        await eventually(() => number().getAttribute('aria-invalid'), 'false');
        await page.press('Enter');
        await eventually(() => page.sent(), [own('7')]);
      });
    }

    it('that is wrong does not matter when the question is skipped', async () => {
      await page.ask(openItem([store, limit], { draft: [{ ...emptyAnswer, selected: [0] }, own('100')] }));
      await eventually(() => page.button('Submit').isDisabled(), true);
      await page.button('Skip: Limit').click();
      await page.button('Submit').click();
      await eventually(
        () => page.sent(),
        [
          { ...emptyAnswer, selected: [0] },
          { ...emptyAnswer, skipped: true },
        ],
      );
    });

    for (const [bounds, says] of [
      [{ min: undefined }, '64 MB or less, in steps of 0.5 MB'],
      [{ max: undefined, step: undefined }, '1 MB or more'],
      [{ min: undefined, max: undefined, step: undefined, unit: undefined }, ''],
    ] as const) {
      it(`tells no bounds that it does not have: ${says}`, async () => {
        // What JSON has no value for is not in a message at all.
        const asked = JSON.parse(JSON.stringify({ ...limit, ...bounds })) as Question;
        await page.ask(openItem([asked]));
        await eventually(() => page.description(number()), says);
      });
    }
  });

  for (const layout of layouts) {
    it(`begins with what the host has filled in, in ${layout}`, async () => {
      await page.ask(openItem([limit, name], { draft: [own('8'), own('Jotter')], title: 'Before the release' }), layout);
      await page.card.getByText('Before the release').waitFor();
      await eventually(() => number().inputValue(), '8');
      await number().press('Control+PageDown');
      await eventually(() => words().inputValue(), 'Jotter');
      await eventually(() => page.webview.intentsOf('draftAnswer'), []);
    });
  }
});
