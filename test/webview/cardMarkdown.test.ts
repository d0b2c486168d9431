// Markdown on the card: read as Markdown, hostile text as text, places in files as links.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { database, nothing, questionItem, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const links = (scope: Locator): Promise<readonly (string | null)[]> =>
  scope.getByRole('link').evaluateAll(found => found.map(link => link.getAttribute('href')));

describe('Markdown on a card', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let card: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 900 });
    card = webview.card;
  });
  afterEach(() => webview.close());

  const ask = (question: string, description?: string, more = {}) =>
    webview.send(
      snapshot(
        [questionItem({ questions: [{ ...database, ...more, question, options: [{ label: '*One*', description }, { label: 'Two' }] }] })],
        waiting,
      ),
    );

  it('is rendered in question, help and description, and not in labels', async () => {
    await ask('Which **one** for `src/a.ts`?', '- small\n- *fast*', { description: 'See _below_.' });
    await card.locator('strong', { hasText: 'one' }).waitFor();
    await card.locator('code', { hasText: 'src/a.ts' }).waitFor();
    await card.locator('em', { hasText: 'below' }).waitFor();
    await card.locator('em', { hasText: 'fast' }).waitFor();
    await eventually(() => card.getByRole('listitem').count(), 2);
    await card.getByRole('radio', { name: '*One*', exact: true }).waitFor();
    await card.getByText('*One*', { exact: true }).waitFor();
  });

  it('names the question by its words without the marks', async () => {
    await ask('Which **one** for `src/a.ts:12`?\n\n1. first\n2. second');
    await card.getByRole('radiogroup', { name: /^Which one for src\/a\.ts:12\?.*first.*second$/ }).waitFor();
  });

  it('lets nothing vanish that Claude wrote, and keeps its lines', async () => {
    await ask('Is it <T> or Map<string, Row>?\n<div>a tag</div>\nand a line', 'Use <details> & co.');
    const words = await card.getByRole('radiogroup').evaluate(element => {
      const names = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
      return document.getElementById(names[0] ?? '')?.innerText.replace(/\n+/g, '\n');
    });
    assert.equal(words, 'Is it <T> or Map<string, Row>?\n<div>a tag</div>\nand a line');
    await card.getByText('Use <details> & co.', { exact: true }).waitFor();
  });

  it('can neither act, nor load, nor pretend', async () => {
    const requests: string[] = [];
    webview.page.on('request', request => requests.push(request.url()));
    const hostile = [
      '<script>globalThis.hit = 1</script><img src=x onerror="globalThis.hit = 1">',
      '![pixel](https://example.com/pixel.gif)',
      '[a](javascript:globalThis.hit=1) [b](command:workbench.action.quit) [c](//example.com/x)',
      '<div role="form" aria-label="Claude asks" style="position:fixed;inset:0">over</div>',
      '# Heading\n\n<style>*{display:none}</style>',
    ].join('\n\n');
    await ask(hostile, hostile, { description: hostile });
    await card.getByText('Heading').first().waitFor();
    await eventually(() => webview.page.evaluate(() => 'hit' in globalThis), false);
    assert.deepEqual(requests, []);
    await eventually(() => card.locator('.markdown :is(script, style, img, h1, [style], [role], [aria-label])').count(), 0);
    await eventually(async () => new Set(await links(card)), new Set(['https://example.com/pixel.gif']));
    await eventually(() => card.count(), 1);
  });

  const places: Readonly<Record<string, readonly string[]>> = {
    'see src/a.ts:12.': ['src/a.ts:12'],
    'see `src/a.ts:12-20`, then a.ts:3:7': ['src/a.ts:12-20', 'a.ts:3:7'],
    '(./lib/übung.ts#L12) and /abs/b.tsx#L1-L9': ['./lib/übung.ts#L12', '/abs/b.tsx#L1-L9'],
    'app/(group)/[id]/page.tsx:4 and C:\\work\\c.cs:5': ['app/(group)/[id]/page.tsx:4', 'C:\\work\\c.cs:5'],
    '**src/a.ts:1** and *b/c.py:2*': ['src/a.ts:1', 'b/c.py:2'],
    'at 10:30, 127.0.0.1:80, localhost:3000, example.com:8080, node:20, v1.2:3': [],
    'src/a.ts:12x and a.ts: 12 and a.ts:': [],
    '```\nsrc/a.ts:12\n```': [],
    '[words about src/a.ts:12](https://example.com/)': ['https://example.com/'],
  };
  for (const [text, expected] of Object.entries(places)) {
    it(`finds places in files: ${JSON.stringify(text)}`, async () => {
      await ask(`${text}\n\nEnd.`);
      await card.getByText('End.').waitFor();
      await eventually(() => links(card), expected);
      // And in Claude's answers.
      await webview.send({ ...snapshot([{ kind: 'text', id: 'text', text: `${text}\n\nFinish.`, streaming: false }]), version: 2 });
      await webview.page.getByText('Finish.').waitFor();
      await eventually(() => links(webview.page.getByRole('log')), expected);
    });
  }

  it('gives a place to the host by mouse and by key, and answers nothing with it', async () => {
    await ask('Like in `src/a.ts:12-20`?', 'Or in b.ts:3');
    await card.getByRole('link', { name: 'src/a.ts:12-20' }).click();
    await card.getByRole('link', { name: 'b.ts:3' }).click();
    await card.getByRole('link', { name: 'b.ts:3' }).press('Enter');
    await eventually(async () => (await webview.intentsOf('openLink')).map(({ href }) => href), ['src/a.ts:12-20', 'b.ts:3', 'b.ts:3']);
    await eventually(() => webview.intentsOf('draftAnswer'), []);
    await eventually(() => card.getByRole('radio', { checked: true }).count(), 0);
  });

  it('is rendered in a note that is kept', async () => {
    const draft = [{ ...nothing, selected: [0], note: 'Only **if** it fits\nb.ts:3' }];
    await webview.send(snapshot([questionItem({ phase: 'answered', questions: [database], draft })]));
    await webview.button('Expand question').click();
    const note = card.getByRole('group', { name: 'Your note' });
    await note.locator('strong', { hasText: 'if' }).waitFor();
    await eventually(() => links(note), ['b.ts:3']);
  });

  it('never makes the page wider than it is', async () => {
    await webview.page.setViewportSize({ width: 250, height: 900 });
    const long = 'x'.repeat(300);
    await ask(`${long}\n\n\`${long}\`\n\n\`\`\`\n${long}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${long} | ${long} |`, long);
    await card.getByText('Two').waitFor();
    const { width, shown } = await webview.page.getByRole('log').evaluate(log => ({ width: log.scrollWidth, shown: log.clientWidth }));
    assert.equal(width, shown);
  });
});
