// A conversation of thousands of items: only what is near the view is in the DOM, what is older is read as one scrolls, the place stays where
// it was, and a change of one item touches that item only.
import assert from 'node:assert/strict';
import { isWholeMatrix } from '../support/tier.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { idle, nothing, questionItem, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { items, LongConversation } from './longConversation.js';

describe('a long conversation', function () {
  this.timeout(120_000);
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
  });
  afterEach(() => webview.close());

  const shown = async (count: number, status?: ChatStatus): Promise<LongConversation> => {
    const chat = new LongConversation(webview, items(count));
    await chat.show(status);
    return chat;
  };

  /** A page in place of the still one, where frames take their time. */
  const inMotion = async (): Promise<WebviewPage> => {
    await webview.close();
    return harness.open({ motion: true });
  };

  /** How many rings turn among the rows, in sight or not. */
  const rings = (chat: LongConversation): Promise<number> =>
    chat.log.evaluate(log => document.getAnimations().filter(({ effect }) => log.contains((effect as KeyframeEffect).target)).length);

  /** Scrolls to the first row of the window: the page in front of it is asked for then. */
  const toTheTop = async (chat: LongConversation): Promise<void> => {
    while ((await chat.requests()).length === 0) await chat.scrollBy(-4000);
  };

  it('opens at its end, as large in the DOM with 10,000 items as with 1,000', async () => {
    webview = await inMotion();
    const sizes: number[] = [];
    for (const count of [10, 1000, 10_000]) {
      const chat = await shown(count, idle);
      await chat.log.getByRole('heading', { name: `Answer ${count - 1}` }).waitFor();
      sizes.push(await chat.size());
      await eventually(() => rings(chat), 0, `a ring turns, and nothing is read in a chat of ${count} items`);
    }
    const [ten = 0, thousand = 0, tenThousand = 0] = sizes;
    assert.ok(tenThousand <= thousand + 5, sizes.join());
    // Ten items of this kind are just a view full.
    assert.ok(tenThousand <= 1.6 * ten, sizes.join());
    await eventually(async () => (await webview.intentsOf('readPage')).length, 0, 'nothing older is asked for before somebody scrolls');
  });

  it('reads what is older page by page as one scrolls up, keeps the place, and stays small', async () => {
    // Of which the host shows the last 200 at first.
    const count = isWholeMatrix ? 600 : 400;
    const chat = await shown(count);
    const sizeAtEnd = await chat.size();
    let largest = 0;
    for (;;) {
      await chat.scrollBy(-1500);
      const before = await chat.visibleRows();
      const answered = await chat.answer();
      const after = answered === 0 ? before : await chat.visibleRows();
      const numbers = after.map(({ item }) => item);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => (numbers[0] ?? 0) + index),
        'rows stand in order and without holes',
      );
      const kept = before.find(({ item, top }) => top > 0 && numbers.includes(item));
      assert.ok(kept !== undefined, `${before.map(({ item }) => item).join()} became ${numbers.join()}`);
      const moved = (after.find(({ item }) => item === kept.item)?.top ?? 0) - kept.top;
      assert.ok(answered === 0 || Math.abs(moved) < 2, `row ${kept.item} has moved by ${moved}`);
      largest = Math.max(largest, await chat.size());
      if (numbers[0] === 0) break;
    }
    assert.ok(largest < 3 * sizeAtEnd, `${largest} elements after ${sizeAtEnd}`);
    await eventually(
      async () => (await webview.intentsOf('readPage')).map(({ direction, after, before }) => [direction, after, before]),
      Array.from({ length: (count - 200) / 40 }, (_, index) => ['older', null, String(count - 200 - 40 * index)]),
      'each page once, the newest first',
    );
  });

  it('reads forgotten pages again on the way down, up to the window', async () => {
    const chat = await shown(500);
    while ((await chat.visibleRows())[0]?.item !== 0) {
      await chat.scrollBy(-3000);
      await chat.answer();
    }
    const asked = (await webview.intentsOf('readPage')).length;
    let last = 0;
    while (last !== 499) {
      await chat.scrollBy(1500);
      await chat.answer();
      const numbers = (await chat.visibleRows()).map(({ item }) => item);
      assert.ok((numbers.at(-1) ?? 0) >= last);
      last = numbers.at(-1) ?? 0;
    }
    const again = (await webview.intentsOf('readPage')).slice(asked);
    assert.ok(again.length > 0 && again.every(({ direction }) => direction === 'newer'), JSON.stringify(again));
  });

  it('has a scroll bar that moves as the wheel does, also over pages that were let go', async () => {
    const count = isWholeMatrix ? 2000 : 480;
    const chat = await shown(count);
    const toFirst = async (): Promise<boolean> => (await chat.visibleRows())[0]?.item === 0;
    while (!(await toFirst())) {
      await chat.scrollBy(-3000);
      await chat.answer();
    }
    const thumb = (): Promise<{ readonly at: number; readonly height: number }> =>
      chat.log.evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
        at: scrollTop / (scrollHeight - clientHeight),
        height: scrollHeight,
      }));
    const whole = (await thumb()).height;
    const [down, up] = [3000, -3000];
    for (const by of [down, up]) {
      for (let before = await thumb(), isOver = false; !isOver;) {
        await chat.scrollBy(by);
        await webview.painted();
        while ((await chat.answer()) > 0) await webview.painted();
        const now = await thumb();
        assert.ok(Math.abs(now.height - whole) < 0.01 * whole, `${whole} pixels have become ${now.height}`);
        isOver = by < 0 ? await toFirst() : (await chat.visibleRows()).at(-1)?.item === count - 1;
        const expected = Math.min(1, Math.max(0, before.at + by / whole));
        assert.ok(Math.abs(now.at - expected) < 0.02, `the thumb has moved from ${before.at} to ${now.at}`);
        before = now;
      }
    }
    assert.ok((await webview.intentsOf('readPage')).length > (count - 200) / 40, 'nothing was let go');
  });

  it('goes back to the end by one button, wherever one is', async () => {
    const chat = await shown(600);
    while (((await chat.visibleRows())[0]?.item ?? 0) > 300) {
      await chat.scrollBy(-3000);
      await chat.answer();
    }
    await webview.button('Jump to latest').click();
    await eventually(async () => (await chat.visibleRows()).at(-1)?.item, 599);
    await webview.button('Jump to latest').waitFor({ state: 'detached' });
    await webview.send({ type: 'items', version: 2, items: [{ kind: 'prompt', id: 'new', text: 'The newest', state: 'sent' }] });
    await chat.log.getByText('The newest').waitFor();
  });

  it('goes to the message that the person has just sent, and stays where one is when a message that waited goes by itself', async () => {
    const chat = await shown(1000);
    await chat.scrollBy(-9000);
    const waits = { id: 'uuid', text: 'And this later', until: 'after' as const };
    await webview.send({ type: 'items', version: 2, items: [], waiting: [waits] }, { type: 'items', version: 3, items: [], waiting: [] });
    const prompt = (id: string, words: string) => ({ kind: 'prompt' as const, id, text: words, state: 'sending' as const });
    await webview.send({ type: 'items', version: 4, items: [prompt('later', waits.text)] });
    await webview.button('Jump to latest').waitFor();
    await webview.send({ type: 'items', version: 5, items: [prompt('mine', 'What I have just sent')] });
    await eventually(() => webview.button('Jump to latest').count(), 0);
    await chat.log.getByText('What I have just sent').waitFor();
  });

  it('reads on by itself where a page was too short to fill what is near', async () => {
    const chat = await shown(1000, idle);
    await toTheTop(chat);
    for (const before of [800, 799, 798]) {
      await eventually(async () => (await webview.intentsOf('readPage')).at(-1)?.before, String(before));
      const { id } = (await webview.intentsOf('readPage')).at(-1) ?? assert.fail();
      await webview.send({ type: 'page', chat: 's', id, items: chat.all.slice(before - 1, before), rest: String(before - 1) });
    }
    await eventually(async () => (await webview.intentsOf('readPage')).at(-1)?.before, '797');
  });

  it('says that older messages are loading, and when they cannot be loaded offers to try again', async () => {
    webview = await inMotion();
    const chat = await shown(1000, idle);
    await toTheTop(chat);
    await chat.log.getByText('Loading earlier messages…').waitFor();
    await eventually(() => rings(chat), 1);
    const request = await webview.intent('readPage');
    await webview.send({ type: 'readFailed', chat: 's', id: request.id });
    await chat.log.getByText('Earlier messages could not be loaded.').waitFor();
    await webview.page.getByRole('status').getByText('Earlier messages could not be loaded.').waitFor({ state: 'attached' });
    await chat.scrollBy(500);
    await chat.scrollBy(-5000);
    await eventually(async () => (await webview.intentsOf('readPage')).length, 1, 'a failure is not repeated by itself');
    await webview.button('Try again').press('Enter');
    await eventually(async () => (await webview.intentsOf('readPage')).length, 2);
    await eventually(() => chat.log.evaluate(log => log === document.activeElement), true, 'the focus is not lost with the button');
    await chat.answer();
    await eventually(() => chat.log.getByText('Earlier messages could not be loaded.').count(), 0);
    await eventually(async () => (await chat.visibleRows()).some(({ item }) => item < 800), true);
  });

  it('ignores a page that comes when another session is shown', async () => {
    const chat = await shown(1000);
    await toTheTop(chat);
    const request = await webview.intent('readPage');
    const other = new LongConversation(webview, [{ kind: 'prompt', id: 'other', text: 'Of another session', state: 'sent' }], 'other');
    await other.show();
    const late = { kind: 'prompt', id: 'late', text: 'Of the session before', state: 'sent' } as const;
    for (const key of ['s', 'other']) await webview.send({ type: 'page', chat: key, id: request.id, items: [late], rest: null });
    await other.log.getByText('Of another session').waitFor();
    await eventually(() => other.log.getByText('Of the session before').count(), 0);
  });

  it('keeps an open card, the focus, a selection and what the person has opened in the DOM', async () => {
    const asked = questionItem({ id: 'asked' });
    const all = items(400).with(398, asked);
    const chat = new LongConversation(webview, all);
    await webview.send({ ...snapshot(all.slice(200), waiting), start: '200' });
    await webview.card.last().getByRole('checkbox').first().focus();
    await chat.scrollBy(-1500);
    const text = await chat.log
      .getByRole('button', { name: /src\/file/ })
      .first()
      .textContent();
    const [opened = ''] = /src\/file\d+\.ts/.exec(text ?? '') ?? [];
    // A key, because a click on what has just moved is ignored.
    await chat.log.getByRole('button', { name: opened }).press('Enter');
    await chat.log.focus();
    await chat.scrollBy(-2000);
    const visible = await chat.visibleRows();
    const [selected, other] = [visible[0], visible.at(-1)];
    const row = chat.log.locator(`[data-item="item${selected?.item}"]`);
    await row.evaluate(element => {
      getSelection()?.selectAllChildren(element);
    });
    for (let step = 0; step < 4; step += 1) await chat.scrollBy(-3000);
    await eventually(() => chat.log.locator('[data-item="asked"]').getByRole('checkbox').count(), 4);
    await eventually(() => row.count(), 1);
    await eventually(() => chat.log.getByRole('button', { name: opened, expanded: true }).count(), 1);
    // Nothing that must stay is in these.
    await eventually(() => chat.log.locator(`[data-item="item${other?.item}"]`).count(), 0);
  });

  it('keeps an open card in the DOM also when the person has collapsed it', async () => {
    const all = items(400).with(390, questionItem({ id: 'asked' }));
    const chat = new LongConversation(webview, all);
    await webview.send({ ...snapshot(all.slice(200), waiting), start: '200' });
    const card = chat.log.locator('[data-item="asked"]');
    const collapse = card.getByRole('button', { name: 'Collapse' });
    // A press is not taken where the card has just moved, as it does while the page loads the rest of itself.
    await eventually(async () => {
      if ((await collapse.count()) > 0) await collapse.click();
      return collapse.count();
    }, 0);
    await chat.log.focus();
    // As far as it takes until the rows behind it have left.
    await eventually(async () => {
      await chat.scrollBy(-3000);
      return chat.log.locator('[data-item="item393"]').count();
    }, 0);
    await eventually(() => card.count(), 1);
    await eventually(() => card.locator('[aria-expanded="true"]').count(), 0);
  });

  it('shows final items that were read without what only the host could do about them', async () => {
    const lost = questionItem({ id: 'lost', phase: 'lost', draft: questionItem().questions.map(() => ({ ...nothing, selected: [0] })) });
    const chat = new LongConversation(webview, items(300).with(90, lost));
    await chat.show();
    await toTheTop(chat);
    await chat.answer();
    const card = chat.log.locator('[data-item="lost"]');
    while ((await card.count()) === 0) await chat.scrollBy(-200);
    await card.getByText('Which database should we use?').waitFor();
    await eventually(() => card.getByRole('button', { name: 'Send my answers as a message' }).count(), 0);
  });

  it('forgets what has left the window of the host once it is far away, and can read it again', async () => {
    await shown(200);
    const all = items(1000);
    const more = all.slice(200);
    let version = 1;
    for (let first = 0; first < more.length; first += 100) {
      await webview.send({ type: 'items', version: ++version, items: more.slice(first, first + 100) });
      const cursor = 100 + first;
      await webview.send({ type: 'trimmed', version: ++version, last: `item${cursor - 1}`, cursor: String(cursor) });
    }
    await eventually(async () => (await webview.intentsOf('ready')).length, 1, 'the view needs no snapshot');
    const long = new LongConversation(webview, all);
    await long.answer();
    while ((await long.visibleRows())[0]?.item !== 0) {
      await long.scrollBy(-3000);
      await long.answer();
    }
    const pages = (await webview.intentsOf('readPage')).length;
    assert.ok(pages > 0, 'nothing was forgotten');
  });

  it('changes only the row whose item has changed', async () => {
    const chat = await shown(1000);
    await chat.scrollBy(-800);
    const touched = await chat.log.evaluateHandle(scroller => {
      const changed = new Set<Node | null>();
      // A row that comes near the view meanwhile is new on the page, and is no change of a row.
      const before = new Set(scroller.querySelectorAll('.row'));
      new MutationObserver(records => {
        for (const { target } of records) {
          const row = target.parentElement?.closest('.row');
          if (row === null || row === undefined || before.has(row)) changed.add(row ?? target.parentElement);
        }
      }).observe(scroller, { subtree: true, childList: true, characterData: true });
      return changed;
    });
    const [first] = (await chat.visibleRows()).filter(({ item }) => item % 5 === 3);
    assert.ok(first);
    const id = `item${first.item}`;
    await webview.send({ type: 'items', version: 2, items: [{ kind: 'text', id, text: 'Changed words', streaming: true }] });
    await webview.send({ type: 'append', version: 3, id, text: ' and more' });
    await chat.log.getByText('Changed words and more').waitFor();
    await webview.send({ type: 'items', version: 4, items: [{ kind: 'prompt', id: 'new', text: 'The newest', state: 'sent' }] });
    await chat.log.getByText('The newest').waitFor({ state: 'attached' });
    const rows = await touched.evaluate(changed => [...changed].map(one => one?.textContent?.slice(0, 20) ?? ''));
    // The row, those around it that take the new row and let the oldest go.
    assert.ok(rows.length <= 4, rows.join(' | '));
  });
});
