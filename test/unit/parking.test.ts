import assert from 'node:assert/strict';
import type { Effect } from '../../src/session/effects.js';
import type { SessionEvent } from '../../src/session/events.js';
import type { SessionLog } from '../../src/host/chats/sessionLoop.js';
import { SessionLoop } from '../../src/host/chats/sessionLoop.js';
import { Sessions } from '../../src/host/chats/sessions.js';
import { isReplying, joinDrafts, returnedReply } from '../../src/session/replies.js';
import { restoredState } from '../../src/session/restore.js';
import type { QuestionState, SessionState } from '../../src/session/state.js';
import { initialState, openQuestions, waitingQuestions } from '../../src/session/state.js';
import { step } from '../../src/session/step.js';
import { choice, drafted, pick } from '../support/questions.js';

const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
const hooked = (requestId: string, toolUseId = 't'): SessionEvent => ({ type: 'questionAsked', toolUseId, requestId, hook: true, input });
const exit: SessionEvent = { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' };
const answered: SessionEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 };
const deferred: SessionEvent = { type: 'turnEnded', outcome: 'deferred' };
const park: SessionEvent = { type: 'parkRequested' };

const begun: SessionEvent[] = [
  { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
  { type: 'processStarted' },
  { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
  { type: 'writeAcknowledged', writeId: 'w0' },
  hooked('h1'),
];

const resumed: readonly Effect[] = [
  { type: 'startClaude', resume: 's' },
  { type: 'checkDeferral', toolUseId: 't', sessionId: 's' },
];

class Session {
  state: SessionState = initialState('auto');
  effects: Effect[] = [];
  now = 0;

  constructor(...events: SessionEvent[]) {
    this.after(...begun, ...events);
  }

  after(...events: SessionEvent[]): this {
    this.effects = [];
    for (const event of events) {
      const next = step(this.state, event, this.now++);
      this.state = next.state;
      this.effects.push(...next.effects);
    }
    return this;
  }

  get question(): QuestionState | undefined {
    return this.state.items.find(item => item.kind === 'question');
  }

  /** What was written or done, in a word each. */
  get done(): readonly string[] {
    return this.effects
      .filter(({ type }) => type !== 'checkDeferral')
      .map(effect => (effect.type === 'writeToClaude' ? effect.message.type : effect.type));
  }
}

describe('a question that is parked', () => {
  it('is handed back from its hook, and its process ends', () => {
    const session = new Session(park);
    assert.deepEqual([session.question?.phase, session.done.at(-1)], ['parked', 'deferQuestion']);
    session.after(deferred);
    assert.deepEqual(session.done, ['stopClaude']);
    session.after(exit);
    assert.deepEqual([session.question?.phase, session.state.process, session.state.turn], ['parked', 'none', 'idle']);
    assert.deepEqual([openQuestions(session.state).length, waitingQuestions(session.state).length], [1, 1]);
  });

  it('is answered by the session resumed under it, with what the person chose', () => {
    const session = new Session(park, deferred, exit).after(answered);
    assert.deepEqual(session.effects, resumed);
    assert.equal(session.question?.phase, 'sending');
    session.after({ type: 'processStarted' }, hooked('h2'));
    const [write] = session.effects;
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual([write.message.requestId, write.message.hook], ['h2', true]);
    session.after({ type: 'toolFinished', toolUseId: 't', isError: false, text: 'read' }, { type: 'turnEnded', outcome: 'success' });
    assert.deepEqual([session.question?.phase, session.state.turn], ['answered', 'idle']);
    assert.deepEqual(session.state.items[0], { kind: 'prompt', id: 'i0', text: 'hello', state: 'sent', uuid: 'hello' });
  });

  it('takes its process with it at the end of the turn, so that the CLI keeps what follows; the next process stays', () => {
    const session = new Session(park, deferred, exit, answered, { type: 'processStarted' }, hooked('h2'));
    session.after({ type: 'turnEnded', outcome: 'success' });
    assert.deepEqual([session.done, session.state.process], [['stopClaude'], 'ending']);
    session.after({ type: 'promptSubmitted', uuid: 'next', text: 'next' }, exit);
    assert.deepEqual(session.done.at(0), 'startClaude');
    session.after({ type: 'processStarted' }, { type: 'promptConfirmed', uuid: 'next' }, { type: 'turnEnded', outcome: 'success' });
    assert.deepEqual([session.done, session.state.process], [[], 'running']);
  });

  it('takes its process with it also where the first one was refused, and another asks it again', () => {
    const refused: SessionEvent[] = [{ type: 'askUserKeptAway' }, { ...exit, requestedByUs: false, code: 1 }];
    const session = new Session(park, deferred, exit, answered, ...refused);
    assert.deepEqual([session.done.at(-1), session.state.process], ['startClaude', 'starting']);
    session.after({ type: 'processStarted' }, hooked('h2')).after({ type: 'turnEnded', outcome: 'success' });
    assert.deepEqual(session.done, ['stopClaude']);
  });

  it('is answered as soon as the process that is going has gone', () => {
    const session = new Session(park, answered);
    assert.deepEqual([session.question?.phase, session.done.at(-1)], ['sending', 'deferQuestion']);
    session.after(deferred, exit);
    assert.deepEqual(session.done, ['stopClaude', 'startClaude']);
  });

  it('is asked again where the CLI cannot keep it, and nothing that was filled in is gone', () => {
    const session = new Session(...drafted('t', [pick(0)]), park);
    session.after({ type: 'questionAsked', toolUseId: 't', requestId: 'c', hook: false, input });
    assert.deepEqual([session.question?.phase, session.question?.requestId, session.question?.draft], ['asked', 'c', [pick(0)]]);
    session.after(park);
    assert.deepEqual([session.question?.phase, session.done], ['asked', []]);
  });

  it('is not handed back again to a version that has kept none, until there is another one', () => {
    const session = new Session(park, { type: 'questionAsked', toolUseId: 't', requestId: 'c', hook: false, input });
    session.after({ type: 'toolFinished', toolUseId: 't', isError: false, text: '' }, hooked('h2', 'u')).after(park);
    assert.deepEqual([session.state.peer.defers, session.done], [false, []]);
    const { version } = session.state.peer;
    session.after({ type: 'initReceived', sessionId: 's', capabilities: [], version }).after(park);
    assert.deepEqual([session.state.peer.defers, session.done], [false, []]);
    session.after({ type: 'processStarted', version: '9.9.9' }).after(park);
    assert.deepEqual([session.state.peer.defers, session.done], [undefined, ['deferQuestion']]);
  });

  it('is answered on the request that comes instead of an end', () => {
    const session = new Session(park, answered).after({ type: 'questionAsked', toolUseId: 't', requestId: 'c', hook: false, input });
    assert.deepEqual([session.question?.phase, session.done], ['sending', ['settleQuestion']]);
  });

  it('is not beside another question, a tool that runs, or after Stop', () => {
    const another = new Session(hooked('h2', 'u')).after(park);
    const working = new Session({ type: 'toolStarted', toolUseId: 'b', name: 'Agent', summary: '' }).after(park);
    const stopped = new Session({ type: 'interruptRequested' }).after(park);
    for (const session of [another, working, stopped]) assert.deepEqual([session.question?.phase, session.done], ['asked', []]);
  });

  it('is lost, with its answers, when the transcript shows that the CLI never took it back', () => {
    const session = new Session(park, deferred, exit).after(answered);
    assert.deepEqual(session.effects.at(-1), { type: 'checkDeferral', toolUseId: 't', sessionId: 's' });
    session.after({ type: 'processStarted' }, { type: 'deferralMissing', toolUseId: 't' });
    const { question, state } = session;
    assert.deepEqual([question?.phase, question?.reason, question?.draft, state.turn], ['lost', 'forgotten', [pick(1)], 'idle']);
    session.after({ type: 'lostAnswersSent', toolUseId: 't', uuid: 'u2' });
    assert.deepEqual(session.done, ['prompt'], 'the process that was started takes the answers');
  });

  it('takes the kept answers when the CLI asks it after all', () => {
    const session = new Session(park, deferred, exit).after(answered, { type: 'deferralMissing', toolUseId: 't' }, hooked('h2'));
    const [write] = session.effects.slice(-1);
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual(write.message.settlement, { type: 'answer', answers: [pick(1)] });
    assert.deepEqual([write.message.requestId, session.question?.phase, session.question?.reason], ['h2', 'sending', undefined]);
  });

  it('is not lost by a look at the transcript that comes after the question', () => {
    const session = new Session(park, deferred, exit).after(answered, { type: 'processStarted' }, hooked('h2'));
    session.after({ type: 'deferralMissing', toolUseId: 't' });
    assert.deepEqual([session.question?.phase, session.done], ['sending', []]);
  });

  it('is parked as it was when its CLI ends before it has asked', () => {
    const session = new Session(park, deferred, exit).after(
      answered,
      { type: 'processStarted' },
      { ...exit, code: 1, requestedByUs: false },
    );
    const { question, state } = session;
    assert.deepEqual([question?.phase, question?.settlement, question?.draft], ['parked', undefined, [pick(1)]]);
    assert.deepEqual([state.sessionId, state.items.at(-1)?.kind, session.done], ['s', 'exit', ['startClaude']]);
    assert.deepEqual(session.after(answered).effects, resumed, 'the person can answer again');
  });

  it('is lost when the CLI says that it does not know the session', () => {
    const session = new Session(park, deferred, exit).after(
      answered,
      { type: 'processStarted' },
      { type: 'sessionUnknown', sessionId: 's' },
    );
    session.after({ ...exit, code: 1, requestedByUs: false });
    assert.deepEqual([session.question?.phase, session.question?.reason, session.state.sessionId], ['lost', 'forgotten', undefined]);
    assert.deepEqual([session.question?.draft, session.done], [[pick(1)], []]);
  });

  it('stays parked when no CLI can be started', () => {
    const session = new Session(park, deferred, exit).after(answered);
    session.after({ type: 'startFailed', problem: { code: 'notFound', detail: '' } });
    assert.deepEqual([session.question?.phase, session.question?.settlement, session.question?.draft], ['parked', undefined, [pick(1)]]);
    session.after(answered);
    assert.deepEqual(session.done, ['startClaude']);
  });

  it('keeps its place while nothing else is sent', () => {
    const session = new Session(park, deferred, exit).after({ type: 'promptSubmitted', uuid: 'never mind', text: 'never mind' });
    assert.deepEqual(session.done, []);
  });

  for (const [name, events] of [
    ['waits', [park, deferred, exit]],
    ['was handed back a moment ago', [park]],
    ['was about to be asked again', [park, deferred, exit, answered]],
  ] as const) {
    it(`is there in the next window: ${name}`, () => {
      const { state } = new Session(...events);
      const restored = restoredState(JSON.parse(JSON.stringify(state)) as SessionState, 'auto', 100);
      const question = restored.items.find(item => item.kind === 'question');
      assert.deepEqual([question?.phase, question?.resume, openQuestions(restored).length], ['parked', undefined, 1]);
      assert.deepEqual(step(restored, answered, 200).effects, resumed);
    });
  }
});

/** Without a CLI. */
function sessionsWith(setTimer: () => () => void): Sessions {
  const log = Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error'].map(level => [level, () => undefined]),
  ) as unknown as SessionLog;
  return new Sessions({
    create: state =>
      new SessionLoop(
        {
          ...{ routeSetting: 'auto', log, now: () => 0, setTimer },
          askUser: () => true,
          organization: { keepsAskUserAway: false },
          unsupportedRequests: new Set(),
          asksInPlan: () => true,
          readImage: () => Promise.reject(new Error('not here')),
          startClaude: () => Promise.reject(new Error('not here')),
          isDeferred: () => Promise.resolve(undefined),
          hasPrompt: () => Promise.resolve(undefined),
          resultsHeld: () => Promise.resolve(undefined),
          promptsHeld: () => Promise.resolve(undefined),
          resultsInterrupted: () => Promise.resolve(undefined),
          placeOf: () => Promise.resolve(undefined),
          waiting: () => ({ ms: 0, then: 'park' }),
        },
        state,
      ),
    ...{ log, now: () => 0 },
  });
}

describe('a chat that is taken out of memory', () => {
  it('takes its timers with it, because a timer would act for a chat that the window does not have any more', () => {
    let running = 0;
    const sessions = sessionsWith(() => {
      running++;
      return () => void running--;
    });
    const { current } = sessions;
    current.loop.dispatch({ type: 'questionAnnounced', toolUseId: 't' });
    current.loop.dispatch({ type: 'questionFinished', toolUseId: 't', input });
    current.loop.dispatch(exit);
    assert.equal(running, 1);
    sessions.newChat();
    sessions.unload(current);
    assert.equal(running, 0);
  });

  it('hands nothing back, because the question that waits in it is one of another window', () => {
    const sessions = sessionsWith(() => () => undefined);
    const { state } = new Session();
    sessions.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state }, 'otherWindow');
    const copy = sessions.get('k') ?? assert.fail();
    sessions.unload(copy);
    assert.equal(sessions.get('k'), undefined);
    const question = copy.loop.state.items.find(item => item.kind === 'question');
    assert.equal(question?.phase, 'asked');
  });
});

describe('a chat that is closed', () => {
  it('says nothing any more, also when the question that waits in it is handed back', () => {
    const changed: string[] = [];
    const closed: string[] = [];
    const sessions = sessionsWith(() => () => undefined);
    sessions.onDidChange(({ key }) => changed.push(key));
    sessions.onDidClose(({ key }) => closed.push(key));
    const { state } = new Session();
    sessions.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state }, undefined);
    sessions.showFirst('k');
    const { loop } = sessions.current;
    changed.length = 0;
    sessions.close('k');
    const question = loop.state.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, changed, closed.at(-1)], ['parked', [], 'k']);
    // The chat of other agents comes into sight by an act of the person only, also where it is the last one.
    const { key: shown } = sessions.current;
    sessions.addNamed('agents-1', 'Other agents');
    sessions.showFirst(undefined);
    assert.equal(sessions.current.key, shown);
    sessions.close(shown);
    assert.notEqual(sessions.current.key, 'agents-1');
  });
});

describe('a question that nobody answers in time', () => {
  const overdue = (then: 'park' | 'remind' | 'dismiss', requestId = 'h1'): SessionEvent => ({
    type: 'questionOverdue',
    toolUseId: 't',
    requestId,
    onTimeout: then,
  });

  it('is timed from its request', () => {
    assert.deepEqual(new Session().effects.at(-1), { type: 'awaitAnswer', toolUseId: 't', requestId: 'h1' });
  });

  it('is parked, or only reminded of', () => {
    const parked = new Session({ type: 'backgroundTasksChanged', count: 0, subagents: 0 }, overdue('park'));
    assert.deepEqual([parked.question?.phase, parked.question?.overdueAt], ['parked', 6]);
    const reminded = new Session(overdue('remind'));
    assert.deepEqual([reminded.question?.phase, reminded.question?.overdueAt], ['asked', 5]);
  });

  it('is only reminded of while something runs in the background, which would end with the CLI', () => {
    const session = new Session({ type: 'backgroundTasksChanged', count: 1, subagents: 0 }, overdue('park'));
    assert.deepEqual([session.question?.phase, session.question?.overdueAt], ['asked', 6]);
    session.after({ type: 'backgroundTasksChanged', count: 0, subagents: 0 }, overdue('park'));
    assert.equal(session.question?.phase, 'parked');
  });

  it('is only reminded of where the CLI does not report its background tasks', () => {
    const session = new Session().after(overdue('park'));
    assert.deepEqual([session.question?.phase, session.question?.overdueAt, session.done], ['asked', 5, []]);
  });

  it('is left alone by the clock of an earlier request', () => {
    const session = new Session({ type: 'backgroundTasksChanged', count: 0, subagents: 0 }, overdue('park', 'h0'));
    assert.equal(session.question?.phase, 'asked');
    session.after({ type: 'countdownStarted', toolUseId: 't', requestId: 'h0', until: 50 });
    assert.equal(session.question.dismissAt, undefined);
  });

  it('is dismissed where the settings say so, in words that do not say that a person did it', () => {
    const session = new Session({ type: 'countdownStarted', toolUseId: 't', requestId: 'h1', until: 50 }).after(overdue('dismiss'));
    const [write] = session.effects;
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual(write.message.settlement, { type: 'dismiss', byTimeout: true });
    session.after({ type: 'toolFinished', toolUseId: 't', isError: true, text: 'nobody' });
    assert.deepEqual([session.question?.phase, session.question?.reason], ['dismissed', 'timedOut']);
  });

  const begins: Readonly<Record<string, SessionEvent>> = {
    'fills something in': { type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(0), on: 0 },
    'adds a reference': { type: 'referenceAdded', toolUseId: 't', question: 0, field: 'note', text: '@a.ts' },
    'chooses a file, pastes an image or begins a reply': { type: 'answerBegun', toolUseId: 't' },
  };
  for (const [act, event] of Object.entries(begins))
    it(`is not dismissed by itself once the person ${act}`, () => {
      const session = new Session({ type: 'countdownStarted', toolUseId: 't', requestId: 'h1', until: 50 });
      session.after(event, overdue('dismiss'));
      assert.deepEqual([session.question?.phase, session.question?.dismissAt, session.done], ['asked', undefined, []]);
    });
});

describe('a reply that could not be handed over', () => {
  const reply: SessionEvent = { type: 'questionReplied', toolUseId: 't', text: 'Tell me more.' };

  it('is known by the question that is parked again', () => {
    const session = new Session(park, deferred, exit).after(reply);
    const before = session.state;
    assert.equal(isReplying(before, 't', 'Tell me more.'), true);
    session.after({ type: 'startFailed', problem: { code: 'untrusted', detail: '' } });
    assert.equal(returnedReply(before, session.state), 'Tell me more.');
    assert.equal(returnedReply(session.state, session.state), undefined);
  });

  it('mentions no file in the words of a file, because it may go as a prompt next', () => {
    const text = 'As in @notes.md?\n\n@./src/a.ts#L1\n@~/.ssh/id_rsa';
    const before = new Session(park, deferred, exit).after({ ...reply, text, quotedFrom: 16 }).state;
    const returned = 'As in @notes.md?\n\n\u2060@./src/a.ts#L1\n\u2060@~/.ssh/id_rsa';
    assert.equal(returnedReply(before, restoredState(before, 'auto', 9)), returned);
    assert.equal(isReplying(before, 't', text), true, 'the question itself gets the words as they are');
  });

  it('is known in the next window too', () => {
    const kept = new Session(park, deferred, exit).after(reply).state;
    assert.equal(returnedReply(kept, restoredState(kept, 'auto', 9)), 'Tell me more.');
  });

  it('goes before what has been typed since', () => {
    assert.equal(joinDrafts('Tell me more. ', 'And this'), 'Tell me more.\n\nAnd this');
    assert.deepEqual([joinDrafts('one', ' '), joinDrafts('', 'two')], ['one', 'two']);
  });
});
