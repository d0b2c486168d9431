import assert from 'node:assert/strict';
import { echoOf, init, Peer, settled, stateOf } from '../../support/peer.js';

const success = { type: 'result', subtype: 'success', is_error: false };

async function confirmedOnce(): Promise<Peer> {
  const peer = new Peer();
  peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
  await settled();
  peer.say(init, echoOf('hello'), success);
  return peer;
}

describe('a prompt that the CLI never echoes', () => {
  it('ends the turn of a slash command that the CLI answers without an echo', async () => {
    // Measured: 2.1.329 `/help`; 2.1.100 `/cost`, `/context`, `/clear` and every unknown word behind a slash, such as `/tmp/log is
    // full`; 2.0.77 all of them: system/init, result/success, no user message with isReplay.
    const peer = await confirmedOnce();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: '/help', text: '/help' });
    await settled();
    peer.say(init, { ...success, result: "/help isn't available in this environment." });
    assert.equal(peer.loop.state.turn, 'idle');
    assert.deepEqual(peer.items.map(stateOf), ['sent', 'sent']);
  });

  it('is not taken for refused, nor for read, at the end of a turn that the CLI has begun by itself: its own turn comes next', async () => {
    const peer = await confirmedOnce();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await settled();
    // 2.1.329, where the session before has left a command or a subagent in the background.
    peer.say(init, { ...success, num_turns: 0, result: '', origin: { kind: 'task-notification' } });
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sending'], 'running']);
    peer.say(init, echoOf('next'), { ...success, result: 'Done.', origin: { kind: 'human' } });
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sent'], 'idle']);
    peer.say(init, { ...success, result: '', origin: { kind: 'task-notification' } });
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sent'], 'idle']);
  });

  it('has no turn without a word where the CLI confirms it ahead of such a turn', async () => {
    const peer = await confirmedOnce();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await settled();
    peer.say(init, echoOf('next'), { ...success, num_turns: 0, result: '', origin: { kind: 'task-notification' } });
    assert.deepEqual(peer.items.map(stateOf), ['sent', 'sent']);
  });

  it('is not confirmed by words of the CLI’s own that it replays, such as the output of a command', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: '/compact', text: '/compact' });
    await settled();
    peer.say(init, echoOf('of the CLI’s own'));
    assert.deepEqual(peer.items.map(stateOf), ['sending']);
    peer.say(success);
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent'], 'idle']);
  });

  it('is not taken for one that Claude had before, where the CLI confirms it ahead of its turn', async () => {
    const peer = await confirmedOnce();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await settled();
    peer.say(echoOf('next'));
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sent'], 'running']);
  });

  it('that waits while a turn ends begins the next turn, and ends with that', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init, echoOf('hello'));
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: '/help', text: '/help' });
    await settled();
    peer.say(success);
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sending'], 'running']);
    peer.say(init, success);
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sent'], 'idle']);
  });

  it('is given to the next process where the CLI has ended instead of reading it', async () => {
    const peer = await confirmedOnce();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await settled();
    // Measured: 2.0.77, behind a subagent that has ended in the background.
    const errors = ['only prompt commands are supported in streaming mode'];
    peer.say({ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0, errors });
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    assert.deepEqual(
      peer.starts.map(({ resume }) => resume),
      [undefined, 's1'],
    );
    assert.deepEqual(
      peer.written.map(written => JSON.stringify(written).includes('"next"')),
      [false, true, true],
    );
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sending'], 'running']);
    peer.say(init, echoOf('next'), success);
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn], [['sent', 'sent'], 'idle']);
  });

  it('is not sent again by itself where the person has stopped its turn meanwhile', async () => {
    const peer = await confirmedOnce();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'next', text: 'next' });
    await settled();
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    const errors = ['only prompt commands are supported in streaming mode'];
    peer.say({ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0, errors });
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    assert.deepEqual([peer.items.map(stateOf), peer.loop.state.turn, peer.starts.length], [['sent', 'failed'], 'idle', 1]);
  });
});
