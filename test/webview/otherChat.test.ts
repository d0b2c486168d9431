// The message box when the person types before the page shows the chat: a new one, or the first of the page.
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('a new chat, begun while the person types', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    await webview.send({ ...snapshot([]), chat: 'one' });
    await webview.composer.fill('for the first chat');
  });
  afterEach(() => webview.close());

  const leave = (text = 'for the first chat') => webview.send({ type: 'typedSince', chat: 'one', text });
  const come = (chat = 'two', composerDraft = '') => webview.send({ ...snapshot([]), chat, composerDraft });
  const drafts = async () => (await webview.intentsOf('saveComposerDraft')).map(({ text }) => text).slice(-2);

  it('has what was typed since, the chat before keeps what stood there, and both are stored', async () => {
    await leave();
    await webview.composer.pressSequentially(' hello');
    await come();
    await eventually(() => webview.composer.inputValue(), ' hello');
    await eventually(drafts, ['for the first chat', ' hello']);
    await come('one', 'for the first chat');
    await eventually(() => webview.composer.inputValue(), 'for the first chat');
  });

  it('has its own words in front of them', async () => {
    await leave();
    await webview.composer.pressSequentially('!');
    await come('two', 'of the second');
    await eventually(() => webview.composer.inputValue(), 'of the second!');
  });

  for (const [title, act] of [
    ['nothing was typed', () => leave()],
    ['the text is another', () => leave('something else')],
    ['the person goes to a chat by other ways', () => Promise.resolve()],
  ] as const)
    it(`takes nothing along where ${title}`, async () => {
      await act();
      await come();
      await eventually(() => webview.composer.inputValue(), '');
      await webview.composer.fill('for the second');
      await eventually(drafts, ['for the first chat', 'for the second']);
    });
});

describe('words that are typed before the page has its first snapshot', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  const come = (composerDraft: string) => webview.send({ ...snapshot([]), composerDraft });
  const drafts = async () => (await webview.intentsOf('saveComposerDraft')).map(({ text }) => text);

  it('stand behind the draft that was kept, and the host is told both together', async () => {
    await webview.composer.fill(' and more');
    await eventually(drafts, []);
    await come('kept');
    await eventually(() => webview.composer.inputValue(), 'kept and more');
    await eventually(drafts, ['kept and more']);
  });

  it('leave the draft where they were sent, which has emptied the host’s', async () => {
    await webview.composer.fill('at once');
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intentsOf('sendPrompt')).map(({ text }) => text), ['at once']);
    await come('kept');
    await eventually(() => webview.composer.inputValue(), 'kept');
    await eventually(drafts, ['kept']);
  });
});

describe('a chat that the page does not understand', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  const wrong = { ...snapshot([]), chat: 'two', items: [{ kind: 'text', id: 'a', text: 5, streaming: false }] };
  const prompt = { kind: 'prompt', id: 'p', text: 'a prompt', state: 'sent' } as const;

  it('is a sentence, with nothing of the chat before it and no message box, until there is one that it understands', async () => {
    await webview.send({ ...snapshot([prompt]), chat: 'one' });
    await webview.composer.fill('half');
    await webview.sendRaw(wrong);
    await webview.page.getByRole('alert').getByText('This chat cannot be shown').waitFor();
    await eventually(() => webview.composer.count(), 0);
    await eventually(() => webview.page.getByText('a prompt').count(), 0);
    await eventually(async () => (await webview.intentsOf('reportError')).at(-1)?.text, /items/);
    await webview.send({ ...snapshot([prompt]), chat: 'one', composerDraft: 'half' });
    await webview.page.getByText('a prompt').waitFor();
    await eventually(() => webview.composer.inputValue(), 'half');
    await eventually(() => webview.page.getByRole('alert').count(), 0);
  });

  it('is that sentence where it is the first one too', async () => {
    await webview.sendRaw(wrong);
    await webview.page.getByRole('alert').getByText('This chat cannot be shown').waitFor();
  });
});
