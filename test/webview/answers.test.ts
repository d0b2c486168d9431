// What an answer has beside the Markdown of every text: alerts, footnotes, and a button that copies it whole.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const text = (markdown: string, streaming = false): TranscriptItem => ({ kind: 'text', id: 'text1', text: markdown, streaming });

describe('an answer', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let log: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
    log = webview.page.getByRole('log');
  });
  afterEach(() => webview.close());

  it('has alerts as GitHub draws them, and any other quote as it is', async () => {
    const quotes = ['> [!NOTE]\n> Read *this*.\n>\n> - one', '> [!WARNING]', '> [!OTHER]\n> a', '> [!NOTE] b', '> [NOTE]\n> c'];
    await webview.send(snapshot([text(quotes.join('\n\n'))], running));
    const alerts = log.getByRole('note');
    await eventually(
      async () => (await alerts.allTextContents()).map(one => one.replace(/\s+/g, ' ').trim()),
      ['NoteRead this. one', 'Warning'],
    );
    await alerts.first().getByRole('emphasis').getByText('this').waitFor();
    await alerts.first().getByRole('listitem').waitFor();
    await eventually(
      async () => (await log.locator('blockquote').allTextContents()).map(one => one.trim()),
      ['[!OTHER]\na', '[!NOTE] b', '[NOTE]\nc'],
    );
  });

  it('has footnotes small and raised, also where their text comes later, and takes no pattern for one', async () => {
    const words = 'It is so[^1], and so[^Why]. Use `x` or [^0-9].\n\nMore.\n\n';
    await webview.send(snapshot([text(words, true)], running));
    await log.getByText('so[^1], and so[^Why]').waitFor();
    const notes = '[^1]: Because **it** is\n  so.\n[^why]: A [manual](https://example.com/) says it.\n\nThe end.';
    await webview.send({ type: 'items', version: 2, items: [text(words + notes)] });
    await eventually(() => log.getByRole('superscript').allTextContents(), ['1', 'Why', '1', 'why']);
    await log.getByText('[^0-9]').waitFor();
    const small = log.locator('.footnote');
    await eventually(
      async () => (await small.allTextContents()).map(one => one.replace(/\s+/g, ' ')),
      ['1 Because it is so.', 'why A manual says it.'],
    );
    await small.getByRole('link', { name: 'manual' }).waitFor();
    // Hostile words stay words.
    await webview.send({
      type: 'items',
      version: 3,
      items: [text('a[^x]\n\n[^x]: <img src=x onerror="globalThis.hit = 1"> [go](javascript:1)')],
    });
    await log.locator('.footnote').getByText('<img src=x onerror="globalThis.hit = 1"> [go](javascript:1)').waitFor();
    await eventually(() => log.locator('img, .footnote a').count(), 0);
  });

  it('is copied whole, as it was written, by a button that is in sight under the pointer and with the focus', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const markdown = '## Why\n\nIt is **so**[^1].\n\n[^1]: See `a.ts`.';
    await webview.send(snapshot([text(markdown, true)], running));
    await log.getByRole('heading', { name: 'Why' }).waitFor();
    const copy = log.getByRole('button', { name: 'Copy this answer as Markdown' });
    await eventually(() => copy.count(), 0, 'while it is written');
    await webview.send({ type: 'items', version: 2, items: [text(markdown)] });
    const opacity = () => log.locator('.messageFoot').evaluate(one => getComputedStyle(one).opacity);
    await webview.page.mouse.move(1, 1);
    await webview.page.getByRole('textbox').first().focus();
    await log.getByRole('heading', { name: 'Why' }).hover();
    await eventually(opacity, '1');
    await copy.click();
    await log.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await webview.page.evaluate(() => navigator.clipboard.readText()), markdown);
    // Each of a hundred messages has such buttons: the frame of the drawing and its path are all that is in one.
    await eventually(() => log.locator('.messageFoot :is(div, button *)').count(), 2);
    await log.getByRole('heading', { name: 'Why' }).hover();
    await copy.waitFor();
  });
});
