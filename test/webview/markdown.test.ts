// The model's Markdown: hostile text stays text, links go to the host, a growing text keeps what is finished.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { Harness } from './harness.js';

const text = (markdown: string, streaming = false): TranscriptItem => ({ kind: 'text', id: 'text1', text: markdown, streaming });

const hostile = [
  '<script>globalThis.hit = 1</script>',
  '<img src=x onerror="globalThis.hit = 1">',
  '<svg onload="globalThis.hit = 1"><script>globalThis.hit = 1</script></svg>',
  '<iframe src="https://example.com"></iframe><object data="x"></object><embed src="x">',
  '<style>* { display: none }</style><p style="position: fixed; inset: 0">over everything</p>',
  '<form action="https://example.com"><input name="a"><button>Submit answers</button></form>',
  '<a href="javascript:globalThis.hit=1">one</a> <a href=" java\nscript:globalThis.hit=1">two</a> [three](javascript:globalThis.hit=1)',
  '[four](data:text/html,<script>globalThis.hit=1</script>) [five](command:workbench.action.quit) [six](vscode://x/y) [seven](file:///etc/passwd) [eight](//example.com/x)',
  '<div id="root" name="body" class="card" role="form" aria-label="Claude asks" data-question="0" tabindex="1" autofocus>clobber</div>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=globalThis.hit=1&gt;">',
  '![a chart](https://example.com/chart.png) <img src="https://example.com/pixel.gif" alt="pixel">',
  '<details open ontoggle="globalThis.hit=1"><summary>more</summary>inside</details>',
  '<base href="https://example.com/"><meta http-equiv="refresh" content="0;url=https://example.com"><link rel="stylesheet" href="https://example.com/x.css">',
];

describe('Claude’s words', () => {
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

  it('can neither act, nor load, nor pretend', async () => {
    const requests: string[] = [];
    webview.page.on('request', request => requests.push(request.url()));
    await webview.send(snapshot([text([...hostile, 'The end.'].join('\n\n'))]));
    await log.getByText('The end.').waitFor();
    assert.equal(await webview.page.evaluate(() => 'hit' in globalThis), false);
    assert.deepEqual(requests, []);
    const forbidden =
      'script, style, svg, math, iframe, object, embed, form, input, img, base, meta, link, [style], [id], [class="card"], [role="form"], [aria-label="Claude asks"], [data-question], [autofocus], [tabindex="1"]';
    assert.deepEqual(
      await log.evaluate(
        (scroller, selector) => [...scroller.querySelectorAll(`.markdown :is(${selector})`)].map(found => found.outerHTML),
        forbidden,
      ),
      [],
    );
    assert.equal(await webview.button('Submit answers').count(), 0);
    const handlers = await log.evaluate(scroller =>
      [...scroller.querySelectorAll('*')].flatMap(element => element.getAttributeNames().filter(name => name.startsWith('on'))),
    );
    assert.deepEqual(handlers, []);
    // The sanitizer parses what it is given in a document of its own, where the policy refuses handlers once more.
    webview.allowComplaints(/^(Executing inline event handler|Applying inline style) violates/);
  });

  it('keeps only links that a host can judge', async () => {
    await webview.send(
      snapshot([
        text(
          [...hostile, '[web](https://example.com/a) [mail](mailto:a@example.com) [file](src/a.ts:12) [absolute](/src/b.ts)'].join('\n\n'),
        ),
      ]),
    );
    await log.getByRole('link', { name: 'web' }).waitFor();
    webview.allowComplaints(/^(Executing inline event handler|Applying inline style) violates/);
    const links = await log.getByRole('link').evaluateAll(found => found.map(link => link.getAttribute('href')));
    assert.deepEqual(links, [
      'x',
      'https://example.com/chart.png',
      'https://example.com/pixel.gif',
      'https://example.com/a',
      'mailto:a@example.com',
      'src/a.ts:12',
      '/src/b.ts',
    ]);
  });

  it('makes no link of a scheme that looks like a place in a file', async () => {
    const schemes = ['javascript:0;', 'data:1,', 'vbscript:1', 'javascript:12', 'file://server/share', '\\\\server\\share'];
    const links = schemes.flatMap(href => [`<a href="${href}">words</a>`, `<img src="${href}" alt="words">`]);
    const picture = '![words](data:image/gif;base64,R0lGODlhAQABAAAAACw=) <img src="data:1," alt="words">';
    await webview.send(snapshot([text([...links, picture, '[the end](a.ts:3:7)'].join('\n\n'))]));
    await log.getByRole('link', { name: 'the end' }).waitFor();
    assert.deepEqual(await log.getByRole('link').evaluateAll(found => found.map(link => link.getAttribute('href'))), ['a.ts:3:7']);
    assert.equal((await log.innerText()).match(/words/g)?.length, schemes.length * 2 + 2);
  });

  it('gives a link to the host and goes nowhere itself', async () => {
    await webview.send(snapshot([text('See [the manual](https://example.com/manual).')]));
    const url = webview.page.url();
    await log.getByRole('link', { name: 'the manual' }).click();
    await log.getByRole('link', { name: 'the manual' }).press('Enter');
    assert.deepEqual(
      (await webview.intentsOf('openLink')).map(({ href }) => href),
      ['https://example.com/manual', 'https://example.com/manual'],
    );
    assert.equal(webview.page.url(), url);
  });

  it('shows a picture’s words instead of loading it', async () => {
    await webview.send(snapshot([text('![A chart of sales](https://example.com/chart.png)')]));
    await log.getByRole('link', { name: 'A chart of sales' }).click();
    assert.equal((await webview.intent('openLink')).href, 'https://example.com/chart.png');
  });

  it('copies code', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await webview.send(snapshot([text('```ts\nconst a = 1;\n```')]));
    await webview.button('Copy').click();
    await webview.button('Copied').waitFor();
    assert.equal(await webview.page.evaluate(() => navigator.clipboard.readText()), 'const a = 1;\n');
  });

  it('does not touch finished blocks while the text grows', async () => {
    await webview.send(snapshot([text('# Title\n\nFirst paragraph.\n\nSecond', true)], running));
    const first = log.getByText('First paragraph.');
    const before = await first.elementHandle();
    await webview.send(
      { type: 'append', version: 2, id: 'text1', text: ' paragraph.\n\n- a\n- b\n\n```js\nlet x' },
      { type: 'append', version: 3, id: 'text1', text: ' = 1;\n```\n\nDone.' },
    );
    await log.getByText('Done.').waitFor();
    assert.equal(await first.evaluate((now, then) => now === then, before), true);
    assert.equal(await log.getByRole('listitem').count(), 2);
    await log.getByText('let x = 1;').waitFor();
  });

  it('ends up the same however the text came in', async () => {
    const whole =
      'Intro with [a link][l].\n\n1. one\n\n   more of one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n> goes on\n\nSetext\n======\n\n```\ncode\n\nmore code\n```\n\n[l]: https://example.com/l\n';
    await webview.send(snapshot([text('', true)], running));
    let version = 1;
    for (let start = 0; start < whole.length; start += 7) {
      await webview.send({ type: 'append', version: (version += 1), id: 'text1', text: whole.slice(start, start + 7) });
    }
    await webview.send({ type: 'items', version: version + 1, items: [text(whole)] });
    await log.getByRole('link', { name: 'a link' }).waitFor();
    const streamed = await log.innerHTML();
    const other = await harness.open();
    await other.send(snapshot([text(whole)], running));
    const otherLog = other.page.getByRole('log');
    await otherLog.getByRole('link', { name: 'a link' }).waitFor();
    assert.equal(await otherLog.innerHTML(), streamed);
    await other.close();
  });

  it('reads from the right where the words do', async () => {
    await webview.send(snapshot([text('שלום עולם\n\nHello world')]));
    assert.equal(await log.getByText('שלום עולם').evaluate(paragraph => getComputedStyle(paragraph).direction), 'rtl');
    assert.equal(await log.getByText('Hello world').evaluate(paragraph => getComputedStyle(paragraph).direction), 'ltr');
  });
});
