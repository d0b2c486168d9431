// Find in the chat: it looks through the whole conversation, goes to hits that are not loaded, marks the words, says where it is, and gives the
// focus back.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { idle, questionItem, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { items, LongConversation } from './longConversation.js';

/** The words that are marked, as they stand on the page. */
const markedWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(range => (range instanceof Range ? range.toString() : '')));

describe('Find in the chat', function () {
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

  const bar = () => webview.page.getByRole('search', { name: 'Find in chat' });
  const box = () => bar().getByRole('searchbox', { name: 'Find' });
  const find = async (words: string): Promise<void> => {
    await webview.page.keyboard.press('Control+f');
    await box().fill(words);
    await webview.intent('find');
  };
  const shown = async (count: number): Promise<LongConversation> => {
    const chat = new LongConversation(webview, items(count));
    await chat.show();
    return chat;
  };
  const isInView = async (chat: LongConversation, item: number): Promise<boolean> =>
    (await chat.visibleRows()).some(row => row.item === item);

  it('keeps its keys from VS Code, which would open the search of an editor with the same', async () => {
    await shown(3);
    await webview.page.evaluate(() => {
      window.addEventListener('keydown', ({ key }) => (document.title += ` ${key}`));
    });
    await webview.composer.focus();
    await find('Prompt');
    await webview.page.keyboard.press('F3');
    await webview.page.keyboard.press('Shift+F3');
    await webview.page.keyboard.press('Control+b');
    await eventually(() => webview.page.title().then(title => title.split(' ').filter(key => /^(?:f|F3|b)$/.test(key))), ['b']);
  });

  it('goes to the newest hit, then round the conversation, and marks the words', async () => {
    const chat = await shown(120);
    await webview.composer.focus();
    await find('PROMPT 1');
    await chat.answer();
    // 1 hit at 10 and 15, and those from 100 to 115.
    await bar().getByText('6 of 6').waitFor();
    await eventually(() => isInView(chat, 115), true);
    await eventually(() => markedWords(webview.page), ['Prompt 1']);
    await webview.page.keyboard.press('Enter');
    await bar().getByText('1 of 6').waitFor();
    await eventually(() => isInView(chat, 10), true);
    await webview.page.keyboard.press('Shift+Enter');
    await webview.page.keyboard.press('Shift+F3');
    await bar().getByText('5 of 6').waitFor();
    await eventually(() => isInView(chat, 110), true);
    await webview.page.keyboard.press('F3');
    await bar().getByText('6 of 6').waitFor();
    await bar().getByRole('button', { name: 'Previous match' }).click();
    await bar().getByText('5 of 6').waitFor();
    await bar().getByRole('button', { name: 'Next match' }).click();
    await bar().getByText('6 of 6').waitFor();
    await eventually(() => chat.log.locator('mark').count(), 0, 'nothing is put into the page');
  });

  it('opens at a hit that was found in the list of all chats', async () => {
    const chat = await shown(400);
    await webview.send({
      type: 'focus',
      target: 'search',
      sought: { words: 'prompt 1', hit: { item: 'item10', at: [10, 0], cursor: '10' } },
    });
    await chat.answerNext();
    await eventually(() => isInView(chat, 10), true);
    await bar().getByText('1 of 22').waitFor();
    await eventually(() => markedWords(webview.page), ['Prompt 1']);
    await eventually(() => box().evaluate(element => element === document.activeElement), true);
    await webview.page.keyboard.press('Enter');
    await bar().getByText('2 of 22').waitFor();
  });

  it('opens at the newest hit where the one that was found is gone', async () => {
    const chat = await shown(120);
    await webview.send({ type: 'focus', target: 'search', sought: { words: 'prompt 1' } });
    await chat.answerNext();
    await bar().getByText('6 of 6').waitFor();
    await eventually(() => isInView(chat, 115), true);
  });

  it('steps through the places of one long answer, in both directions, and round', async () => {
    const place = (): Promise<string> =>
      webview.page.evaluate(() => {
        const [range] = CSS.highlights.get('foundHere') ?? [];
        const text = range instanceof Range ? range.startContainer.parentElement?.closest('li, p')?.textContent : undefined;
        return text?.trim() ?? '';
      });
    const text = Array.from({ length: 60 }, (_, at) => (at % 20 === 0 ? `- needle ${at}` : `- hay ${at}`)).join('\n');
    await webview.send(snapshot([{ kind: 'text', id: 'long', text, streaming: false }], idle));
    await find('needle');
    const { id } = await webview.intent('find');
    await webview.send({ type: 'found', chat: 's', id, hits: [{ item: 'long', at: [1, 0], cursor: '1' }], state: 'done' });
    for (const [key, status, shownPlace] of [
      [undefined, '1 of 3 here, message 1 of 1', 'needle 0'],
      ['F3', '2 of 3 here, message 1 of 1', 'needle 20'],
      ['Enter', '3 of 3 here, message 1 of 1', 'needle 40'],
      ['F3', '1 of 3 here, message 1 of 1', 'needle 0'],
      ['Shift+F3', '3 of 3 here, message 1 of 1', 'needle 40'],
    ] as const) {
      if (key !== undefined) await webview.page.keyboard.press(key);
      await bar().getByText(status, { exact: true }).waitFor();
      await eventually(place, shownPlace);
      await webview.page.getByText(shownPlace, { exact: true }).and(webview.page.locator(':visible')).first().waitFor();
    }
    const lines = await webview.page.evaluate(() =>
      ['found', 'foundHere'].map(name => {
        const [range] = CSS.highlights.get(name) ?? [];
        const word = range instanceof Range ? range.startContainer.parentElement : null;
        return word && getComputedStyle(word, `::highlight(${name})`).textDecorationLine;
      }),
    );
    assert.deepEqual(lines, ['underline', 'underline'], 'the marks can be seen');
  });

  it('goes to a hit that is not loaded, reads on from there on both sides, and goes back to the end', async () => {
    const chat = await shown(3000);
    await find('Prompt 1000');
    await chat.answer();
    await chat.answerNext();
    await bar().getByText('1 of 1').waitFor();
    await eventually(() => isInView(chat, 1000), true);
    await eventually(() => markedWords(webview.page), ['Prompt 1000']);
    await eventually(async () => (await webview.intentsOf('goToHit'))[0]?.before, '2800');
    await chat.answer();
    for (let step = 0; step < 6; step += 1) {
      await chat.scrollBy(-1000);
      await chat.answer();
    }
    const above = (await chat.visibleRows())[0]?.item ?? 0;
    assert.ok(above < 960 && above > 800, `${above}`);
    for (let step = 0; step < 14; step += 1) {
      await chat.scrollBy(1000);
      await chat.answer();
      const numbers = (await chat.visibleRows()).map(({ item }) => item);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => (numbers[0] ?? 0) + index),
      );
    }
    const below = (await chat.visibleRows())[0]?.item ?? 0;
    assert.ok(below > 1040 && below < 1300, `${below}`);
    await webview.button('Jump to latest').click();
    await eventually(() => isInView(chat, 2999), true);
    await chat.log.getByRole('heading', { name: 'Answer 2999' }).waitFor();
  });

  it('says how far it is, once it is there', async () => {
    const chat = await shown(3000);
    const status = webview.page.getByRole('status');
    await find('Prompt 10');
    await chat.answer();
    await chat.answerNext();
    await status.getByText('23 of 23').waitFor({ state: 'attached' });
    await box().fill('no such words');
    await eventually(async () => (await webview.intentsOf('find')).length, 2);
    await chat.answer();
    await status.getByText('No results').waitFor({ state: 'attached' });
  });

  it('opens what is closed around the words, and marks the row where they cannot be seen', async () => {
    const chat = await shown(50);
    await find('two');
    const { id } = await webview.intent('find');
    await webview.send({ type: 'found', chat: 's', id, hits: [{ item: 'item41', at: [41, 0], cursor: '41' }], state: 'done' });
    await eventually(() => markedWords(webview.page), ['two']);
    await chat.log.getByRole('button', { name: /file41/, expanded: true }).waitFor();
    // In the source of the Markdown, and not in what is shown.
    await box().fill('## Answer 43');
    await eventually(async () => (await webview.intentsOf('find')).length, 2);
    await chat.answer();
    await chat.log.locator('[data-item="item43"][data-found]').waitFor();
    await box().fill('words and code');
    await eventually(async () => (await webview.intentsOf('find')).length, 3);
    const [, , last] = await webview.intentsOf('find');
    await webview.send({
      type: 'found',
      chat: 's',
      id: last?.id ?? 0,
      hits: [{ item: 'item43', at: [43, 0], cursor: '43' }],
      state: 'done',
    });
    await eventually(() => markedWords(webview.page), ['words and code']);
    await eventually(() => chat.log.locator('[data-found]').count(), 0);
  });

  it('opens the text that Claude has read where only that text has the words', async () => {
    const reads = 'Your questions have been answered.';
    await webview.send(snapshot([questionItem({ phase: 'answered', reads })], idle));
    await find('have been');
    const { id } = await webview.intent('find');
    await webview.send({ type: 'found', chat: 's', id, hits: [{ item: questionItem().id, at: [1, 0], cursor: '1' }], state: 'done' });
    await eventually(() => markedWords(webview.page), ['have been']);
    await webview.button('What Claude read').waitFor();
  });

  it('shows words in a part of a long text that is not on the page yet', async () => {
    // The page never has time for what nobody waits for.
    await webview.page.evaluate(() => {
      globalThis.requestIdleCallback = () => 0;
      globalThis.cancelIdleCallback = () => undefined;
    });
    const filler = (part: number) => `## Part ${part}\n\n${'Some words of it. '.repeat(150)}`;
    const text = Array.from({ length: 70 }, (_, part) => (part === 20 ? `${filler(part)}\n\nThe needle is here.` : filler(part))).join(
      '\n\n',
    );
    await webview.send(snapshot([...items(10), { kind: 'text', id: 'long', text, streaming: false }], idle));
    await webview.page.getByRole('log').locator('[data-item=long]').waitFor();
    await eventually(() => webview.page.getByText('The needle').count(), 0);
    await find('needle');
    const { id } = await webview.intent('find');
    await webview.send({ type: 'found', chat: 's', id, hits: [{ item: 'long', at: [10, 0], cursor: '10' }], state: 'done' });
    await eventually(() => markedWords(webview.page), ['needle']);
    await webview.painted();
    const isSeen = () =>
      webview.page.getByText('The needle').evaluate(words => {
        const [view, box] = [words.closest('[role="log"]')?.getBoundingClientRect(), words.getBoundingClientRect()];
        return view !== undefined && box.top >= view.top && box.bottom <= view.bottom;
      });
    await eventually(isSeen, true);
    await webview.painted();
    await eventually(isSeen, true, 'and there the view stays');
  });

  it('shows a hit also where what is above it grows for several frames, without the browser keeping the place', async () => {
    await webview.send(snapshot(items(60), idle));
    await webview.page.locator('[data-item=item59]').waitFor();
    await webview.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.row { overflow-anchor: none !important; }');
      document.adoptedStyleSheets.push(sheet);
      let height = 0;
      const grow = (): void => {
        const above = document.querySelector<HTMLElement>('[data-item=item29]');
        if (above) above.style.paddingTop = `${(height += 400)}px`;
        if (height < 2400) requestAnimationFrame(grow);
      };
      // From the frame in which the hit is marked on.
      const set = CSS.highlights.set.bind(CSS.highlights);
      CSS.highlights.set = (...mark) => {
        requestAnimationFrame(grow);
        return set(...mark);
      };
    });
    await find('Prompt 30');
    const { id } = await webview.intent('find');
    await webview.send({ type: 'found', chat: 's', id, hits: [{ item: 'item30', at: [30, 0], cursor: '30' }], state: 'done' });
    await eventually(
      () => webview.page.evaluate(() => document.querySelector<HTMLElement>('[data-item=item29]')?.style.paddingTop),
      '2400px',
    );
    await webview.painted();
    const isSeen = await webview.page.getByText('Prompt 30', { exact: true }).evaluate(words => {
      const [view, box] = [words.closest('[role="log"]')?.getBoundingClientRect(), words.getBoundingClientRect()];
      return view !== undefined && box.top >= view.top && box.bottom <= view.bottom;
    });
    assert.ok(isSeen);
  });

  it('shows the newest hit while the rest is searched, takes more hits when it has paused, and says when it has failed', async () => {
    await shown(50);
    await find('Prompt');
    const { id } = await webview.intent('find');
    const hit = (at: number) => ({ item: `item${at}`, at: [at, 0] as const, cursor: String(at) });
    await webview.send({ type: 'found', chat: 's', id, hits: [], state: 'searching' });
    await bar().getByText('Searching…').waitFor();
    await webview.send({ type: 'found', chat: 's', id, hits: [hit(45)], state: 'searching' });
    await bar().getByText('1 of 1 so far').waitFor();
    await webview.send({ type: 'found', chat: 's', id, hits: [hit(40), hit(30)], state: 'paused' });
    await bar().getByText('3 of 3 so far').waitFor();
    await webview.page.keyboard.press('Shift+Enter');
    await eventually(async () => (await webview.intent('findMore')).id, id);
    await webview.send({ type: 'found', chat: 's', id, hits: [hit(10)], state: 'done' });
    await bar().getByText('3 of 4').waitFor();
    await box().fill('Answer');
    await eventually(async () => (await webview.intentsOf('find')).length, 2);
    // The search before is over, whatever still comes of it.
    await webview.send({ type: 'found', chat: 's', id, hits: [hit(5)], state: 'done' });
    await webview.send({ type: 'found', chat: 's', id: id + 1, hits: [], state: 'failed' });
    await bar().getByText('The search failed.').waitFor();
  });

  it('says when the place of a hit cannot be loaded', async () => {
    const chat = await shown(3000);
    await find('Prompt 1000');
    await chat.answer();
    const { id } = await webview.intent('goToHit');
    await webview.send({ type: 'readFailed', chat: 's', id });
    await bar().getByText('This place could not be loaded.').waitFor();
  });

  it('gives the focus back, to the conversation where the place is gone', async () => {
    await shown(50);
    await webview.composer.focus();
    await find('Prompt');
    await eventually(() => box().evaluate(element => element === document.activeElement), true);
    await webview.page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    await eventually(() => webview.composer.evaluate(element => element === document.activeElement), true);
    await eventually(async () => (await webview.intentsOf('cancelFind')).length, 1);
    await webview.page.keyboard.press('Control+f');
    await webview.send({ ...snapshot([]), chat: 'other' });
    await bar().waitFor({ state: 'detached' });
    // Escape and F3 mean nothing without the bar.
    await webview.page.keyboard.press('Escape');
    await webview.page.keyboard.press('F3');
    await eventually(() => bar().count(), 0);
  });

  it('never answers an open question: its keys are the words', async () => {
    await webview.send(snapshot([questionItem()], waiting));
    await webview.card.getByRole('radio').first().focus();
    await webview.page.keyboard.press('Control+f');
    await box().waitFor();
    await webview.page.keyboard.type('1o2an');
    await webview.page.keyboard.press('Enter');
    await webview.page.keyboard.press('Control+Enter');
    await webview.page.keyboard.press('Control+PageDown');
    await webview.page.keyboard.press('Escape');
    const said = (await webview.intents())
      .map(({ type }) => type)
      .filter(type => type !== 'readEditor' && type !== 'readSteering' && type !== 'pageFocus' && !/find/i.test(type));
    await eventually(() => webview.acts(), []);
    // The card has looked for an earlier decision, which answers nothing.
    assert.deepEqual(said, ['ready', 'readDecided']);
    await eventually(
      () =>
        webview.card
          .getByRole('radio')
          .first()
          .evaluate(element => element === document.activeElement),
      true,
    );
    await eventually(() => webview.card.getByRole('radio', { checked: true }).count(), 0);
  });

  it('keeps its buttons beside each other where there is little room', async () => {
    await webview.page.setViewportSize({ width: 300, height: 500 });
    await shown(50);
    await find('answer');
    const { id } = await webview.intent('find');
    const hits = Array.from({ length: 120 }, (_, at) => ({ item: 'item41', at: [at, 0] as const, cursor: String(at) }));
    await webview.send({ type: 'found', chat: 's', id, hits, state: 'paused' });
    await bar().getByText('120 of 120 so far').waitFor();
    const buttons = await bar().getByRole('button').all();
    const tops = await Promise.all(buttons.map(async button => (await button.boundingBox())?.y));
    assert.deepEqual([tops.length, new Set(tops).size], [3, 1]);
  });

  it('begins anew when the same conversation comes again, and ends with another', async () => {
    const chat = await shown(50);
    await find('Prompt');
    await chat.answer();
    await bar().getByText('10 of 10').waitFor();
    await webview.send(snapshot(items(50), idle));
    await eventually(async () => (await webview.intentsOf('find')).length, 2);
    await webview.send({ ...snapshot(items(10), idle), chat: 'other' });
    await bar().waitFor({ state: 'detached' });
  });

  for (const language of ['en', 'de'] as const)
    it(`leaves the conversation in its place at 300 px, whatever the search says: ${language}`, async () => {
      const narrow = await harness.open({ width: 300, ...(language === 'de' && { language }) });
      const top = async (): Promise<number | undefined> => (await narrow.page.getByRole('log').boundingBox())?.y;
      await narrow.send(snapshot(items(30), idle));
      await narrow.page.keyboard.press('Control+f');
      await narrow.page.getByRole('searchbox').waitFor();
      const empty = await top();
      await narrow.page.getByRole('searchbox').fill('nothing');
      const { id } = await narrow.intent('find');
      await eventually(top, empty, 'while it searches');
      await narrow.send({ type: 'found', chat: 's', id, hits: [], state: 'done' });
      await eventually(top, empty, 'without results');
      await narrow.close();
    });
});
