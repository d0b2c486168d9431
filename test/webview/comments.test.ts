// The comments on lines that go with the next message: the chip above the message box, its list, and what a press there and Send tell the host.
import assert from 'node:assert/strict';
import { commentOn, comments, commentsNews } from './commentStates.js';
import { questionItem, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const idle = { turn: 'idle' } as const;

describe('comments on lines in the message box', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
    await webview.send(snapshot([], idle));
  });
  afterEach(() => webview.close());

  const two = [commentOn(), commentOn({ id: 'c2', first: 40, last: 61, words: 'Why?\nReally.' })];
  const chip = (name: string | RegExp) => webview.page.getByRole('button', { name });
  const named = '2 comments, for your next message: src/a.ts:12, src/a.ts:40–61';
  const list = () => webview.page.getByRole('list', { name: 'Comments' });
  /** A cut path stands in two pieces. */
  const said = async (): Promise<readonly string[]> =>
    (await list().getByRole('listitem').allInnerTexts()).map(text => text.replace('\n/', '/').replaceAll('\n', ' '));
  const hasFocus = (name: string | RegExp) => eventually(() => chip(name).evaluate(button => button === document.activeElement), true);

  it('are one chip, whose name says which they are, and which unfolds by a key', async () => {
    await webview.send(commentsNews(...two));
    await eventually(() => chip(named).innerText(), '2 comments');
    await eventually(() => list().count(), 0);
    await chip(named).press('Enter');
    await eventually(said, ['src/a.ts:12 Round this up.', 'src/a.ts:40–61 Why? ⏎ Really.']);
    await webview.button('Go to src/a.ts:40–61').click();
    await eventually(async () => (await webview.acts()).at(-1), { type: 'goToComment', id: 'c2' });
    await webview.send(commentsNews());
    await eventually(() => chip(/comment/).count(), 0);
  });

  it('say which file or which lines are gone, and of many only the first ones in the name', async () => {
    await webview.send(commentsNews(...comments));
    await chip(/^4 comments/).click();
    await list().getByText('The file is gone').waitFor();
    await list().getByText('These lines are gone').waitFor();
    await webview.send(commentsNews(...Array.from({ length: 7 }, (_, at) => commentOn({ id: `m${at}`, first: at + 1, last: at + 1 }))));
    await chip('7 comments, for your next message: src/a.ts:1, src/a.ts:2, src/a.ts:3, src/a.ts:4, src/a.ts:5 and 2 more').waitFor();
  });

  it('go one by one, and the focus goes to the next one, then to the box', async () => {
    await webview.send(commentsNews(...two));
    await chip(named).click();
    await webview.button('Remove src/a.ts:12').press('Enter');
    await eventually(async () => (await webview.acts()).at(-1), { type: 'removeComment', id: 'c1' });
    await webview.send(commentsNews(...two.slice(1)));
    await hasFocus('Remove src/a.ts:40–61');
    // Once: a comment that comes later leaves it where the person is.
    await webview.composer.focus();
    await webview.send(commentsNews(...two.slice(1), commentOn({ id: 'c3', first: 70, last: 70 })));
    await webview.button('Remove src/a.ts:70').waitFor();
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
    await webview.send(commentsNews(...two.slice(1)));
    await webview.button('Remove src/a.ts:40–61').press('Delete');
    await webview.send(commentsNews());
    await eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);
  });

  it('go with the message of whoever sends first, also without words, and not twice', async () => {
    await webview.send(commentsNews(...two));
    await chip(named).waitFor();
    await webview.composer.press('Enter');
    await eventually(() => webview.intent('sendPrompt'), { type: 'sendPrompt', text: '', attachments: ['c1', 'c2'] });
    await eventually(() => chip(/comment/).count(), 0);
    await webview.composer.fill('More.');
    await webview.composer.press('Enter');
    await eventually(
      () => webview.intentsOf('sendPrompt'),
      [
        { type: 'sendPrompt', text: '', attachments: ['c1', 'c2'] },
        { type: 'sendPrompt', text: 'More.' },
      ],
    );
    // The host gives back what was not sent.
    await webview.send(commentsNews(...two));
    await chip(named).waitFor();
  });

  it('stay for the next message where the CLI would not read them: with a command, and with a reply', async () => {
    await webview.send(commentsNews(...two));
    await chip(named).waitFor();
    await webview.composer.fill('/compact');
    await webview.composer.press('Enter');
    await eventually(() => webview.intent('sendPrompt'), { type: 'sendPrompt', text: '/compact' });
    await chip(named).waitFor();
    await webview.send(snapshot([questionItem()], { turn: 'running', blocked: 'question' }));
    await webview.send(commentsNews(...two));
    await webview.button('Reply in chat instead').click();
    await eventually(() => chip(/comment/).count(), 0);
    await webview.composer.fill('Rather not.');
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intent('replyInstead'))?.attachments, undefined);
  });

  it('go with a message that begins with a path, which is no command', async () => {
    await webview.send(commentsNews(...two));
    await chip(named).waitFor();
    await webview.composer.fill('/src/shop.ts needs the same.');
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intent('sendPrompt'))?.attachments, ['c1', 'c2']);
  });

  it('stand with all their words in the message that they were sent with', async () => {
    await webview.send(snapshot([{ kind: 'prompt', id: 'p', text: 'Please.', state: 'sent', attachments: two }], idle));
    await eventually(said, ['src/a.ts:12 Round this up.', 'src/a.ts:40–61 Why? Really.']);
    await webview.button('Go to src/a.ts:12').click();
    await eventually(() => webview.intent('openLink'), { type: 'openLink', href: 'src/a.ts#L12-L12' });
    assert.equal(await webview.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    await webview.send({ type: 'linkProblem', href: 'src/a.ts#L12-L12', text: 'This is not there: src/a.ts' });
    const problem = webview.page.getByRole('log').getByText('This is not there: src/a.ts');
    await eventually(
      () => problem.evaluateAll(all => all.map(one => one.previousElementSibling?.getAttribute('aria-label'))),
      ['Go to src/a.ts:12'],
    );
  });
});
