// Text of others loads nothing and runs nothing, wherever it is shown: a listener and the browser's own record of names that it looks up see nothing of
// hundreds of texts in each place of the page that shows words of Claude's, of a tool, of a server or of a file.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permittedParts } from '../../src/shared/permitted.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { hostileTexts } from '../support/hostileTexts.js';
import { isWholeMatrix } from '../support/tier.js';
import { formItem, pageItem } from './elicitations.js';
import { database, nothing, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { Harness } from './harness.js';
import { permissionItem } from './permissionItems.js';
import { planItem } from './planStates.js';
import { waiting } from './questionStatus.js';
import { removeFolder } from '../support/removeFolder.js';

const refusals = /Content Security Policy|sandboxed|Framing|^Unsafe attempt to load URL/;

function inGroups<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

async function inert(shown: WebviewPage): Promise<void> {
  assert.equal(await shown.page.evaluate(() => 'hit' in globalThis), false);
  shown.allowComplaints(refusals);
  await shown.close();
}

describe('texts of others in each view', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-names-'));
  const record = join(folder, 'net.json');
  let harness: Harness;
  let server: Server;
  let texts: readonly string[];
  let connections = 0;
  before(async () => {
    server = createServer(socket => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    // Half of them by a name, which has to be looked up first.
    texts = hostileTexts(at => (at % 2 === 0 ? `http://127.0.0.1:${port}/${at}` : `http://h${at}.hostile.example/${at}`));
    harness = await Harness.startRecording(record);
  });
  after(async () => {
    server.close();
    await removeFolder(folder);
  });

  it('connect to nothing, look up no name, run nothing and lead nowhere', async function () {
    // Hundreds of texts in each place.
    this.timeout(180_000);
    assert.ok(texts.length >= 200, String(texts.length));
    const webview = await harness.open({ height: 900 });
    const preview = (text: string): Promise<void> => {
      const options = [{ label: 'PostgreSQL' }, { label: 'MongoDB', preview: text }];
      const asked = { ...database, question: text, options: options.map(option => ({ ...option, description: text })) };
      return show([questionItem({ questions: [asked], title: text, draft: [{ ...nothing, selected: [1] }] })]);
    };
    let version = 0;
    const show = async (items: Parameters<typeof snapshot>[0], ...more: readonly HostMessage[]): Promise<void> => {
      await webview.send({ ...snapshot(items, items.length > 1 ? running : waiting), version: (version += 1) }, ...more);
    };
    const text = texts.join('\n\n');
    await show([
      { kind: 'prompt', id: 'prompt', text, state: 'sent' },
      ...texts.map((words, at) => ({ kind: 'text' as const, id: `text${at}`, text: words, streaming: false })),
      { kind: 'thought', id: 'thought', text, streaming: false },
      { kind: 'tool', id: 'tool', name: 'Bash', summary: text.slice(0, 300), state: 'done', result: text },
    ]);
    await webview.page.getByRole('log').locator('[data-item=tool] button').first().click();
    await webview.send({ type: 'toolInput', chat: 's', id: 'tool', parts: [...permittedParts('Bash', { command: text })] });
    await show([planItem(text)]);
    await show([permissionItem({ command: text }, { description: text.slice(0, 2_000), reason: text.slice(0, 2_000) })]);
    await show([formItem({ title: text })]);
    await show([pageItem({ title: text })]);
    // One that is never closed takes in what follows, so in the whole matrix each stands alone.
    const groups = inGroups(texts, isWholeMatrix ? 1 : 20);
    for (const group of groups) {
      for (const start of ['Words', '<p>Words</p>']) await preview(`${start}\n\n${group.join('\n\n')}`);
      const frame = await webview.card.locator('iframe[srcdoc]').first().elementHandle();
      await (await frame?.contentFrame())?.getByText('Words', { exact: true }).waitFor();
    }
    for (const group of inGroups(texts, 40)) {
      const tab = await harness.openPreview('MongoDB', { text: `<p>Words</p>${group.join('')}` });
      await tab.page.getByRole('group', { name: 'Preview: MongoDB', exact: true }).waitFor();
      await inert(tab);
    }
    await inert(webview);
    // What shows that the record has every name.
    const control = await harness.open();
    await control.page.evaluate(() => open('http://control.example/'));
    await harness.end();
    assert.equal(connections, 0);
    const names = [...readFileSync(record, 'utf8').matchAll(/"host":"(?:https?:\/\/)?([a-z0-9.]+\.example)\b/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(names)], ['control.example']);
  });
});
