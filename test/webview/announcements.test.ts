// What a screen reader is told: once, politely, when it happens.
import type { JSHandle } from 'playwright-core';
import type { PermissionItem, QuestionItem, TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { newsOf } from './asideStates.js';
import { asking, filled, idle, questionItem, running, snapshot } from './gallery.js';
import { waiting } from './questionStatus.js';
import { permission } from './permissionItems.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const words: TranscriptItem = { kind: 'text', id: 'text1', text: 'Done.', streaming: false };
const prompt = { kind: 'prompt', id: 'prompt1', text: 'And now?', state: 'sent' } as const;

describe('what is announced', () => {
  let harness: Harness;
  let webview: WebviewPage;
  let said: JSHandle<string[]>;
  let version: number;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open();
    version = 1;
    // Everything that is put into the live region from now on.
    said = await webview.page.getByRole('status').evaluateHandle(region => {
      const all: string[] = [];
      new MutationObserver(() => all.push(region.textContent ?? '')).observe(region, {
        childList: true,
        subtree: true,
        characterData: true,
      });
      return all;
    });
  });
  afterEach(() => webview.close());

  const next = (items: TranscriptItem[], status?: ChatStatus): Promise<void> =>
    webview.send({ type: 'items', version: (version += 1), items, ...(status && { status }) });
  const heard = () => said.evaluate(all => all);
  const expectHeard = (...expected: readonly string[]): Promise<void> => eventually<readonly string[]>(heard, expected);
  /** Expects that nothing more has been said after everything that was sent is on the page. */
  const expectNothingMore = async (...expected: readonly string[]): Promise<void> => {
    await eventually(heard, expected);
  };
  const ask = () => webview.send(snapshot([questionItem()], waiting));
  const arrival = 'Claude asks: Database, Features';

  it('is in one region, which is polite', async () => {
    await eventually(() => webview.page.getByRole('status').getAttribute('aria-live'), 'polite');
    await eventually(() => webview.page.locator('[aria-live]:not([aria-live="off"]), [role="alert"]').count(), 1);
  });

  const endings: readonly (readonly [Partial<QuestionItem>, string])[] = [
    [{ phase: 'answered', draft: [...filled] }, 'Answers sent'],
    [{ phase: 'dismissed' }, 'Question dismissed'],
    [{ phase: 'replied', reply: 'Neither' }, 'Reply sent'],
    [{ phase: 'withdrawn', reason: 'cancelled' }, 'Claude no longer waits'],
    [{ phase: 'refused' }, 'Claude no longer waits'],
    [{ phase: 'lost', reason: 'exited', draft: [...filled] }, 'Not delivered: your answers are kept'],
    [{ phase: 'lost', reason: 'exited' }, 'Not delivered'],
  ];
  for (const [changes, expected] of endings) {
    it(`is how an open question ends, once: ${expected} (${changes.phase ?? ''})`, async () => {
      await ask();
      await expectHeard(arrival);
      await next([questionItem({ phase: 'sending' })]);
      await next([questionItem(changes)]);
      await expectHeard(arrival, expected);
      await next([questionItem({ ...changes, endedAt: 1 })]);
      await webview.send({ ...snapshot([questionItem(changes)], running), version: (version = 20) });
      await expectNothingMore(arrival, expected);
    });
  }

  it('names Claude nowhere in the chat of other agents', async () => {
    const asking = questionItem({ id: 'agent_1' });
    const arrived = 'Another agent asks: Database, Features';
    await webview.send(snapshot([asking], { turn: 'running', blocked: 'agents', waiting: true }));
    await expectHeard(arrived);
    await next([{ ...asking, phase: 'withdrawn', reason: 'cancelled' }], { turn: 'running', blocked: 'agents' });
    await expectHeard(arrived, 'No longer needed');
    await next([], { turn: 'idle', blocked: 'agents' });
    await expectNothingMore(arrived, 'No longer needed');
  });

  it('is not the end of a question that was never open here', async () => {
    await webview.send(snapshot([questionItem({ phase: 'answered' }), questionItem({ id: 'b', phase: 'announced' })], running));
    await next([questionItem({ id: 'b', phase: 'withdrawn', reason: 'turnEnded' })]);
    await next([questionItem({ phase: 'answered', endedAt: 5 })]);
    await expectNothingMore();
  });

  it('is an end and an arrival together when they come together', async () => {
    await ask();
    await expectHeard(arrival);
    await next([questionItem({ phase: 'answered' }), questionItem({ id: 'b' })]);
    await expectHeard(arrival, `Answers sent. ${arrival}`);
  });

  it('is said again when it happens again', async () => {
    await webview.send(snapshot([words], running));
    for (const status of [idle, running, idle]) await next([], status);
    await expectHeard('Claude has finished', 'Claude has finished');
  });

  it('is what the person or Claude does twice, twice', async () => {
    const waits = (id: string) => ({ id, text: id, until: 'after' as const });
    const removed = 'Removed. Claude has not read it.';
    const compacts = 'Claude is compacting the conversation. That can take a minute or two.';
    await webview.send({ ...snapshot([words], running), waiting: [waits('a'), waits('b')] });
    for (const [id, rest] of [
      ['a', [waits('b')]],
      ['b', []],
    ] as const) {
      await webview.button('Remove, message 1').click();
      await webview.send({ type: 'items', version: (version += 1), items: [{ ...prompt, id, state: 'takenBack' }], waiting: [...rest] });
    }
    await expectHeard(removed, removed);
    for (const compacting of [true, false, true]) await webview.send(newsOf({ type: 'meters', compacting }));
    await expectHeard(removed, removed, compacts, compacts);
  });

  it('is what has become of a message that the person wants back, and not what was wanted', async () => {
    await webview.send({
      ...snapshot([{ ...prompt, queue: 'next', canTakeBack: true }], running),
      waiting: [{ id: 'a', text: 'a', until: 'after' }],
    });
    // It was sent in the moment of the press.
    await webview.button('Remove, message 1').click();
    await webview.send({ type: 'items', version: (version += 1), items: [{ ...prompt, id: 'a', state: 'sending' }], waiting: [] });
    await webview.button('Remove').click();
    await webview.send({ type: 'items', version: (version += 1), items: [{ ...prompt, queue: 'late' }] });
    await expectHeard('Too late to remove: Claude gets it');
  });

  it('is that code was copied', async () => {
    await webview.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await webview.send(snapshot([{ ...words, text: '```ts\nconst a = 1;\n```' }]));
    for (let press = 0; press < 2; press += 1) await webview.page.locator('button.copyCode').press('Enter');
    await expectHeard('Copied', 'Copied');
  });

  it('is that Claude has finished, or was stopped', async () => {
    await webview.send(snapshot([words], running));
    await next([], idle);
    await expectHeard('Claude has finished');
    await next([], running);
    await next([], { turn: 'stopping' });
    await next([], idle);
    await expectHeard('Claude has finished', 'Claude has stopped');
  });

  const problem = (id: string, text: string, level: 'info' | 'warning' | 'error' = 'error'): TranscriptItem => ({
    kind: 'notice',
    id,
    level,
    text,
    actions: [],
  });

  it('is why a turn has failed, and not that Claude has finished', async () => {
    const limit = 'Rate limit reached. Try again later.';
    await webview.send(snapshot([prompt, words], running));
    await next([problem('n1', limit)]);
    await next([], idle);
    await expectHeard(limit);
    await next([{ ...prompt, id: 'prompt2' }], running);
    await next([problem('n2', 'Claude stopped unexpectedly (exit code 1).')], idle);
    await next([problem('n2', 'Claude stopped unexpectedly (exit code 1).'), { ...prompt, id: 'prompt3' }], running);
    await next([], idle);
    await expectHeard(limit, 'Claude stopped unexpectedly (exit code 1).', 'Claude has finished');
  });

  it('is that Claude has finished behind a notice that is no failure, and behind a problem in spite of which it went on', async () => {
    await webview.send(snapshot([prompt, words], running));
    await next([problem('n1', 'The turn ended without a word from Claude.', 'info')], idle);
    await expectHeard('Claude has finished');
    await next([{ ...prompt, id: 'prompt2' }, problem('n2', 'An MCP server was declined: form', 'warning')], running);
    await next([{ ...words, id: 'text2' }], idle);
    await expectHeard('Claude has finished', 'An MCP server was declined: form', 'Claude has finished');
    const elsewhere = 'This conversation has been opened somewhere else too.';
    await next([{ ...words, id: 'text3', streaming: true }], running);
    await next([problem('n3', elsewhere)]);
    await webview.send({ type: 'append', version: (version += 1), id: 'text3', text: ' And on.' });
    await next([], idle);
    await expectHeard('Claude has finished', 'An MCP server was declined: form', 'Claude has finished', elsewhere, 'Claude has finished');
  });

  it('is that Claude has finished in the chat that is shown, whatever the one before ended with', async () => {
    await webview.send(snapshot([prompt, words], running));
    await next([problem('n1', 'Rate limit reached.')]);
    await webview.send({ ...snapshot([prompt, words], running), chat: 't', version: (version += 1) });
    await next([], idle);
    await expectHeard('Rate limit reached.', 'Claude has finished');
    await webview.send({ ...snapshot([prompt, words, problem('n2', 'Overloaded.')], running), chat: 'u', version: (version += 1) });
    await next([], idle);
    await expectNothingMore('Rate limit reached.', 'Claude has finished');
  });

  it('is why Claude did not start, and that the message was not sent, once', async () => {
    await webview.send(snapshot([words, { ...prompt, state: 'sending' }], { turn: 'starting' }));
    const failed = { ...prompt, state: 'failed' } as const;
    await next([failed, problem('n1', 'Claude CLI not found.')], idle);
    await expectHeard('Not sent. Claude CLI not found.');
    await next([{ ...failed, at: 1 }], idle);
    await webview.send({ ...snapshot([failed, problem('n1', 'Claude CLI not found.')], idle), version: (version = 30) });
    await expectNothingMore('Not sent. Claude CLI not found.');
  });

  const terminal = { name: 'Claude', folder: '/work', terminal: true } as const;
  const decisions: readonly (readonly [Partial<PermissionItem>, string])[] = [
    [{ state: 'allowed' }, 'Allowed'],
    [{ state: 'denied' }, 'Denied by you'],
    [{ state: 'withdrawn' }, 'No longer needed'],
    [{ state: 'withdrawn', otherAgent: terminal }, 'Left to the terminal'],
    [{ state: 'allowed', toolName: 'ExitPlanMode' }, 'You approved the plan'],
  ];
  for (const [changes, expected] of decisions) {
    it(`is how a permission that was announced ends, once: ${expected}`, async () => {
      await webview.send(snapshot([permission], asking));
      await expectHeard('Claude asks for permission: Bash');
      await next([{ ...permission, ...changes }], running);
      await next([{ ...permission, ...changes, lost: true }], running);
      await expectHeard('Claude asks for permission: Bash', expected);
    });
  }

  it('is not that Claude has finished while a question waits', async () => {
    await ask();
    await next([], { turn: 'idle', blocked: 'question' });
    await expectNothingMore(arrival);
  });

  it('is not that Claude has finished while subagents work, and is that once they have', async () => {
    await webview.send(snapshot([], { turn: 'running', subagents: 1 }));
    await webview.send({ type: 'items', version: 2, items: [], status: { turn: 'idle', subagents: 1 } });
    await webview.send({ type: 'items', version: 3, items: [], status: { turn: 'idle' } });
    await webview.send({ type: 'items', version: 4, items: [], status: { turn: 'running' } });
    await webview.send({ type: 'items', version: 5, items: [], status: { turn: 'idle' } });
    await expectHeard('Claude has finished');
  });

  it('is not that Claude has finished when it never began, or when only a snapshot says so', async () => {
    await webview.send(snapshot([words], { turn: 'starting' }));
    await next([], idle);
    await next([], running);
    await webview.send({ ...snapshot([words], idle), version: 30 });
    await expectNothingMore();
  });

  it('is not a question again that was announced before the reload, and how it ends then', async () => {
    await ask();
    await expectHeard(arrival);
    await webview.page.reload();
    await webview.intent('ready');
    await webview.painted();
    await webview.send(snapshot([questionItem()], waiting));
    await webview.card.waitFor();
    const region = webview.page.getByRole('status');
    await eventually(() => region.textContent(), '');
    await webview.send({ type: 'items', version: 2, items: [questionItem({ phase: 'answered' }), questionItem({ id: 'b' })] });
    await eventually(() => region.textContent(), `Answers sent. ${arrival}`);
  });

  it('is not that Claude has finished while a permission waits', async () => {
    await webview.send(snapshot([words], running));
    await next([], { turn: 'idle', waiting: true });
    await expectNothingMore();
  });

  it('is not repeated by a reload', async () => {
    await ask();
    await expectHeard(arrival);
    await webview.page.reload();
    await webview.intent('ready');
    await webview.send(snapshot([questionItem({ phase: 'answered' }), words], idle));
    await webview.button('Expand question').waitFor();
    await eventually(() => webview.page.getByRole('status').textContent(), '');
  });
});
