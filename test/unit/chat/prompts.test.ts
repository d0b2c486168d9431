import assert from 'node:assert/strict';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import { answer, asked, echoOf, init, Peer, promptOf, settled, stateOf } from '../../support/peer.js';
import { interruptTimeout } from '../../../src/host/chats/chatLoop.js';

describe('the prompts of a session', () => {
  it('starts the CLI with the first prompt, and keeps it for the next', async () => {
    const peer = await asked();
    peer.loop.dispatch(answer);
    peer.say(
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] } },
      { type: 'result', subtype: 'success' },
    );
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'again', text: 'again' });
    await settled();
    assert.equal(peer.starts.length, 1);
    assert.deepEqual(
      peer.items.map(item => ('state' in item ? item.state : 'phase' in item ? item.phase : item.kind)),
      ['sent', 'answered', 'sending'],
    );
    peer.say(init, echoOf('again'));
    assert.deepEqual(
      peer.items.map(item => ('state' in item ? item.state : '')),
      ['sent', '', 'sent'],
    );
  });

  it('shows a prompt as sent once the CLI confirms it, not when the pipe has taken it', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    assert.deepEqual(peer.written, [promptOf('hello')]);
    assert.ok(peer.items[0]?.kind === 'prompt' && peer.items[0].state === 'sending');
    peer.say(init, echoOf('somebody else’s'));
    assert.deepEqual(peer.items.map(stateOf), ['sending']);
    peer.say(echoOf('hello'));
    assert.deepEqual(peer.items.map(stateOf), ['sent']);
  });

  it('refuses to send anything else while a question is open', async () => {
    const peer = await asked();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'never mind', text: 'never mind' });
    await settled();
    assert.equal(peer.written.length, 1);
  });

  it('begins anew when the CLI does not know the session any more, and loses no prompt', async () => {
    const peer = await asked();
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
    await settled();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'go on', text: 'go on' });
    await settled();
    assert.equal(peer.starts[1]?.resume, 's1');
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: 'No conversation found with session ID: s1\n' });
    await settled();
    assert.deepEqual(
      peer.starts.map(({ resume }) => resume),
      [undefined, 's1', undefined],
    );
    assert.deepEqual(peer.written.slice(1), [promptOf('go on'), promptOf('go on')]);
    assert.ok(peer.items.some(item => item.kind === 'problem' && item.problem.code === 'notResumed'));
  });

  it('begins anew also where the CLI says so in a result, and shows no other problem', async () => {
    const peer = await asked();
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
    await settled();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'go on', text: 'go on' });
    await settled();
    const errors = ['No conversation found with session ID: s1'];
    peer.say({ type: 'result', subtype: 'error_during_execution', is_error: true, errors });
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    assert.equal(peer.starts[2]?.resume, undefined);
    assert.deepEqual(
      peer.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : [])),
      ['notResumed'],
    );
  });

  const others = 'No conversation found with session ID: of another';
  for (const stderr of ['', 'TypeError: Cannot read properties of undefined', others, 'a hook: No conversation found with session ID: s1'])
    it(`keeps the session when the CLI dies before its first word (${stderr || 'silent'}), and the prompt can be sent again`, async () => {
      const peer = await asked();
      peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
      await settled();
      peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'go on', text: 'go on' });
      await settled();
      peer.exit({ code: 1, signal: null, requestedByUs: false, stderr });
      await settled();
      assert.deepEqual([peer.starts.length, peer.loop.state.sessionId, peer.loop.state.turn], [2, 's1', 'idle']);
      const prompt = peer.items.find(item => item.kind === 'prompt' && item.text === 'go on');
      assert.ok(prompt?.kind === 'prompt' && prompt.state === 'failed');
      assert.equal(peer.items.at(-1)?.kind, 'exit');
      peer.loop.dispatch({ type: 'promptResubmitted', id: prompt.id, uuid: 'not used' });
      await settled();
      assert.equal(peer.starts[2]?.resume, 's1');
      assert.deepEqual(peer.written.at(-1), promptOf('go on'));
    });

  it('sends again that prompt alone, whatever has been sent since', async () => {
    const peer = new Peer();
    peer.problem = { code: 'notFound', detail: 'PATH' };
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'first', text: 'first' });
    await settled();
    peer.problem = undefined;
    for (const text of ['second', 'third']) {
      peer.loop.dispatch({ type: 'promptSubmitted', uuid: text, text });
      await settled();
      peer.say(init, echoOf(text), { type: 'result', subtype: 'success' });
    }
    // The process is on its way out when the person presses the button: its end starts another.
    peer.loop.dispatch({ type: 'processUnneeded' });
    peer.loop.dispatch({ type: 'promptResubmitted', id: 'i0', uuid: 'not used' });
    await settled();
    assert.deepEqual(peer.written, [promptOf('second'), promptOf('third'), promptOf('first')]);
  });

  it('ends a turn that the CLI does not run, because it has had the prompt before', async () => {
    const peer = await asked();
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
    await settled();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'go on', text: 'go on' });
    await settled();
    peer.say(echoOf('go on'));
    assert.equal(peer.loop.state.turn, 'idle');
    const last = peer.items.at(-1);
    assert.ok(last?.kind === 'problem' && last.problem.code === 'alreadyRead');
  });

  it('finds in the transcript that a prompt has reached Claude before the CLI died', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init);
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
    await settled();
    assert.ok(peer.items[0]?.kind === 'prompt' && peer.items[0].state === 'failed');
    const entries = [{ at: 1, event: { type: 'promptSeen' as const, id: 'hello', text: 'hello' } }];
    peer.loop.dispatch({ type: 'transcriptRead', since: 5, entries });
    assert.equal(stateOf(peer.items[0]), 'sent');
    assert.equal(peer.items.filter(({ kind }) => kind === 'prompt').length, 1);
  });

  it('does not end a later turn by the clock of an earlier Stop', async () => {
    const peer = await asked();
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    peer.say({ type: 'result', subtype: 'error_during_execution', terminal_reason: 'aborted_tools' });
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await settled();
    peer.say(init, echoOf('next'));
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    peer.timers.find(({ ms }) => ms === interruptTimeout)?.run();
    await settled();
    assert.equal(peer.stopped, 0);
  });

  it('keeps a prompt that could not be sent, and sends it again when asked', async () => {
    const peer = new Peer();
    peer.problem = { code: 'notFound', detail: 'PATH' };
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    const [prompt] = peer.items;
    assert.ok(prompt?.kind === 'prompt' && prompt.state === 'failed');
    peer.problem = undefined;
    peer.loop.dispatch({ type: 'promptResubmitted', id: prompt.id, uuid: 'u2' });
    await settled();
    assert.deepEqual(
      peer.items.map(item => item.kind),
      ['prompt', 'problem'],
    );
    peer.say(init, echoOf('hello'));
    assert.ok(peer.items[0]?.kind === 'prompt' && peer.items[0].state === 'sent');
  });

  it('gives a prompt back that Stop meets while the CLI starts, which gets neither, and sends it again when asked', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    const [prompt] = peer.items;
    assert.deepEqual([peer.written, stateOf(prompt), peer.loop.state.turn], [[], 'failed', 'idle']);
    const notice = peer.items.at(-1);
    assert.deepEqual(notice?.kind === 'problem' && [notice.problem.code, notice.again], ['stopped', undefined]);
    peer.loop.dispatch({ type: 'promptResubmitted', id: prompt?.id ?? '', uuid: 'unused' });
    await settled();
    assert.deepEqual([peer.written, peer.starts.length], [[promptOf('hello')], 1]);
  });

  it('ends the process when Stop does not end the turn in time', async () => {
    const peer = await asked();
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    assert.equal(peer.stopped, 0);
    peer.timers.at(-1)?.run();
    await settled();
    assert.equal(peer.stopped, 1);
    const question = peer.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.reason, peer.loop.state.turn], ['withdrawn', 'interrupted', 'idle']);
  });
});

describe('a prompt', () => {
  it('is confirmed by the CLI’s replay of it alone', () => {
    const confirmed: unknown[] = [];
    const mapper = createEventMapper(event => event.type === 'promptConfirmed' && confirmed.push(event.uuid));
    const message = { content: 'a' };
    mapper.read({ type: 'user', uuid: 'not a replay', message });
    mapper.read({ type: 'user', uuid: 'of a subagent', isReplay: true, parent_tool_use_id: 't', message });
    mapper.read({ type: 'user', uuid: 'ours', isReplay: true, message });
    assert.deepEqual(confirmed, ['ours']);
  });
});
