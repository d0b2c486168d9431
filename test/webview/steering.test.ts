// The row below the message box: permission mode, model and effort, by keyboard alone.
import assert from 'node:assert/strict';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { newsOf } from './runningStates.js';
import { offered, steering } from './steeringStates.js';

describe('the row that steers a chat', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    await webview.send(snapshot([], running));
    await eventually(async () => (await acts()).length, 1);
  });
  afterEach(() => webview.close());

  const acts = async () => (await webview.intents()).flatMap(intent => (intent.type === 'chat' ? [intent.act] : []));
  const row = () => webview.page.getByRole('group', { name: 'How Claude works' });
  const entries = () => webview.page.getByRole('menuitemradio');
  const entry = (name: string) => webview.page.getByRole('menuitemradio', { name, exact: true });
  const hasFocus = (what: ReturnType<typeof row>) => what.evaluate(element => element === document.activeElement);

  it('asks how the chat is steered, and shows nothing before it knows', async () => {
    await eventually(acts, [{ type: 'readSteering' }]);
    await eventually(() => row().count(), 0);
    await webview.send(steering({}));
    await webview.button('Mode from settings').waitFor();
    await webview.button('Model from settings').waitFor();
    await eventually(() => row().getByRole('button').count(), 2);
  });

  it('moves nothing when it comes', async () => {
    const top = async (): Promise<number | undefined> =>
      (await webview.page.getByRole('textbox', { name: 'Message Claude' }).boundingBox())?.y;
    const before = await top();
    assert.ok(before !== undefined);
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5' }));
    await webview.button('Permission mode: Ask first').waitFor();
    assert.equal(await top(), before);
  });

  it('names the mode, the model that runs and the effort', async () => {
    await webview.send(steering({ mode: 'plan', model: 'default', runs: 'claude-opus-5-5', effort: 'xhigh' }));
    await webview.send(offered());
    await webview.button('Permission mode: Plan').waitFor();
    await webview.button('Model: Default (recommended)').waitFor();
    await webview.button('Effort: very high').waitFor();
    // Claude may run another model than the chosen one, and an older CLI does not say how that one is offered.
    await webview.send(steering({ mode: 'elsewhere', model: 'haiku', runs: 'claude-sonnet-4-5-20250929' }));
    await webview.button('Permission mode: elsewhere').waitFor();
    await webview.button('Model: sonnet-4-5').waitFor();
    await eventually(
      () =>
        row()
          .getByRole('button', { name: /^Effort/ })
          .count(),
      0,
    );
  });

  it('changes the mode by the keyboard alone, and gives the focus back', async () => {
    await webview.send(steering({ mode: 'default' }));
    const button = webview.button('Permission mode: Ask first');
    await button.press('Enter');
    await webview.page.getByRole('menu', { name: 'Permission mode: Ask first' }).waitFor();
    await eventually(() => hasFocus(entry('Ask first')), true);
    await eventually(() => entry('Ask first').getAttribute('aria-checked'), 'true');
    // No model is known that has this mode.
    await eventually(
      () =>
        entries()
          .allInnerTexts()
          .then(texts => texts.map(text => text.split('\n')[0])),
      [...['Plan', 'Ask first', 'Accept edits', 'Only what is allowed'], 'Bypass'],
    );
    await webview.page.keyboard.press('ArrowUp');
    await webview.page.keyboard.press('ArrowUp');
    await eventually(() => hasFocus(entry('Bypass')), true);
    await webview.page.keyboard.press('Home');
    await eventually(() => hasFocus(entry('Plan')), true);
    await webview.page.keyboard.press('Enter');
    await eventually(() => entries().count(), 0);
    await eventually(() => hasFocus(button), true);
    await eventually(async () => (await acts()).slice(1), [{ type: 'setMode', mode: 'plan' }]);
    // What is chosen is shown once the host says it.
    await webview.send(steering({ mode: 'plan' }));
    await webview.button('Permission mode: Plan').waitFor();
  });

  it('is left by Escape, which changes nothing and stops nothing', async () => {
    await webview.send(steering({ mode: 'default' }));
    const button = webview.button('Permission mode: Ask first');
    for (const key of ['Escape', 'Tab']) {
      await button.press('Enter');
      await eventually(() => hasFocus(entry('Ask first')), true);
      await webview.page.keyboard.press(key);
      await eventually(() => entries().count(), 0);
      await eventually(() => hasFocus(button), true);
    }
    await button.press('Enter');
    await eventually(() => hasFocus(entry('Ask first')), true);
    await webview.page.getByRole('textbox', { name: 'Message Claude' }).focus();
    await eventually(() => entries().count(), 0);
    await eventually(async () => (await webview.intents()).filter(({ type }) => type === 'interrupt'), []);
    await eventually(async () => (await acts()).filter(({ type }) => type.startsWith('set')), []);
  });

  it('offers models and efforts as the CLI does, also while a question waits', async () => {
    await webview.send(snapshot([], { turn: 'running', waiting: true, blocked: 'question' }));
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5' }));
    await webview.button('Model from settings').waitFor({ state: 'detached' });
    await webview.send(offered());
    await webview.button('Model: Opus').press('Enter');
    await entry('Haiku').press('Enter');
    await webview.button('Effort from settings').press('Enter');
    await webview.page.getByRole('menu', { name: 'Effort from settings' }).waitFor();
    await eventually(() => entries().count(), 6);
    await eventually(() => entry('As in Claude’s own settings').getAttribute('aria-checked'), 'true');
    await entry('highest').press('Enter');
    await eventually(
      async () => (await acts()).filter(({ type }) => type.startsWith('set')),
      [
        { type: 'setModel', model: 'haiku' },
        { type: 'setEffort', effort: 'max' },
      ],
    );
    // Haiku has no effort to choose.
    await webview.send(steering({ mode: 'default', model: 'haiku', runs: 'claude-haiku-5-5' }));
    await webview.button('Effort from settings').waitFor({ state: 'detached' });
  });

  it('takes an effort back, and says where the CLI goes on with it', async () => {
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5', effort: 'max' }));
    await webview.send(offered());
    await webview.button('Effort: highest').press('Enter');
    await entry('As in Claude’s own settings').press('Enter');
    await eventually(async () => (await acts()).filter(({ type }) => type.startsWith('set')), [{ type: 'setEffort', effort: null }]);
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5', effortStays: true }));
    await webview.page.getByText('begins once Claude has started again').first().waitFor();
    await webview.button('Effort from settings').waitFor();
  });

  it('says where no model is known yet', async () => {
    await webview.send(steering({}));
    await webview.button('Model from settings').press('Enter');
    await webview.page.getByText('Claude names its models once it has run here.').waitFor();
  });

  it('says what waits for Claude to finish, and what was refused', async () => {
    await webview.send(steering({ mode: 'default', nextMode: 'bypassPermissions' }));
    await row().getByText('“Bypass” begins once Claude has finished.').waitFor();
    await webview.send(offered());
    await webview.send(steering({ mode: 'default', model: 'haiku', nextModel: 'haiku', runs: 'claude-opus-5-5' }));
    await row().getByText('“Haiku” begins with your next message.').waitFor();
    await webview.button('Model: Opus').waitFor();
    await webview.send(steering({ mode: 'default', refused: 'bypass' }));
    await row()
      .getByText(/do not allow it/)
      .waitFor();
  });

  it('takes back a mode that waits by choosing the present one', async () => {
    await webview.send(steering({ mode: 'default', nextMode: 'bypassPermissions' }));
    await webview.button('Permission mode: Ask first').press('Enter');
    await entry('Ask first').press('Enter');
    await eventually(async () => (await acts()).at(-1), { type: 'setMode', mode: 'default' });
  });

  it('is not there where nothing can be sent', async () => {
    await webview.send(steering({ mode: 'default' }));
    await row().waitFor();
    await webview.send(snapshot([], { turn: 'idle', blocked: 'otherWindow' }));
    await webview.send(steering({ mode: 'default' }));
    await eventually(() => row().count(), 0);
  });

  it('names the folder in which Claude works, where there are several', async () => {
    await webview.send(steering({ mode: 'default' }));
    await row().waitFor();
    await eventually(
      () =>
        row()
          .getByText(/^Works in/)
          .count(),
      0,
    );
    await webview.send(newsOf({ type: 'workPlace', name: 'server', path: '/work/server', roots: [] }));
    await row().getByText('Works in: server').waitFor();
  });

  const roots = [
    { name: 'server', path: '/work/server' },
    { name: 'library', path: '/work/library' },
  ];
  const works = (more: object) => newsOf({ type: 'workPlace', name: 'server', path: '/work/server', roots, ...more });

  it('lets the person choose that folder by the keyboard, until a message is sent', async () => {
    await webview.send(snapshot([], { turn: 'idle' }));
    await webview.send(steering({ mode: 'default' }));
    await webview.send(works({}));
    await webview.button('Works in: server').press('Enter');
    await eventually(() => hasFocus(entry('server')), true);
    await webview.page.keyboard.press('ArrowDown');
    await webview.page.keyboard.press('Enter');
    await eventually(async () => (await acts()).at(-1), { type: 'chooseFolder', path: '/work/library' });
    await webview.send(works({ name: 'library', path: '/work/library' }));
    await eventually(() => hasFocus(webview.button('Works in: library')), true);

    await webview.send({ type: 'items', version: 2, items: [{ kind: 'prompt', id: 'p', text: 'Hello.', state: 'sending' }] });
    await row().getByText('Works in: library').waitFor();
    await eventually(
      () =>
        row()
          .getByRole('button', { name: /^Works in/ })
          .count(),
      0,
    );
  });

  it('says that the folder is gone, and lets a chat that never began work elsewhere', async () => {
    await webview.send(snapshot([], { turn: 'idle' }));
    await webview.send(steering({ mode: 'default' }));
    await webview.send(works({ name: 'old', path: '/work/old', gone: 'window' }));
    await webview.button('Works in: old').waitFor();
    await row()
      .getByText(/Choose another folder above\.$/)
      .waitFor();
    await webview.send(works({ name: 'old', path: '/work/old', gone: 'disk', roots: [] }));
    await row()
      .getByText(/^This folder is not on the disk any more/)
      .waitFor();
    await eventually(
      () =>
        row()
          .getByRole('button', { name: /^Works in/ })
          .count(),
      0,
    );
  });

  it('names that folder also where another window has the chat', async () => {
    await webview.send(snapshot([], { turn: 'idle', blocked: 'otherWindow' }));
    await webview.send(works({ roots: [] }));
    await webview.page.getByText('Works in: server').waitFor();
    await eventually(() => row().count(), 0);
  });

  it('stands in one line at 300 pixels, with the mode whole', async () => {
    await webview.send(steering({ mode: 'bypassPermissions', runs: 'claude-opus-5-5', effort: 'xhigh' }));
    await webview.send(offered());
    const boxes = await Promise.all((await row().getByRole('button').all()).map(button => button.boundingBox()));
    assert.equal(boxes.length, 3);
    assert.equal(new Set(boxes.map(box => box?.y)).size, 1);
    assert.ok(boxes.every(box => box !== null && box.x >= 0 && box.x + box.width <= 300));
    const mode = row().getByText('Bypass', { exact: true });
    await eventually(() => mode.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), true);
  });
});
