// An empty chat before the first message: what is missing, the next step, and what can be tried.
import type { Locator } from 'playwright-core';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { notLoggedIn } from './setUpCards.js';

describe('an empty chat before the first message', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let setUp: Locator;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    setUp = webview.page.getByRole('status', { name: 'Set-up' });
  });
  afterEach(() => webview.close());

  it('shows what is there and what is missing, with the next step as its button', async () => {
    await webview.send({ ...snapshot([]), setUp: notLoggedIn });
    await eventually(
      async () => (await setUp.innerText()).replace(/\s+/g, ' '),
      'Done: Claude CLI 2.1.329 Missing: You’re not logged in. This card updates once you are logged in. Log in I use an API key',
    );
    await setUp.getByRole('button', { name: 'Log in' }).click();
    await setUp.getByRole('button', { name: 'I use an API key' }).click();
    await eventually(async () => (await webview.intentsOf('runAction')).map(({ action }) => action), ['logIn', 'useApiKey']);
  });

  it('says by itself, and to a screen reader, when the step is done', async () => {
    await webview.send({ ...snapshot([]), setUp: notLoggedIn });
    await setUp.getByText('You’re not logged in.').waitFor();
    const lines = [{ isDone: true, text: 'You’re logged in.', detail: '' }];
    await webview.send({ type: 'items', version: 2, items: [], setUp: { lines, actions: [] } });
    await setUp.getByText('You’re logged in.').waitFor();
    await eventually(() => setUp.getByRole('button').count(), 0);
  });

  it('shows nothing of a set-up in which nothing is missing', async () => {
    await webview.send({ ...snapshot([]), setUp: { lines: [], actions: [] } });
    await webview.page.getByText('Try one of these').waitFor();
    await eventually(async () => (await setUp.boundingBox())?.height ?? 0, 0);
  });

  it('asks whether a step was taken when the person comes back to it, and only then', async () => {
    const cameBack = (): Promise<void> => webview.page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await webview.send(snapshot([]));
    await webview.page.getByText('Try one of these').waitFor();
    await cameBack();
    await eventually(async () => (await webview.intentsOf('checkSetUp')).length, 0);
    await webview.send({ type: 'items', version: 2, items: [], setUp: notLoggedIn });
    await setUp.getByText('You’re not logged in.').waitFor();
    await cameBack();
    await eventually(async () => (await webview.intentsOf('checkSetUp')).length, 1);
  });

  it('offers no suggestions while a step is missing', async () => {
    const suggestions = webview.page.getByRole('group', { name: 'Try one of these' });
    await webview.send({ ...snapshot([]), setUp: notLoggedIn });
    await setUp.getByText('You’re not logged in.').waitFor();
    await eventually(() => suggestions.count(), 0);
    const lines = [{ isDone: true, text: 'You’re logged in.', detail: '' }];
    await webview.send({ type: 'items', version: 2, items: [], setUp: { lines, actions: [] } });
    await suggestions.waitFor();
  });

  for (const { blocked, action, label } of [
    { blocked: 'noFolder', action: 'openFolder', label: 'Open Folder' },
    { blocked: 'untrusted', action: 'manageTrust', label: 'Manage Trust' },
  ] as const)
    it(`offers “${label}” and no suggestions where nothing can be sent`, async () => {
      const card = { lines: [{ isDone: false, text: 'Something is missing.', detail: '' }], actions: [{ id: action, label }] };
      await webview.send({ ...snapshot([], { turn: 'idle', blocked }), setUp: card });
      await setUp.getByRole('button', { name: label }).click();
      await eventually(async () => (await webview.intent('runAction')).action, action);
      await eventually(() => webview.page.getByRole('group', { name: 'Try one of these' }).count(), 0);
      // Trust was given, or a folder opened.
      await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle' }, setUp: { lines: [], actions: [] } });
      await webview.page.getByRole('group', { name: 'Try one of these' }).waitFor();
      await eventually(() => setUp.getByRole('button').count(), 0);
    });
});
