// What the person has opened, folded, filtered or turned to in the rows of a chat stays as they left it.
import assert from 'node:assert/strict';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { useCardPage } from './cardPage.js';
import { questionItem, running, snapshot } from './gallery.js';
import { eventually } from './harness.js';
import { licence, openItem } from './openCards.js';
import { manyRules } from './permissionItems.js';
import { waiting } from './questionStatus.js';

const tool: TranscriptItem = { kind: 'tool', id: 'tool1', name: 'Bash', summary: 'cat src/a.ts', state: 'done', result: 'one\ntwo' };
const other: TranscriptItem = { ...tool, id: 'tool2', summary: 'src/b.ts' };
const over = questionItem({ id: 'over', phase: 'answered' });

describe('what a person has opened in a chat', () => {
  const page = useCardPage({ height: 900, width: 300 });
  const row = (name: RegExp) => page.webview.page.getByRole('log').getByRole('button', { name });
  const filter = () => page.card.getByRole('searchbox', { name: 'Filter options: Licence' });
  const show = (chat = 's') => page.webview.send({ ...snapshot([tool, other, over, openItem([licence])], waiting), chat });

  async function open(): Promise<void> {
    await show();
    await row(/a\.ts/).click();
    await page.webview.page.getByRole('button', { name: 'Expand question' }).click();
    await filter().fill('number 4');
  }

  async function isOpen(): Promise<void> {
    await eventually(() => row(/a\.ts/).getAttribute('aria-expanded'), 'true');
    await eventually(() => row(/b\.ts/).getAttribute('aria-expanded'), 'false');
    await eventually(() => page.webview.page.getByRole('button', { name: 'Expand question' }).count(), 0);
    await eventually(() => filter().inputValue(), 'number 4');
  }

  it('is so after the view was hidden or loaded anew', async () => {
    await open();
    await page.webview.page.reload();
    await page.webview.intent('ready');
    await show();
    await isOpen();
  });

  it('is so with the boxes of *Always*, and with *Always* itself', async () => {
    const asks = () => page.webview.send({ ...snapshot([manyRules], running), chat: 's' });
    const boxes = page.webview.page.getByRole('group', { name: 'Allow from now on' }).getByRole('checkbox');
    const ticked = () => boxes.evaluateAll(all => all.map(box => (box as HTMLInputElement).checked));
    await asks();
    await page.webview.page.getByRole('button', { name: 'Always…' }).click();
    await boxes.first().waitFor();
    const before = await ticked();
    for (const at of [0, before.length - 1]) await boxes.nth(at).click();
    const chosen = before.map((one, at) => (at === 0 || at === before.length - 1 ? !one : one));
    await eventually(ticked, chosen);
    await page.webview.page.reload();
    await page.webview.intent('ready');
    await asks();
    await eventually(ticked, chosen);
  });

  it('is so behind another chat, in which the same is as it comes', async () => {
    await open();
    await show('other');
    await eventually(() => row(/a\.ts/).getAttribute('aria-expanded'), 'false');
    await eventually(() => filter().inputValue(), '');
    await show();
    await isOpen();
  });

  it('is not that of an earlier stage: a card that was folded while it waited, and waits again, is open', async () => {
    await page.webview.send(snapshot([openItem([licence])], waiting));
    await page.card.getByRole('button', { name: 'Collapse' }).click();
    await eventually(() => filter().count(), 0);
    await page.webview.send({ type: 'items', version: 2, items: [openItem([licence], { phase: 'lost' })] });
    await page.webview.send({ type: 'items', version: 3, items: [openItem([licence])] });
    await filter().waitFor();
  });

  it('is forgotten from the oldest on, so that VS Code keeps no more than 500', async () => {
    const many = Array.from({ length: 501 }, (_, index): TranscriptItem => ({ ...tool, id: `many${index}`, summary: `src/${index}.ts` }));
    await page.webview.send(snapshot(many));
    await page.webview.page.getByRole('log').evaluate(log => {
      for (const line of log.querySelectorAll<HTMLElement>('.disclosure')) line.click();
    });
    const kept = await page.webview.page.evaluate(() => (globalThis.acquireVsCodeApi().getState() as { rows: unknown[] }).rows.length);
    assert.ok(kept > 0 && kept <= 500, String(kept));
  });
});
