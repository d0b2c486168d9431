// What ends with a turn and with a process, and what goes on.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { viewStatus } from '../../../src/chat/view.js';
import { pick } from '../../support/questions.js';
import {
  after,
  asked,
  doneBy,
  effectsOf,
  ended,
  exited,
  named,
  permissionFor,
  prompt,
  questionOf,
  statesOf,
  stepped,
  working,
} from '../../support/chat.js';

const crashed: ChatEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: 'oh' };
const stop: ChatEvent = { type: 'interruptRequested' };
const used = (toolUseId: string): ChatEvent => ({ type: 'toolStarted', toolUseId, name: 'Bash', summary: 'ls' });
const confirmed = (uuid: string): ChatEvent => ({ type: 'promptConfirmed', uuid });
const failed: ChatEvent = { type: 'turnEnded', outcome: 'error', problem: { code: 'api', detail: 'no' } };

/** All kinds of items, over and not over. */
const full = after(
  working,
  { type: 'textFinished', id: 'm:0', text: 'whole' },
  used('b1'),
  { type: 'toolFinished', toolUseId: 'b1', isError: false, text: 'out' },
  permissionFor('b1'),
  { type: 'permissionDecided', requestId: 'p-b1', decision: 'allow' },
  { type: 'textStarted', id: 'm:1' },
  { type: 'textGrew', id: 'm:1', text: 'half' },
  used('b2'),
  permissionFor('b2'),
);

describe('the end of a turn', () => {
  for (const [name, event] of [
    ['of the turn', ended],
    ['of the process', exited],
  ] as const) {
    it(`leaves nothing running or asked, and nothing else changed, at the end ${name}`, () => {
      assert.deepEqual(statesOf(full), [
        ...['prompt sent', 'text', 'tool done', 'permission allowed', 'text', 'tool running', 'permission asked'],
      ]);
      const over = after(full, event);
      assert.deepEqual(statesOf(over), [
        ...['prompt sent', 'text', 'tool done', 'permission allowed', 'text', 'tool stopped', 'permission withdrawn'],
      ]);
      // The same objects, which are not sent to the view again.
      for (const index of [0, 1, 2]) assert.equal(over.items[index], full.items[index]);
      // A decision is final with its turn, and is looked for in the transcript where the process has ended.
      const decided = over.items[3];
      assert.equal(decided?.kind === 'permission' && decided.unproven, event === ended ? undefined : 'exited');
      assert.deepEqual(over.items[4], { kind: 'text', id: 'm:1', text: 'half', streaming: false, at: 5 });
      assert.deepEqual(over.items[5], { kind: 'tool', id: 'b2', name: 'Bash', summary: 'ls', state: 'stopped', result: '', at: 7 });
      assert.deepEqual([over.turn, over.turnStart, over.process], ['idle', 7, event === ended ? 'running' : 'none']);
    });
  }

  it('drops the permissions that wait behind a question, with the question', () => {
    const over = after(after(working, asked('t'), permissionFor('b')), ended);
    assert.deepEqual([statesOf(over), over.queued], [['prompt sent', 'question withdrawn'], []]);
  });

  it('tells what went wrong, under an id of its own; after Stop it tells only of that', () => {
    const twice = after(working, { type: 'problemSeen', problem: { code: 'api', detail: 'first' } }, failed);
    assert.deepEqual(twice.items.slice(1), [
      { kind: 'problem', id: `i${working.counter}`, problem: { code: 'api', detail: 'first' } },
      { kind: 'problem', id: `i${working.counter + 1}`, problem: { code: 'api', detail: 'no' } },
    ]);
    const problems = after(working, stop, failed).items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : []));
    assert.deepEqual(problems, ['stopped']);
  });

  it('is not the end for a prompt that was sent meanwhile and is not confirmed', () => {
    const two = after(working, confirmed('u1'), prompt('u2'));
    const next = after(two, ended);
    assert.deepEqual([next.turn, next.turnBegan, next.turnStart, statesOf(next)], ['running', false, 2, ['prompt sent', 'prompt sending']]);
    assert.deepEqual(effectsOf(two, ended), []);
    const deferred = after(two, { type: 'turnEnded', outcome: 'deferred' });
    assert.deepEqual([deferred.turn, effectsOf(two, { type: 'turnEnded', outcome: 'deferred' })], ['idle', [{ type: 'stopClaude' }]]);
  });

  it('confirms an answer that is not echoed only where the turn ended well', () => {
    const literal = after(initialState('toolResult'), prompt('u1'), { type: 'processStarted' }, named, {
      type: 'questionFinished',
      toolUseId: 't',
      input: { questions: [{ kind: 'text', question: 'Q', header: '', multiSelect: false, options: [] }], raw: {} },
    });
    const answer = { selected: [], other: true, otherText: 'yes', note: '', skipped: false };
    const sent = after(literal, { type: 'questionAnswered', toolUseId: 't', answers: [answer], undoTime: 0 });
    const written = after(sent, { type: 'writeAcknowledged', writeId: questionOf(sent).writeId ?? '' });
    assert.equal(questionOf(after(written, ended)).phase, 'answered');
    assert.equal(questionOf(after(written, failed)).phase, 'lost');
    assert.equal(questionOf(after(sent, ended)).phase, 'lost');
  });
});

describe('a process that starts', () => {
  const starting = after(initialState('auto'), prompt('u1'));

  it('runs the turn that waits for it, and no turn that is being stopped', () => {
    assert.deepEqual([starting.turn, after(starting, { type: 'processStarted' }).turn], ['starting', 'running']);
    assert.equal(after(starting, stop, { type: 'processStarted' }).turn, 'stopping');
    assert.equal(after(after(working, ended), { type: 'processStarted' }).turn, 'idle');
  });

  it('is another peer where its version is another, and the same where that is the same or not known', () => {
    const { peer } = working;
    assert.deepEqual(peer, { version: '2.1.329', capabilities: ['x'] });
    assert.deepEqual(after(working, { type: 'processStarted', version: '2.1.329' }).peer, peer);
    assert.deepEqual(after(working, { type: 'processStarted' }).peer, peer);
    assert.deepEqual(after(working, { type: 'processStarted', version: '9.9.9' }).peer, { version: '9.9.9', capabilities: [] });
  });

  it('is known by what it says of itself; what was learned of that version stays', () => {
    const learned = { ...working, peer: { ...working.peer, confirms: true as const, defers: false as const } };
    const told: ChatEvent = { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329', tellsTasks: true };
    assert.deepEqual(after(learned, told).peer, { version: '2.1.329', capabilities: [], confirms: true, defers: false, tellsTasks: true });
    assert.deepEqual(after(learned, { ...told, version: '9.9.9' }).peer, { version: '9.9.9', capabilities: [], tellsTasks: true });
    assert.deepEqual(after(learned, { ...named, version: '9.9.9' } as ChatEvent).peer, { version: '9.9.9', capabilities: ['x'] });
  });

  it('that cannot start leaves the prompt to be sent again, and says why', () => {
    const none = after(starting, { type: 'startFailed', problem: { code: 'notFound', detail: 'PATH' } });
    assert.deepEqual([statesOf(none), none.turn, none.process, none.outbox], [['prompt failed', 'problem'], 'idle', 'none', []]);
    assert.deepEqual(none.items[1], { kind: 'problem', id: `i${starting.counter}`, problem: { code: 'notFound', detail: 'PATH' } });
    assert.equal(none.turnStart, 2);
  });
});

describe('a process that ends', () => {
  it('is told where it ended by itself in a turn', () => {
    const exit = { kind: 'exit', id: `i${working.counter}`, code: 1, signal: null, stderr: 'oh' };
    assert.deepEqual(after(working, crashed).items[1], exit);
    assert.deepEqual(statesOf(after(working, exited)), ['prompt failed']);
    assert.deepEqual(statesOf(after(working, ended, crashed)), ['prompt sent']);
  });

  it('takes its background tasks with it', () => {
    assert.equal(after(working, { type: 'backgroundTasksChanged', count: 2, subagents: 0 }, crashed).backgroundTasks, 0);
  });

  it('because it was idle is not started again by itself', () => {
    const ending = after(working, ended, { type: 'processUnneeded' });
    assert.equal(ending.process, 'ending');
    assert.deepEqual([after(ending, exited).process, effectsOf(ending, exited)], ['none', []]);
  });

  it('because it was idle is followed by the next, where a prompt was sent meanwhile', () => {
    const ending = after(working, ended, { type: 'processUnneeded' }, { type: 'backgroundTasksChanged', count: 1, subagents: 0 });
    const waiting = after(ending, prompt('u2'));
    assert.deepEqual([doneBy(ending, prompt('u2')), waiting.turn, waiting.turnBegan], [[], 'starting', false]);
    const next = after(waiting, exited);
    assert.deepEqual([next.turn, next.process, next.turnBegan, next.backgroundTasks], ['starting', 'starting', false, 0]);
    assert.deepEqual(effectsOf(waiting, exited)[0], { type: 'startClaude', resume: 's' });
    assert.deepEqual(doneBy(waiting, exited), ['startClaude', 'prompt']);
    // The first begins the turn, and the CLI keeps the other for later.
    const both = after(waiting, prompt('u3'));
    assert.deepEqual(
      after(both, exited).outbox,
      both.outbox.map((entry, index) => ({ ...entry, queued: index === 1 })),
    );
    const other = { ...both, outbox: both.outbox.toReversed() };
    assert.deepEqual(
      after(other, exited).outbox.map(({ uuid, queued }) => [uuid, queued]),
      [
        ['u3', false],
        ['u2', true],
      ],
    );
  });
});

describe('a session that the CLI does not know', () => {
  const unknown = (state: ChatState): ChatState =>
    after(after(state, ended, exited, prompt('u2')), { type: 'sessionUnknown', sessionId: 's' });

  it('begins anew with the prompts that wait, and says so', () => {
    const state = unknown(working);
    const anew = after(state, crashed);
    assert.deepEqual([statesOf(anew), anew.sessionId], [['prompt sent', 'prompt sending', 'problem'], undefined]);
    assert.deepEqual(anew.items[2], { kind: 'problem', id: `i${state.counter}`, problem: { code: 'notResumed', detail: '' } });
    assert.deepEqual([anew.turn, anew.process, anew.turnBegan, anew.turnStart], ['starting', 'starting', false, 3]);
    assert.deepEqual(effectsOf(state, crashed)[0], { type: 'startClaude' });
    assert.deepEqual(doneBy(state, crashed), ['startClaude', 'prompt']);
  });

  it('does not begin anew after Stop: the prompts can be sent again', () => {
    const stopped = after(unknown(working), stop, crashed);
    assert.deepEqual([statesOf(stopped), stopped.turn, stopped.process], [['prompt sent', 'prompt failed', 'problem'], 'idle', 'none']);
    assert.deepEqual(effectsOf(after(unknown(working), stop), crashed), []);
  });

  it('has no open question any more', () => {
    const state = after(unknown(working), { type: 'questionAnnounced', toolUseId: 't' }, crashed);
    assert.deepEqual([questionOf(state).phase, questionOf(state).reason], ['withdrawn', 'exited']);
  });

  it('is one that there was: a new session is known by nobody yet', () => {
    const starting = after(initialState('auto'), prompt('u1'));
    assert.equal(after(starting, { type: 'sessionUnknown', sessionId: 's' }), starting);
    assert.equal(after(working, { type: 'sessionUnknown', sessionId: 's' }), working);
    const resumed = after(working, ended, exited, prompt('u2'));
    assert.equal(after(resumed, { type: 'sessionUnknown', sessionId: 'other' }), resumed);
  });
});

describe('Stop', () => {
  const stopping = after(working, stop);
  const interruptId = `w${working.counter}`;

  it('interrupts the turn once, and waits for its end', () => {
    assert.deepEqual(effectsOf(working, stop), [
      { type: 'writeToClaude', writeId: interruptId, message: { type: 'interrupt' } },
      { type: 'awaitTurnEnd', interruptId },
    ]);
    assert.equal(stopping.turn, 'stopping');
    assert.equal(after(stopping, stop), stopping);
    assert.deepEqual(effectsOf(stopping, stop), []);
  });

  it('is nothing where no turn is', () => {
    const idle = after(working, ended);
    assert.equal(after(idle, stop), idle);
    assert.deepEqual(effectsOf(idle, stop), []);
  });

  it('ends the process only where that turn does not end', () => {
    const overdue: ChatEvent = { type: 'interruptOverdue', interruptId };
    assert.deepEqual(effectsOf(stopping, overdue), [{ type: 'stopClaude' }]);
    assert.deepEqual(effectsOf(after(stopping, ended), overdue), []);
    assert.deepEqual(effectsOf(after(stopping, ended, prompt('u2'), stop), overdue), []);
  });

  it('leaves the process to the person where a subagent waits for them, and says so', () => {
    const waits = after(working, asked('t', { agent: 'silent' }), stop);
    const overdue: ChatEvent = { type: 'interruptOverdue', interruptId: waits.interruptId ?? '' };
    assert.deepEqual([effectsOf(waits, overdue), viewStatus(waits, undefined, undefined).subagentAsks], [[], true]);
    assert.deepEqual(effectsOf(waits, { type: 'processEndRequested' }), [{ type: 'stopClaude' }]);
    const over = after(waits, { type: 'toolFinished', toolUseId: 't', isError: false, text: '' });
    assert.deepEqual(
      [effectsOf(over, { ...overdue, interruptId: over.interruptId ?? '' }), viewStatus(over, undefined, undefined).subagentAsks],
      [[{ type: 'stopClaude' }], undefined],
    );
    assert.equal(viewStatus(stopping, undefined, undefined).subagentAsks, undefined);
  });

  for (const agent of ['silent', 'echoed'] as const)
    it(`waits anew for the end of the turn once the person has answered the subagent, whose answer is on its way (${agent})`, () => {
      const waits = after(working, asked('t', { agent }), stop);
      const first: ChatEvent = { type: 'interruptOverdue', interruptId: waits.interruptId ?? '' };
      const { state, effects } = stepped(waits, first, {
        type: 'questionAnswered',
        toolUseId: 't',
        answers: [pick(1)],
        undoTime: 0,
      });
      const interruptId = state.interruptId ?? '';
      assert.deepEqual(
        effects.filter(({ type }) => type === 'awaitTurnEnd'),
        [{ type: 'awaitTurnEnd', interruptId }],
      );
      assert.equal(viewStatus(state, undefined, undefined).subagentAsks, undefined);
      assert.deepEqual(effectsOf(state, first), [], 'The time before the answer does not count.');
      assert.deepEqual(effectsOf(state, { type: 'interruptOverdue', interruptId }), [{ type: 'stopClaude' }]);
      const written = doneBy(state, { type: 'writeAcknowledged', writeId: questionOf(state).writeId ?? '' });
      assert.ok(!written.includes('awaitTurnEnd'), 'Once is enough.');
    });

  it('ends the process at once for a person who does not wait, and only once', () => {
    const now: ChatEvent = { type: 'processEndRequested' };
    assert.deepEqual(effectsOf(working, now), []);
    assert.deepEqual(effectsOf(stopping, now), [{ type: 'stopClaude' }]);
    const ending = after(stopping, now);
    assert.equal(ending.endsProcess, true);
    assert.deepEqual(effectsOf(ending, now), []);
    assert.deepEqual(effectsOf(ending, { type: 'interruptOverdue', interruptId }), []);
    assert.equal('endsProcess' in after(ending, exited, prompt('u2'), stop), false);
  });
});

describe('a turn that ends without a word', () => {
  const silent: ChatEvent = { type: 'turnEnded', outcome: 'success', silent: true };
  const said = (code: 'hookSaid' | 'cliSaid' | 'told', reason?: string): ChatEvent => ({
    type: 'problemSeen',
    problem: { code, detail: 'Hello.', ...(reason !== undefined && { reason }) },
  });
  const notices = (state: ChatState): readonly string[] =>
    state.items.flatMap(item => (item.kind === 'problem' && item.problem.code === 'silent' ? [item.problem.reason ?? ''] : []));

  for (const [who, event] of [
    ['a hook of another event', said('hookSaid', 'SessionStart:startup')],
    ['the CLI', said('cliSaid')],
    ['the account', said('told', 'compacted auto 1')],
    ['Parley', { type: 'filesGoing', text: 'back', trees: { from: 'a'.repeat(40), to: 'b'.repeat(40) } }],
    ['a subagent of an earlier turn', { ...permissionFor('a'), agentId: 'a' }],
  ] as const satisfies readonly (readonly [string, ChatEvent])[])
    it(`says so, and that the message did not reach Claude, also where ${who} has said something`, () => {
      const over = after(working, event, silent);
      assert.deepEqual([notices(over), statesOf(over)[0]], [['unread'], 'prompt failed']);
    });

  it('is no such turn where the hook of the message tells why', () => {
    assert.deepEqual(notices(after(working, said('hookSaid', 'UserPromptSubmit'), silent)), []);
  });

  it('is no such turn where a command has had the CLI say something', () => {
    const told = (...events: readonly ChatEvent[]) =>
      notices(after(after(working, ended), prompt('/cost'), { type: 'writeAcknowledged', writeId: 'w2' }, ...events, silent));
    assert.deepEqual(
      [told(said('cliSaid')), told(said('told', 'compacted manual 1')), told(said('hookSaid', 'SessionStart:compact'))],
      [[], [], ['read']],
    );
  });
});
