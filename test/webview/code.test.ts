// The colours of code in the chat: the theme's, on the same characters, and while code is streamed on the lines that have ended.
import '../../src/shared/lineDiff.js';
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { codeKinds } from '../../src/shared/features/code/codeKinds.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { codeItems } from './codeStates.js';
import { permissionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { paleTexts } from './looks.js';
import { themeNames } from './servedPage.js';

const text = (markdown: string, streaming = false): TranscriptItem => ({ kind: 'text', id: 'text1', text: markdown, streaming });
const fenced = (code: string, info = 'ts'): string => `\`\`\`${info}\n${code}\`\`\`\n`;

describe('code in the chat', () => {
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

  /** The words as they are coloured: each with the kind of its colour. */
  const words = (kind: string): Promise<readonly string[]> => log.locator(`.tok-${kind}`).allTextContents();
  const codeText = (): Promise<string> => log.locator('pre').first().innerText();

  it('has them in a permission too, each side of a difference by itself, on a text that is the same without them, and none once it is decided', async () => {
    const input = { file_path: '/x/a.ts', old_string: 'let a = 1;\nlet b; /*', new_string: 'const a = `\nlet b;' };
    const asked = permissionItem(input, { toolName: 'Edit', place: { outside: false, relative: 'a.ts' } });
    await webview.send(snapshot([asked], running));
    const exact = (kind: string) =>
      webview.page.evaluate(
        name => [...(CSS.highlights.get(name) ?? [])].map(range => (range instanceof Range ? range.toString() : '')),
        `exact-${kind}`,
      );
    await eventually(async () => (await exact('keyword')).sort(), ['const', 'let', 'let']);
    await eventually(() => log.locator('pre [class^="tok-"]').count(), 0);
    const { input: _, ...over } = asked;
    await webview.send({ type: 'items', version: 2, items: [{ ...over, state: 'denied' }] });
    await eventually(() => exact('keyword'), []);
    await webview.send(snapshot([permissionItem({ command: 'if true; then echo "a"; fi' })], running));
    await eventually(() => exact('string'), ['"a"']);
    const colour = (of: Locator) => of.evaluate(one => getComputedStyle(one, '::highlight(exact-string)').color);
    assert.equal(await colour(log.locator('pre .exactLine')), 'rgb(206, 145, 120)');
    assert.notEqual(await colour(log.locator('.permission')), 'rgb(206, 145, 120)');
  });

  it('costs no element a style that has no code: each highlight belongs to the part of the page in which it is used', async () => {
    const selectors = await webview.page.evaluate(() =>
      [...document.styleSheets]
        .filter(({ href }) => href?.endsWith('/webview.css') === true)
        .flatMap(({ cssRules }) => [...cssRules].flatMap(rule => (rule instanceof CSSStyleRule ? [rule.selectorText] : []))),
    );
    const highlights = selectors.filter(selector => selector.includes('::highlight('));
    assert.ok(highlights.length > codeKinds.length, String(highlights.length));
    assert.deepEqual(
      highlights.filter(selector => /^(?:\*|body|html)?::/.test(selector)),
      [],
    );
  });

  it('has the colours of VS Code’s own theme of this kind until the host knows the theme’s', async () => {
    await webview.send(snapshot([text(fenced('const a = "b";\n'))]));
    await eventually(() => words('keyword'), ['const']);
    const colour = () => log.getByText('const', { exact: true }).evaluate(word => getComputedStyle(word).color);
    assert.equal(await colour(), 'rgb(86, 156, 214)');
    const colours = codeKinds.map(kind => (kind === 'keyword' ? '#123456' : ''));
    await webview.send({
      type: 'changes',
      changes: [{ type: 'items', version: 2, items: [], preferences: { layout: 'auto', codeColours: colours } }],
    });
    await eventually(colour, 'rgb(18, 52, 86)');
    // The theme has no colour for it.
    const [string, around] = await log
      .getByText('"b"')
      .evaluate(word => [word, word.closest('pre') ?? word].map(one => getComputedStyle(one).color));
    assert.equal(string, around);
  });

  it('keeps every character, in every block, in lists, quotes and long code', async () => {
    const code = Array.from({ length: 350 }, (_, at) => `  const name${at} = \`\${a}\`; // <b>${at}</b> & "é"\t\u200d\n`).join('');
    await webview.send(
      snapshot([
        text(
          `${fenced(code)}\n- item\n\n  ${fenced('let x = 1;\n').replaceAll('\n', '\n  ')}\n\n> ${fenced('y = 2\n', 'py').replaceAll('\n', '\n> ')}`,
        ),
      ]),
    );
    await eventually(() => log.locator('pre').count(), 3);
    await log.locator('pre').nth(1).scrollIntoViewIfNeeded();
    await eventually(() => log.locator('pre').nth(1).locator('.tok-keyword').allTextContents(), ['let']);
    await log.locator('pre').first().scrollIntoViewIfNeeded();
    await eventually(() => words('comment').then(found => found.length), 350);
    assert.equal(await log.locator('pre').first().textContent(), code);
    assert.equal(await log.locator('pre').nth(1).textContent(), 'let x = 1;\n');
    assert.equal(await log.locator('pre').nth(2).textContent(), 'y = 2\n');
  });

  it('has none where the text is very long, or has very long lines', async () => {
    await webview.send(snapshot([text(`${fenced(`let a = "${'x'.repeat(5_001)}";\n`)}\n${fenced('let b = 1;\n')}`)]));
    await eventually(() => words('keyword'), ['let']);
    assert.equal(await log.locator('pre').first().locator('.tok-keyword').count(), 0);
  });

  it('is coloured by the lines that have ended while it is streamed, and whole when it is', async () => {
    await webview.send(snapshot([text('```ts\nconst a = 1;\nconst b', true)], running));
    const grow = (version: number, more: string) =>
      webview.send({ type: 'changes', changes: [{ type: 'append', version, id: 'text1', text: more }] });
    await grow(2, '2 = 3;\n/* begins');
    await eventually(() => words('keyword'), ['const', 'const']);
    await grow(3, '\n and ends */ let c');
    await grow(4, ' = 4;\n```\n');
    await webview.advance(1_000);
    await eventually(() => words('comment'), ['/* begins\n and ends */']);
    await eventually(() => words('keyword'), ['const', 'const', 'let']);
    assert.equal(await log.locator('pre').textContent(), 'const a = 1;\nconst b2 = 3;\n/* begins\n and ends */ let c = 4;\n');
  });

  it('keeps its colours in a list that goes on', async () => {
    const list = '- one\n\n  ```ts\n  const a = 1;\n  ```\n';
    await webview.send(snapshot([text(list, true)], running));
    await eventually(() => words('keyword'), ['const']);
    const word = await log.locator('.tok-keyword').elementHandle();
    await webview.send({ type: 'changes', changes: [{ type: 'append', version: 2, id: 'text1', text: '- two\n- three' }] });
    await log.getByText('three').waitFor();
    assert.equal(await word?.evaluate(node => node.isConnected), true);
  });

  it('keeps what is selected when the colours come', async () => {
    await webview.send(snapshot([text('```ts\nconst a = 1;\nlet b', true)], running));
    await eventually(() => words('keyword'), ['const', 'let']);
    await log.locator('pre').evaluate(pre => {
      const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      let last = walker.nextNode();
      for (let node = last; node !== null; node = walker.nextNode()) last = node;
      const first = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT).nextNode();
      if (first !== null && last !== null) getSelection()?.setBaseAndExtent(last, (last.textContent ?? '').length - 1, first, 2);
    });
    const selected = () => webview.page.evaluate(() => getSelection()?.toString());
    assert.equal(await selected(), 'nst a = 1;\nlet ');
    await webview.send({ type: 'changes', changes: [{ type: 'append', version: 2, id: 'text1', text: ' = 2;\nlet c;\n' }] });
    await eventually(() => words('keyword'), ['const', 'let', 'let']);
    assert.equal(await selected(), 'nst a = 1;\nlet ');
  });

  it('keeps the marks of Find when the colours come', async () => {
    await webview.send(snapshot([text('```ts\nlet first = 1;\nlet second', true)], running));
    await eventually(() => words('keyword'), ['let', 'let']);
    await webview.page.keyboard.press('Control+f');
    await webview.page.getByRole('searchbox', { name: 'Find' }).fill('let second');
    const { id } = await webview.intent('find');
    await webview.send({ type: 'found', chat: 's', id, hits: [{ item: 'text1', at: [1, 0], cursor: 'c' }], state: 'done' });
    const marked = () => webview.page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String));
    await eventually(marked, ['let second']);
    await webview.send({ type: 'changes', changes: [{ type: 'append', version: 2, id: 'text1', text: ' = 2;\nconst a = 1;\n' }] });
    await eventually(() => words('keyword'), ['let', 'let', 'const']);
    assert.deepEqual(await marked(), ['let second']);
  });

  it('is red and green where it is a difference, and is copied as it stands', async () => {
    const diff = ' same\n-old\n+new\n same\n';
    await webview.send(snapshot([text(fenced(diff, 'diff'))]));
    await log.locator('.diffLine').first().waitFor();
    const grounds = await log.locator('.diffLine').evaluateAll(lines => lines.map(line => getComputedStyle(line).backgroundColor));
    assert.equal(new Set(grounds).size, 2);
    assert.ok(!grounds.includes('rgba(0, 0, 0, 0)'));
    assert.equal(await codeText(), diff);
    await log.locator('pre').evaluate(pre => getSelection()?.selectAllChildren(pre));
    assert.equal(await webview.page.evaluate(() => getSelection()?.toString()), diff.trimEnd());
  });

  it('can be read in every theme of VS Code’s, with its colours', async () => {
    await webview.send(snapshot(codeItems));
    await eventually(() => words('keyword').then(found => found.length > 10), true);
    const pale: string[] = [];
    for (const theme of themeNames)
      for (const place of ['view', 'tab'] as const) {
        await webview.wear(theme, place);
        pale.push(...(await paleTexts(webview.page)).map(fault => `${theme}, ${place}: ${fault}`));
      }
    assert.deepEqual(pale, []);
  });
});

describe('the head of a block of code', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  it('names the language, and has what is done with the code', async () => {
    await webview.send(snapshot([text(fenced('npm test\n', 'sh'))]));
    const log = webview.page.getByRole('log');
    await log.getByText('sh', { exact: true }).waitFor();
    for (const [name, to] of [
      ['Insert at Cursor', 'editor'],
      ['New File', 'file'],
      ['Run in Terminal (you press Enter)', 'terminal'],
    ] as const) {
      await webview.button(name).focus();
      await webview.page.keyboard.press('Enter');
      await eventually(async () => (await webview.acts()).at(-1), { type: 'useCode', to, text: 'npm test', language: 'sh' });
    }
    const wrap = webview.button('Wrap Lines');
    assert.equal(await wrap.getAttribute('aria-pressed'), 'false');
    await wrap.click();
    assert.equal(await wrap.getAttribute('aria-pressed'), 'true');
    assert.equal(
      await log.locator('pre').evaluate(pre => getComputedStyle(pre).whiteSpaceCollapse + getComputedStyle(pre).textWrapMode),
      'preservewrap',
    );
  });

  it('offers a terminal for one command of a shell alone', async () => {
    await webview.send(snapshot([text(`${fenced('let a;\n')}\n${fenced('npm ci\nnpm test\n', 'sh')}\n${fenced('rm a\u200b\n', 'sh')}`)]));
    await eventually(() => webview.button('Insert at Cursor').count(), 3);
    assert.equal(await webview.button('Run in Terminal (you press Enter)').count(), 0);
  });

  it('is not cut in a narrow view', async () => {
    await webview.send(snapshot([text(fenced('npm test\n', 'powershell'))]));
    await webview.button('Run in Terminal (you press Enter)').waitFor();
    const frame = await webview.page.locator('.codeBlock').boundingBox();
    for (const name of ['Copy', 'Wrap Lines', 'New File', 'Insert at Cursor', 'Run in Terminal (you press Enter)']) {
      const box = await webview.button(name).boundingBox();
      assert.ok(frame && box && box.x >= frame.x && box.x + box.width <= frame.x + frame.width, name);
    }
  });
});
