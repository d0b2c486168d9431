// The model's Markdown: hostile text stays text, links go to the host, a growing text keeps what is finished.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { running, snapshot } from './gallery.js';
import { inGrey } from './inGrey.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const text = (markdown: string, streaming = false): TranscriptItem => ({ kind: 'text', id: 'text1', text: markdown, streaming });

const hostile = [
  '<script>globalThis.hit = 1</script>',
  '<img src=x onerror="globalThis.hit = 1">',
  '<svg onload="globalThis.hit = 1"><script>globalThis.hit = 1</script></svg>',
  '<iframe src="https://example.com"></iframe><object data="x"></object><embed src="x">',
  '<style>* { display: none }</style><p style="position: fixed; inset: 0">over everything</p>',
  '<form action="https://example.com"><input name="a"><button>Submit</button></form>',
  '<a href="javascript:globalThis.hit=1">one</a> <a href=" java\nscript:globalThis.hit=1">two</a> [three](javascript:globalThis.hit=1)',
  '[four](data:text/html,<script>globalThis.hit=1</script>) [five](command:workbench.action.quit) [six](vscode://x/y) [seven](file:///etc/passwd) [eight](//example.com/x)',
  '<div id="root" name="body" class="card" role="form" aria-label="Claude asks" data-question="0" tabindex="1" autofocus>clobber</div>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=globalThis.hit=1&gt;">',
  '![a chart](https://example.com/chart.png) <img src="https://example.com/pixel.gif" alt="pixel">',
  '<details open ontoggle="globalThis.hit=1"><summary>more</summary>inside</details>',
  '<base href="https://example.com/"><meta http-equiv="refresh" content="0;url=https://example.com"><link rel="stylesheet" href="https://example.com/x.css">',
];

/** One block of each kind that is cut when it is long, and many short ones. */
const long = [
  Array.from({ length: 130 }, (_, index) => `${index + 1}. Item ${index}`).join('\n'),
  Array.from({ length: 130 }, (_, index) => `- Point ${index}\n\n  with more of it`).join('\n'),
  `| a | b |\n|---|---|\n${Array.from({ length: 120 }, (_, index) => `| Row ${index} | **b** |`).join('\n')}`,
  `\`\`\`ts\n${'const a = 1;\n'.repeat(250)}\`\`\``,
  ...Array.from({ length: 30 }, (_, index) => `## Part ${index}\n\nWords [of][late] it.`),
  Array.from({ length: 150 }, (_, index) => `> Quoted ${index}, which goes on for a while.\n>`).join('\n'),
  Array.from({ length: 120 }, (_, index) => `Sentence ${index} of it has **some** words and \`code_${index}\` and goes on.`).join(' '),
  '[late]: https://example.com/late',
  'The very end.',
].join('\n\n');

/** Long texts are put on the page in several moments. */
async function isWhole(log: Locator): Promise<void> {
  await log.getByText('Item 0', { exact: true }).waitFor({ state: 'attached' });
  await log.getByText('The very end.').waitFor();
  await eventually(() => log.getByRole('link', { name: 'of' }).count(), 30);
  await eventually(() => log.locator('[aria-busy=true]').count(), 0);
}

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

  it('is read as HTML nowhere, not even to be cleaned', async () => {
    const parsed = await webview.page.evaluateHandle(() => {
      const texts: string[] = [];
      const watch = (owner: object, name: string): void => {
        const { value, set } = Object.getOwnPropertyDescriptor(owner, name) as {
          value?: (text: string) => unknown;
          set?: (text: string) => void;
        };
        const own = value ?? set;
        const watched = function (this: unknown, ...given: string[]): unknown {
          texts.push(given.join(' '));
          return Reflect.apply(own as (...all: string[]) => unknown, this, given);
        };
        Object.defineProperty(owner, name, value === undefined ? { set: watched } : { value: watched });
      };
      watch(DOMParser.prototype, 'parseFromString');
      watch(Range.prototype, 'createContextualFragment');
      for (const name of ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe']) watch(Element.prototype, name);
      for (const name of ['write', 'writeln']) watch(Document.prototype, name);
      return texts;
    });
    await webview.send(snapshot([text([...hostile, 'The end'].join('\n\n'), true)], running));
    await webview.send({ type: 'append', version: 2, id: 'text1', text: ' **is near**.' });
    await log.locator('strong', { hasText: 'is near' }).waitFor();
    assert.deepEqual(await parsed.evaluate(texts => texts.filter(text => text.includes('is near') || text.includes('hit'))), []);
  });

  it('can neither act, nor load, nor pretend', async () => {
    const requests: string[] = [];
    webview.page.on('request', request => requests.push(request.url()));
    await webview.send(snapshot([text([...hostile, 'The end.'].join('\n\n'))]));
    await log.getByText('The end.').waitFor();
    await eventually(() => webview.page.evaluate(() => 'hit' in globalThis), false);
    assert.deepEqual(requests, []);
    const forbidden =
      'script, style, svg, math, iframe, object, embed, form, input, img, base, meta, link, [style], [id], [class="card"], [role="form"], [aria-label="Claude asks"], [data-question], [autofocus], [tabindex="1"]';
    await eventually(
      () =>
        log.evaluate(
          (scroller, selector) => [...scroller.querySelectorAll(`.markdown :is(${selector})`)].map(found => found.outerHTML),
          forbidden,
        ),
      [],
    );
    await eventually(() => webview.button('Submit').count(), 0);
    const handlers = await log.evaluate(scroller =>
      [...scroller.querySelectorAll('*')].flatMap(element => element.getAttributeNames().filter(name => name.startsWith('on'))),
    );
    assert.deepEqual(handlers, []);
  });

  it('keeps only links that a host can judge', async () => {
    await webview.send(
      snapshot([
        text(
          [
            ...hostile,
            '[web](https://example.com/a) [mail](mailto:a@example.com) [file](src/a.ts:12) [absolute](/src/b.ts) [whole](file:///work/c.ts#L3)',
          ].join('\n\n'),
        ),
      ]),
    );
    await log.getByRole('link', { name: 'web' }).waitFor();
    const links = await log.getByRole('link').evaluateAll(found => found.map(link => link.getAttribute('href')));
    assert.deepEqual(links, [
      'file:///etc/passwd',
      'https://example.com/chart.png',
      'https://example.com/a',
      'mailto:a@example.com',
      'src/a.ts:12',
      '/src/b.ts',
      'file:///work/c.ts#L3',
    ]);
  });

  it('makes no link of a scheme that looks like a place in a file', async () => {
    const schemes = [
      'javascript:0;',
      'data:1,',
      'vbscript:1',
      'javascript:12',
      'file://server/share',
      'file:////server/share',
      '\\\\server\\share',
    ];
    const links = schemes.flatMap(href => [`<a href="${href}">words</a>`, `<img src="${href}" alt="words">`]);
    const picture = '![words](data:image/gif;base64,R0lGODlhAQABAAAAACw=) <img src="data:1," alt="words">';
    await webview.send(snapshot([text([...links, picture, '[the end](a.ts:3:7)'].join('\n\n'))]));
    await log.getByRole('link', { name: 'the end' }).waitFor();
    await eventually(() => log.getByRole('link').evaluateAll(found => found.map(link => link.getAttribute('href'))), ['a.ts:3:7']);
    await eventually(async () => (await log.innerText()).match(/words/g)?.length, schemes.length * 2 + 2);
  });

  it('gives a link to the host and goes nowhere itself', async () => {
    await webview.send(snapshot([text('See [the manual](https://example.com/manual).')]));
    const url = webview.page.url();
    await log.getByRole('link', { name: 'the manual' }).click();
    await log.getByRole('link', { name: 'the manual' }).press('Enter');
    await eventually(
      async () => (await webview.intentsOf('openLink')).map(({ href }) => href),
      ['https://example.com/manual', 'https://example.com/manual'],
    );
    assert.equal(webview.page.url(), url);
  });

  it('opens a link by the middle button, and nothing by the right one, which copies no code either', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await webview.send(snapshot([text('See [one](a.md) and [two](b.md).\n\n```ts\nconst a = 1;\n```')]));
    await log.getByRole('link', { name: 'one' }).click({ button: 'right' });
    await log.getByRole('link', { name: 'two' }).click({ button: 'middle' });
    await eventually(async () => (await webview.intentsOf('openLink')).map(({ href }) => href), ['b.md']);
    for (const button of ['right', 'middle'] as const) await webview.button('Copy').click({ button });
    // The next write ends behind a copy that these had begun.
    await webview.page.evaluate(() => navigator.clipboard.writeText('behind'));
    assert.equal(await webview.page.locator('button.copyCode').textContent(), 'Copy');
  });

  it('says at the link that was pressed why it did not open, in one line, until another one is pressed', async () => {
    await webview.send(snapshot([text('See [one](gone.md) and [two](gone.md), `b.md#L3C2` and more.')]));
    await log.getByRole('link', { name: 'two' }).click();
    await webview.send({ type: 'linkProblem', href: 'gone.md', text: 'This is not there: gone.md' });
    const line = log.getByText('This is not there: gone.md');
    await eventually(() => line.evaluateAll(all => all.map(one => one.previousElementSibling?.textContent)), ['two']);
    await webview.page.getByRole('status').getByText('This is not there: gone.md').waitFor({ state: 'attached' });
    await log.getByRole('link', { name: 'b.md#L3C2' }).click();
    await eventually(() => line.count(), 0);
  });

  it('takes no longer for the worst text than for any other, and shows all of it', async () => {
    const signs = [
      ...['[', '![', '[]', '[a](b ', '[a](<', '[x][y] ', '[x]: y\n', '<'],
      ...['<!--', '<a b="', '` ', '\\[', '!', 'http://a ', 'a@b.c '],
    ];
    const levels = ['* ', '> ', '>', '1. '].map(level => `${level.repeat(5_000)}a`);
    const worst = [
      ...['a*_'.repeat(20_000), `${'a.'.repeat(20_000)}@`, '_a'.repeat(20_000)],
      ...[...levels, ...signs.map(sign => sign.repeat(8_000))],
      ...['| ', '2) '].map(start => `x\n${`${start}${'[![a](b '.repeat(8)}\n`.repeat(1_500)}`),
    ];
    for (const [at, words] of worst.entries()) {
      await webview.send(snapshot([{ kind: 'text', id: `worst${at}`, text: words, streaming: false }]));
      const seen = (whole: string): string => (levels.includes(words) ? whole.trim().slice(-1) : whole.replace(/[\s`]/g, ''));
      await eventually(async () => seen((await log.locator('.markdown').last().textContent()) ?? ''), seen(words));
    }
    // What only looks like an open fence: the paragraph behind it is bounded all the same.
    for (const [at, fence] of ['````\n```\n````\n', '- x\n  ```\n\n', '<div>\n```\n</div>\n\n'].entries()) {
      await webview.send(snapshot([{ kind: 'text', id: `fence${at}`, text: fence + worst[0], streaming: false }]));
      await eventually(async () => (await log.locator('.markdown').last().textContent())?.trim().endsWith(worst[0] ?? '!'), true);
    }
    const usual = `${'snake_case_words and *marks* in a line\n\n'.repeat(600)}\n\`\`\`js\n${'minified@'.repeat(2_000)}\n\`\`\`\n\n**The end**`;
    await webview.send(snapshot([{ kind: 'text', id: 'usual', text: usual, streaming: false }]));
    await log.locator('strong', { hasText: 'The end' }).waitFor();
  });

  it('forms a long paragraph, a list and a table of many links as ever', async () => {
    const links = (count: number, between: string): string =>
      Array.from({ length: count }, (_, at) => `[name ${at}](src/a${at}.ts) and \`code_${at}\``).join(between);
    const usual = `${links(90, ' and words, ')}\n\n- ${links(300, '\n- ')}\n\n| a |\n|---|\n| ${links(300, ' |\n| ')} |\n\n${'-'.repeat(200)}\n\n**The end**`;
    await webview.send(snapshot([{ kind: 'text', id: 'links', text: usual, streaming: false }]));
    await log.locator('strong', { hasText: 'The end' }).waitFor();
    await eventually(() => log.locator('[aria-busy=true]').count(), 0);
    await eventually(() => log.locator('pre').count(), 0);
    await eventually(() => log.getByRole('link', { name: 'name 89', exact: true }).count(), 3);
  });

  it('shows what lies deeper than twelve levels as it stands, where it can be read', async () => {
    for (const level of ['> ', '- ', '1. ']) {
      const words = 'A sentence that stands very deep and has to be read all the same.';
      await webview.send(snapshot([{ kind: 'text', id: `deep${level}`, text: `${level.repeat(90)}${words}`, streaming: false }]));
      await log.getByText(words).waitFor();
      await eventually(() => log.locator('blockquote, ul, ol').count(), 12);
      const box = await log.getByText(words).boundingBox();
      assert.ok((box?.width ?? 0) > 100, `${level}${box?.width}`);
    }
  });

  it('shows a picture’s words instead of loading it', async () => {
    await webview.send(snapshot([text('![A chart of sales](https://example.com/chart.png)')]));
    await log.getByRole('link', { name: 'A chart of sales' }).click();
    await eventually(async () => (await webview.intent('openLink')).href, 'https://example.com/chart.png');
  });

  it('makes one link of a picture or an address in the words of a link, where that leads', async () => {
    await webview.send(snapshot([text('[![build](src/a.svg)](https://example.com/build) [see <https://example.com/b>](src/c.md)')]));
    await log.getByText('build').click();
    await log.getByText('see https://example.com/b').click();
    await eventually(async () => (await webview.intentsOf('openLink')).map(({ href }) => href), ['https://example.com/build', 'src/c.md']);
    await eventually(() => log.locator('a a').count(), 0);
  });

  it('copies code without the line end that belongs to the fence', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await webview.send(snapshot([text('```ts\nconst a = 1;\n```')]));
    await webview.button('Copy').click();
    await webview.button('Copied').waitFor();
    await eventually(() => webview.page.evaluate(() => navigator.clipboard.readText()), 'const a = 1;');
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
    await eventually(() => first.evaluate((now, then) => now === then, before), true);
    await eventually(() => log.getByRole('listitem').count(), 2);
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
    await eventually(() => otherLog.innerHTML(), streamed);
    await other.close();
  });

  it('ends up the same when a long text came in, block by block', async () => {
    await webview.send(snapshot([text('', true)], running));
    let version = 1;
    for (let start = 0; start < long.length; start += 1111)
      await webview.send({ type: 'append', version: (version += 1), id: 'text1', text: long.slice(start, start + 1111) });
    await webview.send({ type: 'items', version: version + 1, items: [text(long)] });
    await isWhole(log);
    const streamed = await inGrey(log);
    const other = await harness.open();
    await other.send(snapshot([text(long)], running));
    const otherLog = other.page.getByRole('log');
    await isWhole(otherLog);
    await eventually(() => inGrey(otherLog), streamed);
    await eventually(() => otherLog.getByRole('listitem').count(), 260);
    // The items are numbered through, however many lists they are in.
    await eventually(() => otherLog.getByText('Item 129').evaluate(item => (item.parentElement as HTMLOListElement).start), 101);
    await eventually(() => otherLog.getByRole('cell', { name: /^Row/ }).count(), 120);
    await other.close();
  });

  it('touches nothing that is finished when the text grows and ends, not even a part of a long block', async () => {
    const end = long.length - 400;
    await webview.send(snapshot([text(long.slice(0, end), true)], running));
    await log.getByText('Sentence 60 of it').waitFor();
    const finished = await log.evaluateHandle(scroller => [...scroller.querySelectorAll('p, li, td, pre > code > *')].slice(0, -3));
    const words = log.getByText('Item 60', { exact: true });
    await words.evaluate(item => getSelection()?.selectAllChildren(item));
    await webview.send({ type: 'append', version: 2, id: 'text1', text: long.slice(end) });
    await webview.send({ type: 'items', version: 3, items: [text(long)] });
    await isWhole(log);
    await eventually(() => finished.evaluate(elements => elements.filter(element => !element.isConnected).length), 0);
    await eventually(() => webview.page.evaluate(() => String(getSelection())), 'Item 60');
  });

  it('reads a finished block again when a definition comes that it uses, and no other', async () => {
    await webview.send(snapshot([text('With [a link][late].\n\nWithout [one].\n\nThe end', true)], running));
    const other = log.getByText('Without [one].');
    const before = await other.elementHandle();
    await webview.send({ type: 'append', version: 2, id: 'text1', text: ' is near.\n\n[late]: https://example.com/late\n\nMore.' });
    await eventually(() => log.getByRole('link', { name: 'a link' }).getAttribute('href'), 'https://example.com/late');
    await eventually(() => other.evaluate((now, then) => now === then, before), true);
  });

  it('copies code of any length as it is', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const lines = Array.from({ length: 250 }, (_, index) => `const line${index} = ${index};\n`).join('');
    await webview.send(snapshot([text(`\`\`\`ts\n${lines}`, true)], running));
    await webview.send({ type: 'append', version: 2, id: 'text1', text: '\n``' });
    await webview.send({ type: 'append', version: 3, id: 'text1', text: '`\n\nDone.' });
    await log.getByText('Done.').waitFor();
    await webview.button('Copy').click();
    await webview.button('Copied').waitFor();
    await eventually(() => webview.page.evaluate(() => navigator.clipboard.readText()), lines);
    // Selected by the person it is the same.
    await log.evaluate(scroller => getSelection()?.selectAllChildren(scroller.querySelector('pre') ?? scroller));
    await eventually(async () => (await webview.page.evaluate(() => String(getSelection()))).trimEnd(), lines.trimEnd());
  });

  it('lays out lists, tables and quotes by the words in them, and cuts no number', async () => {
    const blocks = [
      '998. ראשון\n999. שני\n1000. third',
      '| שם | ערך |\n|---|---|\n| א | ב |',
      '> שלום עולם\n>\n> עוד',
      '- English first',
      '> English',
    ];
    await webview.send(snapshot([text(blocks.join('\n\n'))]));
    await log.getByText('third').waitFor();
    const directions = await log.evaluate(scroller =>
      [...scroller.querySelectorAll('ol, table, blockquote, ul')].map(block => getComputedStyle(block).direction),
    );
    assert.deepEqual(directions, ['rtl', 'rtl', 'rtl', 'ltr', 'ltr']);
    // The first column is at the right.
    const [name, value] = [
      await log.getByRole('columnheader').first().boundingBox(),
      await log.getByRole('columnheader').last().boundingBox(),
    ];
    assert.ok(name !== null && value !== null && name.x > value.x);
    const edges = await log.locator('blockquote').evaluateAll(quotes => quotes.map(quote => getComputedStyle(quote).borderRightWidth));
    assert.deepEqual(edges, ['5px', '0px']);
    // The numbers have their room inside of the message.
    const room = await log.locator('ol').evaluate(list => {
      const measured = document.createElement('canvas').getContext('2d');
      assertContext(measured);
      measured.font = getComputedStyle(list).font;
      return parseFloat(getComputedStyle(list).paddingRight) - measured.measureText('1000. ').width;

      function assertContext(context: unknown): asserts context {
        if (context === null) throw new Error('No canvas.');
      }
    });
    assert.ok(room >= 0, `${room}`);
  });

  it('shows a line that only looks like a definition, the number that Claude gave an item, and what a link says of itself', async () => {
    await webview.send(snapshot([text('[WARN]: deprecated\n\n1. one\n3. three\n\n[words](a.ts "about it")')]));
    await log.getByText('[WARN]: deprecated').waitFor();
    await eventually(() => log.getByRole('listitem').evaluateAll(items => items.map(item => (item as HTMLLIElement).value)), [0, 3]);
    await eventually(() => log.getByRole('link', { name: 'words' }).getAttribute('title'), 'a.ts\nabout it');
  });

  it('reads from the right where the words do', async () => {
    await webview.send(snapshot([text('שלום עולם\n\nHello world')]));
    await eventually(() => log.getByText('שלום עולם').evaluate(paragraph => getComputedStyle(paragraph).direction), 'rtl');
    await eventually(() => log.getByText('Hello world').evaluate(paragraph => getComputedStyle(paragraph).direction), 'ltr');
  });
});
