// A conversation of thousands of items: it is whole, and a change of one item touches that item only.
import assert from 'node:assert/strict';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { nothing, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { Harness } from './harness.js';

function items(count: number): TranscriptItem[] {
  return Array.from({ length: count }, (_, index): TranscriptItem => {
    const id = `item${index}`;
    switch (index % 5) {
      case 0:
        return { kind: 'prompt', id, text: `Prompt ${index}`, state: 'sent' };
      case 1:
        return { kind: 'tool', id, name: 'Read', summary: `src/file${index}.ts`, state: 'done', result: 'one\ntwo' };
      case 2:
        return questionItem({
          id,
          phase: 'answered',
          draft: [
            { ...nothing, selected: [0] },
            { ...nothing, selected: [1] },
          ],
        });
      default:
        return { kind: 'text', id, text: `## Answer ${index}\n\nSome **words** and \`code\`.\n\n- one\n- two`, streaming: false };
    }
  });
}

describe('a long conversation', function () {
  this.timeout(60_000);
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
    webview.page.setDefaultTimeout(30_000);
  });
  afterEach(() => webview.close());

  it('of 2,000 items is shown whole, at its end', async () => {
    await webview.send(snapshot(items(2000), running));
    const log = webview.page.getByRole('log');
    await log.getByText('Prompt 1995').waitFor();
    // What is older comes when there is nothing else to do, the oldest last.
    await log.getByText('Prompt 0', { exact: true }).waitFor({ state: 'attached' });
    await log.getByRole('heading', { name: 'Answer 1999' }).waitFor();
    assert.equal(await log.getByText(/^Prompt \d+$/).count(), 400);
    assert.equal(await webview.card.count(), 400);
  });

  it('changes only the row whose item has changed', async () => {
    await webview.send(snapshot(items(1000), running));
    const log = webview.page.getByRole('log');
    await log.getByText('Prompt 0', { exact: true }).waitFor({ state: 'attached' });
    const touched = await log.evaluateHandle(scroller => {
      const texts = new Set<string>();
      const rows = (node: Node): string => (node.parentElement?.closest('.row') ?? node.parentElement)?.textContent?.slice(0, 20) ?? '';
      new MutationObserver(records => records.forEach(record => texts.add(rows(record.target)))).observe(scroller, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return texts;
    });
    await webview.send({ type: 'items', version: 2, items: [{ kind: 'text', id: 'item498', text: 'Changed words', streaming: true }] });
    await webview.send({ type: 'append', version: 3, id: 'item498', text: ' and more' });
    await log.getByText('Changed words and more').waitFor();
    await webview.send({ type: 'items', version: 4, items: [{ kind: 'prompt', id: 'new', text: 'The newest', state: 'sent' }] });
    await log.getByText('The newest').waitFor();
    const rows = await touched.evaluate(texts => [...texts]);
    assert.ok(rows.length <= 3, rows.join(' | '));
  });
});
