import assert from 'node:assert/strict';
import { echoOf, init, Peer, settled, stateOf } from '../support/peer.js';

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
});
