// What a permission carries while it is asked, and what is left of it afterwards.
import assert from 'node:assert/strict';
import { decode } from '../../../src/claude/stream/decode.js';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { viewItem } from '../../../src/chat/view.js';
import { permittedParts } from '../../../src/shared/permitted.js';
import { inputFields } from '../../../src/shared/toolInput.js';
import { effectsOf, working } from '../../support/chat.js';

const input = { timeout: 5, description: 'Just list', command: 'ls\nPASSWORD=secret rm -rf ~', env: { a: ['b'] } };
const words = { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => undefined };

function asked(request: Readonly<Record<string, unknown>> = {}): ChatEvent {
  const line = {
    type: 'control_request',
    request_id: 'r',
    request: { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't', input, ...request },
  };
  const decoded = decode(JSON.stringify(line));
  assert.ok(decoded.outcome === 'message');
  const events: ChatEvent[] = [];
  createEventMapper(event => events.push(event)).read(decoded.message);
  const [event] = events;
  assert.ok(event !== undefined);
  return event;
}

function after(...events: readonly ChatEvent[]): ChatState {
  return events.reduce((state, event) => step(state, event, 0).state, initialState('auto'));
}

const prompted: ChatEvent = { type: 'promptSubmitted', uuid: 'Go.', text: 'Go.' };
const started: ChatEvent = { type: 'initReceived', sessionId: 's', version: '2.1.329', capabilities: [] };

describe('the input of a tool', () => {
  it('is all there, the most telling field first', () => {
    assert.deepEqual(inputFields(input), [
      { name: 'command', text: 'ls\nPASSWORD=secret rm -rf ~' },
      { name: 'timeout', text: '5' },
      { name: 'description', text: 'Just list' },
      { name: 'env', text: '{\n  "a": [\n    "b"\n  ]\n}' },
    ]);
    const hostile = JSON.parse('{"__proto__": "a", "constructor": null, "": "", "b": false}') as Record<string, unknown>;
    assert.deepEqual(
      inputFields(hostile).map(({ name, text }) => [name, text]),
      [
        ['__proto__', 'a'],
        ['constructor', 'null'],
        ['', ''],
        ['b', 'false'],
      ],
    );
  });
});

describe('an input that is nested deeply', () => {
  const nested = (depth: number): Record<string, unknown> =>
    JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) as Record<string, unknown>;

  it('is refused in words, however deep: the CLI gets a reply, and nothing that cannot be shown is kept', () => {
    for (const [depth, tool] of [
      [200, 'mcp__a__b'],
      [4_500, 'Bash'],
      [8_000, 'mcp__a__b'],
      [20_000, 'mcp__a__b'],
    ] as const) {
      const input = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const request = `{"subtype":"can_use_tool","tool_name":"${tool}","tool_use_id":"t","input":${input}}`;
      const decoded = decode(`{"type":"control_request","request_id":"r","request":${request}}`);
      assert.ok(decoded.outcome === 'message');
      const events: ChatEvent[] = [];
      createEventMapper(event => events.push(event)).read(decoded.message);
      const refusal = effectsOf(working, ...events).map(effect => effect.type === 'writeToClaude' && effect.message.type);
      assert.deepEqual(refusal, ['refuseRequest']);
      assert.deepEqual(events, [
        { type: 'requestUnsupported', requestId: 'r', reason: 'Parley cannot show this input: it is nested too deeply.' },
      ]);
    }
  });

  it('is not made a thousand times as long by the way it is shown', () => {
    const [field] = inputFields(nested(100));
    assert.ok(field !== undefined && field.text.length < 100_000, `${field?.text.length} characters for an input of 2,000`);
  });
});

describe('a permission that is asked', () => {
  it('shows the whole input, and exactly that is allowed', () => {
    const state = after(prompted, started, asked());
    const [item] = state.items.filter(({ kind }) => kind === 'permission');
    assert.ok(item);
    const shown = viewItem(item, state, words);
    assert.ok(shown.kind === 'permission');
    assert.deepEqual(
      shown.input,
      permittedParts('Bash', input).filter(({ name }) => name !== 'description'),
    );
    assert.equal(shown.description, 'Just list');
    const { effects } = step(state, { type: 'permissionDecided', requestId: 'r', decision: 'allow' }, 0);
    assert.deepEqual(
      effects.map(effect => effect.type === 'writeToClaude' && effect.message),
      [{ type: 'allowTool', requestId: 'r', input }],
    );
  });

  it('tells Claude’s words from the CLI’s', () => {
    const wordsOf = (request: Readonly<Record<string, unknown>>): readonly string[] => {
      const event = asked(request);
      assert.ok(event.type === 'permissionAsked');
      return [event.description, event.reason];
    };
    // The CLI's description of a write is a path of its own making.
    assert.deepEqual(wordsOf({ tool_name: 'Write', description: 'a.ts', input: { file_path: '/x/a.ts' } }), ['', '']);
    assert.deepEqual(wordsOf({ decision_reason: 'It writes' }), ['Just list', 'It writes']);
    assert.deepEqual(wordsOf({ tool_name: 'mcp__tracker__create' }), ['', '']);
    assert.deepEqual(wordsOf({ input: { description: 5 } }), ['', '']);
  });

  const ends: Readonly<Record<string, ChatEvent>> = {
    allowed: { type: 'permissionDecided', requestId: 'r', decision: 'allow' },
    denied: { type: 'permissionDecided', requestId: 'r', decision: 'deny' },
    'withdrawn by the CLI': { type: 'requestCancelled', requestId: 'r' },
    'withdrawn by a result': { type: 'toolFinished', toolUseId: 't', isError: true, text: '' },
    'withdrawn by the end of the turn': { type: 'turnEnded', outcome: 'success' },
    'withdrawn by the end of the process': { type: 'processExited', code: 1, signal: null, stderr: '', requestedByUs: false },
  };
  for (const [title, event] of Object.entries(ends)) {
    it(`keeps nothing of its input once it is ${title}`, () => {
      const state = after(prompted, started, asked(), event);
      const item = state.items.find(({ kind }) => kind === 'permission');
      assert.ok(item?.kind === 'permission' && item.state !== 'asked' && title.startsWith(item.state));
      assert.doesNotMatch(JSON.stringify(state), /secret/);
      const shown = viewItem(item, state, words);
      assert.ok(shown.kind === 'permission' && shown.input === undefined && shown.summary === 'ls ⏎ …');
      // It is not decided twice.
      const again = step(state, { type: 'permissionDecided', requestId: 'r', decision: 'allow' }, 0);
      assert.deepEqual(again.effects, []);
    });
  }

  // A subagent in the background asks while no turn runs; the next prompt begins a turn behind that permission.
  for (const [title, event] of Object.entries(ends)) {
    if (!title.startsWith('withdrawn')) continue;
    it(`keeps nothing of its input once it is ${title}, also when it was asked between two turns`, () => {
      const confirmed: ChatEvent = { type: 'promptConfirmed', uuid: 'Go.' };
      const state = after(
        prompted,
        started,
        confirmed,
        { type: 'turnEnded', outcome: 'success' },
        asked(),
        { type: 'promptSubmitted', uuid: 'u2', text: 'Go on.' },
        event,
      );
      const item = state.items.find(({ kind }) => kind === 'permission');
      assert.equal(item?.kind === 'permission' && item.state, 'withdrawn');
      assert.doesNotMatch(JSON.stringify(state), /secret/);
    });
  }
});

describe('what the CLI says about its request', () => {
  const told = (request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const {
      type: _,
      requestId,
      toolUseId,
      toolName,
      summary,
      description,
      input: __,
      ...rest
    } = { ...asked(request) } as Record<string, unknown>;
    assert.ok(
      requestId !== undefined && toolUseId !== undefined && toolName !== undefined && summary !== undefined && description !== undefined,
    );
    return rest;
  };

  it('is its reason, the blocked path, the source of the rule and the agent', () => {
    assert.deepEqual(told({}), { reason: '' });
    assert.deepEqual(told({ decision_reason: 'Outside', blocked_path: '/etc/x', agent_id: 'a8' }), {
      reason: 'Outside',
      blockedPath: '/etc/x',
      agentId: 'a8',
    });
    assert.deepEqual(told({ decision_reason_type: 'rule', decision_reason_rule_source: 'projectSettings' }), {
      reason: '',
      ruleSource: 'projectSettings',
    });
    assert.deepEqual(told({ decision_reason_type: 'workingDir', decision_reason_rule_source: 'projectSettings' }), { reason: '' });
  });
});

describe('a permission that is too long for its card', () => {
  const long = (): ChatState => after(prompted, started, asked({ input: { command: 'a\n'.repeat(3_000) } }));
  const allow: ChatEvent = { type: 'permissionDecided', requestId: 'r', decision: 'allow' };
  const shownIn = (state: ChatState) => {
    const item = state.items.find(({ kind }) => kind === 'permission');
    assert.ok(item);
    const shown = viewItem(item, state, words);
    assert.ok(shown.kind === 'permission');
    return shown;
  };

  it('cannot be allowed before all of it was opened, and is then allowed whole', () => {
    assert.equal(shownIn(long()).tooLong, 'unopened');
    assert.deepEqual(step(long(), allow, 0), { state: long(), effects: [] });
    const opened = step(long(), { type: 'permissionOpened', requestId: 'r' }, 0).state;
    assert.equal(shownIn(opened).tooLong, 'opened');
    const [effect] = step(opened, allow, 0).effects;
    assert.ok(effect?.type === 'writeToClaude' && effect.message.type === 'allowTool');
    assert.equal(effect.message.input['command'], 'a\n'.repeat(3_000));
  });

  it('can be denied unopened', () => {
    const { state } = step(long(), { type: 'permissionDecided', requestId: 'r', decision: 'deny' }, 0);
    assert.equal(shownIn(state).state, 'denied');
  });

  it('is any but a short one', () => {
    const state = step(after(prompted, started, asked()), { type: 'permissionOpened', requestId: 'r' }, 0).state;
    assert.equal(shownIn(state).tooLong, undefined);
  });
});

describe('the path of a permission', () => {
  const write = { tool_name: 'Write', input: { file_path: '/x/a.ts', content: '' } };

  it('is resolved when it is asked, also behind a question', () => {
    const before = after(prompted, started);
    const { state, effects } = step(before, asked(write), 0);
    assert.deepEqual(effects, [{ type: 'resolvePath', requestId: 'r', path: '/x/a.ts' }]);
    const place = { outside: true, target: '/y/a.ts' };
    const [item] = step(state, { type: 'pathResolved', requestId: 'r', place }, 0).state.items.filter(({ kind }) => kind === 'permission');
    assert.deepEqual(item?.kind === 'permission' && item.place, place);
    const queued = step({ ...before, queued: [] }, asked(write), 0).state;
    const waiting = { ...queued, items: before.items, queued: queued.items.flatMap(one => (one.kind === 'permission' ? [one] : [])) };
    const resolved = step(waiting, { type: 'pathResolved', requestId: 'r', place }, 0).state;
    assert.deepEqual(
      [...resolved.queued, ...resolved.items].flatMap(one => (one.kind === 'permission' ? [one.place] : [])),
      [place],
    );
  });

  it('changes nothing once it is decided', () => {
    const decided = after(prompted, started, asked(write), { type: 'permissionDecided', requestId: 'r', decision: 'deny' });
    assert.equal(step(decided, { type: 'pathResolved', requestId: 'r', place: { outside: false } }, 0).state, decided);
  });

  it('is not looked for where there is none', () => {
    assert.deepEqual(step(after(prompted, started), asked(), 0).effects, []);
  });
});
