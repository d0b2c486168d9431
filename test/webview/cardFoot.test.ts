// The foot of an open card, its tabs and its marks at the width of a side bar: what stays in sight, and that nothing moves while one answers.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { emptyAnswer } from '../../src/shared/answers.js';
import { useCardPage } from './cardPage.js';
import { eventually, Harness } from './harness.js';
import { themeNames } from './servedPage.js';
import { limit, name, openItem, parts, store, waitingFor } from './openCards.js';

const set = openItem([store, parts, name, limit]);
const text = { kind: 'text', id: 'text1', text: 'A line\n\n'.repeat(40), streaming: false } as const;

const box = async (locator: Locator) => {
  const found = await locator.boundingBox();
  assert.ok(found);
  return found;
};

for (const [size, width, height] of [
  ['a side bar', 300, 800],
  ['a low view', 300, 400],
  ['400 px at 200 %', 200, 450],
] as const)
  describe(`the foot of an open card in ${size}`, () => {
    const page = useCardPage({ width, height });
    const log = () => page.webview.page.getByRole('log');

    it('stays in sight while the questions are scrolled', async () => {
      await page.webview.send({ ...waitingFor(set), items: [text, set] });
      const card = await page.card.evaluateHandle(form => form);
      for (const part of [0, 0.3, 0.6]) {
        await log().evaluate(
          (scroller, [form, share]) => {
            const shown = form.getBoundingClientRect();
            scroller.scrollTop += shown.top - scroller.getBoundingClientRect().top + shown.height * share;
          },
          [card, part] as const,
        );
        const [view, submit] = [await box(log()), await box(page.button('Submit'))];
        assert.ok(submit.y > view.y && submit.y + submit.height <= view.y + view.height, `${part}: ${JSON.stringify([view, submit])}`);
      }
    });

    it('covers nothing that has the focus', async () => {
      await page.ask(set);
      await page.button('Collapse question').focus();
      const covered: string[] = [];
      for (let stop = 0; stop < 40; stop += 1) {
        await page.press(stop < 20 ? 'Tab' : 'Shift+Tab');
        covered.push(...(await page.webview.page.evaluate(hiddenFocus)));
      }
      assert.deepEqual(covered, []);
    });

    it('covers no line that one is writing', async () => {
      await page.ask(set);
      await page.textbox(name.question).focus();
      for (let line = 0; line < 6; line += 1) {
        await page.press('Shift+Enter');
        await page.type('w');
      }
      const [line, foot] = [await box(page.textbox(name.question)), await box(page.card.locator('[data-foot]'))];
      assert.ok(line.y + line.height <= foot.y + 1, JSON.stringify([line, foot]));
    });
  });

/** Runs in the page: what has the focus and is behind the foot, or out of sight. */
function hiddenFocus(): string[] {
  const active = document.activeElement;
  const foot = document.querySelector('[data-foot]');
  if (active === null || foot === null || active.closest('form') === null || foot.contains(active)) return [];
  const { top, bottom } = active.getBoundingClientRect();
  const view = document.querySelector('[role=log]')?.getBoundingClientRect();
  const edge = active.closest('[data-question]') === null ? (view?.bottom ?? 0) : foot.getBoundingClientRect().top;
  const name = active.getAttribute('aria-label') ?? active.textContent;
  return view !== undefined && (top < view.top - 1 || bottom > edge + 1) ? [`${name}: ${top} to ${bottom}, foot ${edge}`] : [];
}

describe('the foot of an open card at 300 px', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  for (const language of [undefined, 'de'] as const)
    for (const layout of ['stacked', 'tabs'] as const)
      it(`has its acts in one row, in ${language ?? 'en'}, ${layout}`, async () => {
        const webview = await harness.open({ width: 300, height: 640, ...(language !== undefined && { language }) });
        await webview.send(waitingFor({ ...set, draft: set.draft.with(0, { ...emptyAnswer, selected: [0] }) }, layout));
        const acts = webview.page.locator('[data-foot] vscode-button');
        const rows = await acts.evaluateAll(all => all.map(act => Math.round(act.getBoundingClientRect().bottom)));
        assert.equal(rows.length, 3);
        assert.ok(Math.max(...rows) - Math.min(...rows) < 4, String(rows));
        await webview.close();
      });
});

/** Runs in the page. */
const isCut = (element: HTMLElement | SVGElement): boolean =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;

describe('while one answers at 300 px', () => {
  const page = useCardPage({ width: 300, height: 640 });
  const places = async (all: Locator): Promise<readonly number[][]> =>
    all.evaluateAll(found => found.map(one => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]));

  it('no act of the foot moves, and no row of it is empty', async () => {
    await page.ask(set);
    const acts = page.card.locator('[data-foot] :is(vscode-button, button)');
    const hint = page.card.locator('[data-foot] > .hint');
    const before = await places(acts);
    for (const act of [
      () => page.radio('PostgreSQL').click(),
      () => page.textbox(name.question).fill('Quill'),
      () => page.textbox('Other answer: Parts').fill('tags'),
    ]) {
      await act();
      await eventually(() => hint.textContent(), /\S/);
      await eventually(
        async () => (await places(acts)).map(([x]) => x),
        before.map(([x]) => x),
      );
      await eventually(async () => (await box(hint)).height < 24, true);
    }
    await page.card.getByRole('spinbutton').or(page.textbox('Limit')).fill('not a number');
    await eventually(() => hint.textContent(), 'Limit: Not a number. Write it like 3 or 2.5.');
    await eventually(() => hint.evaluate(isCut), false);
  });

  for (const language of ['en', 'de'] as const)
    it(`the reason that Submit is off is seen whole, and says what to do: ${language}`, async () => {
      const skipped = { ...emptyAnswer, skipped: true };
      const all = openItem([store, parts], { draft: [skipped, skipped] });
      await page.webview.close();
      page.webview = await page.harness.open({ width: 300, height: 640, ...(language !== 'en' && { language }) });
      await page.ask(all);
      const hint = page.webview.page.locator('[data-foot] > .hint');
      const words = { en: 'You skipped everything. Dismiss instead.', de: 'Du hast alles übersprungen. Verwirf die Frage stattdessen.' };
      await eventually(() => hint.textContent(), words[language]);
      await eventually(() => hint.evaluate(isCut), false);
    });

  it('the acts of the foot begin where the words of the questions begin', async () => {
    await page.ask(set);
    const [title, reason, submit] = [page.card.getByText(store.question), page.card.locator('[data-foot] > .hint'), page.button('Submit')];
    const left = await Promise.all([title, reason, submit].map(async one => (await box(one)).x));
    assert.deepEqual(left, [left[0], left[0], left[0]]);
  });

  it('a card that is higher than the view ends above the message box, with an edge', async () => {
    await page.ask(set);
    await page.webview.page.getByRole('log').evaluate(log => {
      log.scrollTop = 0;
    });
    const [foot, log] = [page.card.locator('[data-foot]'), page.webview.page.getByRole('log')];
    const [above, view] = [await box(foot), await box(log)];
    assert.ok(Math.abs(above.y + above.height + 1 - (view.y + view.height)) < 1, JSON.stringify([above, view]));
    const message = await box(page.webview.page.getByRole('textbox', { name: 'Message Claude' }));
    assert.ok(message.y - (view.y + view.height) >= 8, JSON.stringify([view, message]));
  });

  it('Skip stays in the row of Add note, where a note is added', async () => {
    await page.ask(set);
    const top = async () => {
      const [skip, question] = [await box(page.button('Skip: Storage')), await box(page.card.getByText(store.question))];
      return skip.y - question.y;
    };
    const before = await top();
    await page.button('Add note: Storage').click();
    await page.textbox('Note: Storage').waitFor();
    await eventually(top, before);
    await page.textbox('Note: Storage').fill('words');
    await eventually(top, before);
  });

  it('the chosen tab is in sight also where the row has become narrower', async () => {
    await page.webview.page.setViewportSize({ width: 900, height: 640 });
    await page.ask(openItem([store, parts, name, limit, { ...store, header: 'Encryption' }]), 'tabs');
    await page.tab('Review').click();
    // The browser keeps what has the focus in sight by itself.
    await page.button('Submit').focus();
    await page.webview.page.setViewportSize({ width: 300, height: 640 });
    const [row, last] = [await box(page.card.getByRole('tablist')), await box(page.tab('Review'))];
    assert.ok(last.x >= row.x && last.x + last.width <= row.x + row.width + 1, JSON.stringify([row, last]));
  });

  it('the tabs are one row that scrolls, with the chosen one in sight, and a tick moves none', async () => {
    await page.ask(set, 'tabs');
    const tabs = page.card.getByRole('tab');
    const before = await places(tabs);
    assert.equal(new Set(before.map(([, y]) => y)).size, 1);
    await page.radio('PostgreSQL').click();
    await eventually(() => page.tab('Storage').getAttribute('aria-description'), 'answered');
    await eventually(() => places(tabs), before);
    await page.tab('Storage').focus();
    await page.press('End');
    const [row, last] = [await box(page.card.getByRole('tablist')), await box(page.tab('Review'))];
    assert.ok(last.x >= row.x && last.x + last.width <= row.x + row.width + 1, JSON.stringify([row, last]));
  });

  it('the header is said once: by the tab, or by the chip', async () => {
    await page.ask(set, 'tabs');
    await eventually(() => page.card.getByText('Storage', { exact: true }).filter({ visible: true }).count(), 1);
    await page.update(2, set, { layout: 'stacked' });
    await eventually(() => page.card.getByText('Storage', { exact: true }).filter({ visible: true }).count(), 1);
  });

  it('the keys are shown at the question with the focus only', async () => {
    await page.ask(openItem([store, parts]));
    const shown = () => page.card.locator('kbd').filter({ visible: true }).allTextContents();
    await page.radio('PostgreSQL').waitFor();
    await eventually(shown, []);
    const before = await places(page.card.locator('.optionLabel'));
    await page.radio('PostgreSQL').focus();
    await eventually(shown, ['1', '2', 'o']);
    await page.checkbox('Export').focus();
    await eventually(shown, ['1', '2', '3', 'o']);
    await eventually(
      async () => (await places(page.card.locator('.optionLabel'))).map(([x]) => x),
      before.map(([x]) => x),
    );
  });
});

describe('a text that scrolls by itself', () => {
  const page = useCardPage({ width: 300, height: 640 });
  const fades = (locator: Locator) =>
    locator.evaluate(element =>
      ['--parley-before', '--parley-after'].map(end => Math.round(parseFloat(getComputedStyle(element).getPropertyValue(end)))),
    );

  it('fades where there is more of it: what Claude will read, and the tabs', async () => {
    const summary = 'What Claude will read';
    await page.ask(openItem([store, parts, name, limit], { reads: 'Many words. '.repeat(200) }), 'tabs');
    await eventually(() => fades(page.card.getByRole('tablist').locator('.tabList')), [0, 24]);
    await page.button(summary).click();
    const region = page.card.getByRole('region', { name: summary });
    await eventually(() => fades(region), [0, 24]);
    await region.press('End');
    await eventually(() => fades(region), [24, 0]);
    await page.update(2, openItem([store, parts, name, limit], { reads: 'A few words.' }));
    await eventually(() => fades(region), [0, 0]);
  });
});

describe('an act that is not the first one', () => {
  for (const theme of themeNames)
    describe(theme, () => {
      const page = useCardPage({ theme, width: 300, height: 640 });

      it('has no ring unless it has the focus, nor has a chip, save the borders of high contrast', async () => {
        await page.ask(
          openItem([store, parts], {
            draft: [
              { ...emptyAnswer, selected: [0] },
              { ...emptyAnswer, skipped: true },
            ],
          }),
        );
        const border = (locator: Locator) => locator.evaluate(element => getComputedStyle(element).borderTopColor);
        const none = theme.startsWith('hc') ? await border(page.textbox('Other answer: Storage')) : 'rgba(0, 0, 0, 0)';
        await eventually(() => border(page.button('Skip: Parts')), none);
        await page.ask(openItem([store, parts], { id: 'toolu_2', draft: [{ ...emptyAnswer, selected: [0] }, emptyAnswer] }));
        await page.button('Submit').click();
        await eventually(() => border(page.button('Go back')), none);
        const chip = page.card.getByText('Storage', { exact: true });
        await eventually(() => chip.evaluate(element => getComputedStyle(element).backgroundColor), 'rgba(0, 0, 0, 0)');
      });
    });
});
