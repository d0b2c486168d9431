// The focus stays in the page when what had it goes with the person's press, and where the person has put it when something else closes.
import type { TranscriptItem } from '../../src/shared/transcript.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { inEnvelope } from '../support/inEnvelope.js';
import { filled, idle, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import { newsOf } from './asideStates.js';
import { wentBack } from './backStates.js';
import { runningNews, runningTask } from './runningStates.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

describe('the focus', () => {
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

  const name = () => webview.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

  const prompt: TranscriptItem = { kind: 'prompt', id: 'p', text: 'Go on', state: 'failed' };
  const notice: TranscriptItem = { kind: 'notice', id: 'n', level: 'error', text: 'Claude could not continue.', actions: [] };
  const lost = questionItem({ phase: 'lost', reason: 'exited', draft: [...filled] });
  const sentAgain: readonly (readonly [button: string, before: TranscriptItem, after: TranscriptItem])[] = [
    ['Send again', prompt, { ...prompt, state: 'sending' }],
    ['Try again', { ...notice, again: 'Try again' }, notice],
    ['Send my answers as a message', lost, { ...lost, resent: true }],
  ];
  for (const [button, before, after] of sentAgain) {
    it(`goes to the message box when “${button}” has gone`, async () => {
      await webview.send(snapshot([before]));
      await webview.button(button).press('Enter');
      await webview.send({ type: 'items', version: 2, items: [after] });
      await webview.button(button).waitFor({ state: 'detached' });
      await eventually(name, 'Message Claude');
    });
  }

  const taken = inEnvelope({ type: 'items', version: 2, items: [], status: { turn: 'idle', blocked: 'terminal' } });
  const goesByItself: readonly (readonly [button: RegExp, shown: HostMessage[], gone: HostMessage])[] = [
    [/^Stop$/, [snapshot([], running)], inEnvelope({ type: 'items', version: 2, items: [], status: idle })],
    [/^Running: /, [snapshot([], running), runningNews([runningTask()])], runningNews([])],
    [
      /^0 of 1 done/,
      [snapshot([], idle), newsOf({ type: 'todos', todos: [{ text: 'Step', state: 'now' }] })],
      newsOf({ type: 'todos', todos: [{ text: 'Step', state: 'done' }] }),
    ],
    [
      /^Scheduled/,
      [snapshot([], { turn: 'idle', scheduled: [{ id: 'a', name: 'Look at the build' }] })],
      inEnvelope({ type: 'items', version: 2, items: [], status: idle }),
    ],
    [
      /^Remove$/,
      [snapshot([{ ...prompt, state: 'sending', queue: 'next', canTakeBack: true }], running)],
      inEnvelope({ type: 'items', version: 2, items: [{ ...prompt, state: 'sent' }] }),
    ],
    [
      /^Edit$/,
      [snapshot([{ ...prompt, state: 'takenBack' }], idle)],
      inEnvelope({ type: 'items', version: 2, items: [{ ...prompt, state: 'sent' }] }),
    ],
    [/^Go back to before this message$/, [snapshot([{ ...prompt, state: 'sent' }], idle)], taken],
    [/^Undo going back$/, [snapshot([wentBack], idle)], taken],
    [/^Try again$/, [snapshot([{ ...notice, again: 'Try again' }], idle)], inEnvelope({ type: 'items', version: 2, items: [notice] })],
  ];
  for (const [button, shown, gone] of goesByItself) {
    it(`goes to the conversation when the part with ${button.source} has gone by itself`, async () => {
      await webview.send(...shown);
      await webview.page.getByRole('button', { name: button }).focus();
      await webview.send(gone);
      await webview.page.getByRole('button', { name: button }).waitFor({ state: 'detached' });
      await eventually(name, 'Conversation');
    });
  }

  it('goes to the conversation with another chat, where the press that was meant for the one before stops nothing', async () => {
    await webview.send(snapshot([], running));
    await webview.button('Stop').focus();
    await webview.send({ ...snapshot([], running), version: 2, chat: 't' });
    await eventually(name, 'Conversation');
    await webview.page.keyboard.press('Enter');
    await webview.composer.press('a');
    await eventually(() => webview.intentsOf('interrupt'), []);
  });

  it('is not taken from where the person is, when another chat comes into a page that does not have it', async () => {
    await webview.send(snapshot([], running));
    await webview.button('Stop').focus();
    await webview.page.evaluate(() => {
      document.hasFocus = () => false;
    });
    await webview.send({ ...snapshot([], idle), version: 2, chat: 't' });
    await webview.button('Stop').waitFor({ state: 'detached' });
    await eventually(() => webview.page.evaluate(() => document.activeElement === document.body), true);
  });

  it('takes no press to the message box that was meant for what has gone by itself', async () => {
    await webview.send(snapshot([], running));
    await webview.composer.fill('half a thought');
    await webview.button('Stop').focus();
    await webview.send(inEnvelope({ type: 'items', version: 2, items: [], status: idle }));
    await webview.button('Stop').waitFor({ state: 'detached' });
    await webview.page.keyboard.press('Enter');
    await webview.composer.press('End');
    await webview.page.keyboard.type(', whole');
    await webview.button('Send').press('Enter');
    const sent = async () => (await webview.intents()).flatMap(act => (act.type === 'sendPrompt' ? [act.text] : []));
    await eventually(sent, ['half a thought, whole']);
  });

  it('goes to the conversation when the question that is replied to has ended', async () => {
    await webview.send(snapshot([questionItem()], waiting));
    await webview.button('Reply in chat instead').click();
    await webview.button('Cancel').focus();
    const over = questionItem({ phase: 'withdrawn', reason: 'cancelled' });
    await webview.send({ type: 'items', version: 2, items: [over], status: running });
    await webview.button('Cancel').waitFor({ state: 'detached' });
    await eventually(name, 'Conversation');
  });

  it('goes to the conversation when “Jump to latest” has gone', async () => {
    const rows = Array.from({ length: 80 }, (_, at): TranscriptItem => ({ ...prompt, id: `p${at}`, state: 'sent' }));
    await webview.send(snapshot(rows));
    await webview.page.getByRole('log').hover();
    await webview.page.mouse.wheel(0, -900);
    await webview.button('Jump to latest').press('Enter');
    await webview.button('Jump to latest').waitFor({ state: 'detached' });
    await eventually(name, 'Conversation');
  });

  it('stays in the message box when another chat closes the search', async () => {
    await webview.send(snapshot([prompt]));
    await webview.page.getByRole('log').focus();
    await webview.page.keyboard.press('Control+f');
    await webview.page.getByRole('search', { name: 'Find in chat' }).waitFor();
    await webview.composer.focus();
    await webview.send({ ...snapshot([], idle), chat: 'another' });
    await webview.page.getByRole('search', { name: 'Find in chat' }).waitFor({ state: 'detached' });
    await eventually(name, 'Message Claude');
  });

  it('stays in an own answer, with each letter, when the host sends the whole chat again', async () => {
    const rows = Array.from({ length: 9 }, (_, at): TranscriptItem => ({ ...prompt, id: `p${at}`, state: 'sent' }));
    await webview.send(snapshot([...rows, questionItem()], waiting));
    const own = webview.page.getByRole('textbox', { name: 'Other answer: Database' });
    await own.pressSequentially('abc');
    // The host had the first letters when it wrote this, and had let go of the first rows.
    const behind: TranscriptItem = { kind: 'prompt', id: 'behind', text: 'One more row', state: 'sent' };
    await webview.send({ ...snapshot([...rows.slice(3), questionItem(), behind], waiting), version: 9, start: 'cursor' });
    await webview.page.getByText('One more row').waitFor();
    await webview.page.keyboard.type('d');
    await eventually(() => own.inputValue(), 'abcd');
  });
});
