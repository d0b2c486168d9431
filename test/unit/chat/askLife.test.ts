// The life of a question of `ask_user`, from the CLI's lines to Parley's: at the hook, at the call, and to its result.
import assert from 'node:assert/strict';
import { initialState } from '../../../src/chat/state.js';
import type { QuestionState } from '../../../src/chat/state.js';
import { pick } from '../../support/questions.js';
import { init, Peer, settled } from '../../support/peer.js';

const tool = 'mcp__parley__ask_user';
const input = { question: 'Which?', choices: ['A', 'B'] };
const control = (id: string, request: object): object => ({ type: 'control_request', request_id: id, request });
const hook = control('h', { subtype: 'hook_callback', input: { tool_name: tool, tool_use_id: 't', tool_input: input } });
const call = control('m', {
  subtype: 'mcp_message',
  server_name: 'parley',
  message: { method: 'tools/call', id: 7, params: { name: 'ask_user', arguments: input, _meta: { 'claudecode/toolUseId': 't' } } },
});
const echo = (text: string, isError: boolean): object => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't', content: text, is_error: isError }] },
});
const reply = (id: string, response: object): object => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});
const passed = reply('h', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } });
const result = (text: string, isError?: true): object =>
  reply('m', { mcp_response: { jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text }], ...(isError && { isError }) } } });

describe('a question of ask_user', () => {
  let peer: Peer;
  const phase = (): string | undefined => peer.items.find((item): item is QuestionState => item.kind === 'question')?.phase;
  const answers = (): readonly unknown[] => peer.written.filter(line => JSON.stringify(line).includes('control_response'));
  beforeEach(async () => {
    peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    peer.say(init, hook);
  });

  for (const [name, act, text, isError, end] of [
    ['an answer', { type: 'questionAnswered', answers: [pick(1)], undoTime: 0 }, '{"selected":[1],"other":null}', undefined, 'answered'],
    [
      'a reply',
      { type: 'questionReplied', text: 'Let us talk.' },
      'The user did not choose an answer and replied instead: Let us talk.',
      undefined,
      'replied',
    ],
    ['a dismissal', { type: 'questionDismissed' }, undefined, true, 'dismissed'],
  ] as const)
    it(`lets the call through at the hook and gives ${name} as its result, once each`, async () => {
      assert.equal(phase(), 'asked');
      peer.loop.dispatch({ ...act, toolUseId: 't' });
      await settled();
      assert.deepEqual(answers(), [passed]);
      peer.say(call);
      await settled();
      const [, second] = answers();
      if (text !== undefined) assert.deepEqual(second, result(text));
      else assert.match(JSON.stringify(second), /QuestionCancelledError: .*"isError":true/);
      assert.equal(phase(), 'sending', 'until the CLI has it');
      peer.say(echo(text ?? 'QuestionCancelledError: …', isError ?? false));
      assert.deepEqual([phase(), answers().length], [end, 2]);
    });

  it('is asked again where the call has another title than the hook, because the answer was to what stood under the first', async () => {
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    await settled();
    peer.say(JSON.parse(JSON.stringify(call).replace('"question"', '"title":"Delete all of it","question"')) as object);
    await settled();
    assert.deepEqual(answers(), [passed]);
    const question = peer.items.find((item): item is QuestionState => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.title, question?.draft[0]?.selected], ['asked', 'Delete all of it', [1]]);
  });

  it('is asked at the call where there was no hook', async () => {
    peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    peer.say(init, call);
    assert.equal(phase(), 'asked');
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 });
    await settled();
    assert.deepEqual(answers(), [result('{"selected":[0],"other":null}')]);
  });

  it('has not got its answer where the CLI goes on before the call', async () => {
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    await settled();
    peer.say(echo('The call has been moved to the background.', false));
    assert.equal(phase(), 'lost');
  });

  it('was stopped by the person, and rejected by nobody, where Stop comes before the call', async () => {
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    await settled();
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    peer.say(echo('[Request interrupted by user for tool use]', true));
    const question = peer.items.find((item): item is QuestionState => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.reason], ['lost', 'interrupted']);
  });

  it('is asked anew where the call asks something else than the card has shown', async () => {
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    await settled();
    const other = { question: 'Delete everything?', choices: ['Yes', 'No'] };
    peer.say(
      control('m', {
        subtype: 'mcp_message',
        server_name: 'parley',
        message: { method: 'tools/call', id: 7, params: { name: 'ask_user', arguments: other, _meta: { 'claudecode/toolUseId': 't' } } },
      }),
    );
    await settled();
    assert.deepEqual([phase(), answers()], ['asked', [passed]]);
  });

  it('keeps its answer where the CLI ends between the hook and the call', async () => {
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    await settled();
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    assert.equal(phase(), 'lost');
    const question = peer.items.find((item): item is QuestionState => item.kind === 'question');
    assert.deepEqual(question?.draft, [pick(1)]);
  });

  it('has its tool again when it is resumed, also where the setting was switched off meanwhile', async () => {
    peer.loop.dispatch({ type: 'parkRequested' });
    await settled();
    peer.say({ type: 'result', subtype: 'success', stop_reason: 'tool_deferred' });
    peer.exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
    await settled();
    assert.equal(phase(), 'parked');
    peer.askUser = false;
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    await settled();
    assert.deepEqual(
      peer.starts.map(({ askUser }) => askUser),
      [true, true],
    );
  });

  it('is not offered where the setting is off, and on the literal route', async () => {
    peer = new Peer();
    peer.askUser = false;
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    assert.deepEqual(
      peer.starts.map(({ askUser }) => askUser),
      [false],
    );
    const literal = new Peer(initialState('toolResult'));
    literal.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    assert.deepEqual(
      literal.starts.map(({ askUser }) => askUser),
      [false],
    );
  });

  describe('that names a time', () => {
    const limited = { ...input, timeoutSeconds: 600 };
    const ask = async (waiting: Peer['waiting']): Promise<Peer> => {
      peer = new Peer();
      peer.waiting = waiting;
      peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
      await settled();
      peer.say(init, control('h', { subtype: 'hook_callback', input: { tool_name: tool, tool_use_id: 't', tool_input: limited } }));
      await settled();
      return peer;
    };
    const question = (): QuestionState | undefined => peer.items.find((item): item is QuestionState => item.kind === 'question');
    const timers = (): readonly number[] => peer.timers.map(({ ms }) => ms);

    it('counts down to it, and ends then as an error by name', async () => {
      await ask({ ms: 0, then: 'park' });
      assert.deepEqual([timers(), question()?.dismissAt], [[600_000], 600_007]);
      peer.timers[0]?.run();
      await settled();
      peer.say(call);
      await settled();
      assert.match(JSON.stringify(answers().at(-1)), /QuestionTimeoutError: Nobody answered in time/);
    });

    it('does not end once the person has begun to answer', async () => {
      await ask({ ms: 0, then: 'park' });
      peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(1), on: 0 });
      peer.timers[0]?.run();
      await settled();
      assert.deepEqual([question()?.phase, question()?.dismissAt, question()?.draft], ['asked', undefined, [pick(1)]]);
    });

    it('is handed back in between where the settings say that', async () => {
      await ask({ ms: 60_000, then: 'park' });
      assert.deepEqual([timers(), question()?.dismissAt], [[60_000, 600_000], 600_007]);
    });

    it('ends as the call says also behind a reminder, and where the settings have changed', async () => {
      await ask({ ms: 60_000, then: 'remind' });
      peer.timers[0]?.run();
      assert.deepEqual([question()?.phase, question()?.overdueAt], ['asked', 7]);
      peer.waiting = { ms: 0, then: 'park' };
      peer.timers[1]?.run();
      assert.equal(question()?.phase, 'sending');
    });

    it('is not handed back by settings that say never by then', async () => {
      await ask({ ms: 60_000, then: 'park' });
      peer.say({ type: 'system', subtype: 'background_tasks_changed', tasks: [] });
      peer.waiting = { ms: 0, then: 'park' };
      peer.timers[0]?.run();
      assert.deepEqual([question()?.phase, question()?.overdueAt], ['asked', undefined]);
    });

    it('does not count down where it comes back with something filled in', async () => {
      await ask({ ms: 0, then: 'park' });
      peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(1), on: 0 });
      peer.say(control('again', { subtype: 'hook_callback', input: { tool_name: tool, tool_use_id: 't', tool_input: limited } }));
      await settled();
      assert.deepEqual([timers(), question()?.dismissAt, question()?.draft], [[600_000, 600_000], undefined, [pick(1)]]);
      for (const { run } of peer.timers) run();
      assert.equal(question()?.phase, 'asked', 'half an answer is no silence');
    });
  });
});
