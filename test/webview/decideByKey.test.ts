// The keys of VS Code that allow and deny: they press the card's own button, and only where the person has it in sight.
import { permissionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('a key that decides a permission', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300, height: 700 });
  });
  afterEach(() => webview.close());

  const press = (decision: 'allow' | 'deny', chat = snapshot([]).chat) => webview.send({ type: 'decide', chat, decision });
  const decisions = async () =>
    (await webview.intents()).flatMap(intent => (intent.type === 'decidePermission' ? [[intent.decision, intent.shown]] : []));
  const place = { outside: false, relative: 'a.ts' };

  it('presses the button, with the place that the card shows', async () => {
    await webview.send(snapshot([permissionItem({ file_path: 'a.ts', content: '' }, { toolName: 'Write', place })], running));
    await press('deny');
    await press('allow');
    await eventually(decisions, [
      ['deny', place],
      ['allow', place],
    ]);
  });

  it('decides on the card that has the focus, as a notification has led to it, also where another one waits above it', async () => {
    const other = permissionItem({ file_path: 'b' }, { id: 'other', toolName: 'Read' });
    await webview.send(snapshot([permissionItem({ command: 'ls' }), other], running));
    await webview.send({ type: 'focus', target: 'question', id: 'other' });
    await eventually(() => webview.page.locator('[data-item=other] .permission-asked:focus').count(), 1);
    await press('deny');
    const ids = async () => (await webview.intents()).flatMap(intent => (intent.type === 'decidePermission' ? [intent.id] : []));
    await eventually(ids, ['other']);
  });

  it('takes the focus to a card that has just come, and decides nothing', async () => {
    await webview.close();
    webview = await harness.open({ width: 300, height: 700, clock: true });
    await webview.send(snapshot([permissionItem({ command: 'ls' })], running));
    // The page's clock stands still, so the card is new for as long as the test takes.
    await eventually(() => webview.page.locator('[data-settling]').count(), 1);
    await press('allow');
    await eventually(() => webview.page.locator('.permission-asked:focus').count(), 1);
    await eventually(decisions, []);
  });

  it('brings a card into sight that is scrolled away, and decides nothing before the next press', async () => {
    const below = Array.from({ length: 60 }, (_, index) => ({
      kind: 'text' as const,
      id: `t${index}`,
      text: `Line ${index}`,
      streaming: false,
    }));
    await webview.send(snapshot([permissionItem({ command: 'ls' }), ...below], running));
    await webview.page.locator('[data-item="t59"]').scrollIntoViewIfNeeded();
    await press('allow');
    await eventually(() => webview.page.locator('.permission-asked:focus').count(), 1);
    await eventually(decisions, []);
    await press('allow');
    await eventually(decisions, [['allow', undefined]]);
  });

  it('allows nothing that the CLI wants to be allowed by the button itself, nothing unopened, and nothing of another chat', async () => {
    await webview.send(snapshot([permissionItem({ command: 'ls' }, { defaultToNo: true })], running));
    await press('allow');
    await press('allow', 'another');
    await webview.send(snapshot([permissionItem({ command: 'ls' }, { tooLong: 'unopened' })], running));
    await press('allow');
    await eventually(() => webview.page.locator('.permission-asked').count(), 1);
    await eventually(decisions, []);
  });
});
