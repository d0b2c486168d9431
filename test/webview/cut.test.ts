// What has no room: paths keep their file names, tables their words.
import assert from 'node:assert/strict';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { idle, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const path = 'packages/server/src/storage/journal/migrations/journalFile.ts';
const read: TranscriptItem = { kind: 'tool', id: 'tool1', name: 'Read', summary: path, state: 'done', result: '' };
const table = '| One | Two | Three |\n|---|---|---|\n| Administratorrechte | Benachrichtigungen | Wiederherstellung |';

describe('what has no room', () => {
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

  it('shows the file name of a path whole, gives way in the folders, and has the whole path as its title', async () => {
    await webview.send(snapshot([read], idle));
    const row = webview.page.getByTitle(path, { exact: true });
    await eventually(() => row.textContent(), path);
    const file = row.getByText('/journalFile.ts', { exact: true });
    await eventually(() => file.evaluate(element => element.scrollWidth <= element.clientWidth), true, 'the file name is cut');
    await eventually(
      () => row.getByText('packages/').evaluate(element => element.scrollWidth > element.clientWidth),
      true,
      'the folders are not cut',
    );
    const [inner, outer] = [await file.boundingBox(), await row.boundingBox()];
    assert.ok(inner && outer && inner.x + inner.width <= outer.x + outer.width + 0.5, 'the file name is out of sight');
  });

  it('shows the state of a tool whose name is long, and names Parley’s own tools in words', async () => {
    const names = ['mcp__parley__find_decisions', 'mcp__parley__read_product_doc', 'mcp__parley__update_product_doc'];
    const long = 'mcp__issues_of_the_whole_company__create_issue_from_template';
    const rows = [...names, long].map((name, at): TranscriptItem => ({ ...read, id: `tool${at}`, name, summary: '', state: 'failed' }));
    await webview.send(snapshot(rows, idle));
    const shown = webview.page.getByRole('log').getByRole('button');
    await eventually(
      () => shown.allInnerTexts(),
      [
        ...['Look up decisions', 'Read the Product Doc', 'Change the Product Doc'].map(name => `${name}\nFailed`),
        `issues_of_the_whole_company: Create issue from template\nFailed`,
      ],
    );
    const { width = 0, x = 0 } = (await shown.last().boundingBox()) ?? {};
    const state = await shown.last().getByText('Failed').boundingBox();
    assert.ok(state !== null && state.x + state.width <= x + width);
  });

  it('shows that folders are cut, also where the file name takes almost all the room', async () => {
    const name = `${'n'.repeat(30)}.txt`;
    await webview.send(snapshot([{ ...read, summary: `/projects/${name}` }], idle));
    const [folders, file] = await webview.page
      .getByTitle(name)
      .locator('span')
      .evaluateAll(all => all.map(one => ({ room: one.clientWidth, width: one.scrollWidth, letters: one.textContent.length })));
    assert.ok(folders && file && folders.width > folders.room, 'the folders are not cut');
    assert.ok(folders.room >= Math.floor((2 * file.width) / file.letters), `“…” is out of sight: ${String(folders.room)} px`);
  });

  it('wraps a path in a text between its folders, and not inside a file name that has room on a line', async () => {
    const paths = [
      '`server/src/storage/journal-file.ts`',
      'server/src/storage/journal-file.ts:12',
      'server\\\\src\\\\storage\\\\journalFile.ts:12',
    ];
    const lines = Array.from({ length: 8 }, (_, index) => `${'Words '.repeat(index)} ${paths.join(` ${'a'.repeat(index * 2)} `)}`);
    await webview.send(snapshot([{ kind: 'text', id: 'text1', text: lines.join('\n\n'), streaming: false }], idle));
    const names = webview.page.getByText(/^journal-?[fF]ile\.ts(:12)?$/);
    await eventually(() => names.count(), 24);
    await eventually(
      () => names.evaluateAll(all => all.filter(name => name.getClientRects().length > 1).map(name => name.textContent)),
      [],
    );
    // The text is the same, letter for letter, and so is what is copied.
    await eventually(() => webview.page.getByRole('link').first().innerText(), 'server/src/storage/journal-file.ts:12');
  });

  it('fades a table where there is more of it', async () => {
    await webview.send(snapshot([{ kind: 'text', id: 'text1', text: table, streaming: false }], idle));
    const isFaded = () =>
      webview.page.getByRole('table').evaluate(element => parseFloat(getComputedStyle(element).getPropertyValue('--parley-after')) > 3);
    await eventually(isFaded, true);
    await webview.page.getByRole('table').evaluate(element => (element.scrollLeft = 10_000));
    await eventually(isFaded, false);
  });

  it('scrolls a table sideways, by the keyboard too, and never breaks inside a word', async () => {
    await webview.send(snapshot([{ kind: 'text', id: 'text1', text: table, streaming: false }], idle));
    const shown = webview.page.getByRole('table');
    const lines = await shown.getByRole('cell').evaluateAll(cells =>
      cells.map(cell => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return new Set([...words.getClientRects()].map(({ top }) => top)).size;
      }),
    );
    assert.deepEqual(lines, [1, 1, 1]);
    await eventually(() => shown.evaluate(element => element.scrollWidth > element.clientWidth), true);
    await shown.focus();
    await webview.page.keyboard.press('ArrowRight');
    await webview.page.waitForFunction(() => (document.querySelector('table')?.scrollLeft ?? 0) > 0);
  });
});
