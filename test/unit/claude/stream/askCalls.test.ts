// How a call of `ask_user` comes in: over the hook and over MCP's messages, also from a subagent; and what else the CLI asks Parley's server.
import assert from 'node:assert/strict';
import { decode } from '../../../../src/claude/stream/decode.js';
import { createEventMapper } from '../../../../src/claude/stream/toEvents.js';
import { idOfCall, partsOfCall } from '../../../../src/claude/ask/rpc.js';
import type { ClaudeEvent } from '../../../../src/chat/events.js';

const tool = 'mcp__parley__ask_user';
const input = { question: 'Which?', choices: ['A', 'B'] };

function read(askUser: boolean, ...lines: readonly object[]): readonly ClaudeEvent[] {
  const events: ClaudeEvent[] = [];
  const mapper = createEventMapper(event => events.push(event), undefined, askUser);
  for (const line of lines) {
    const decoded = decode(JSON.stringify(line));
    assert.ok(decoded.outcome === 'message', JSON.stringify(decoded));
    mapper.read(decoded.message);
  }
  return events;
}

const request = (id: string, asked: object): object => ({ type: 'control_request', request_id: id, request: asked });
const hook = (given: object): object =>
  request('h', { subtype: 'hook_callback', input: { tool_name: tool, tool_use_id: 't', tool_input: given } });
const mcp = (message: object): object => request('m', { subtype: 'mcp_message', server_name: 'parley', message });
const call = (given: object): object =>
  mcp({ method: 'tools/call', id: 7, params: { name: 'ask_user', arguments: given, _meta: { 'claudecode/toolUseId': 't' } } });
const result = (parent: string | null): object => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'said' }] },
  parent_tool_use_id: parent,
});
const types = (events: readonly ClaudeEvent[]): readonly string[] => events.map(({ type }) => type);
const answerTo = (message: object): unknown => {
  const [event] = read(true, mcp(message));
  return event?.type === 'requestAnswered' ? event.response['mcp_response'] : assert.fail(JSON.stringify(event));
};

describe('a call of ask_user', () => {
  it('is a question at the hook, and the same one where it is called', () => {
    const [atHook, atCall] = read(true, hook(input), call(input));
    assert.ok(atHook?.type === 'questionAsked' && atCall?.type === 'questionAsked');
    assert.deepEqual([atHook.toolUseId, atHook.requestId, atHook.hook], ['t', 'h', true]);
    assert.deepEqual([atCall.toolUseId, atCall.requestId, atCall.hook], ['t', '["m",7]', false]);
    assert.deepEqual(atHook.input, atCall.input);
    assert.equal(atHook.input.tool, 'ask_user');
  });

  it('of a subagent ends with its result, which belongs to the subagent', () => {
    assert.deepEqual(types(read(true, hook(input), call(input), result('task'))), ['questionAsked', 'questionAsked', 'toolFinished']);
    assert.deepEqual(types(read(true, result('task'))), [], 'another tool of a subagent is not shown');
  });

  it('with a fault is let through at the hook, and its result tells the fault', () => {
    const [atHook, atCall] = read(true, hook({ question: 5 }), call({ question: 5 }));
    assert.ok(atHook?.type === 'requestAnswered' && atCall?.type === 'requestAnswered');
    assert.match(JSON.stringify(atHook.response), /"permissionDecision":"allow"/);
    assert.match(JSON.stringify(atCall.response), /"id":7,.*QuestionValidationError.*question must be a text/);
  });

  it('needs no permission, because the card is one', () => {
    const asked = request('p', { subtype: 'can_use_tool', tool_name: tool, tool_use_id: 't', input });
    assert.deepEqual(read(true, asked), [
      { type: 'requestAnswered', requestId: 'p', response: { behavior: 'allow', updatedInput: input } },
    ]);
    assert.deepEqual(types(read(false, asked)), ['permissionAsked']);
  });

  it('keeps its ids apart, whatever is in them', () => {
    for (const [id, rpcId] of [
      ['m 1', 'a b'],
      ['', 0],
      ['"', '"'],
    ] as const)
      assert.deepEqual(partsOfCall(idOfCall(id, rpcId)), { id, rpcId });
  });

  it('is Parley’s only: another server’s message is refused, and another server’s tool of that name needs a permission', () => {
    const foreign = request('m', { subtype: 'mcp_message', server_name: 'other', message: { method: 'tools/list', id: 1 } });
    assert.deepEqual(types(read(true, foreign)), ['requestUnsupported']);
    assert.deepEqual(types(read(false, mcp({ method: 'tools/list', id: 1 }))), ['requestUnsupported']);
    for (const given of [input, { anything: true }])
      assert.deepEqual(read(false, hook(given)), [{ type: 'requestAnswered', requestId: 'h', response: {} }]);
  });

  it('is given up by either kind of cancellation', () => {
    const events = read(true, call(input), { type: 'control_cancel_request', request_id: 'm' });
    assert.deepEqual(events.at(-1), { type: 'requestCancelled', requestId: '["m",7]' });
    const cancelled = request('c', {
      subtype: 'mcp_message',
      server_name: 'parley',
      message: { method: 'notifications/cancelled', params: { requestId: 7 } },
    });
    assert.deepEqual(types(read(true, call(input), cancelled)), ['questionAsked', 'requestCancelled', 'requestAnswered']);
  });

  it('is a tool like any other where Parley has no server: another one may have its name', () => {
    const block = { type: 'assistant', message: { id: 'a', content: [{ type: 'tool_use', id: 't', name: tool, input }] } };
    assert.deepEqual(types(read(false, block)), ['toolStarted']);
    assert.deepEqual(types(read(true, block)), ['questionFinished']);
  });
});

describe('Parley’s server', () => {
  it('tells its name and the revision that the CLI speaks', () => {
    assert.deepEqual(answerTo({ method: 'initialize', id: 0, params: { protocolVersion: '2025-06-18' } }), {
      jsonrpc: '2.0',
      id: 0,
      result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'parley', version: '1.0.0' } },
    });
  });

  it('has one tool, whose description takes little of the prompt', () => {
    const listed = JSON.stringify(answerTo({ method: 'tools/list', id: 'x' }));
    assert.match(listed, /"id":"x".*"name":"ask_user"/);
    assert.ok(listed.length < 4_500, `${listed.length} characters`);
  });

  it('answers a ping and a notification, and refuses what it does not know', () => {
    assert.deepEqual(answerTo({ method: 'ping', id: 3 }), { jsonrpc: '2.0', id: 3, result: {} });
    assert.deepEqual(answerTo({ method: 'notifications/initialized' }), { jsonrpc: '2.0', id: 0, result: {} });
    assert.match(JSON.stringify(answerTo({ method: 'resources/list', id: 4 })), /"id":4,"error":\{"code":-32601/);
    assert.match(JSON.stringify(answerTo({ method: 'tools/call', id: 5, params: { name: 'other' } })), /-32602.*Unknown tool: other/);
    assert.match(JSON.stringify(answerTo({ method: 'tools/call', id: 6, params: { name: 'ask_user' } })), /-32602.*which tool use/);
  });
});
