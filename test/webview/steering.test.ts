// The row below the message box: permission mode, model and effort, by keyboard alone.
import assert from 'node:assert/strict';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness, isOfFeature } from './harness.js';
import { metersNews } from './meterStates.js';
import { newsOf } from './asideStates.js';
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

  const acts = async () => (await webview.intents()).filter(isOfFeature);
  const row = () => webview.page.getByRole('group', { name: 'How Claude works' });
  /** The page without what is there for screen readers alone. */
  const note = () => webview.page.getByRole('main').locator('.composer');
  const entries = () => webview.page.getByRole('menuitemradio');
  const entry = (name: string) => webview.page.getByRole('menuitemradio', { name, exact: true });
  const hasFocus = (what: ReturnType<typeof row>) => what.evaluate(element => element === document.activeElement);

  it('asks how the chat is steered, and shows nothing before it knows', async () => {
    await eventually(acts, [{ type: 'readSteering' }]);
    await eventually(() => row().count(), 0);
    await webview.send(steering({}));
    await webview.button('Default mode').waitFor();
    await webview.button('Default model').waitFor();
    await eventually(() => row().getByRole('button').count(), 2);
  });

  it('moves nothing when it comes', async () => {
    const top = async (): Promise<number | undefined> =>
      (await webview.page.getByRole('textbox', { name: 'Message Claude' }).boundingBox())?.y;
    const before = await top();
    assert.ok(before !== undefined);
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5', effort: 'high' }));
    await webview.send(offered());
    await webview.send(metersNews());
    await webview.button('Context: 34% used').waitFor();
    for (const name of ['Permission mode: Ask first', 'Model: Opus · high', 'Context: 34% used']) {
      await webview.button(name).click();
      assert.equal(await top(), before);
      await webview.page.keyboard.press('Escape');
    }
    await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle' } });
    await webview.button('Stop').waitFor({ state: 'detached' });
    assert.equal(await top(), before);
  });

  it('names the mode, the model that runs and the effort', async () => {
    await webview.send(steering({ mode: 'plan', model: 'default', runs: 'claude-opus-5-5', effort: 'xhigh' }));
    await webview.send(offered());
    await webview.button('Permission mode: Plan').waitFor();
    // The name under which the CLI offers what is the default now.
    await webview.button('Model: Opus · very high').waitFor();
    // Claude may run another model than the chosen one, and an older CLI does not say how that one is offered.
    await webview.send(steering({ mode: 'elsewhere', model: 'haiku', runs: 'claude-sonnet-4-5-20250929' }));
    await webview.button('Permission mode: elsewhere').waitFor();
    await webview.button('Model: Sonnet 4.5').waitFor();
    await webview.send(steering({ runs: 'another-model-20250929' }));
    await webview.button('Model: another-model-20250929').waitFor();
  });

  it('has its menu open over a snapshot of the chat, and in no other chat, in which the press would choose', async () => {
    const news = [steering({ mode: 'default' }).news];
    await webview.send({ ...snapshot([], running), version: 2, news });
    await webview.button('Permission mode: Ask first').press('Enter');
    await webview.send({ ...snapshot([], running), version: 3, news });
    await eventually(() => hasFocus(entry('Ask first')), true);
    await webview.send({ ...snapshot([], running), version: 4, chat: 't', news });
    await webview.button('Permission mode: Ask first').waitFor();
    await eventually(() => entries().count(), 0);
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
      [...['Plan', 'Ask first', 'Accept edits', 'Allowed only'], 'Bypass'],
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
    await webview.button('Default model').waitFor({ state: 'detached' });
    await webview.send(offered());
    await webview.button('Model: Opus').press('Enter');
    await entry('Haiku').press('Enter');
    await webview.button('Model: Opus').press('Enter');
    const group = (name: string) => webview.page.getByRole('menu').getByRole('group', { name, exact: true }).getByRole('menuitemradio');
    await eventually(() => group('Model').count(), 3);
    await eventually(() => group('Effort').count(), 6);
    await eventually(() => entry('Default effort').getAttribute('aria-checked'), 'true');
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
    await webview.button('Model: Haiku').press('Enter');
    await eventually(() => entries().count(), 3);
  });

  it('takes an effort back, and says where the CLI goes on with it', async () => {
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5', effort: 'max' }));
    await webview.send(offered());
    await webview.button('Model: Opus · highest').press('Enter');
    await entry('Default effort').press('Enter');
    await eventually(async () => (await acts()).filter(({ type }) => type.startsWith('set')), [{ type: 'setEffort', effort: null }]);
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5', effortStays: true }));
    await webview.page.getByText('applies after Claude’s next start').first().waitFor();
    await webview.button('Model: Opus').waitFor();
  });

  it('says where no model is known yet', async () => {
    await webview.send(steering({}));
    await webview.button('Default model').press('Enter');
    await eventually(() => hasFocus(webview.page.getByRole('menuitem', { name: 'Models are listed once Claude has run here.' })), true);
    await webview.page.keyboard.press('Escape');
    await eventually(() => hasFocus(webview.button('Default model')), true);
  });

  it('says what waits for Claude to finish, and what was refused', async () => {
    await webview.send(steering({ mode: 'default', nextMode: 'bypassPermissions' }));
    await note().getByText('“Bypass” applies once Claude has finished.').waitFor();
    await webview.send(offered());
    await webview.send(steering({ mode: 'default', model: 'haiku', nextModel: 'haiku', runs: 'claude-opus-5-5' }));
    await note().getByText('“Haiku” applies from your next message.').waitFor();
    await webview.button('Model: Opus').waitFor();
    await webview.send(steering({ mode: 'default', refused: 'bypass' }));
    await note()
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
    await eventually(() => webview.page.getByText(/^Works in/).count(), 0);
    await webview.send(newsOf({ type: 'workFolder', name: 'server', path: '/work/server', roots: [] }));
    await webview.page.getByText('Works in: server').waitFor();
  });

  const roots = [
    { name: 'server', path: '/work/server' },
    { name: 'library', path: '/work/library' },
  ];
  const works = (more: object) => newsOf({ type: 'workFolder', name: 'server', path: '/work/server', roots, ...more });

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
    await webview.page.getByText('Works in: library').waitFor();
    await eventually(() => webview.page.getByRole('button', { name: /^Works in/ }).count(), 0);
  });

  it('says that the folder is gone, and lets a chat that never began work elsewhere', async () => {
    await webview.send(snapshot([], { turn: 'idle' }));
    await webview.send(steering({ mode: 'default' }));
    await webview.send(works({ name: 'old', path: '/work/old', gone: 'window' }));
    await webview.button('Works in: old').waitFor();
    await note()
      .getByText(/Choose another folder above\.$/)
      .waitFor();
    await webview.send(works({ name: 'old', path: '/work/old', gone: 'disk', roots: [] }));
    await note()
      .getByText(/^This folder is not on the disk any more/)
      .waitFor();
    await eventually(() => webview.page.getByRole('button', { name: /^Works in/ }).count(), 0);
  });

  it('names that folder also where another window has the chat', async () => {
    await webview.send(snapshot([], { turn: 'idle', blocked: 'otherWindow' }));
    await webview.send(works({ roots: [] }));
    await webview.page.getByText('Works in: server').waitFor();
    await eventually(() => row().count(), 0);
  });

  it('stands in one row with the other buttons at 300 pixels, also while Claude works, with its words whole', async () => {
    await webview.send(snapshot([], { turn: 'running', readsSteps: true }));
    await webview.send(steering({ mode: 'default', runs: 'claude-opus-5-5', effort: 'high' }));
    await webview.send(offered());
    await webview.send(metersNews());
    await webview.composer.fill('And this');
    const names = ['Add context…', 'Permission mode: Ask first', 'Model: Opus · high', 'Context: 34% used', 'Stop', 'Send', 'How to send'];
    const boxes = await Promise.all(
      names.map(async name => {
        await webview.button(name).waitFor();
        return webview.button(name).boundingBox();
      }),
    );
    const middles = boxes.map(box => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    assert.ok(Math.max(...middles) - Math.min(...middles) <= 1, middles.join());
    const sides = boxes.flatMap(box => [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)]);
    assert.deepEqual(
      sides,
      sides.toSorted((one, other) => one - other),
    );
    assert.ok(sides.every(side => side >= 0 && side <= 300));
    for (const text of ['Ask first', 'Opus · high']) {
      const words = row().getByText(text, { exact: true });
      await eventually(() => words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), true);
    }
  });

  it('keeps a status that is too long in its one line, and says all of it in its title', async () => {
    const long = 'Claude’s service is overloaded and takes no more requests. Retrying (5/10)';
    const bar = () => webview.page.locator('.statusLine');
    const { height } = (await bar().boundingBox()) ?? {};
    await webview.send(snapshot([], { turn: 'running', note: long }));
    await bar().getByTitle(long).waitFor();
    assert.equal((await bar().boundingBox())?.height, height);
  });
});
