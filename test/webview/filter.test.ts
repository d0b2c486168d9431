// A question with more options than number keys: a filter, and a list that scrolls by itself.
import assert from 'node:assert/strict';
import { emptyAnswer } from '../../src/shared/answers.js';
import { useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { areas, licence, openItem, store } from './openCards.js';

describe('the filter of many options', () => {
  const page = useCardPage({ height: 900, width: 250 });
  const filter = () => page.card.getByRole('searchbox', { name: 'Filter options: Licence' });
  const shown = () => page.card.getByRole('radio').evaluateAll(options => options.map(option => option.getAttribute('aria-label')));
  const other = 'Other';

  it('is there from the tenth option on', async () => {
    await page.ask(openItem([store]));
    await page.radio('Other').waitFor();
    await eventually(() => page.card.getByRole('searchbox').count(), 0);
    const nine = { ...licence, options: licence.options.slice(0, 9) };
    const ten = { ...licence, header: 'Ten', options: licence.options.slice(0, 10) };
    await page.webview.send({ type: 'items', version: 2, items: [openItem([nine, ten], { id: 'toolu_2' })] });
    await page.card.getByRole('searchbox', { name: 'Filter options: Ten' }).waitFor();
    await eventually(() => page.card.getByRole('searchbox').count(), 1);
  });

  it('leaves what has all of its words in label or description, and says how many', async () => {
    await page.ask(openItem([licence]));
    await eventually(() => page.description(filter()), '40 options');
    await filter().fill('licence 3');
    await eventually(async () => (await shown()).length, 14);
    await filter().fill('CHANGING  number 4');
    await eventually(shown, ['Licence 4', 'Licence 34', 'Licence 40', other]);
    await eventually(() => page.description(filter()), '3 of 40 shown');
    await filter().fill('nothing like it');
    await eventually(shown, [other]);
    await page.card.getByText('No match.').waitFor();
  });

  it('keeps what is chosen in sight, and what it left in place when something else is chosen', async () => {
    await page.ask(openItem([licence]));
    await page.radio('Licence 2').click();
    await filter().fill('number 4');
    await eventually(shown, ['Licence 2', 'Licence 4', 'Licence 34', 'Licence 40', other]);
    await page.radio('Licence 40').click();
    await eventually(shown, ['Licence 2', 'Licence 4', 'Licence 34', 'Licence 40', other]);
    await filter().fill('number 4 ');
    await eventually(shown, ['Licence 4', 'Licence 34', 'Licence 40', other]);
    await eventually(async () => (await page.lastDraft())?.[0], { ...emptyAnswer, selected: [39] });
  });

  it('has number keys pick among what is shown, and says which', async () => {
    await page.ask(openItem([licence]));
    await filter().fill('number 4');
    await eventually(() => page.card.locator('kbd').allTextContents(), ['1', '2', '3', 'o']);
    await filter().press('ArrowDown');
    await eventually(() => page.focused(), 'Licence 4');
    await page.press('3');
    await eventually(async () => (await page.lastDraft())?.[0]?.selected, [39]);
    await eventually(() => page.focused(), 'Licence 40');
    await page.press('4');
    await eventually(async () => (await page.lastDraft())?.[0]?.selected, [39]);
  });

  it('takes letters and digits itself, and is left downwards without choosing', async () => {
    await page.ask(openItem([licence]));
    await filter().focus();
    await page.type('no 4');
    await eventually(() => filter().inputValue(), 'no 4');
    await filter().fill('number 4');
    await page.press('Enter');
    await eventually(() => page.focused(), 'Licence 4');
    await eventually(() => page.webview.intentsOf('draftAnswer'), []);
    await page.press('ArrowDown');
    await eventually(async () => (await page.lastDraft())?.[0]?.selected, [33]);
  });

  it('is cleared by Esc before that collapses the card', async () => {
    await page.ask(openItem([licence]));
    await filter().fill('number 4');
    await page.press('Escape');
    await eventually(() => filter().inputValue(), '');
    await eventually(() => page.focused(), 'Filter options: Licence');
    await eventually(async () => (await shown()).length, 41);
    await page.press('Escape');
    await page.button('Expand question').waitFor();
  });

  it('has “all” take what is shown', async () => {
    await page.ask(openItem([areas], { draft: [{ ...emptyAnswer, selected: [1] }] }));
    await page.card.getByRole('searchbox').fill('number 4');
    await page.press('ArrowDown', 'a');
    await eventually(async () => (await page.lastDraft())?.[0]?.selected, [1, 3, 33, 39]);
    await page.press('n');
    await eventually(async () => (await page.lastDraft())?.[0]?.selected, []);
  });

  it('survives another tab and the other layout', async () => {
    const item = openItem([licence, store]);
    await page.ask(item, 'tabs');
    await filter().fill('number 4');
    await page.tab('Storage').click();
    await eventually(() => filter().isVisible(), false);
    await page.tab('Licence').click();
    await eventually(() => filter().inputValue(), 'number 4');
    await page.update(2, item, { layout: 'stacked' });
    await page.radio('PostgreSQL').waitFor();
    await eventually(() => filter().inputValue(), 'number 4');
  });

  it('has the options scroll inside the card, whole labels and all, with Other below', async () => {
    await page.ask(openItem([licence]));
    const [list, last] = [page.radio('Licence 1'), page.radio('Licence 40')];
    const scroller = await list.evaluateHandle(option => {
      let element: Element | null = option;
      while (element !== null && getComputedStyle(element).overflowY !== 'auto') element = element.parentElement;
      return element ?? document.body;
    });
    const { height, content, sideways } = await scroller.evaluate(element => ({
      height: element.clientHeight,
      content: element.scrollHeight,
      sideways: element.scrollWidth - element.clientWidth,
    }));
    assert.ok(height <= 345 && content > 3 * height, `${height} of ${content}`);
    assert.equal(sideways, 0);
    await eventually(() => page.radio(other).evaluate((option, inside) => inside.contains(option), scroller), false);
    await last.focus();
    await eventually(() => last.isVisible(), true);
    const inside = await last.evaluate((option, element) => {
      const box = element.getBoundingClientRect();
      const place = option.getBoundingClientRect();
      return place.top >= box.top && place.bottom <= box.bottom;
    }, scroller);
    assert.ok(inside);
  });
});
