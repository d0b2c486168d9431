// The line beside Send: it says who waits for whom.
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { permissionItem, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const reason = 'Answer Claude’s question first';

describe('the line beside Send', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, motion: true });
  });
  afterEach(() => webview.close());

  const shown = (words: string) => webview.page.getByText(words, { exact: true });
  const animations = () => webview.page.evaluate(() => document.getAnimations().length);

  it('says that Claude waits while a permission does, and nothing turns', async () => {
    await webview.send(snapshot([permissionItem({ command: 'ls' })], { turn: 'running', waiting: true }));
    await shown('Waiting for you').waitFor();
    await eventually(() => shown('Claude is working…').count(), 0);
    await eventually(animations, 0);
    await webview.button('Stop').waitFor();
    await webview.send({ type: 'items', version: 2, items: [], status: running });
    await shown('Claude is working…').waitFor();
    await eventually(() => shown('Waiting for you').count(), 0);
  });

  it('turns while Claude works, and not where VS Code’s own setting wants less motion', async () => {
    await webview.send(snapshot([], running));
    await eventually(animations, 1);
    await webview.page.evaluate(() => {
      document.body.classList.add('vscode-reduce-motion');
    });
    await eventually(animations, 0);
  });

  it('says so of a question, and why Send is off to whoever writes', async () => {
    const waits: ChatStatus = { turn: 'running', blocked: 'question', waiting: true };
    await webview.send(snapshot([questionItem()], waits));
    await shown('Waiting for you').waitFor();
    await eventually(
      () => webview.composer.evaluate(box => document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent),
      reason,
    );
    await webview.composer.fill('Meanwhile');
    await eventually(() => shown('Waiting for you').count(), 0);
    await eventually(async () => ((await shown(reason).boundingBox())?.width ?? 0) > 100, true);
    await eventually(animations, 0);
  });
});
