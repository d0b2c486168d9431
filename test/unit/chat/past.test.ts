// What happened to a conversation in another program, as its transcript tells it.
import assert from 'node:assert/strict';
import type { PastEvent, ChatEvent } from '../../../src/chat/events.js';
import { applyTranscript, latestOf, pastState, unsettledQuestions, withParked } from '../../../src/chat/past.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState, openQuestions } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { choice, drafted, own, pick } from '../../support/questions.js';

const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
const settled: PastEvent = {
  type: 'questionSettled',
  toolUseId: 't',
  isError: false,
  text: 'they said B',
  settlement: { type: 'answer', answers: [pick(1)] },
};
const entries = (...events: readonly PastEvent[]) => events.map((event, index) => ({ at: 101 + index, event }));
const questionOf = ({ items }: ChatState): QuestionState | undefined => items.find(item => item.kind === 'question');

/** A question that waits here, with half an answer, at the hook of a CLI. */
function asked(...more: readonly ChatEvent[]): ChatState {
  const events: readonly ChatEvent[] = [
    { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
    { type: 'writeAcknowledged', writeId: 'w0' },
    { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
    { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input },
    ...drafted('t', [own('half')]),
    ...more,
  ];
  return events.reduce((state, event) => step(state, event, 50).state, initialState('auto'));
}

const ended: ChatEvent = { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' };
const parked = (): ChatState => asked({ type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, ended);

describe('a conversation that was begun elsewhere', () => {
  const events: readonly PastEvent[] = [
    { type: 'promptSeen', id: 'p', text: 'hello' },
    { type: 'textFinished', id: 'x', text: 'One thing first.' },
    { type: 'toolStarted', toolUseId: 'r', name: 'Read', summary: 'a.ts' },
    { type: 'toolFinished', toolUseId: 'r', isError: true, text: 'gone' },
    { type: 'questionFinished', toolUseId: 't', input },
    settled,
    { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' },
  ];

  it('is as it was there, and over: nothing in it runs or waits', () => {
    const state = pastState('s', entries(...events), 'auto');
    assert.deepEqual([state.sessionId, state.turn, state.process, openQuestions(state).length], ['s', 'idle', 'none', 0]);
    assert.deepEqual(
      state.items.map(item => ('state' in item ? [item.kind, item.state] : [item.kind])),
      [['prompt', 'sent'], ['text'], ['tool', 'failed'], ['question'], ['tool', 'stopped']],
    );
    const question = questionOf(state);
    assert.deepEqual(
      [question?.phase, question?.draft, question?.endedAt, question?.echoedText],
      ['answered', [pick(1)], 106, 'they said B'],
    );
  });

  it('has a question that the CLI keeps: it waits, and its answer resumes the session', () => {
    const past = pastState('s', entries({ type: 'questionFinished', toolUseId: 't', input }), 'auto');
    assert.deepEqual(unsettledQuestions(past), ['t']);
    const kept = withParked(past, new Set(['t']));
    assert.equal(openQuestions(kept).length, 1);
    const { effects } = step(kept, { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 }, 200);
    assert.ok(effects.some(({ type }) => type === 'startClaude'));
    assert.deepEqual(unsettledQuestions(pastState('s', entries({ type: 'questionFinished', toolUseId: 't', input }, settled), 'auto')), []);
    assert.equal(withParked(past, new Set()), past);
  });

  it('has a question that the CLI keeps, and is not said to be cut off, where the disk refused it while Claude worked', () => {
    const events: readonly ChatEvent[] = [
      { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
      { type: 'writeAcknowledged', writeId: 'w0' },
      { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
    ];
    const kept = events.reduce((state, event) => step(state, event, 50).state, initialState('auto'));
    const asks: PastEvent = { type: 'questionFinished', toolUseId: 't', input };
    const news = { entries: entries({ type: 'promptSeen', id: 'hello', text: 'hello' }, asks), since: 0 };
    const kinds = (parked: ReadonlySet<string>) => restoredState(kept, 'auto', 200, news, parked).items.map(({ kind }) => kind);
    assert.ok(kinds(new Set()).includes('problem'));
    assert.ok(!kinds(new Set(['t'])).includes('problem'));
    assert.equal(questionOf(restoredState(kept, 'auto', 200, news, new Set(['t'])))?.phase, 'parked');
  });

  it('is gone on with by the next prompt, in the same session', () => {
    const { effects } = step(pastState('s', entries(...events), 'auto'), { type: 'promptSubmitted', uuid: 'more', text: 'more' }, 200);
    assert.deepEqual(effects[0], { type: 'startClaude', resume: 's' });
  });

  for (const [settlement, phase] of [
    [{ type: 'dismiss' }, 'dismissed'],
    [{ type: 'reply', text: 'Why?' }, 'replied'],
    [undefined, 'withdrawn'],
  ] as const) {
    it(`has its questions as they ended: ${phase}`, () => {
      const seen: PastEvent = { type: 'questionFinished', toolUseId: 't', input };
      const question = questionOf(pastState('s', entries(seen, { ...settled, settlement }), 'auto'));
      assert.deepEqual([question?.phase, question?.settlement], [phase, settlement]);
    });
  }
});

describe('a question that waits elsewhere while its transcript is read', () => {
  const seen: PastEvent = { type: 'questionFinished', toolUseId: 't', input };
  const later = (state: ChatState, event: PastEvent): ChatState =>
    applyTranscript(state, { type: 'transcriptRead', entries: [{ at: 200, event }], since: 150 });

  for (const tool of [undefined, 'ask_user'] as const)
    it(`has the answer once it is given there: ${tool ?? 'AskUserQuestion'}`, () => {
      const waits = pastState('s', entries({ ...seen, input: { ...input, ...(tool && { tool }) } }), 'auto');
      assert.deepEqual([questionOf(waits)?.phase, openQuestions(waits).length], ['withdrawn', 0], 'nothing of it waits here');
      const question = questionOf(later(waits, settled));
      assert.deepEqual(
        [question?.phase, question?.draft, question?.reason, question?.endedAt, question?.echoedText],
        ['answered', [pick(1)], undefined, 200, 'they said B'],
      );
    });

  it('stays withdrawn where it ends without an answer there, in the words of its result', () => {
    const question = questionOf(later(pastState('s', entries(seen), 'auto'), { ...settled, settlement: undefined, text: 'interrupted' }));
    assert.deepEqual([question?.phase, question?.detail], ['withdrawn', 'interrupted']);
  });

  it('keeps an end that it had here', () => {
    const ours = restoredState(asked(ended), 'auto', 60);
    assert.equal(questionOf(ours)?.phase, 'lost');
    assert.equal(questionOf(later(ours, settled))?.phase, 'lost');
  });
});

describe('a conversation that went on elsewhere', () => {
  it('has the answer that was given there, in the place of what was filled in here, and goes on', () => {
    const before = parked();
    assert.equal(questionOf(before)?.phase, 'parked');
    const after = applyTranscript(before, {
      type: 'transcriptRead',
      since: 100,
      entries: entries(settled, { type: 'textFinished', id: 'x', text: 'B it is.' }),
    });
    assert.deepEqual([questionOf(after)?.phase, questionOf(after)?.draft], ['answered', [pick(1)]]);
    assert.deepEqual(
      [after.items.at(-1), openQuestions(after)],
      [{ kind: 'text', id: 'x', text: 'B it is.', streaming: false, at: 102 }, []],
    );
    assert.equal(step(after, { type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 }, 300).effects.length, 0);
  });

  it('keeps the question that still waits', () => {
    const after = applyTranscript(parked(), {
      type: 'transcriptRead',
      since: 100,
      entries: entries({ type: 'promptSeen', id: 'p', text: 'aside' }),
    });
    assert.deepEqual([questionOf(after)?.phase, openQuestions(after).length], ['parked', 1]);
  });

  it('is not touched by what was here already, nor while a CLI runs here', () => {
    const before = parked();
    assert.equal(applyTranscript(before, { type: 'transcriptRead', since: 101, entries: entries(settled) }), before);
    const running = asked();
    assert.equal(applyTranscript(running, { type: 'transcriptRead', since: 0, entries: entries(settled) }), running);
  });

  it('has what was cut off here once, and whole', () => {
    const cut = asked(
      { type: 'toolFinished', toolUseId: 't', isError: false, text: '' },
      { type: 'textStarted', id: 'm:0' },
      {
        type: 'textGrew',
        id: 'm:0',
        text: 'Half a sen',
      },
    );
    const state = restoredState(cut, 'auto', 200, {
      since: 100,
      entries: entries({ type: 'textFinished', id: 'm:u', text: 'Half a sentence.' }),
    });
    assert.deepEqual(
      state.items.filter(item => item.kind === 'text'),
      [{ kind: 'text', id: 'm:0', text: 'Half a sentence.', streaming: false, at: 50 }],
    );
  });

  it('has words beside those of another message that they begin with', () => {
    const whole = asked(
      { type: 'toolFinished', toolUseId: 't', isError: false, text: '' },
      { type: 'textFinished', id: 'm:0', text: 'Done.' },
      { type: 'turnEnded', outcome: 'success' },
      { type: 'filesChanged', files: 1, plus: 1, minus: 0 },
      ended,
    );
    const later: PastEvent = { type: 'textFinished', id: 'n:u', text: 'Done. The tests are green, too.' };
    const state = applyTranscript(whole, { type: 'transcriptRead', since: 100, entries: entries(later) });
    assert.deepEqual(
      state.items.flatMap(item => (item.kind === 'text' ? [item.text] : [])),
      ['Done.', later.text],
    );
  });
});

describe('an answer that was on its way when everything was killed', () => {
  const sending = (): ChatState => asked({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });

  it('is answered, where the transcript says that Claude has read it', () => {
    const state = restoredState(sending(), 'auto', 200, { since: 100, entries: entries(settled) });
    assert.deepEqual([questionOf(state)?.phase, questionOf(state)?.echoedText], ['answered', 'they said B']);
  });

  it('is lost, and kept, where the CLI has given the question up as it ended', () => {
    const news = { since: 100, entries: entries({ ...settled, settlement: undefined, isError: true }) };
    for (const state of [asked(), sending(), parked()]) assert.equal(questionOf(restoredState(state, 'auto', 200, news))?.phase, 'lost');
    const untouched = { ...parked(), items: parked().items.map(item => (item.kind === 'question' ? { ...item, draft: [pick()] } : item)) };
    assert.equal(questionOf(restoredState(untouched, 'auto', 200, news))?.phase, 'withdrawn');
  });

  it('is lost, and kept, where it does not', () => {
    assert.deepEqual([questionOf(restoredState(sending(), 'auto', 200))?.phase], ['lost']);
  });
});

describe('the time until which a transcript is known', () => {
  it('is that of the last entry, and never lies in the future', () => {
    const at = (time: number) => ({ at: time, event: { type: 'promptSeen', id: 'p', text: 'x' } }) as const;
    assert.equal(latestOf([at(5), at(3)], 1, 10), 5);
    assert.equal(latestOf([at(3)], 4, 10), 4);
    assert.equal(latestOf([at(253_402_300_799_000), at(3)], 1, 10), 10);
    assert.equal(latestOf([], 20, 10), 20);
  });
});
