// Where an open card stands in the conversation: in sight when it is shown, at any zoom, and where it is while other things come in.
import assert from 'node:assert/strict';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { eventually } from './harness.js';
import { earlier } from './memoryStates.js';
import { limit, name, openItem, panes, parts, store, waitingFor } from './openCards.js';

const set = openItem([store, parts, name, limit]);
const text = (id: string, lines: number): TranscriptItem => ({
  kind: 'text',
  id,
  text: 'A line of what Claude has said, long enough for a second line in a narrow view.\n\n'.repeat(lines),
  streaming: false,
});

describe('an open card', () => {
  const page = useCardPage({ width: 600, height: 800 });
  const log = () => page.webview.page.getByRole('log');
  const top = () => page.card.evaluate(form => Math.round(form.getBoundingClientRect().top));

  it('that is higher than the view is shown from its beginning when the chat is opened', async () => {
    await page.webview.send({ ...waitingFor(set), items: [text('text1', 40), set] });
    await eventually(top, 8);
  });

  it('that outgrows the view, because an earlier decision has come into it, is shown from its beginning', async () => {
    const one = openItem([store]);
    await page.webview.send({ ...waitingFor(one), items: [text('text1', 40), one] });
    const room = await log().evaluate(element => element.clientHeight);
    const { height = 0 } = (await page.card.boundingBox()) ?? {};
    await page.webview.page.setViewportSize({ width: 600, height: Math.round(800 - room + height) + 28 });
    await eventually(async () => (await top()) > 8, true);
    await page.webview.send({ type: 'decided', question: one.id, found: [earlier({ asked: 'Which database?' })] });
    await page.button('Different question: Storage').waitFor();
    await eventually(top, 8);
  });

  it('stays in sight at a zoom of 200 % and back', async () => {
    const one = openItem([panes]);
    await page.webview.send({ ...waitingFor(one), items: [text('text1', 40), one] });
    for (const [width, height] of [
      [300, 400],
      [600, 800],
      [300, 300],
    ] as const) {
      await page.webview.page.setViewportSize({ width, height });
      const [card, view] = [await page.card.boundingBox(), await log().boundingBox()];
      assert.ok(card && view && card.y >= view.y && card.y < view.y + view.height / 2, JSON.stringify([width, card, view]));
      const submit = await page.button('Submit').boundingBox();
      assert.ok(submit && submit.y + submit.height <= view.y + view.height, JSON.stringify([width, submit, view]));
    }
  });

  it('stays in sight at a zoom where one has scrolled within it, with what has the focus', async () => {
    await page.webview.send({ ...waitingFor(set), items: [text('text1', 40), set, text('text2', 20)] });
    await page.textbox(name.question).focus();
    await page.webview.page.setViewportSize({ width: 300, height: 400 });
    const [box, view] = [await page.textbox(name.question).boundingBox(), await log().boundingBox()];
    assert.ok(box && view && box.y >= view.y && box.y + box.height <= view.y + view.height, JSON.stringify([box, view]));
    await eventually(() => page.focused(), name.question);
  });

  it('does not move under the pointer, nor for who writes in it, while other things come in', async () => {
    const one = openItem([store], { draft: [{ ...emptyAnswer, selected: [1] }] });
    await page.webview.send({ ...waitingFor(one), items: [text('text1', 40), one] });
    await page.radio('SQLite (Recommended)').hover();
    const before = await top();
    let version = 1;
    const grow = async (id: string, lines: number): Promise<void> => {
      await page.webview.send({ type: 'items', version: (version += 1), items: [text(id, lines)] });
    };
    await grow('text2', 5);
    await grow('text1', 44);
    await grow('text2', 9);
    await eventually(top, before);
    await page.webview.page.mouse.move(300, 790);
    await page.textbox('Other answer: Storage').focus();
    const writing = await top();
    await grow('text2', 12);
    await eventually(top, writing);
  });

  it('stays under the pointer also after it has become less high', async () => {
    const one = openItem([store]);
    await page.webview.page.mouse.move(300, 790);
    await page.webview.send({ ...waitingFor(one), items: [text('text1', 40), one] });
    const wasAt = await top();
    await page.webview.send({ type: 'decided', question: one.id, found: [earlier({ asked: 'Which database?' })] });
    await page.button('Different question: Storage').waitFor();
    await page.webview.send({ type: 'decided', question: one.id, found: [] });
    await eventually(top, wasAt);
    await eventually(() => page.card.evaluate(form => getComputedStyle(form).pointerEvents), 'auto');
    await page.radio('SQLite (Recommended)').hover();
    await page.webview.send({ type: 'items', version: 2, items: [text('text2', 5)] });
    await eventually(top, wasAt);
  });

  it('is followed past by what comes in where nobody is at it', async () => {
    const one = openItem([store]);
    await page.webview.page.mouse.move(300, 790);
    await page.webview.send({ ...waitingFor(one), items: [text('text1', 40), one] });
    await page.webview.send({ type: 'items', version: 2, items: [text('text2', 40)] });
    await eventually(() => log().evaluate(scroller => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2), true);
  });
});
