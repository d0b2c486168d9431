// The question of a subagent: it outlives the turn of the main conversation, and the CLI does not keep it.
import assert from 'node:assert/strict';
import type { QuestionState } from '../../../src/chat/state.js';
import { viewItem } from '../../../src/chat/view.js';
import { own } from '../../support/questions.js';
import { answer, input, Peer, settled } from '../../support/peer.js';

const ownTool = 'mcp__parley__ask_user';
const request = (id: string, asked: object): object => ({ type: 'control_request', request_id: id, request: asked });
const hookOf = (tool_name: string, tool_input: object, more: object): object =>
  request('h', { subtype: 'hook_callback', input: { tool_name, tool_use_id: 't', tool_input, ...more } });
const call = request('r', {
  subtype: 'mcp_message',
  server_name: 'parley',
  message: {
    method: 'tools/call',
    id: 7,
    params: { name: 'ask_user', arguments: { question: 'Which port?' }, _meta: { 'claudecode/toolUseId': 't' } },
  },
});
const turnEnd = { type: 'result', subtype: 'success', stop_reason: 'end_turn' };
const init = (version: string): object => ({ type: 'system', subtype: 'init', session_id: 's1', claude_code_version: version });

/** A subagent has asked, and the turn that has started it is over. */
async function asked(version: string, name = 'AskUserQuestion', given: object = input): Promise<Peer> {
  const peer = new Peer();
  peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
  await settled();
  peer.written.length = 0;
  peer.say(init(version), hookOf(name, given, version === '2.0.77' ? {} : { agent_id: 'a' }), turnEnd);
  return peer;
}
const question = (peer: Peer): QuestionState | undefined => peer.items.find(item => item.kind === 'question');

/** The name in the state of what is asked, and on its card. */
function nameIn(peer: Peer): readonly unknown[] {
  const item = peer.items.find(({ kind }) => kind === 'question' || kind === 'permission');
  const shown =
    item && viewItem(item, peer.loop.state, { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => undefined });
  return [
    item && 'agentName' in item ? item.agentName : undefined,
    shown?.kind === 'question' ? shown.agent : shown?.kind === 'permission' && shown.agentName,
  ];
}

describe('the name of the subagent that asks', () => {
  const called = (id: string, name: string, given: object, parent?: string): object => ({
    type: 'assistant',
    message: { id: `m-${id}`, content: [{ type: 'tool_use', id, name, input: given }] },
    ...(parent !== undefined && { parent_tool_use_id: parent }),
  });
  const began = called('c', 'Task', { description: 'Look for the routes', prompt: 'Look' });
  const task = { type: 'system', subtype: 'task_started', task_id: 'a', description: 'Look for the routes' };
  const permission = (more: object): object =>
    request('p', { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't', input: { command: 'ls' }, ...more });
  const asking = async (version: string, ...lines: readonly object[]): Promise<Peer> => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init(version), ...lines);
    return peer;
  };

  it('is what the CLI calls its task, for a question and for a permission', async () => {
    for (const asks of [hookOf(ownTool, { question: 'Which port?' }, { agent_id: 'a' }), permission({ agent_id: 'a' })]) {
      const peer = await asking('2.1.100', task, asks);
      assert.deepEqual(nameIn(peer), ['Look for the routes', 'Look for the routes']);
    }
  });

  it('2.0.77: is what Claude calls it in the call that has begun it, which the CLI names with what the subagent calls', async () => {
    const peer = await asking('2.0.77', began, called('t', 'Bash', { command: 'ls' }, 'c'), permission({ agent_id: 'af0' }));
    assert.deepEqual(nameIn(peer), ['Look for the routes', 'Look for the routes']);
  });

  it('is kept by no call of the subagent that has its result, but by one that begins a subagent in the background', async () => {
    const ended = (id: string): object => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: '' }] },
      parent_tool_use_id: 'c',
    });
    const lines = [began, called('t', 'Bash', { command: 'ls' }, 'c'), ended('t'), permission({ agent_id: 'af0' })];
    assert.deepEqual(nameIn(await asking('2.0.77', ...lines)), [undefined, undefined]);
    const nested = [began, called('d', 'Task', {}, 'c'), ended('d'), called('t', 'Bash', { command: 'ls' }, 'd')];
    const peer = await asking('2.0.77', ...nested, permission({ agent_id: 'af0' }));
    assert.deepEqual(nameIn(peer), ['Look for the routes', 'Look for the routes']);
  });

  it('is not known of one in the background of 2.0.77, and the main conversation has none', async () => {
    const asks = hookOf(ownTool, { question: 'Which port?' }, {});
    assert.deepEqual(nameIn(await asking('2.0.77', began, asks)), [undefined, '']);
    assert.deepEqual(nameIn(await asking('2.1.100', task, asks)), [undefined, undefined]);
    assert.deepEqual(nameIn(await asking('2.1.100', task, permission({}))), [undefined, undefined]);
  });
});

describe('the question of a subagent in the background', () => {
  for (const version of ['2.0.77', '2.1.100', '2.1.329']) {
    it(`${version}: waits on when the turn ends, and its answer is sent`, async () => {
      const peer = await asked(version);
      assert.equal(question(peer)?.phase, 'asked');
      peer.loop.dispatch({ type: 'processUnneeded' });
      assert.equal(peer.stopped, 0, 'the process is kept, because the subagent would end with it');
      peer.loop.dispatch(answer);
      await settled();
      assert.match(JSON.stringify(peer.written), /"answers":\{"Which\?":"B"\}/);
    });
  }

  for (const version of ['2.0.77', '2.1.100'])
    it(`${version}: is over with the write of its answer, because nothing else is heard of it`, async () => {
      const peer = await asked(version, ownTool, { question: 'Which port?' });
      peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [own('3000')], undoTime: 0 });
      await settled();
      assert.equal(question(peer)?.phase, 'sending', 'at the hook the call was only let through');
      peer.say(call);
      await settled();
      assert.equal(question(peer)?.phase, 'answered');
    });

  it('2.1.329: is over with its result', async () => {
    const peer = await asked('2.1.329');
    peer.loop.dispatch(answer);
    await settled();
    peer.say(turnEnd);
    assert.equal(question(peer)?.phase, 'sending');
    const echo = { type: 'tool_result', tool_use_id: 't', content: 'Your questions have been answered' };
    peer.say({ type: 'user', message: { content: [echo] }, parent_tool_use_id: 'task' });
    assert.equal(question(peer)?.phase, 'answered');
  });

  it('begins no turn: the CLI would end none, and obey no Stop', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init('2.1.329'), turnEnd, hookOf(ownTool, { question: 'Which port?' }, { agent_id: 'a' }));
    assert.deepEqual([question(peer)?.phase, peer.loop.state.turn], ['asked', 'idle']);
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [own('3000')], undoTime: 0 });
    await settled();
    peer.say(call);
    await settled();
    assert.deepEqual([question(peer)?.phase, peer.loop.state.turn], ['sending', 'idle']);
  });

  it('ends where the CLI takes it back', async () => {
    const peer = await asked('2.1.329');
    peer.say({ type: 'control_cancel_request', request_id: 'h' });
    assert.equal(question(peer)?.phase, 'withdrawn');
  });

  it('is not handed back to a CLI, which would give it up: the answer is kept for a message', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.written.length = 0;
    peer.say(init('2.1.329'), hookOf('AskUserQuestion', input, { agent_id: 'a' }));
    peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('Both'), on: 0 });
    peer.loop.dispatch({ type: 'parkRequested' });
    await settled();
    assert.deepEqual([question(peer)?.phase, peer.written], ['asked', []]);
    peer.exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
    await settled();
    assert.deepEqual([question(peer)?.phase, question(peer)?.draft[0]?.otherText], ['lost', 'Both']);
  });

  it('of the main conversation ends with its turn, as ever', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    peer.say(init('2.1.329'), hookOf('AskUserQuestion', input, {}), turnEnd);
    assert.equal(question(peer)?.phase, 'withdrawn');
  });
});
