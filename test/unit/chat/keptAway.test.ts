// An organization that manages MCP servers: the CLI does not start with Parley's own, so Claude works without ask_user.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { QuestionState } from '../../../src/chat/state.js';
import { own } from '../../support/questions.js';
import { answer, asked, hookAsk, init, input, Peer, promptOf, settled } from '../../support/peer.js';

const managed = {
  code: 1,
  signal: null,
  requestedByUs: false,
  stderr: 'You cannot dynamically configure MCP servers when an enterprise MCP config is present\n',
};
const tool = 'mcp__parley__ask_user';
const hookOf = (name: string, tool_input: object): object => ({
  type: 'control_request',
  request_id: 'h',
  request: { subtype: 'hook_callback', input: { tool_name: name, tool_use_id: 't', tool_input } },
});
const unavailable = { type: 'result', subtype: 'success', is_error: true, stop_reason: 'tool_deferred_unavailable', result: '' };
const dropped = {
  type: 'user',
  message: {
    content: [
      { type: 'tool_result', tool_use_id: 't', is_error: true, content: `${tool} isn't available, so this deferred call was dropped.` },
    ],
  },
};

const starts = (peer: Peer): readonly (readonly [boolean, string | undefined])[] =>
  peer.starts.map(({ askUser, resume }) => [askUser, resume]);
const notices = (peer: Peer): readonly string[] =>
  peer.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : item.kind === 'exit' ? ['exit'] : []));
const question = (peer: Peer): QuestionState | undefined => peer.items.find(item => item.kind === 'question');
const prompt: ChatEvent = { type: 'promptSubmitted', uuid: 'hello', text: 'hello' };

/** A question that was handed back to the CLI, with an answer on its card. */
async function parked(name: string, given: object): Promise<Peer> {
  const peer = new Peer();
  peer.loop.dispatch(prompt);
  await settled();
  peer.say(init, hookOf(name, given));
  peer.loop.dispatch({ type: 'parkRequested' });
  await settled();
  peer.say({ type: 'result', subtype: 'success', stop_reason: 'tool_deferred' });
  peer.exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
  await settled();
  assert.equal(question(peer)?.phase, 'parked');
  peer.written.length = 0;
  return peer;
}

const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [own('3000')], undoTime: 0 };

describe('a CLI that does not start with ask_user, because an organization manages MCP servers', () => {
  it('is started once more without it, gets the same prompt, and the chat says why', async () => {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    peer.exit(managed);
    await settled();
    assert.deepEqual(starts(peer), [
      [true, undefined],
      [false, undefined],
    ]);
    assert.deepEqual(peer.written, [promptOf('hello'), promptOf('hello')]);
    assert.deepEqual(notices(peer), ['askUserKeptAway']);
    assert.ok(peer.told.some(line => line.includes('without ask_user')));
    peer.say(init);
    assert.equal(peer.loop.state.turn, 'running');
  });

  it('is not started a third time', async () => {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    for (let time = 0; time < 2; time++) {
      peer.exit(managed);
      await settled();
    }
    assert.equal(peer.starts.length, 2);
    assert.deepEqual(notices(peer), ['askUserKeptAway', 'exit']);
  });

  it('is told once in a window: the next chat begins without the tool and without a notice', async () => {
    const peer = new Peer();
    peer.organization.keepsAskUserAway = true;
    peer.loop.dispatch(prompt);
    await settled();
    assert.deepEqual(starts(peer), [[false, undefined]]);
    assert.deepEqual(notices(peer), []);
  });

  it('is not started again once the person has stopped it', async () => {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    peer.loop.dispatch({ type: 'interruptRequested' });
    peer.exit(managed);
    await settled();
    assert.equal(peer.starts.length, 1);
    assert.deepEqual(notices(peer), ['stopped', 'askUserKeptAway']);
  });

  it('leaves other ends alone, which have other words', async () => {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    peer.exit({ ...managed, stderr: 'Something else: You cannot dynamically configure MCP servers' });
    await settled();
    assert.deepEqual([peer.starts.length, ...notices(peer)], [1, 'exit']);
  });

  it('still asks a question of its own again that was handed back, and gets the answer', async () => {
    const peer = await parked('AskUserQuestion', input);
    peer.loop.dispatch(answer);
    await settled();
    peer.exit(managed);
    await settled();
    assert.deepEqual(starts(peer).slice(1), [
      [true, 's1'],
      [false, 's1'],
    ]);
    peer.say(hookAsk);
    await settled();
    assert.match(JSON.stringify(peer.written), /"answers":\{"Which\?":"B"\}/);
  });

  for (const [how, say] of [
    ['as the window learns of it', (peer: Peer) => peer.exit(managed)],
    ['later, with 2.1.100', (peer: Peer) => peer.say(unavailable)],
    ['later, with 2.1.329', (peer: Peer) => peer.say(dropped, unavailable)],
  ] as const) {
    it(`loses a question of ask_user that was handed back, and keeps its answer: ${how}`, async () => {
      const peer = await parked(tool, { question: 'Which port?' });
      peer.organization.keepsAskUserAway = how !== 'as the window learns of it';
      peer.loop.dispatch(answered);
      await settled();
      say(peer);
      await settled();
      assert.deepEqual([question(peer)?.phase, question(peer)?.draft], ['lost', [own('3000')]]);
      assert.equal(peer.starts.length, 2);
      assert.equal(peer.loop.state.turn, 'idle');
      peer.loop.dispatch({ type: 'lostAnswersSent', toolUseId: 't', uuid: 'again' });
      await settled();
      assert.match(JSON.stringify(peer.written.at(-1)), /Which port\?.*3000/);
      assert.equal(peer.starts.at(-1)?.askUser, false);
    });
  }

  it('goes on with a prompt where the session still holds a call that was given up', async () => {
    const peer = await asked();
    peer.loop.dispatch(answer);
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'more', text: 'more' });
    await settled();
    peer.say(unavailable);
    assert.equal(peer.loop.state.outbox.length, 1, 'the prompt is not confirmed by the end of a turn that it has not begun');
    peer.say(init);
    assert.equal(peer.loop.state.turn, 'running');
  });
});
