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
});
