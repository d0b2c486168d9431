// What is dropped onto the message box from the list of files or the tabs of the editor. The host's replies are the test's.
import assert from 'node:assert/strict';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('a drop onto the message box', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    await webview.send(snapshot([]));
    // What takes the drop comes a moment after the page.
    await eventually(() => webview.composer.getAttribute('aria-haspopup'), 'listbox');
  });
  afterEach(() => webview.close());

  const drag = (type: string, data: Readonly<Record<string, string>>) =>
    webview.page
      .getByText('Idle')
      .or(webview.composer)
      .first()
      .evaluate(
        (element, { type, data }) => {
          const transfer = new DataTransfer();
          for (const [kind, words] of Object.entries(data)) transfer.setData(kind, words);
          return !element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        { type, data },
      );
  const files = { 'text/uri-list': 'file:///work/a%20b.ts\r\n# note\r\nhttps://example.com/x\r\nfile:///work/%C3%A4.ts' };

  it('shows its target while it is over the box, and adds files of the editor', async () => {
    const isTaken = await drag('dragover', files);
    assert.equal(isTaken, true);
    await webview.page.getByText('Drop to add').waitFor();
    await drag('dragleave', files);
    await eventually(() => webview.page.getByText('Drop to add').count(), 0);
    await drag('dragover', files);
    const isDropTaken = await drag('drop', files);
    assert.equal(isDropTaken, true);
    await eventually(() => webview.page.getByText('Drop to add').count(), 0);
    await eventually(
      () => webview.intentsOf('addDropped'),
      [{ type: 'addDropped', uris: ['file:///work/a%20b.ts', 'file:///work/%C3%A4.ts'] }],
    );
  });

  it('adds files of the list of files of a remote window too', async () => {
    const uris = ['vscode-remote://ssh-remote%2Bhost/work/a%20b.ts', 'vscode-remote://ssh-remote%2Bhost/work/src'];
    const isTaken = await drag('drop', { 'application/vnd.code.uri-list': uris.join('\r\n') });
    assert.equal(isTaken, true);
    await eventually(() => webview.intentsOf('addDropped'), [{ type: 'addDropped', uris }]);
  });

  it('tells the host also of a tab that is no file, which says so', async () => {
    const uris = ['untitled:Untitled-1', 'git:/work/a.ts?%7B%7D'];
    const isTaken = await drag('drop', { 'application/vnd.code.uri-list': ['https://example.com/x', ...uris].join('\r\n') });
    assert.equal(isTaken, true);
    await eventually(() => webview.intentsOf('addDropped'), [{ type: 'addDropped', uris }]);
  });

  it('leaves words to the browser', async () => {
    const taken = [await drag('dragover', { 'text/plain': 'words' }), await drag('drop', { 'text/plain': 'words' })];
    assert.deepEqual(taken, [false, false]);
    await eventually(() => webview.intentsOf('addDropped'), []);
  });
});
