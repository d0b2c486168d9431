// How a question reaches the person, by route and request, and what is written for it.
import assert from 'node:assert/strict';
import { idOfCall } from '../../../src/claude/ask/rpc.js';
import { encode } from '../../../src/claude/stream/encode.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { applyTranscript } from '../../../src/chat/past.js';
import { isReplying, joinDrafts, returnedReply } from '../../../src/chat/replies.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState, nextTurnStart, openQuestions, waitingQuestions } from '../../../src/chat/state.js';
import { choice, pick } from '../../support/questions.js';
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
  questionInput,
  questionOf,
  statesOf,
  stepped,
  working,
} from '../../support/chat.js';

const seen: ChatEvent = { type: 'questionFinished', toolUseId: 't', input: questionInput };
const unreadable: ChatEvent = { type: 'questionFinished', toolUseId: 't', input: undefined };
const overdue: ChatEvent = { type: 'requestOverdue', toolUseId: 't' };
const answer = (undoTime = 0, selected = 1): ChatEvent => ({
  type: 'questionAnswered',
  toolUseId: 't',
  answers: [pick(selected)],
  undoTime,
});
const park: ChatEvent = { type: 'parkRequested' };
const deferred: ChatEvent = { type: 'turnEnded', outcome: 'deferred' };
const byRoute = (route: ChatState['routeSetting']): ChatState => ({ ...working, routeSetting: route });

describe('a session that begins', () => {
  it('knows nothing of the CLI', () => {
    assert.deepEqual(initialState('auto').peer, { version: '', capabilities: [] });
    assert.equal(nextTurnStart(working), 1);
    assert.equal(nextTurnStart(after(working, ended)), 1);
  });
});

describe('a whole question block', () => {
  it('waits for the request, where it is not known whether one comes', () => {
    assert.deepEqual(effectsOf(working, seen), [{ type: 'awaitRequest', toolUseId: 't' }]);
    assert.equal(questionOf(after(working, seen, overdue)).phase, 'asked');
    assert.equal(questionOf(after(working, seen, overdue)).route, 'toolResult');
  });

  it('waits for no request once the question is open without one', () => {
    assert.deepEqual(effectsOf(after(working, seen, overdue), seen), []);
  });

  it('waits without a limit where a request is sure to come', () => {
    const controls = after(working, permissionFor('b'));
    assert.deepEqual(effectsOf(controls, seen), []);
    assert.equal(questionOf(after(controls, seen, overdue)).phase, 'announced');
    assert.deepEqual(effectsOf(byRoute('control'), seen), []);
    assert.equal(questionOf(after(byRoute('control'), seen, overdue)).phase, 'announced');
  });

  it('can be answered at once on the literal route', () => {
    assert.deepEqual([questionOf(after(byRoute('toolResult'), seen)).phase, effectsOf(byRoute('toolResult'), seen)], ['asked', []]);
  });

  it('that cannot be read waits for nothing, nor does one that is asked or over already', () => {
    assert.deepEqual([effectsOf(working, unreadable), questionOf(after(working, unreadable)).phase], [[], 'announced']);
    assert.equal(questionOf(after(byRoute('toolResult'), unreadable)).phase, 'announced');
    const open = { ...after(working, asked('t')), peerControls: false };
    assert.deepEqual(effectsOf(open, seen), []);
    assert.deepEqual(effectsOf(after(open, ended), seen), []);
  });
});

describe('the request of a question', () => {
  it('awaits the answer, and shows that the CLI works on the session', () => {
    const starting = { ...after(working, ended, exited, prompt('u2')), peerControls: false };
    assert.equal(starting.process, 'starting');
    const { state, effects } = stepped(starting, asked('t'));
    assert.deepEqual(effects, [{ type: 'awaitAnswer', toolUseId: 't', requestId: 'r-t' }]);
    assert.deepEqual([state.process, state.turnBegan, state.sendsControlRequests, state.turn], ['running', true, true, 'running']);
    assert.equal(after({ ...working, process: 'ending' }, asked('t')).process, 'ending');
  });

  it('says that the CLI keeps no question only where it had kept this, and asks at the tool', () => {
    assert.equal(after(working, asked('t', { hook: false })).peer.defers, undefined);
    assert.equal(after(working, asked('t'), park, asked('t')).peer.defers, undefined);
    assert.equal(after(working, asked('t'), park, asked('t', { hook: false })).peer.defers, false);
    assert.equal(after(working, asked('t'), asked('t', { hook: false })).peer.defers, undefined);
  });

  it('brings a question of an earlier turn into this one, and no question that is over', () => {
    const lost = after(
      working,
      asked('t'),
      { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' },
      prompt('u2'),
      named,
    );
    assert.equal(lost.turnStart, 3);
    const again = after(lost, asked('t', { requestId: 'again' }));
    assert.deepEqual([questionOf(again).phase, again.turnStart, openQuestions(again).length], ['asked', 1, 1]);
    const answered = after(working, asked('t'), answer(), { type: 'toolFinished', toolUseId: 't', isError: false, text: '' }, ended);
    assert.equal(after(answered, prompt('u2'), asked('t', { requestId: 'again' })).turnStart, 2);
  });

  it('is answered once more with what was settled, under an id of its own where there is none', () => {
    const sending = after(working, asked('t'), answer());
    const { writeId } = questionOf(sending);
    assert.equal(writeId, `w${working.counter + 1}`);
    const again = stepped(sending, asked('t', { requestId: 'again' }));
    assert.deepEqual(
      again.effects.map(effect => effect.type === 'writeToClaude' && effect.writeId),
      [writeId],
    );
    assert.equal(again.state.counter, sending.counter + 1);
    // Settled in a terminal.
    const parked = after(working, asked('t'), park, deferred, exited);
    const settled: ChatState = applyTranscript(parked, {
      type: 'transcriptRead',
      since: 1,
      entries: [
        {
          at: 5,
          event: { type: 'questionSettled', toolUseId: 't', settlement: { type: 'dismiss' }, isError: true, text: 'no' },
        },
      ],
    });
    const resumed = after(settled, prompt('u2'));
    const { state, effects } = stepped(resumed, asked('t', { requestId: 'again' }));
    assert.deepEqual(
      [effects.map(effect => effect.type === 'writeToClaude' && effect.writeId), questionOf(state).writeId],
      [[`w${resumed.counter}`], `w${resumed.counter}`],
    );
    assert.equal(state.counter, resumed.counter + 1);
  });

  it('is another question where its id comes again with other questions, or from another tool: no answer of before is written', () => {
    const over: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'B' };
    const other = { questions: [choice('Where?', 'Where', ['Here', 'There'])], raw: {} };
    const titledCall = { ...questionInput, tool: 'ask_user', title: 'Deploy' } as const;
    const byCall = asked('t', { requestId: idOfCall('r', 1), hook: false, input: titledCall });
    for (const first of [asked('t'), byCall]) {
      const answered = after(working, first, answer(), over, ended, prompt('u2'));
      assert.equal(questionOf(answered).phase, 'answered');
      const again = stepped(answered, asked('t', { requestId: 'again', input: other }));
      assert.deepEqual(
        again.effects.map(({ type }) => type),
        ['awaitAnswer'],
      );
      const { phase, settlement, unsent, questions, draft, echoedText, title } = questionOf(again.state);
      assert.deepEqual([phase, settlement, unsent, questions, draft], ['asked', undefined, undefined, other.questions, [pick()]]);
      assert.deepEqual([echoedText, title], [undefined, undefined]);
      const [written] = effectsOf(again.state, answer());
      assert.ok(written?.type === 'writeToClaude');
      assert.match(encode(written.message, 'w'), /"request_id":"again".*"Where\?":"There"/);
    }
  });
});

describe('an answer', () => {
  const open = after(working, asked('t'));

  it('is written on the request, or literally where there is none', () => {
    const [write] = effectsOf(open, answer());
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual([write.writeId, write.message.requestId, write.message.hook], [`w${open.counter}`, 'r-t', true]);
    assert.equal(after(open, answer()).counter, open.counter + 1);
    const [literal] = effectsOf(after(byRoute('toolResult'), seen), answer());
    assert.ok(literal?.type === 'writeToClaude' && literal.message.type === 'settleQuestion');
    assert.deepEqual(['requestId' in literal.message, 'hook' in literal.message], [false, false]);
  });

  it('is lost where the pipe did not take it, and the answer to another question is not', () => {
    const both = after(working, asked('t'), asked('u'), answer(), { ...answer(), toolUseId: 'u' } as ChatEvent);
    const failed = after(both, { type: 'writeFailed', writeId: questionOf(both, 'u').writeId ?? '' });
    assert.deepEqual([questionOf(failed, 't').phase, questionOf(failed, 'u').phase], ['sending', 'lost']);
    assert.equal('state' in questionOf(failed, 'u'), false);
    const taken = after(both, { type: 'writeAcknowledged', writeId: questionOf(both, 'u').writeId ?? '' });
    assert.deepEqual([questionOf(taken, 't').written, questionOf(taken, 'u').written], [undefined, true]);
  });

  it('that is held is written when its own time is over', () => {
    const { state, effects } = stepped(open, answer(3_000));
    const holdId = `h${open.counter}`;
    assert.deepEqual(effects, [{ type: 'awaitHold', toolUseId: 't', holdId, ms: 3_000 }]);
    assert.equal(state.counter, open.counter + 1);
    assert.deepEqual(doneBy(state, { type: 'holdElapsed', toolUseId: 't', holdId }), ['settleQuestion']);
    const unfit = stepped(open, answer(3_000, 7));
    assert.deepEqual([unfit.state === open, unfit.effects], [true, []]);
    assert.deepEqual(effectsOf(open, { type: 'questionAnswered', toolUseId: 'unknown', answers: [pick(0)], undoTime: 0 }), []);
  });

  it('that is held keeps the question from being dismissed by the time', () => {
    const counting = after(open, { type: 'countdownStarted', toolUseId: 't', requestId: 'r-t', until: 9 });
    const tooLate: ChatEvent = { type: 'questionOverdue', toolUseId: 't', requestId: 'r-t', onTimeout: 'dismiss' };
    assert.deepEqual(doneBy(counting, tooLate), ['settleQuestion']);
    assert.deepEqual(effectsOf(after(counting, answer(3_000)), tooLate), []);
  });

  it('to a parked question that is held is not sent with the end of the window', () => {
    const held = after(open, park, deferred, exited, answer(3_000));
    assert.equal(questionOf(held).phase, 'parked');
    assert.deepEqual([effectsOf(held, park), questionOf(after(held, park)).phase], [[], 'parked']);
  });
});

describe('a question that nobody answers in time', () => {
  const tells = { ...after(working, { type: 'backgroundTasksChanged', count: 0, subagents: 0 }), turnBegan: true };
  const late = (then: 'park' | 'remind' | 'dismiss'): ChatEvent => ({
    type: 'questionOverdue',
    toolUseId: 't',
    requestId: 'r-t',
    onTimeout: then,
  });

  it('is parked, or only told, as the settings say', () => {
    const open = after(tells, asked('t'));
    assert.deepEqual([doneBy(open, late('park')), questionOf(after(open, late('park'))).phase], [['deferQuestion'], 'parked']);
    assert.deepEqual([doneBy(open, late('remind')), questionOf(after(open, late('remind'))).phase], [[], 'asked']);
    assert.deepEqual([doneBy(open, late('dismiss')), questionOf(after(open, late('dismiss'))).phase], [[], 'asked']);
  });

  it('is not parked where a permission waits behind it', () => {
    assert.deepEqual(doneBy(after(tells, asked('t'), permissionFor('b')), late('park')), []);
  });

  it('is parked where the tools of its turn have ended', () => {
    const used: ChatEvent = { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' };
    const done: ChatEvent = { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' };
    assert.deepEqual(doneBy(after(tells, used, done, asked('t')), late('park')), ['deferQuestion']);
    assert.deepEqual(doneBy(after(tells, used, asked('t')), late('park')), []);
  });

  it('is not parked beside a tool that is the first of its turn', () => {
    const next = after(tells, { type: 'promptConfirmed', uuid: 'u1' }, prompt('u2'), ended);
    const used = after(next, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' });
    assert.equal(used.items[used.turnStart]?.kind, 'tool');
    assert.deepEqual(doneBy(after(used, asked('t')), late('park')), []);
  });

  it('is not parked where it did not come to the hook', () => {
    const open = after(tells, asked('t', { hook: false }));
    assert.deepEqual([effectsOf(open, park), after(open, park) === open], [[], true]);
  });
});

describe('a parked question on which the person has acted', () => {
  const parked = after(working, asked('t'), park, deferred, exited);
  const resumed = after(parked, answer());

  it('starts the CLI that is to ask it', () => {
    const { state, effects } = stepped(parked, answer());
    assert.deepEqual([state.turn, state.process, state.turnBegan], ['starting', 'starting', false]);
    assert.deepEqual(effects[0], { type: 'startClaude', resume: 's' });
    const { sessionId: _, ...nameless } = parked;
    assert.deepEqual(effectsOf(nameless, answer()), []);
  });

  it('ends the process that goes on after it has handed the question back', () => {
    const goesOn = after(working, asked('t'), park, ended);
    assert.deepEqual([goesOn.process, goesOn.turn], ['running', 'idle']);
    const { state, effects } = stepped(goesOn, answer());
    assert.deepEqual([effects, state.process, questionOf(state).phase], [[{ type: 'stopClaude' }], 'ending', 'sending']);
    assert.deepEqual(doneBy(after(working, asked('t'), park), answer()), []);
  });

  it('is lost where the CLI did not keep it, and the process takes a prompt', () => {
    const missing: ChatEvent = { type: 'deferralMissing', toolUseId: 't' };
    const told = after(resumed, missing);
    assert.deepEqual([questionOf(told).phase, told.turn, told.process, told.turnStart], ['lost', 'idle', 'running', told.items.length]);
    assert.equal(after(parked, missing), parked);
    const open = after(working, asked('t'));
    assert.equal(after(open, missing), open);
  });
});

describe('a reply', () => {
  const replied = (toolUseId: string, text: string): ChatEvent => ({ type: 'questionReplied', toolUseId, text });
  const two = after(working, asked('t'), asked('u'));

  it('is on its way for that question, in those words', () => {
    const state = after(two, replied('u', 'No.'));
    assert.deepEqual(
      [isReplying(state, 'u', 'No.'), isReplying(state, 'u', 'Yes.'), isReplying(state, 't', 'No.'), isReplying(state, 'x', 'No.')],
      [true, false, false, false],
    );
    assert.equal(isReplying(after(two, { type: 'questionDismissed', toolUseId: 'u' }), 'u', 'No.'), false);
  });

  it('returns where the question is parked again, and was not before', () => {
    const parked = after(working, asked('t'), park, deferred, exited);
    const sending = after(parked, replied('t', 'No.'));
    const failed = after(sending, { type: 'startFailed', problem: { code: 'notFound', detail: '' } });
    assert.equal(returnedReply(sending, failed), 'No.');
    assert.equal(returnedReply(sending, sending), undefined);
    assert.equal(returnedReply(failed, failed), undefined);
    assert.equal(returnedReply(working, failed), undefined);
    assert.equal(returnedReply(after(parked, answer()), failed), undefined);
    const other = after(two, replied('t', 'No.'));
    assert.equal(returnedReply(other, after(other, { type: 'toolFinished', toolUseId: 't', isError: true, text: 'No.' })), undefined);
  });

  it('is put before what was typed since', () => {
    assert.equal(joinDrafts('first \n', 'second'), 'first\n\nsecond');
    assert.deepEqual([joinDrafts('first', ' '), joinDrafts(' ', 'second')], ['first', 'second']);
  });
});

describe('the questions that wait for the person', () => {
  it('are those that can be answered now', () => {
    const ids = (state: ChatState): readonly string[] => waitingQuestions(state).map(({ id }) => id);
    assert.deepEqual(ids(after(working, { type: 'questionAnnounced', toolUseId: 't' }, asked('u'))), ['u']);
    assert.deepEqual(ids(after(working, asked('t'), asked('u'), answer())), ['u']);
    assert.deepEqual(ids(after(working, asked('t'), answer(3_000))), []);
    assert.deepEqual(ids(after(working, asked('t'), park)), ['t']);
  });
});

describe('the text of Claude', () => {
  it('is written letter by letter, each block for itself, and is over when it is whole', () => {
    const state = after(
      working,
      { type: 'textStarted', id: 'm:0' },
      { type: 'textGrew', id: 'm:0', text: 'a' },
      { type: 'textStarted', id: 'm:1' },
      { type: 'textGrew', id: 'm:0', text: 'b' },
      { type: 'textGrew', id: 'm:1', text: 'c' },
    );
    assert.deepEqual(state.items.slice(1), [
      { kind: 'text', id: 'm:0', text: 'ab', streaming: true },
      { kind: 'text', id: 'm:1', text: 'c', streaming: true, at: 2 },
    ]);
    const whole = after(state, { type: 'textFinished', id: 'm:0', text: 'abc' }, { type: 'textFinished', id: 'n:0', text: 'd' });
    assert.deepEqual(whole.items.slice(1), [
      { kind: 'text', id: 'm:0', text: 'abc', streaming: false },
      { kind: 'text', id: 'm:1', text: 'c', streaming: true, at: 2 },
      { kind: 'text', id: 'n:0', text: 'd', streaming: false, at: 1 },
    ]);
  });

  it('is one item, also where it is the first', () => {
    const text: ChatEvent = { type: 'textFinished', id: 'm:0', text: 'a' };
    assert.equal(after(initialState('auto'), text, text).items.length, 1);
  });

  it('is of a turn, also where the last has ended, but not of one that is being stopped', () => {
    const text: ChatEvent = { type: 'textStarted', id: 'm:0' };
    assert.equal(after(working, ended, text).turn, 'running');
    assert.equal(after(after(initialState('auto'), prompt('u1')), text).turn, 'running');
    assert.equal(after(working, { type: 'interruptRequested' }, text).turn, 'stopping');
  });

  it('shows a question as it grows, and a tool without a result', () => {
    const grown = after(
      working,
      { type: 'questionAnnounced', toolUseId: 't' },
      { type: 'questionGrew', toolUseId: 't', input: questionInput },
    );
    assert.deepEqual([questionOf(grown).questions, questionOf(grown).draft], [questionInput.questions, []]);
    const tool = after(working, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }).items.at(-1);
    assert.deepEqual(tool, { kind: 'tool', id: 'b', name: 'Bash', summary: 'ls', state: 'running', result: '', since: 0 });
    assert.deepEqual(statesOf(after(working, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' })).at(-1), 'tool running');
  });
});
