// Previews of options on a card that waits: where they are, when, and that they are never in the way.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { emptyAnswer } from '../../src/shared/answers.js';
import { layouts, useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { openItem, panes, store } from './openCards.js';

/** The place within the card, because the page may scroll by a pixel. */
const placeIn = async (card: Locator, locator: Locator): Promise<readonly number[]> => {
  const [frame, found] = [await box(card), await box(locator)];
  return [found.x - frame.x, found.y - frame.y].map(Math.round);
};

const box = async (locator: Locator) => {
  const found = await locator.boundingBox();
  assert.ok(found);
  return found;
};

describe('previews in a narrow card', () => {
  const page = useCardPage({ height: 900, width: 300 });
  const preview = (label: string) => page.card.getByRole('group', { name: `Preview: ${label}` });

  it('come with the choice, below the option', async () => {
    await page.ask(openItem([panes]));
    await page.radio('One pane').waitFor();
    await eventually(() => page.card.getByRole('group', { name: /^Preview/ }).count(), 0);
    await page.radio('Two panes').click();
    await preview('Two panes').getByText('list').waitFor();
    const [option, shown, next] = await Promise.all([box(page.radio('Two panes')), box(preview('Two panes')), box(page.radio('One pane'))]);
    assert.ok(option.y < shown.y && shown.y + shown.height <= next.y);
    assert.equal(shown.width > 200, true);
    await page.radio('None of these').click();
    await eventually(() => preview('Two panes').count(), 0);
  });

  it('do not move what is under the pointer', async () => {
    await page.ask(openItem([panes]));
    const before = await placeIn(page.card, page.radio('Other'));
    await page.radio('Two panes').hover();
    await page.radio('One pane').hover();
    await eventually(() => placeIn(page.card, page.radio('Other')), before);
  });

  it('come with the keyboard, before anything is chosen', async () => {
    await page.ask(openItem([panes]));
    await page.goToQuestion();
    await preview('Two panes').waitFor();
    await eventually(() => page.webview.intentsOf('draftAnswer'), []);
    await page.press('ArrowDown');
    await preview('One pane').getByText('good on a small screen').waitFor();
    await eventually(() => preview('Two panes').count(), 0);
  });

  for (const layout of layouts) {
    it(`open in an editor, in ${layout}`, async () => {
      await page.ask(openItem([store, panes], { draft: [emptyAnswer, { ...emptyAnswer, selected: [1] }] }), layout);
      if (layout === 'tabs') await page.tab('Layout').click();
      await page.button('Open preview in editor').click();
      await eventually(() => page.webview.intentsOf('openPreview'), [{ type: 'openPreview', id: 'toolu_1', question: 1, option: 1 }]);
      await page.button('Open preview in editor').press('Enter');
      await eventually(async () => (await page.webview.intentsOf('openPreview')).length, 2);
      await eventually(() => page.webview.intentsOf('draftAnswer'), []);
    });
  }

  it('leave Other where it is', async () => {
    await page.ask(openItem([panes], { draft: [{ ...emptyAnswer, selected: [0] }] }));
    await preview('Two panes').waitFor();
    await page.textbox('Other answer: Layout').fill('three');
    await eventually(() => page.lastDraft(), [{ ...emptyAnswer, other: true, otherText: 'three' }]);
  });

  it('are marked at the options that have one, also for a screen reader', async () => {
    await page.ask(openItem([panes]));
    await eventually(() => page.description(page.radio('Two panes')), 'List and note preview');
    await eventually(() => page.description(page.radio('One pane')), 'preview');
    await eventually(() => page.description(page.radio('None of these')), '');
    await eventually(() => page.card.getByText('preview', { exact: true }).filter({ visible: true }).count(), 2);
  });

  it('are flipped through in their place, without choosing', async () => {
    await page.ask(openItem([panes]));
    await page.radio('Two panes').click();
    const next = page.button('Next preview');
    const place = await placeIn(page.card, next);
    await next.click();
    await preview('One pane').waitFor();
    await eventually(() => preview('Two panes').count(), 0);
    await eventually(() => placeIn(page.card, next), place);
    await eventually(async () => (await page.lastDraft())?.[0]?.selected, [0]);
    await page.button('Open preview in editor').click();
    await eventually(async () => (await page.webview.intent('openPreview')).option, 1);
    await page.button('Previous preview').press('Enter');
    await preview('Two panes').waitFor();
    await page.button('Previous preview').press('Enter');
    await preview('One pane').waitFor();
    await eventually(() => page.button('Compare previews').count(), 0);
  });

  it('are not made for several choices', async () => {
    await page.ask(openItem([{ ...panes, multiSelect: true }], { draft: [{ ...emptyAnswer, selected: [0] }] }));
    await page.checkbox('Two panes').waitFor();
    await eventually(() => page.card.getByRole('group', { name: /^Preview/ }).count(), 0);
  });
});

describe('previews in a wide card', () => {
  const page = useCardPage({ height: 900, width: 700 });
  const preview = () => page.card.getByRole('group', { name: /^Preview/ });

  it('are beside the options, the first one before anything is looked at', async () => {
    await page.ask(openItem([panes]));
    await eventually(() => preview().getAttribute('aria-label'), 'Preview: Two panes');
    const before = await box(page.radio('None of these'));
    const place = await placeIn(page.card, page.radio('None of these'));
    const shown = await box(preview());
    assert.ok(shown.x > before.x + 100 && shown.y < before.y);
    await page.radio('One pane').click();
    await eventually(() => preview().getAttribute('aria-label'), 'Preview: One pane');
    await eventually(() => placeIn(page.card, page.radio('None of these')), place);
  });

  it('are compared side by side', async () => {
    await page.ask(openItem([panes]));
    const compare = page.button('Compare previews');
    const place = await placeIn(page.card, compare);
    await compare.click();
    await eventually(() => preview().count(), 2);
    const [left, right] = [await box(preview().first()), await box(preview().last())];
    assert.ok(left.y === right.y && left.x + left.width < right.x && left.width > 220, JSON.stringify([left, right]));
    await eventually(() => placeIn(page.card, compare), place);
    await page.radio('One pane').click();
    await eventually(() => preview().count(), 2);
    await compare.click();
    await eventually(() => preview().getAttribute('aria-label'), 'Preview: One pane');
  });
});
