import assert from 'node:assert/strict';
import type { Effect } from '../../../src/chat/effects.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { Log } from '../../../src/host/chats/chatDependencies.js';
import { ChatLoop } from '../../../src/host/chats/chatLoop.js';
import { Chats } from '../../../src/host/chats/chats.js';
import { isReplying, joinDrafts, returnedReply } from '../../../src/chat/replies.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState, openQuestions, waitingQuestions } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { createManualClock } from '../../support/manualClock.js';
import { choice, drafted, pick } from '../../support/questions.js';
import type { Clock } from '../../../src/shared/clock.js';

const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
const hooked = (requestId: string, toolUseId = 't'): ChatEvent => ({ type: 'questionAsked', toolUseId, requestId, hook: true, input });
const exit: ChatEvent = { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' };
const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 };
const deferred: ChatEvent = { type: 'turnEnded', outcome: 'deferred' };
const park: ChatEvent = { type: 'parkRequested' };

const begun: ChatEvent[] = [
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

class Chat {
  state: ChatState = initialState('auto');
  effects: Effect[] = [];
  now = 0;

  constructor(...events: ChatEvent[]) {
    this.after(...begun, ...events);
  }

  after(...events: ChatEvent[]): this {
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
    const chat = new Chat(park);
    assert.deepEqual([chat.question?.phase, chat.done.at(-1)], ['parked', 'deferQuestion']);
    chat.after(deferred);
    assert.deepEqual(chat.done, ['stopClaude']);
    chat.after(exit);
    assert.deepEqual([chat.question?.phase, chat.state.process, chat.state.turn], ['parked', 'none', 'idle']);
    assert.deepEqual([openQuestions(chat.state).length, waitingQuestions(chat.state).length], [1, 1]);
  });

  it('is answered by the session resumed under it, with what the person chose', () => {
    const chat = new Chat(park, deferred, exit).after(answered);
    assert.deepEqual(chat.effects, resumed);
    assert.equal(chat.question?.phase, 'sending');
    chat.after({ type: 'processStarted' }, hooked('h2'));
    const [write] = chat.effects;
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual([write.message.requestId, write.message.hook], ['h2', true]);
    chat.after({ type: 'toolFinished', toolUseId: 't', isError: false, text: 'read' }, { type: 'turnEnded', outcome: 'success' });
    assert.deepEqual([chat.question?.phase, chat.state.turn], ['answered', 'idle']);
    assert.deepEqual(chat.state.items[0], { kind: 'prompt', id: 'i0', text: 'hello', state: 'sent', uuid: 'hello' });
  });

  it('takes its process with it at the end of the turn, so that the CLI keeps what follows; the next process stays', () => {
    const chat = new Chat(park, deferred, exit, answered, { type: 'processStarted' }, hooked('h2'));
    chat.after({ type: 'turnEnded', outcome: 'success' });
    assert.deepEqual([chat.done, chat.state.process], [['stopClaude'], 'ending']);
    chat.after({ type: 'promptSubmitted', uuid: 'next', text: 'next' }, exit);
    assert.deepEqual(chat.done.at(0), 'startClaude');
    chat.after({ type: 'processStarted' }, { type: 'promptConfirmed', uuid: 'next' }, { type: 'turnEnded', outcome: 'success' });
    assert.deepEqual([chat.done, chat.state.process], [[], 'running']);
  });

  it('takes its process with it also where the first one was refused, and another asks it again', () => {
    const refused: ChatEvent[] = [{ type: 'askUserKeptAway' }, { ...exit, requestedByUs: false, code: 1 }];
    const chat = new Chat(park, deferred, exit, answered, ...refused);
    assert.deepEqual([chat.done.at(-1), chat.state.process], ['startClaude', 'starting']);
    chat.after({ type: 'processStarted' }, hooked('h2')).after({ type: 'turnEnded', outcome: 'success' });
    assert.deepEqual(chat.done, ['stopClaude']);
  });

  it('is answered as soon as the process that is going has gone', () => {
    const chat = new Chat(park, answered);
    assert.deepEqual([chat.question?.phase, chat.done.at(-1)], ['sending', 'deferQuestion']);
    chat.after(deferred, exit);
    assert.deepEqual(chat.done, ['stopClaude', 'startClaude']);
  });

  it('is asked again where the CLI cannot keep it, and nothing that was filled in is gone', () => {
    const chat = new Chat(...drafted('t', [pick(0)]), park);
    chat.after({ type: 'questionAsked', toolUseId: 't', requestId: 'c', hook: false, input });
    assert.deepEqual([chat.question?.phase, chat.question?.requestId, chat.question?.draft], ['asked', 'c', [pick(0)]]);
    chat.after(park);
    assert.deepEqual([chat.question?.phase, chat.done], ['asked', []]);
  });

  it('is not handed back again to a version that has kept none, until there is another one', () => {
    const chat = new Chat(park, { type: 'questionAsked', toolUseId: 't', requestId: 'c', hook: false, input });
    chat.after({ type: 'toolFinished', toolUseId: 't', isError: false, text: '' }, hooked('h2', 'u')).after(park);
    assert.deepEqual([chat.state.peer.defers, chat.done], [false, []]);
    const { version } = chat.state.peer;
    chat.after({ type: 'initReceived', sessionId: 's', capabilities: [], version }).after(park);
    assert.deepEqual([chat.state.peer.defers, chat.done], [false, []]);
    chat.after({ type: 'processStarted', version: '9.9.9' }).after(park);
    assert.deepEqual([chat.state.peer.defers, chat.done], [undefined, ['deferQuestion']]);
  });

  it('is answered on the request that comes instead of an end', () => {
    const chat = new Chat(park, answered).after({ type: 'questionAsked', toolUseId: 't', requestId: 'c', hook: false, input });
    assert.deepEqual([chat.question?.phase, chat.done], ['sending', ['settleQuestion']]);
  });

  it('is not beside another question, a tool that runs, or after Stop', () => {
    const another = new Chat(hooked('h2', 'u')).after(park);
    const working = new Chat({ type: 'toolStarted', toolUseId: 'b', name: 'Agent', summary: '' }).after(park);
    const stopped = new Chat({ type: 'interruptRequested' }).after(park);
    for (const chat of [another, working, stopped]) assert.deepEqual([chat.question?.phase, chat.done], ['asked', []]);
  });

  it('is lost, with its answers, when the transcript shows that the CLI never took it back', () => {
    const chat = new Chat(park, deferred, exit).after(answered);
    assert.deepEqual(chat.effects.at(-1), { type: 'checkDeferral', toolUseId: 't', sessionId: 's' });
    chat.after({ type: 'processStarted' }, { type: 'deferralMissing', toolUseId: 't' });
    const { question, state } = chat;
    assert.deepEqual([question?.phase, question?.reason, question?.draft, state.turn], ['lost', 'forgotten', [pick(1)], 'idle']);
    chat.after({ type: 'lostAnswersSent', toolUseId: 't', uuid: 'u2' });
    assert.deepEqual(chat.done, ['prompt'], 'the process that was started takes the answers');
  });

  it('takes the kept answers when the CLI asks it after all', () => {
    const chat = new Chat(park, deferred, exit).after(answered, { type: 'deferralMissing', toolUseId: 't' }, hooked('h2'));
    const [write] = chat.effects.slice(-1);
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual(write.message.settlement, { type: 'answer', answers: [pick(1)] });
    assert.deepEqual([write.message.requestId, chat.question?.phase, chat.question?.reason], ['h2', 'sending', undefined]);
  });

  it('is not lost by a look at the transcript that comes after the question', () => {
    const chat = new Chat(park, deferred, exit).after(answered, { type: 'processStarted' }, hooked('h2'));
    chat.after({ type: 'deferralMissing', toolUseId: 't' });
    assert.deepEqual([chat.question?.phase, chat.done], ['sending', []]);
  });

  it('is parked as it was when its CLI ends before it has asked', () => {
    const chat = new Chat(park, deferred, exit).after(answered, { type: 'processStarted' }, { ...exit, code: 1, requestedByUs: false });
    const { question, state } = chat;
    assert.deepEqual([question?.phase, question?.settlement, question?.draft], ['parked', undefined, [pick(1)]]);
    assert.deepEqual([state.sessionId, state.items.at(-1)?.kind, chat.done], ['s', 'exit', ['startClaude']]);
    assert.deepEqual(chat.after(answered).effects, resumed, 'the person can answer again');
  });

  it('is lost when the CLI says that it does not know the session', () => {
    const chat = new Chat(park, deferred, exit).after(answered, { type: 'processStarted' }, { type: 'sessionUnknown', sessionId: 's' });
    chat.after({ ...exit, code: 1, requestedByUs: false });
    assert.deepEqual([chat.question?.phase, chat.question?.reason, chat.state.sessionId], ['lost', 'forgotten', undefined]);
    assert.deepEqual([chat.question?.draft, chat.done], [[pick(1)], []]);
  });

  it('stays parked when no CLI can be started', () => {
    const chat = new Chat(park, deferred, exit).after(answered);
    chat.after({ type: 'startFailed', problem: { code: 'notFound', detail: '' } });
    assert.deepEqual([chat.question?.phase, chat.question?.settlement, chat.question?.draft], ['parked', undefined, [pick(1)]]);
    chat.after(answered);
    assert.deepEqual(chat.done, ['startClaude']);
  });

  it('keeps its place while nothing else is sent', () => {
    const chat = new Chat(park, deferred, exit).after({ type: 'promptSubmitted', uuid: 'never mind', text: 'never mind' });
    assert.deepEqual(chat.done, []);
  });

  for (const [name, events] of [
    ['waits', [park, deferred, exit]],
    ['was handed back a moment ago', [park]],
    ['was about to be asked again', [park, deferred, exit, answered]],
  ] as const) {
    it(`is there in the next window: ${name}`, () => {
      const { state } = new Chat(...events);
      const restored = restoredState(JSON.parse(JSON.stringify(state)) as ChatState, 'auto', 100);
      const question = restored.items.find(item => item.kind === 'question');
      assert.deepEqual([question?.phase, question?.resume, openQuestions(restored).length], ['parked', undefined, 1]);
      assert.deepEqual(step(restored, answered, 200).effects, resumed);
    });
  }
});

/** Chats without a CLI. */
function sessionsWith(clock: Clock): Chats {
  const log = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map(level => [level, () => undefined])) as unknown as Log;
  return new Chats({
    create: state =>
      new ChatLoop(
        {
          routeSetting: 'auto',
          log,
          now: () => 0,
          clock,
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
    log,
    now: () => 0,
  });
}

describe('a chat that is taken out of memory', () => {
  it('takes its timers with it, because a timer would act for a chat that the window does not have any more', () => {
    let running = 0;
    const chats = sessionsWith({
      after: () => {
        running++;
        return () => void running--;
      },
    });
    const { current } = chats;
    current.loop.dispatch({ type: 'questionAnnounced', toolUseId: 't' });
    current.loop.dispatch({ type: 'questionFinished', toolUseId: 't', input });
    current.loop.dispatch(exit);
    assert.equal(running, 1);
    chats.newChat();
    chats.unload(current);
    assert.equal(running, 0);
  });

  it('hands nothing back, because the question that waits in it is one of another window', () => {
    const chats = sessionsWith(createManualClock());
    const { state } = new Chat();
    chats.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state }, 'otherWindow');
    const copy = chats.get('k') ?? assert.fail();
    chats.unload(copy);
    assert.equal(chats.get('k'), undefined);
    const question = copy.loop.state.items.find(item => item.kind === 'question');
    assert.equal(question?.phase, 'asked');
  });
});

describe('a chat that is closed', () => {
  it('says nothing any more, also when the question that waits in it is handed back', () => {
    const changed: string[] = [];
    const closed: string[] = [];
    const chats = sessionsWith(createManualClock());
    chats.onDidChange(({ key }) => changed.push(key));
    chats.onDidClose(({ key }) => closed.push(key));
    const { state } = new Chat();
    chats.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state }, undefined);
    chats.showFirst('k');
    const { loop } = chats.current;
    changed.length = 0;
    chats.close('k');
    const question = loop.state.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, changed, closed.at(-1)], ['parked', [], 'k']);
    // The chat of other agents comes into sight by an act of the person only, also where it is the last one.
    const { key: shown } = chats.current;
    chats.addNamed('agents-1', 'Other agents');
    chats.showFirst(undefined);
    assert.equal(chats.current.key, shown);
    chats.close(shown);
    assert.notEqual(chats.current.key, 'agents-1');
  });
});

describe('a question that nobody answers in time', () => {
  const overdue = (then: 'park' | 'remind' | 'dismiss', requestId = 'h1'): ChatEvent => ({
    type: 'questionOverdue',
    toolUseId: 't',
    requestId,
    onTimeout: then,
  });

  it('is timed from its request', () => {
    assert.deepEqual(new Chat().effects.at(-1), { type: 'awaitAnswer', toolUseId: 't', requestId: 'h1' });
  });

  it('is parked, or only reminded of', () => {
    const parked = new Chat({ type: 'backgroundTasksChanged', count: 0, subagents: 0 }, overdue('park'));
    assert.deepEqual([parked.question?.phase, parked.question?.overdueAt], ['parked', 6]);
    const reminded = new Chat(overdue('remind'));
    assert.deepEqual([reminded.question?.phase, reminded.question?.overdueAt], ['asked', 5]);
  });

  it('is only reminded of while something runs in the background, which would end with the CLI', () => {
    const chat = new Chat({ type: 'backgroundTasksChanged', count: 1, subagents: 0 }, overdue('park'));
    assert.deepEqual([chat.question?.phase, chat.question?.overdueAt], ['asked', 6]);
    chat.after({ type: 'backgroundTasksChanged', count: 0, subagents: 0 }, overdue('park'));
    assert.equal(chat.question?.phase, 'parked');
  });

  it('is only reminded of where the CLI does not report its background tasks', () => {
    const chat = new Chat().after(overdue('park'));
    assert.deepEqual([chat.question?.phase, chat.question?.overdueAt, chat.done], ['asked', 5, []]);
  });

  it('is left alone by the clock of an earlier request', () => {
    const chat = new Chat({ type: 'backgroundTasksChanged', count: 0, subagents: 0 }, overdue('park', 'h0'));
    assert.equal(chat.question?.phase, 'asked');
    chat.after({ type: 'countdownStarted', toolUseId: 't', requestId: 'h0', until: 50 });
    assert.equal(chat.question.dismissAt, undefined);
  });

  it('is dismissed where the settings say so, in words that do not say that a person did it', () => {
    const chat = new Chat({ type: 'countdownStarted', toolUseId: 't', requestId: 'h1', until: 50 }).after(overdue('dismiss'));
    const [write] = chat.effects;
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'settleQuestion');
    assert.deepEqual(write.message.settlement, { type: 'dismiss', byTimeout: true });
    chat.after({ type: 'toolFinished', toolUseId: 't', isError: true, text: 'nobody' });
    assert.deepEqual([chat.question?.phase, chat.question?.reason], ['dismissed', 'timedOut']);
  });

  const begins: Readonly<Record<string, ChatEvent>> = {
    'fills something in': { type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(0), on: 0 },
    'adds a reference': { type: 'referenceAdded', toolUseId: 't', question: 0, field: 'note', text: '@a.ts' },
    'chooses a file, pastes an image or begins a reply': { type: 'answerBegun', toolUseId: 't' },
  };
  for (const [act, event] of Object.entries(begins))
    it(`is not dismissed by itself once the person ${act}`, () => {
      const chat = new Chat({ type: 'countdownStarted', toolUseId: 't', requestId: 'h1', until: 50 });
      chat.after(event, overdue('dismiss'));
      assert.deepEqual([chat.question?.phase, chat.question?.dismissAt, chat.done], ['asked', undefined, []]);
    });
});

describe('a reply that could not be handed over', () => {
  const reply: ChatEvent = { type: 'questionReplied', toolUseId: 't', text: 'Tell me more.' };

  it('is known by the question that is parked again', () => {
    const chat = new Chat(park, deferred, exit).after(reply);
    const before = chat.state;
    assert.equal(isReplying(before, 't', 'Tell me more.'), true);
    chat.after({ type: 'startFailed', problem: { code: 'untrusted', detail: '' } });
    assert.equal(returnedReply(before, chat.state), 'Tell me more.');
    assert.equal(returnedReply(chat.state, chat.state), undefined);
  });

  it('mentions no file in the words of a file, because it may go as a prompt next', () => {
    const text = 'As in @notes.md?\n\n@./src/a.ts#L1\n@~/.ssh/id_rsa';
    const before = new Chat(park, deferred, exit).after({ ...reply, text, quotedFrom: 16 }).state;
    const returned = 'As in @notes.md?\n\n\u2060@./src/a.ts#L1\n\u2060@~/.ssh/id_rsa';
    assert.equal(returnedReply(before, restoredState(before, 'auto', 9)), returned);
    assert.equal(isReplying(before, 't', text), true, 'the question itself gets the words as they are');
  });

  it('is known in the next window too', () => {
    const kept = new Chat(park, deferred, exit).after(reply).state;
    assert.equal(returnedReply(kept, restoredState(kept, 'auto', 9)), 'Tell me more.');
  });

  it('goes before what has been typed since', () => {
    assert.equal(joinDrafts('Tell me more. ', 'And this'), 'Tell me more.\n\nAnd this');
    assert.deepEqual([joinDrafts('one', ' '), joinDrafts('', 'two')], ['one', 'two']);
  });
});
