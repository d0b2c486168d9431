// A suggestion of the empty chat: it is sent by one press, and never goes over a draft.
import { idle, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

/** Three of the empty chat's. */
const prompts = [
  'Explain this project to me.',
  'What would you change first? Ask me before you decide.',
  'Run the tests and tell me what they say.',
] as const;

describe('a suggestion', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
  });
  afterEach(() => webview.close());

  /** Presses the suggestion and returns its prompt. */
  async function choose(index: 0 | 1 | 2): Promise<string> {
    const prompt = prompts[index];
    await webview.page.getByRole('log').getByRole('button', { name: prompt }).click();
    return prompt;
  }

  it('is sent by one press where the message box is empty, which then has the focus', async () => {
    await webview.send(snapshot([]));
    const prompt = await choose(0);
    await eventually(async () => (await webview.intentsOf('sendPrompt')).map(({ text }) => text), [prompt]);
    await eventually(() => webview.composer.inputValue(), '');
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
  });

  it('goes into the box where something is added to the message', async () => {
    await webview.send({ ...snapshot([]), attachments: [{ id: 'a', kind: 'file', path: 'src/routes.ts' }] });
    const prompt = await choose(0);
    await eventually(() => webview.composer.inputValue(), prompt);
    await eventually(() => webview.intentsOf('sendPrompt'), []);
  });

  it('goes below a draft, which stays as it is', async () => {
    await webview.send(snapshot([], idle, 'My own words,\nall of them'));
    const prompt = await choose(0);
    await eventually(() => webview.composer.inputValue(), `My own words,\nall of them\n\n${prompt}`);
    await eventually(async () => (await webview.intent('saveComposerDraft')).text, `My own words,\nall of them\n\n${prompt}`);
    await eventually(() => webview.intentsOf('sendPrompt'), []);
  });

  it('takes the place of a suggestion that is unchanged, and of nothing else', async () => {
    await webview.send(snapshot([], idle, 'Mine'));
    await choose(0);
    const second = await choose(1);
    await eventually(() => webview.composer.inputValue(), `Mine\n\n${second}`);
    await webview.composer.press('End');
    await webview.page.keyboard.type(' And mine');
    const third = await choose(2);
    await eventually(() => webview.composer.inputValue(), `Mine\n\n${second} And mine\n\n${third}`);
  });
});
