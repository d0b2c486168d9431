// What the lines of the CLI mean for a session, where no recording shows the case.
import assert from 'node:assert/strict';
import { decode } from '../../../../src/claude/stream/decode.js';
import type { EventMapper } from '../../../../src/claude/stream/toEvents.js';
import { createEventMapper } from '../../../../src/claude/stream/toEvents.js';
import type { ClaudeEvent } from '../../../../src/chat/events.js';

function createReader(): { readonly mapper: EventMapper; readonly say: (...lines: readonly object[]) => ClaudeEvent[] } {
  let events: ClaudeEvent[] = [];
  const mapper = createEventMapper(event => events.push(event));
  const say = (...lines: readonly object[]): ClaudeEvent[] => {
    events = [];
    for (const line of lines) {
      const decoded = decode(JSON.stringify(line), mapper.wantsInput());
      assert.ok(decoded.outcome === 'message', JSON.stringify(decoded));
      mapper.read(decoded.message);
    }
    return events;
  };
  return { mapper, say };
}

const read = (...lines: readonly object[]): ClaudeEvent[] => createReader().say(...lines);

const streamed = (event: object): object => ({ type: 'stream_event', event });
const begun = (id: string): object => streamed({ type: 'message_start', message: { id } });
const textBegun = (index: number): object => streamed({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } });
const textGrown = (index: number, text: string): object =>
  streamed({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });
const whole = (id: string, ...content: readonly object[]): object => ({ type: 'assistant', message: { id, content } });
const text = (words: string): object => ({ type: 'text', text: words });

describe('the text that Claude writes', () => {
  it('has one id from its first letter to the whole block, in a message of several blocks', () => {
    assert.deepEqual(
      read(begun('m'), textBegun(0), textGrown(0, 'a'), textBegun(2), textGrown(2, 'b'), whole('m', text('a1')), whole('m', text('b1'))),
      [
        { type: 'textStarted', id: 'm:0' },
        { type: 'textGrew', id: 'm:0', text: 'a' },
        { type: 'textStarted', id: 'm:2' },
        { type: 'textGrew', id: 'm:2', text: 'b' },
        { type: 'textFinished', id: 'm:0', text: 'a1' },
        { type: 'textFinished', id: 'm:2', text: 'b1' },
      ],
    );
  });

  it('has an id of its own for each block of a message that is not streamed', () => {
    assert.deepEqual(read(whole('m', text('a'), text('b')), whole('n', text('c'))), [
      { type: 'textFinished', id: 'm:whole0', text: 'a' },
      { type: 'textFinished', id: 'm:whole1', text: 'b' },
      { type: 'textFinished', id: 'n:whole2', text: 'c' },
    ]);
  });

  it('is not taken for the block that another message streams', () => {
    assert.deepEqual(read(begun('m'), textBegun(0), whole('other', text('a'))).at(-1), {
      type: 'textFinished',
      id: 'other:whole0',
      text: 'a',
    });
  });

  it('does not finish a block of the message before, which was cut off', () => {
    assert.deepEqual(read(begun('m'), textBegun(0), begun('n'), whole('n', text('a'))).at(-1), {
      type: 'textFinished',
      id: 'n:whole0',
      text: 'a',
    });
  });

  it('is nothing where the block is empty', () => {
    assert.deepEqual(read(whole('m', text(''))), []);
  });
});

const questionBegun = (index: number, id: string, name = 'AskUserQuestion'): object =>
  streamed({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name } });
const inputGrown = (index: number, json: string): object =>
  streamed({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } });
const input = { questions: [{ question: 'Which?', header: 'Which', options: [{ label: 'A' }] }] };
const questionWhole = (id: string): object => ({ type: 'tool_use', id, name: 'AskUserQuestion', input });

describe('questions that Claude writes', () => {
  it('grow each by its own block', () => {
    const { mapper, say } = createReader();
    say(begun('m'), questionBegun(0, 't1'), questionBegun(1, 't2'));
    const [grown] = say(inputGrown(1, '{"questions":[{"question":"Which"'));
    assert.ok(grown?.type === 'questionGrew');
    assert.deepEqual([grown.toolUseId, grown.input.questions[0]?.question], ['t2', 'Which']);
    assert.equal(mapper.wantsInput(), true);
    // One that is whole grows no more; the other does.
    say(whole('m', questionWhole('t2')));
    assert.equal(mapper.wantsInput(), true);
    assert.deepEqual(say(inputGrown(1, '}]}')), []);
    const [other] = say(inputGrown(0, '{"questions":[{"question":"How"'));
    assert.ok(other?.type === 'questionGrew' && other.toolUseId === 't1');
    say(whole('m', questionWhole('t1')));
    assert.equal(mapper.wantsInput(), false);
  });

  it('are no longer written once the next message begins', () => {
    const { mapper, say } = createReader();
    say(begun('m'), questionBegun(0, 't'), begun('n'));
    assert.equal(mapper.wantsInput(), false);
  });

  it('are not the calls of other tools', () => {
    const { mapper, say } = createReader();
    assert.deepEqual(say(begun('m'), questionBegun(0, 't', 'Bash')), []);
    assert.equal(mapper.wantsInput(), false);
    assert.deepEqual(say(whole('m', { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } })), [
      { type: 'toolStarted', toolUseId: 't', name: 'Bash', summary: 'ls' },
    ]);
  });

  it('do not grow by what cannot be read', () => {
    assert.deepEqual(read(begun('m'), questionBegun(0, 't'), inputGrown(0, '{"que')), [{ type: 'questionAnnounced', toolUseId: 't' }]);
  });
});

describe('what a subagent does', () => {
  const ofAgent = { parent_tool_use_id: 'agent' };

  it('is not shown', () => {
    assert.deepEqual(
      read(
        { ...begun('m'), ...ofAgent },
        { ...textBegun(0), ...ofAgent },
        { ...whole('m', text('a')), ...ofAgent },
        { ...said({ content: 'a' }), ...ofAgent },
      ),
      [],
    );
  });
});

const said = (...results: readonly object[]): object => ({
  type: 'user',
  message: { role: 'user', content: results.map(more => ({ type: 'tool_result', tool_use_id: 't', ...more })) },
});
const textOf = ([event]: readonly ClaudeEvent[]): string => (event?.type === 'toolFinished' ? event.text : assert.fail());

describe('the result of a tool', () => {
  it('is its text, or its parts line by line', () => {
    assert.deepEqual(read(said({ content: 'a', is_error: true })), [{ type: 'toolFinished', toolUseId: 't', isError: true, text: 'a' }]);
    const parts = [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }];
    assert.deepEqual(read(said({ content: parts })), [{ type: 'toolFinished', toolUseId: 't', isError: false, text: 'a\n[Image]\nb' }]);
    assert.equal(textOf(read(said({}))), '');
  });

  it('is cut to 4,000 characters, and marked where it is', () => {
    assert.equal(textOf(read(said({ content: 'x'.repeat(4_000) }))), 'x'.repeat(4_000));
    assert.equal(textOf(read(said({ content: 'x'.repeat(4_001) }))), `${'x'.repeat(4_000)}…`);
  });

  it('is the refusal of a hook in the words of each version', () => {
    const by = (text: string, isError = true): unknown[] =>
      read(said({ content: text, is_error: isError })).map(event => event.type === 'toolFinished' && event.refusedBy);
    assert.deepEqual(by('PreToolUse:AskUserQuestion hook error: [exit 2]: not today\n'), ['hook']);
    assert.deepEqual(by('PreToolUse:mcp__parley__ask_user hook error: Ask nobody after six.'), ['hook']);
    assert.deepEqual(by('Hook PreToolUse:AskUserQuestion denied this tool'), ['hook']);
    for (const other of ['Answer: PreToolUse:A hook error: x', 'not today']) assert.deepEqual(by(other), [undefined]);
    assert.deepEqual(by('PreToolUse:AskUserQuestion hook error: x', false), [undefined]);
  });

  it('is shown whole where it is that of a question, streamed or not', () => {
    const long = said({ content: 'x'.repeat(4_001) });
    assert.equal(textOf(read(whole('m', questionWhole('t')), long).slice(1)), 'x'.repeat(4_001));
    assert.equal(textOf(read(begun('m'), questionBegun(0, 't'), long).slice(1)), 'x'.repeat(4_001));
    assert.equal(textOf(read(whole('m', questionWhole('t')), said({ content: 'x'.repeat(200_001) })).slice(1)).length, 200_001);
  });

  it('is not what stands beside it in the message, nor a message in words', () => {
    assert.deepEqual(read({ type: 'user', message: { role: 'user', content: [text('a')] } }), []);
    assert.deepEqual(read({ type: 'user', message: { role: 'user', content: 'a' } }), []);
  });
});

describe('a prompt that the CLI repeats', () => {
  const repeated = { type: 'user', uuid: 'u', isReplay: true, message: { role: 'user', content: 'as sent' } };

  it('is confirmed under its uuid', () => {
    assert.deepEqual(read(repeated), [{ type: 'promptConfirmed', uuid: 'u' }]);
  });

  it('is not any message with a uuid, nor a repeated one without', () => {
    assert.deepEqual(read({ ...repeated, isReplay: false }, { ...repeated, isReplay: null }, { ...repeated, uuid: null }), []);
  });
});

describe('the end of a turn', () => {
  const result = (more: object): object => ({ type: 'result', subtype: 'success', is_error: false, ...more });
  const failed = (more: object): object => result({ subtype: 'error_during_execution', is_error: true, ...more });
  const outcomeOf = (line: object): unknown => {
    const [event] = read(line);
    return event?.type === 'turnEnded' ? [event.outcome, event.problem?.detail] : event;
  };

  it('is an interrupt where the CLI says that it was aborted', () => {
    assert.deepEqual(outcomeOf(failed({ terminal_reason: 'aborted_tools', errors: ['x'] })), ['interrupted', undefined]);
    assert.deepEqual(outcomeOf(failed({ terminal_reason: 'model_error', errors: ['x'] })), ['error', 'x']);
    assert.deepEqual(outcomeOf(failed({ is_error: false, terminal_reason: 'model_error', errors: ['x'] })), ['error', 'x']);
  });

  it('is an interrupt on 2.0.77, which gives no reason, where it is not an error', () => {
    assert.deepEqual(outcomeOf(failed({ is_error: false })), ['interrupted', undefined]);
    assert.deepEqual(outcomeOf(failed({ errors: ['x'] })), ['error', 'x']);
  });

  it('is no interrupt where the turn ended by itself', () => {
    assert.deepEqual(outcomeOf(result({ terminal_reason: 'aborted_tools' })), ['success', undefined]);
    assert.deepEqual(outcomeOf(result({ stop_reason: 'tool_deferred' })), ['deferred', undefined]);
  });

  it('tells what went wrong, in the words there are', () => {
    assert.deepEqual(outcomeOf(result({ is_error: true, result: 'said', errors: ['x'] })), ['error', 'said']);
    assert.deepEqual(outcomeOf(result({ subtype: 'error_max_turns' })), ['error', '']);
    assert.deepEqual(outcomeOf(failed({ errors: [] })), ['error', '']);
  });

  it('does not tell again what was told in the turn, and tells what goes wrong in the next', () => {
    const { say } = createReader();
    const refused = { ...whole('m', text('Please log in.')), error: 'authentication_failed' };
    const ended = result({ is_error: true, result: 'Please log in.' });
    assert.deepEqual(say(refused, ended), [
      { type: 'problemSeen', problem: { code: 'notLoggedIn', detail: 'Please log in.' } },
      { type: 'turnEnded', outcome: 'error' },
    ]);
    assert.deepEqual(say(ended), [{ type: 'turnEnded', outcome: 'error', problem: { code: 'api', detail: 'Please log in.' } }]);
  });

  it('is the session that is unknown, where one of the errors says so', () => {
    const words = 'No conversation found with session ID: s';
    assert.deepEqual(read(failed({ errors: [`${words} \n`] })), [{ type: 'sessionUnknown', sessionId: 's' }]);
    assert.equal(read(failed({ errors: [`${words} in the notes`] }))[0]?.type, 'turnEnded');
    assert.deepEqual(read(failed({ errors: ['x', 'No conversation found with session ID: s'] })), [
      { type: 'sessionUnknown', sessionId: 's' },
    ]);
  });
});

describe('what the CLI says of itself', () => {
  const init = { type: 'system', subtype: 'init', session_id: 's' };

  it('is a version, and what that can do', () => {
    assert.deepEqual(read({ ...init, claude_code_version: '2.1.203', capabilities: ['x'] }), [
      { type: 'initReceived', sessionId: 's', version: '2.1.203', capabilities: ['x'], tellsTasks: true, takesBack: true },
    ]);
    assert.deepEqual(read({ ...init, claude_code_version: '2.1.202' }), [
      { type: 'initReceived', sessionId: 's', version: '2.1.202', capabilities: [], takesBack: true },
    ]);
    assert.deepEqual(read({ ...init, claude_code_version: '2.0.77' }), [
      { type: 'initReceived', sessionId: 's', version: '2.0.77', capabilities: [] },
    ]);
    assert.deepEqual(read(init), [{ type: 'initReceived', sessionId: 's', version: '', capabilities: [] }]);
  });

  it('is that what a call has begun in the background was stopped or has failed, and no more', () => {
    const over = (status: string): object => ({ type: 'system', subtype: 'task_notification', task_id: 'a', tool_use_id: 't', status });
    assert.deepEqual(read(over('completed'), over('stopped'), over('failed'), { ...over('stopped'), tool_use_id: undefined }), [
      { type: 'taskBroken', toolUseId: 't', state: 'stopped' },
      { type: 'taskBroken', toolUseId: 't', state: 'failed' },
    ]);
  });

  it('is how many tasks run in its background', () => {
    assert.deepEqual(read({ type: 'system', subtype: 'background_tasks_changed', tasks: [{}, { task_type: 'local_agent' }] }), [
      { type: 'backgroundTasksChanged', count: 2, subagents: 1 },
    ]);
  });
});

describe('a request of the CLI', () => {
  const request = (more: object): object => ({ type: 'control_request', request_id: 'r', request: more });

  it('that Parley does not serve is refused by name', () => {
    assert.deepEqual(read(request({ subtype: 'set_model' })), [
      { type: 'requestUnsupported', requestId: 'r', reason: 'Parley does not serve set_model requests.' },
    ]);
  });

  it('for questions that cannot be shown is refused, and Claude learns why', () => {
    const asked = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: 't', input: {} };
    assert.deepEqual(read(request(asked)), [
      {
        type: 'requestUnsupported',
        requestId: 'r',
        reason: 'Parley cannot show these questions: they do not have the form the tool asks for.',
      },
    ]);
  });

  it('is refused where its input is nested more than 100 deep', () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
    const typeOf = (depth: number): unknown =>
      read(request({ subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't', input: nested(depth) }))[0]?.type;
    assert.deepEqual([typeOf(100), typeOf(101)], ['permissionAsked', 'requestUnsupported']);
  });

  it('can be withdrawn', () => {
    assert.deepEqual(read({ type: 'control_cancel_request', request_id: 'r' }), [{ type: 'requestCancelled', requestId: 'r' }]);
  });

  it('is not the response to a request of ours', () => {
    assert.deepEqual(read({ type: 'control_response', response: { subtype: 'success', request_id: 'parley-w1' } }), []);
  });
});
