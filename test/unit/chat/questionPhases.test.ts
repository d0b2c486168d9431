// Every event in every phase of a question: what it changes, and that it changes nothing else.
import assert from 'node:assert/strict';
import type { QuestionEvent } from '../../../src/chat/questionEvents.js';
import { announcedQuestion, stepQuestion } from '../../../src/chat/questionMachine.js';
import type { QuestionState } from '../../../src/chat/state.js';
import type { Settlement } from '../../../src/chat/settlement.js';
import { choice, own, pick } from '../../support/questions.js';

const input = { title: 'First', questions: [choice('Which?', 'Which', ['A', 'B']), choice('How?', 'How', ['C', 'D'])], raw: { a: 1 } };
const answers: Settlement = { type: 'answer', answers: [pick(1), pick(0)] };
const edit = { question: 0, field: 'note', text: '@a.ts' } as const;

const events: Readonly<Record<string, QuestionEvent>> = {
  seen: { type: 'seen', input },
  'seen, not readable': { type: 'seen', input: undefined },
  grew: { type: 'grew', input: { questions: input.questions.slice(0, 1), raw: {} } },
  requested: { type: 'requested', requestId: 'again', hook: false, input },
  opened: { type: 'opened' },
  drafted: { type: 'drafted', question: 1, answer: own('mine'), on: 0 },
  begun: { type: 'begun' },
  referenceAdded: { type: 'referenceAdded', edit },
  held: { type: 'held', settlement: answers, holdId: 'h', undoTime: 5 },
  'held, a reply': { type: 'held', settlement: { type: 'reply', text: 'No.' }, holdId: 'h', undoTime: 5 },
  undone: { type: 'undone' },
  settled: { type: 'settled', settlement: answers, writeId: 'w' },
  'settled, unfit': { type: 'settled', settlement: { type: 'answer', answers: [pick(7), pick(0)] }, writeId: 'w' },
  'settled, a dismissal': { type: 'settled', settlement: { type: 'dismiss' }, writeId: 'w' },
  overdue: { type: 'overdue' },
  countdownStarted: { type: 'countdownStarted', until: 99 },
  parked: { type: 'parked' },
  resumeStarted: { type: 'resumeStarted' },
  startFailed: { type: 'startFailed' },
  windowEnded: { type: 'windowEnded' },
  forgotten: { type: 'forgotten' },
  written: { type: 'written' },
  writeFailed: { type: 'writeFailed' },
  echoed: { type: 'echoed', isError: false, text: 'read' },
  'echoed, an error': { type: 'echoed', isError: true, text: 'refused' },
  'echoed, the refusal of a hook': { type: 'echoed', isError: true, text: 'refused', refusedBy: 'hook' },
  'settledElsewhere, a dismissal': { type: 'settledElsewhere', settlement: { type: 'dismiss', byTimeout: true }, text: 'there' },
  'settledElsewhere, without a settlement': { type: 'settledElsewhere', settlement: undefined, text: 'there' },
  cancelled: { type: 'cancelled' },
  turnEnded: { type: 'turnEnded', success: true, deferred: false },
  'turnEnded, an error': { type: 'turnEnded', success: false, deferred: false },
  'turnEnded, deferred': { type: 'turnEnded', success: true, deferred: true },
  exited: { type: 'exited' },
  sentAsMessage: { type: 'resent' },
};

const hook: QuestionEvent = { type: 'requested', requestId: 'r', hook: true, input };
const tool: QuestionEvent = { type: 'requested', requestId: 'r', hook: false, input };
const event = (name: keyof typeof events): QuestionEvent => events[name] ?? assert.fail(name);
const after = (...names: readonly (QuestionEvent | string)[]): QuestionState =>
  names.reduce<QuestionState>(
    (state, name) => stepQuestion(state, typeof name === 'string' ? event(name) : name, { now: 7, stopping: false }),
    announcedQuestion('t'),
  );

const states: Readonly<Record<string, QuestionState>> = {
  announced: after(),
  whole: after('seen'),
  atTool: after(tool),
  atHook: after(hook),
  counting: after(hook, 'countdownStarted'),
  held: after(hook, 'held'),
  parked: after(hook, 'parked'),
  wanted: after(hook, 'parked', 'settled'),
  started: after(hook, 'parked', 'settled', 'resumeStarted'),
  sending: after(hook, 'settled'),
  written: after(hook, 'settled', 'written'),
  dismissing: after(hook, 'settled, a dismissal'),
  literal: after('seen', 'opened', 'settled', 'written'),
  answered: after(hook, 'settled', 'echoed'),
  lost: after(hook, 'settled', 'writeFailed'),
  lostUnanswered: after(hook, 'exited'),
  withdrawn: after(tool, 'cancelled'),
};

/** The fields that differ: with their value where that is a word, with a dash where they are gone. */
function difference(before: QuestionState, changed: QuestionState): string {
  if (changed === before) return 'same';
  const [one, other]: Readonly<Record<string, unknown>>[] = [{ ...before }, { ...changed }];
  const told = Object.keys({ ...one, ...other }).flatMap(name => {
    const value = other?.[name];
    if (JSON.stringify(value) === JSON.stringify(one?.[name])) return [];
    return value === undefined ? [`-${name}`] : typeof value === 'string' ? [`${name}=${value}`] : [name];
  });
  return told.length === 0 ? 'a copy' : told.sort().join(' ');
}

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The phases in which each event changes something, and what. */
const changes: Table = {
  seen: { whole: 'a copy', announced: 'draft questions raw title=First' },
  'seen, not readable': {},
  grew: { 'announced whole': 'questions' },
  requested: {
    announced: 'askedAt draft hook phase=asked questions raw requestId=again route=control title=First',
    whole: 'askedAt hook phase=asked requestId=again route=control',
    atTool: 'requestId=again',
    'atHook counting held sending written dismissing': 'hook requestId=again',
    answered: 'hook requestId=again',
    parked: 'hook phase=asked requestId=again',
    'wanted started': '-resume hook requestId=again',
    literal: 'hook requestId=again route=control',
    lost: '-endedAt -reason hook phase=sending requestId=again',
    lostUnanswered: '-endedAt -reason hook phase=asked requestId=again',
    withdrawn: '-endedAt -reason phase=asked requestId=again',
  },
  opened: { whole: 'askedAt phase=asked route=toolResult' },
  drafted: {
    'whole atTool atHook parked lostUnanswered withdrawn': 'draft revision',
    counting: '-dismissAt draft revision',
  },
  begun: { counting: '-dismissAt' },
  referenceAdded: {
    'whole atTool atHook parked': 'draft hostEdits revision',
    counting: '-dismissAt draft hostEdits revision',
  },
  held: { 'atTool atHook parked': 'draft held revision', counting: '-dismissAt draft held revision' },
  'held, a reply': {},
  undone: { held: '-held' },
  settled: {
    'atTool atHook': 'draft phase=sending revision settlement writeId=w',
    counting: '-dismissAt draft phase=sending revision settlement writeId=w',
    held: '-held phase=sending revision settlement writeId=w',
    parked: 'draft phase=sending resume=wanted revision settlement writeId=w',
  },
  'settled, unfit': {},
  'settled, a dismissal': {
    'atTool atHook': 'phase=sending settlement writeId=w',
    counting: '-dismissAt phase=sending settlement writeId=w',
    held: '-held phase=sending settlement writeId=w',
    parked: 'phase=sending resume=wanted settlement writeId=w',
  },
  overdue: { 'atTool atHook counting held': 'overdueAt' },
  countdownStarted: {
    counting: 'a copy',
    'atTool atHook': 'dismissAt',
  },
  parked: {
    atHook: '-hook -requestId phase=parked',
    counting: '-dismissAt -hook -requestId phase=parked',
    held: '-held -hook -requestId phase=parked',
  },
  resumeStarted: { wanted: 'resume=started' },
  startFailed: { 'wanted started': '-resume -settlement -writeId phase=parked' },
  windowEnded: {
    held: '-held unsent',
    'wanted started': '-resume -settlement -writeId phase=parked unsent',
  },
  forgotten: {
    parked: 'endedAt phase=lost reason=forgotten',
    'wanted started': '-resume endedAt phase=lost reason=forgotten',
  },
  written: {
    'literal written': 'a copy',
    'wanted started sending dismissing': 'written',
  },
  writeFailed: {
    'wanted started': '-resume endedAt phase=lost reason=writeFailed',
    'sending written dismissing literal': 'endedAt phase=lost reason=writeFailed',
  },
  echoed: {
    'announced whole atTool atHook parked': 'detail=read endedAt phase=withdrawn reason=cancelled',
    counting: '-dismissAt detail=read endedAt phase=withdrawn reason=cancelled',
    held: '-held detail=read endedAt phase=withdrawn reason=cancelled',
    'wanted started': '-resume detail=read endedAt phase=withdrawn reason=cancelled',
    'sending written': 'echoedText=read endedAt phase=answered unproven',
    literal: 'echoedText=read endedAt phase=answered',
    dismissing: 'echoedText=read endedAt phase=dismissed unproven',
  },
  'echoed, an error': {
    'announced whole': 'detail=refused endedAt phase=refused reason=refusedByClaude',
    'atTool atHook parked': 'detail=refused endedAt phase=withdrawn reason=cancelled',
    counting: '-dismissAt detail=refused endedAt phase=withdrawn reason=cancelled',
    held: '-held detail=refused endedAt phase=withdrawn reason=cancelled',
    'wanted started': '-resume detail=refused endedAt phase=lost reason=cancelled',
    'sending written literal': 'detail=refused endedAt phase=lost reason=refusedByClaude',
    dismissing: 'echoedText=refused endedAt phase=dismissed unproven',
  },
  'echoed, the refusal of a hook': {
    'announced whole': 'detail=refused endedAt phase=refused reason=refusedByHook',
    'atTool atHook parked': 'detail=refused endedAt phase=withdrawn reason=refusedByHook',
    counting: '-dismissAt detail=refused endedAt phase=withdrawn reason=refusedByHook',
    held: '-held detail=refused endedAt phase=withdrawn reason=refusedByHook',
    'wanted started': '-resume detail=refused endedAt phase=lost reason=cancelled',
    'sending written literal': 'detail=refused endedAt phase=lost reason=refusedByHook',
    dismissing: 'detail=refused endedAt phase=withdrawn reason=refusedByHook',
  },
  'settledElsewhere, a dismissal': {
    'announced whole atTool atHook parked dismissing': 'echoedText=there endedAt phase=dismissed reason=timedOut revision settlement',
    counting: '-dismissAt echoedText=there endedAt phase=dismissed reason=timedOut revision settlement',
    held: '-held draft echoedText=there endedAt phase=dismissed reason=timedOut revision settlement',
    'wanted started': '-resume draft echoedText=there endedAt phase=dismissed reason=timedOut revision settlement',
    'sending written literal': 'draft echoedText=there endedAt phase=dismissed reason=timedOut revision settlement',
  },
  'settledElsewhere, without a settlement': {
    'wanted started': '-resume detail=there endedAt phase=lost reason=cancelled',
    'announced whole parked': 'detail=there endedAt phase=withdrawn reason=cancelled',
    'atTool atHook dismissing': 'detail=there endedAt phase=withdrawn reason=turnEnded',
    counting: '-dismissAt detail=there endedAt phase=withdrawn reason=turnEnded',
    held: '-held detail=there endedAt phase=lost reason=cancelled',
    'sending written literal': 'detail=there endedAt phase=lost reason=cancelled',
  },
  cancelled: {
    'announced whole atTool atHook parked': 'endedAt phase=withdrawn reason=cancelled',
    counting: '-dismissAt endedAt phase=withdrawn reason=cancelled',
    held: '-held endedAt phase=withdrawn reason=cancelled',
  },
  turnEnded: {
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=turnEnded',
    counting: '-dismissAt endedAt phase=withdrawn reason=turnEnded',
    held: '-held endedAt phase=withdrawn reason=turnEnded',
    started: '-resume endedAt phase=lost reason=turnEnded',
    'sending written dismissing': 'endedAt phase=lost reason=turnEnded',
    literal: 'endedAt phase=answered',
  },
  'turnEnded, an error': {
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=turnEnded',
    counting: '-dismissAt endedAt phase=withdrawn reason=turnEnded',
    held: '-held endedAt phase=withdrawn reason=turnEnded',
    started: '-resume endedAt phase=lost reason=turnEnded',
    'sending written dismissing literal': 'endedAt phase=lost reason=turnEnded',
  },
  'turnEnded, deferred': {
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=turnEnded',
    counting: '-dismissAt endedAt phase=withdrawn reason=turnEnded',
    held: '-held endedAt phase=withdrawn reason=turnEnded',
    'sending written dismissing': 'endedAt phase=lost reason=turnEnded',
    literal: 'endedAt phase=answered',
  },
  exited: {
    'announced whole': 'endedAt phase=withdrawn reason=exited',
    'atTool atHook sending written dismissing literal': 'endedAt phase=lost reason=exited',
    counting: '-dismissAt endedAt phase=lost reason=exited',
    held: '-held endedAt phase=lost reason=exited',
    started: '-resume -settlement -writeId phase=parked',
  },
  sentAsMessage: { 'lost lostUnanswered': 'sentAsMessage' },
};

const refusedAfterStop = {
  'announced whole atTool atHook parked': 'endedAt phase=withdrawn reason=interrupted',
  counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
  held: '-held endedAt phase=withdrawn reason=interrupted',
  'wanted started': '-resume endedAt phase=withdrawn reason=interrupted',
  'sending written literal': 'detail=refused endedAt phase=lost reason=interrupted',
};

/** What the events change after Stop, where that makes a difference. */
const changesAfterStop: Table = {
  echoed: {
    'announced whole atTool atHook parked': 'endedAt phase=withdrawn reason=interrupted',
    counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
    held: '-held endedAt phase=withdrawn reason=interrupted',
    'wanted started': '-resume endedAt phase=withdrawn reason=interrupted',
  },
  'echoed, an error': refusedAfterStop,
  'echoed, the refusal of a hook': refusedAfterStop,
  cancelled: {
    'announced whole atTool atHook parked': 'endedAt phase=withdrawn reason=interrupted',
    counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
    held: '-held endedAt phase=withdrawn reason=interrupted',
  },
  turnEnded: {
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=interrupted',
    counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
    held: '-held endedAt phase=withdrawn reason=interrupted',
    started: '-resume endedAt phase=lost reason=interrupted',
    'sending written dismissing': 'endedAt phase=lost reason=interrupted',
  },
  'turnEnded, an error': {
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=interrupted',
    counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
    held: '-held endedAt phase=withdrawn reason=interrupted',
    started: '-resume endedAt phase=lost reason=interrupted',
    'sending written dismissing literal': 'endedAt phase=lost reason=interrupted',
  },
  'turnEnded, deferred': {
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=interrupted',
    counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
    held: '-held endedAt phase=withdrawn reason=interrupted',
    'sending written dismissing': 'endedAt phase=lost reason=interrupted',
  },
  exited: {
    started: '-resume endedAt phase=lost reason=interrupted',
    'announced whole atTool atHook': 'endedAt phase=withdrawn reason=interrupted',
    counting: '-dismissAt endedAt phase=withdrawn reason=interrupted',
    held: '-held endedAt phase=withdrawn reason=interrupted',
  },
};

function expected(table: Table, name: string, phase: string): string | undefined {
  return Object.entries(table[name] ?? {}).find(([phases]) => phases.split(' ').includes(phase))?.[1];
}

describe('a question in each phase', () => {
  it('has a row for each event, and each phase of a row is one', () => {
    assert.deepEqual(Object.keys(changes), Object.keys(events));
    for (const row of [...Object.values(changes), ...Object.values(changesAfterStop)])
      for (const phase of Object.keys(row).flatMap(phases => phases.split(' '))) assert.ok(phase in states, phase);
  });

  for (const name of Object.keys(events)) {
    it(`is changed by the event as the table says: ${name}`, () => {
      for (const [phase, state] of Object.entries(states)) {
        const usual = expected(changes, name, phase) ?? 'same';
        const afterStop = expected(changesAfterStop, name, phase) ?? usual;
        assert.equal(difference(state, stepQuestion(state, event(name), { now: 8, stopping: false })), usual, phase);
        assert.equal(difference(state, stepQuestion(state, event(name), { now: 8, stopping: true })), afterStop, `${phase}, after Stop`);
      }
    });
  }
});

describe('a question', () => {
  const at = (now: number) => ({ now, stopping: false });
  const stepped = (state: QuestionState, ...all: readonly QuestionEvent[]): QuestionState =>
    all.reduce((before, next) => stepQuestion(before, next, at(8)), state);

  it('begins with nothing', () => {
    const { questions, draft, hostEdits, raw, revision } = announcedQuestion('t');
    assert.deepEqual([questions, draft, hostEdits, raw, revision], [[], [], [], {}, 0]);
  });

  it('has been asked since it could first be answered, and ends when it ends', () => {
    const again = stepQuestion(after(tool), event('requested'), at(9));
    assert.deepEqual([again.askedAt, stepQuestion(again, event('cancelled'), at(10)).endedAt], [7, 10]);
    assert.equal(stepQuestion(after('seen'), event('opened'), at(9)).askedAt, 9);
  });

  it('keeps its title while it grows', () => {
    assert.equal(stepped(after(), { type: 'grew', input }).title, 'First');
    assert.equal(stepped(after(), { type: 'grew', input }, event('grew')).title, 'First');
    assert.equal('title' in stepped(after(), { type: 'grew', input: { questions: input.questions, raw: {} } }), false);
  });

  it('is not opened before its questions are there', () => assert.equal(after('opened').phase, 'announced'));

  it('takes no draft and no reference for a question that is not there', () => {
    const open = after(tool);
    const beyond = { question: 2, answer: own('x'), on: 0 };
    assert.equal(stepped(open, { type: 'drafted', ...beyond }), open);
    assert.equal(stepped(open, { type: 'referenceAdded', edit: { ...edit, question: 2 } }), open);
    const growing = stepped(after(), { type: 'grew', input });
    for (const question of [0, 1]) assert.equal(stepped(growing, { type: 'drafted', ...beyond, question }), growing);
    assert.equal(stepped(growing, { type: 'referenceAdded', edit }), growing);
  });

  it('holds only answers that can be sent, and only once', () => {
    const open = after(tool);
    const hold = (holdId: string, selected: number): QuestionEvent => ({
      type: 'held',
      settlement: { type: 'answer', answers: [pick(selected), pick(0)] },
      holdId,
      undoTime: 5,
    });
    assert.equal(stepped(open, hold('h', 7)), open);
    const held = stepped(open, hold('h', 1));
    assert.deepEqual([held.held?.id, held.held?.until, held.draft[0]], ['h', 13, pick(1)]);
    assert.equal(stepped(held, hold('again', 0)), held);
  });

  it('knows a reply by its beginning in the echo, which comes cut', () => {
    const replied = (text: string): QuestionState =>
      stepped(after(tool), { type: 'settled', settlement: { type: 'reply', text }, writeId: 'w' });
    const echo = (text: string): QuestionEvent => ({ type: 'echoed', isError: true, text });
    const long = 'x'.repeat(1_500);
    assert.equal(stepped(replied(long), echo(`They said: ${long.slice(0, 1_000)}…`)).phase, 'replied');
    assert.equal(stepped(replied(long), echo(`They said: ${long.slice(0, 999)}`)).phase, 'lost');
    assert.equal(stepped(replied('No.'), { type: 'echoed', isError: false, text: 'anything' }).phase, 'replied');
  });

  it('is open again where it is asked with fewer questions while its answers are held', () => {
    const fewer = stepped(after(hook, 'held'), {
      type: 'requested',
      requestId: 'again',
      hook: true,
      input: { questions: input.questions.slice(0, 1), raw: {} },
    });
    assert.deepEqual([fewer.phase, fewer.held, fewer.unsent, fewer.draft], ['asked', undefined, 'changed', [pick(1)]]);
  });

  it('that is over elsewhere, or was closed by its CLI, is lost where something was filled in, unless it could not be answered yet', () => {
    for (const begun of [after(hook, 'drafted', 'parked'), after(hook, 'drafted'), after('seen', 'drafted')]) {
      const { phase, reason } = stepped(begun, event('settledElsewhere, without a settlement'));
      assert.deepEqual([phase, reason], [begun.phase === 'announced' ? 'withdrawn' : 'lost', 'cancelled']);
    }
  });

  it('that was answered elsewhere has the answers of there', () => {
    const settlement: Settlement = { type: 'answer', answers: [pick(0), pick(1)] };
    const there = stepped(after(hook, 'drafted'), { type: 'settledElsewhere', settlement, text: 'read' });
    assert.deepEqual([there.phase, there.draft, there.echoedText, there.settlement], ['answered', settlement.answers, 'read', settlement]);
  });
});
