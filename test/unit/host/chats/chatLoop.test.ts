import assert from 'node:assert/strict';
import { answer, ask, asked, block, hookAsk, init, Peer, settled } from '../../../support/peer.js';
import { drafted, pick } from '../../../support/questions.js';
import { parkTimeout, requestTimeout } from '../../../../src/host/chats/chatLoop.js';
import { storeTimeout } from '../../../../src/host/chats/lineWriter.js';

const permission = {
  type: 'control_request',
  request_id: 'p',
  request: { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'b', input: { command: 'ls' } },
};

describe('a session', () => {
  it('answers every control request it cannot serve with an error, also one it cannot read', async () => {
    const peer = await asked();
    peer.say(
      { type: 'control_request', request_id: 'h', request: { subtype: 'hook_callback' } },
      { type: 'control_request', request_id: 'x', request: 3 },
    );
    await settled();
    const errors = peer.written.slice(1) as { response: { subtype: string; request_id: string } }[];
    assert.deepEqual(
      errors.map(({ response }) => [response.subtype, response.request_id]),
      [
        ['error', 'h'],
        ['error', 'x'],
      ],
    );
  });

  it('tells the launcher once which version the process says that it is', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'hello' });
    await settled();
    const named = { ...init, claude_code_version: '2.1.329' };
    peer.say(init, named, named);
    assert.deepEqual(peer.saidVersions, ['2.1.329']);
  });

  it('goes on after a line it cannot read, and says so in the log', async () => {
    const peer = await asked();
    peer.starts[0]?.onLine('not json at all');
    peer.say({ type: 'assistant', message: 3 }, { type: 'later_kind' });
    peer.say({ type: 'assistant', message: { id: 'n', content: [{ type: 'text', text: 'still here' }] } });
    assert.ok(peer.items.some(item => item.kind === 'text' && item.text === 'still here'));
    assert.deepEqual(peer.warnings, ['A message of kind assistant has an unexpected form, at message.']);
  });

  for (const [what, asks, act] of [
    ['an answer', ask, answer],
    ['a permission', permission, { type: 'permissionDecided', requestId: 'p', decision: 'allow' }],
  ] as const)
    it(`gives the CLI ${what} once the chat is on the disk, and without a disk that does not answer after half a second`, async () => {
      for (const isHung of [false, true]) {
        const peer = new Peer();
        let stored = (): void => undefined;
        peer.store = () => new Promise<void>(resolve => (stored = resolve));
        peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'hello' });
        await settled();
        peer.say(init, asks);
        peer.loop.dispatch(act);
        await settled();
        const before = peer.written.length;
        if (isHung) peer.timers.find(({ ms }) => ms === storeTimeout)?.run();
        else stored();
        await settled();
        assert.deepEqual([before, peer.written.length], [1, 2]);
        const traced = peer.traced.filter(line => line.includes('waited for the disk')).map(line => line.replace(/[\d.]+ ms/, 'n ms'));
        const type = act.type === 'permissionDecided' ? 'allowTool' : 'settleQuestion';
        assert.deepEqual(traced.at(-1), `To the CLI: ${type}, which has waited for the disk for n ms.`);
      }
    });

  it('lets no line overtake a decision that is being stored: neither Stop nor the next decision', async () => {
    const peer = new Peer();
    const stored: (() => void)[] = [];
    peer.store = () => new Promise<void>(resolve => stored.push(resolve));
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'hello' });
    await settled();
    peer.say(init, permission, { ...permission, request_id: 'q', request: { ...permission.request, tool_use_id: 'c' } });
    for (const requestId of ['p', 'q']) peer.loop.dispatch({ type: 'permissionDecided', requestId, decision: 'allow' });
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    // The disk is done with the second one first.
    stored[1]?.();
    await settled();
    assert.equal(peer.written.length, 1);
    stored[0]?.();
    await settled();
    const lines = peer.written.slice(1) as { response?: { request_id: string }; request?: { subtype: string } }[];
    assert.deepEqual(
      lines.map(({ response, request }) => response?.request_id ?? request?.subtype),
      ['p', 'q', 'interrupt'],
    );
  });

  it('gives the CLI a held answer before the end of its window, also with a disk that does not answer', async () => {
    const peer = await asked();
    peer.store = () => new Promise(() => undefined);
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 9_000 });
    const disposed = peer.loop.dispose();
    await settled();
    for (const { ms, run } of peer.timers) if (ms < parkTimeout) run();
    await settled();
    assert.deepEqual([peer.written.length, peer.stopped], [2, 0]);
    for (const { ms, run } of peer.timers) if (ms === parkTimeout) run();
    await disposed;
    assert.equal(peer.stopped, 1);
  });

  it('keeps an answer that the pipe did not take', async () => {
    const peer = await asked();
    peer.pipe = { ok: false, reason: 'EPIPE' };
    peer.loop.dispatch(answer);
    await settled();
    const question = peer.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.reason, question?.draft], ['lost', 'writeFailed', [pick(1)]]);
  });

  it('says in the log by which route an answer went, once it has gone', async () => {
    const peer = await asked();
    const settlements = (): string[] => peer.told.filter(text => text.includes('settled'));
    assert.deepEqual(settlements(), []);
    peer.loop.dispatch(answer);
    await settled();
    assert.deepEqual(settlements(), ['Question t: settled by the route control.']);
  });

  it('takes what was filled in just before the CLI died, though it comes after that', async () => {
    const peer = await asked();
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
    await settled();
    const draft = [pick(1)];
    for (const event of drafted('t', draft)) peer.loop.dispatch(event);
    const question = peer.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.draft], ['lost', draft]);
  });

  it('sends a lost answer as a message, once', async () => {
    const peer = await asked();
    peer.loop.dispatch(answer);
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: 'boom' });
    await settled();
    peer.loop.dispatch({ type: 'lostAnswersSent', toolUseId: 't', uuid: 'u2' });
    peer.loop.dispatch({ type: 'lostAnswersSent', toolUseId: 't', uuid: 'u3' });
    await settled();
    const prompts = peer.items.filter(item => item.kind === 'prompt');
    assert.equal(prompts.length, 2);
    assert.ok(prompts[1]?.text.includes('Which?\n  B'));
    assert.equal(peer.starts[1]?.resume, 's1');
  });

  it('takes the literal route when a peer that never sent a request sends none in time', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init, block);
    assert.deepEqual(
      peer.timers.map(({ ms }) => ms),
      [requestTimeout],
    );
    peer.loop.dispatch(answer);
    await settled();
    assert.equal(peer.written.length, 1, 'not answerable yet');
    peer.timers[0]?.run();
    peer.loop.dispatch(answer);
    await settled();
    const content = [{ type: 'tool_result', tool_use_id: 't', content: '{"answers":{"0":"B"}}' }];
    assert.deepEqual(peer.written[1], { type: 'user', message: { role: 'user', content } });
    peer.say({ type: 'result', subtype: 'success' });
    assert.equal(peer.items.find(item => item.kind === 'question')?.phase, 'answered');
  });

  it('gives the same answer to a request that comes after the literal route was taken', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init, block);
    peer.timers[0]?.run();
    peer.loop.dispatch(answer);
    peer.say(ask);
    await settled();
    assert.equal(peer.written.length, 3);
    assert.ok(JSON.stringify(peer.written[2]).includes('"answers":{"Which?":"B"}'));
  });

  it('ends in words when an effect throws: a start, a write', async () => {
    const peer = new Peer();
    peer.refuse = new Error('the launcher is broken');
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    const problem = peer.items.find(item => item.kind === 'problem');
    assert.deepEqual([peer.loop.state.turn, problem?.problem], ['idle', { code: 'spawnFailed', detail: 'the launcher is broken' }]);
    assert.ok(peer.items[0]?.kind === 'prompt' && peer.items[0].state === 'failed');
    const other = await asked();
    other.write = () => Promise.reject(new Error('the pipe is broken'));
    other.loop.dispatch(answer);
    await settled();
    const question = other.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.reason, question?.draft], ['lost', 'writeFailed', [pick(1)]]);
  });

  it('asks the transcript whether the CLI keeps a parked question, and gives it up on its word only', async () => {
    for (const [isDeferred, version, phase] of [
      [undefined, undefined, 'sending'],
      [true, '2.1.100', 'sending'],
      [false, '2.1.329', 'lost'],
      // Which asks no question again, whatever the transcript holds.
      [true, '2.0.77', 'lost'],
    ] as const) {
      const peer = new Peer();
      peer.isDeferred = isDeferred;
      peer.version = version;
      peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
      await settled();
      peer.say(init, hookAsk);
      peer.loop.dispatch({ type: 'parkRequested' });
      peer.say({ type: 'result', subtype: 'success', stop_reason: 'tool_deferred' });
      await settled();
      peer.loop.dispatch(answer);
      await settled();
      assert.equal(peer.items.find(item => item.kind === 'question')?.phase, phase);
      if (version === undefined) assert.equal(peer.timers.length, 0, 'no time decides');
    }
  });

  it('goes on when a listener throws', async () => {
    const peer = new Peer();
    const seen: string[] = [];
    peer.loop.onChange(() => {
      throw new Error('listener');
    });
    peer.loop.onChange((_before, after) => seen.push(after.turn));
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    assert.ok(seen.length > 0);
  });
});
