// Plan mode. Where the person has turned questions off there, both tools are refused in words that Claude reads as they are, and no card is open.
import assert from 'node:assert/strict';
import type { ChatMemory } from '../../../../src/host/chats/chatMemory.js';
import { Peer, settled } from '../../../support/peer.js';

const ownTool = 'mcp__parley__ask_user';
const inputs = {
  AskUserQuestion: {
    questions: [{ question: 'Which?', header: 'Which', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] }],
  },
  [ownTool]: { question: 'Which?' },
};
type Tool = keyof typeof inputs;

const request = (id: string, asked: object): object => ({ type: 'control_request', request_id: id, request: asked });
const init = (permissionMode: string): object => ({ type: 'system', subtype: 'init', session_id: 's1', permissionMode });
const toolStart = (name: string): object => ({
  type: 'stream_event',
  event: { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name, input: {} } },
  parent_tool_use_id: null,
});
const block = (name: string, id = 't', input: object = inputs[name as Tool]): object => ({
  type: 'assistant',
  message: { id: 'm', content: [{ type: 'tool_use', id, name, input }] },
});
const hook = (name: Tool, permission_mode: string): object =>
  request('h', { subtype: 'hook_callback', input: { tool_name: name, tool_use_id: 't', tool_input: inputs[name], permission_mode } });
const canUse = request('r', { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: 't', input: inputs.AskUserQuestion });
const call = request('r', {
  subtype: 'mcp_message',
  server_name: 'parley',
  message: {
    method: 'tools/call',
    id: 7,
    params: { name: 'ask_user', arguments: inputs[ownTool], _meta: { 'claudecode/toolUseId': 't' } },
  },
});
const result = {
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: 'The user has turned off' }] },
};

async function planning(mode = 'plan'): Promise<Peer> {
  const peer = new Peer();
  peer.asksInPlan = false;
  peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'plan', text: 'plan' });
  await settled();
  peer.written.length = 0;
  peer.say(init(mode));
  return peer;
}

/** Why each question ended, and the peer's words about it that the card shows. */
const reasons = (peer: Peer) => peer.items.flatMap(item => (item.kind === 'question' ? [[item.reason, item.detail]] : []));
const phases = (peer: Peer): readonly string[] => peer.items.flatMap(item => (item.kind === 'question' ? [item.phase] : []));

describe('questions in plan mode, which the person has turned off', () => {
  for (const name of ['AskUserQuestion', ownTool] as const) {
    it(`${name}: refused in words that stand alone, and never shown open`, async () => {
      const peer = await planning();
      peer.say(toolStart(name), block(name), hook(name, 'plan'), name === ownTool ? call : canUse);
      assert.deepEqual(phases(peer), []);
      await settled();
      const [atHook, atCall] = peer.written;
      assert.doesNotMatch(JSON.stringify(atHook), /deny/);
      assert.match(JSON.stringify(atCall), /The user has turned off questions in plan mode, so nobody was asked\./);
      assert.match(JSON.stringify(atCall), name === ownTool ? /"id":7,.*"isError":true/ : /"behavior":"deny","interrupt":false/);
      peer.say(result);
      assert.deepEqual(phases(peer), ['refused']);
      assert.deepEqual(reasons(peer), [['planMode', undefined]]);
    });

    it(`${name}: refused as well where Claude has begun to plan in mid-turn`, async () => {
      const peer = await planning('default');
      peer.say(block(name), hook(name, 'plan'), name === ownTool ? call : canUse);
      assert.deepEqual(phases(peer), ['announced']);
      peer.say(result);
      assert.deepEqual(phases(peer), ['refused']);
      assert.deepEqual(reasons(peer), [['planMode', undefined]]);
    });

    it(`${name}: asked as soon as the plan is accepted`, async () => {
      const peer = await planning();
      peer.say(block('ExitPlanMode', 'plan', { plan: 'Go' }), toolStart(name), block(name));
      assert.deepEqual(phases(peer), ['announced']);
      peer.say(hook(name, 'acceptEdits'));
      assert.deepEqual(phases(peer), ['asked']);
    });

    it(`${name}: asked where the hook reports another mode than the beginning of the turn`, async () => {
      const peer = await planning();
      peer.say(block(name), hook(name, 'default'));
      assert.deepEqual(phases(peer), ['asked']);
    });

    it(`${name}: one that was asked before is asked again, because its answer must not be lost`, async () => {
      const peer = await planning('default');
      peer.say(block(name), hook(name, 'default'));
      peer.loop.dispatch({ type: 'parkRequested' });
      assert.deepEqual(phases(peer), ['parked']);
      peer.say(hook(name, 'plan'));
      assert.deepEqual(phases(peer), ['asked']);
    });

    it(`${name}: asked in plan mode by default`, async () => {
      const peer = await planning();
      peer.asksInPlan = true;
      peer.say(toolStart(name), block(name), hook(name, 'plan'));
      assert.deepEqual(phases(peer), ['asked']);
    });
  }
});

describe('the Product Doc in plan mode', () => {
  const tool = (name: string): string => `mcp__parley__${name}`;
  const asked = (name: string, id: string, mode: string): object =>
    request(`h${id}`, {
      subtype: 'hook_callback',
      input: { tool_name: tool(name), tool_use_id: id, tool_input: {}, permission_mode: mode },
    });
  const called = (name: string, id: string): object =>
    request(`r${id}`, {
      subtype: 'mcp_message',
      server_name: 'parley',
      message: { method: 'tools/call', id: 7, params: { name, arguments: {}, _meta: { 'claudecode/toolUseId': id } } },
    });

  /** A chat whose turn began in this mode; `calls` are those that have reached the memory. */
  async function begun(mode: string): Promise<{ readonly peer: Peer; readonly calls: string[] }> {
    const calls: string[] = [];
    const memory: ChatMemory = {
      tools: () => ['read_product_doc', 'update_product_doc'],
      call: (name, _input, id) => Promise.resolve({ text: `${name} is done ${calls.push(id)}` }),
      tell: () => Promise.resolve(undefined),
      remember: () => undefined,
      hold: () => undefined,
    };
    const peer = new Peer(undefined, memory);
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'plan', text: 'plan' });
    await settled();
    peer.say(init(mode));
    return { peer, calls };
  }

  it('is not changed, and Claude reads that it may propose the change in its plan', async () => {
    const { peer, calls } = await begun('plan');
    peer.say(asked('update_product_doc', 't', 'plan'), called('update_product_doc', 't'));
    await settled();
    assert.deepEqual(calls, []);
    assert.match(JSON.stringify(peer.written.at(-1)), /"id":7,.*nothing was written.*propose the change in your plan.*"isError":true/);
    assert.doesNotMatch(JSON.stringify(peer.written.at(-2)), /deny/);
  });

  it('is read as ever', async () => {
    const { peer, calls } = await begun('plan');
    peer.say(asked('read_product_doc', 't', 'plan'), called('read_product_doc', 't'));
    await settled();
    assert.deepEqual(calls, ['t']);
  });

  it('follows each switch of the mode within a turn', async () => {
    const { peer, calls } = await begun('default');
    peer.say(asked('update_product_doc', 'before', 'default'), called('update_product_doc', 'before'));
    peer.say(
      block('EnterPlanMode', 'enter', {}),
      asked('update_product_doc', 'planning', 'plan'),
      called('update_product_doc', 'planning'),
    );
    peer.say(block('ExitPlanMode', 'refused', {}), asked('update_product_doc', 'again', 'plan'), called('update_product_doc', 'again'));
    peer.say(block('ExitPlanMode', 'exit', {}), asked('update_product_doc', 'after', 'default'), called('update_product_doc', 'after'));
    await settled();
    assert.deepEqual(calls, ['before', 'after']);
  });

  it('goes by the mode of the turn where no hook has named one for the call', async () => {
    for (const [mode, expected] of [
      ['plan', []],
      ['acceptEdits', ['t']],
    ] as const) {
      const { peer, calls } = await begun(mode);
      peer.say(called('update_product_doc', 't'));
      await settled();
      assert.deepEqual(calls, expected);
    }
  });

  it('goes by the mode of each call where two calls are under way', async () => {
    const { peer, calls } = await begun('default');
    peer.say(asked('update_product_doc', 'agent', 'plan'), asked('update_product_doc', 'main', 'default'));
    peer.say(called('update_product_doc', 'agent'), called('update_product_doc', 'main'));
    await settled();
    assert.deepEqual(calls, ['main']);
  });
});
