import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Answer } from '../../src/shared/question.js';
import { isFinal } from '../../src/shared/answers.js';
import type { Effect, Outgoing } from '../../src/session/effects.js';
import type { QuestionInput, SessionEvent } from '../../src/session/events.js';
import type { QuestionState, SessionState } from '../../src/session/state.js';
import { initialState } from '../../src/session/state.js';
import { step } from '../../src/session/step.js';
import { choice, own, pick } from '../support/questions.js';

type Settle = Extract<Outgoing, { type: 'settleQuestion' }>;

const input: QuestionInput = {
  questions: [
    choice('Which database?', 'Database', ['PostgreSQL', 'SQLite']),
    choice('Which features?', 'Features', ['Login', 'API'], { multiSelect: true }),
  ],
  raw: { questions: [] },
};
const answers: Answer[] = [pick(0), own('logs', 0, 1)];
const oneSkipped: Answer[] = [pick(1), { ...pick(), skipped: true }];
const unfit: Answer[] = [pick(0), pick(7)];
const ids = ['t1', 't2'];

const id = fc.constantFrom(...ids);
const requestId = fc.constantFrom('r1', 'r2', 'r3');
const events: fc.Arbitrary<SessionEvent> = fc.oneof(
  id.map(toolUseId => ({ type: 'questionAnnounced', toolUseId }) as const),
  id.map(toolUseId => ({ type: 'questionSeen', toolUseId, input }) as const),
  id.map(toolUseId => ({ type: 'questionSeen', toolUseId, input: undefined }) as const),
  fc.record({ type: fc.constant('questionAsked' as const), toolUseId: id, requestId, hook: fc.boolean(), input: fc.constant(input) }),
  fc.record({
    type: fc.constant('questionOverdue' as const),
    toolUseId: id,
    requestId,
    then: fc.constantFrom('park', 'remind' as const),
  }),
  id.map(toolUseId => ({ type: 'requestOverdue', toolUseId }) as const),
  requestId.map(cancelled => ({ type: 'requestCancelled', requestId: cancelled }) as const),
  fc.record({ type: fc.constant('toolFinished' as const), toolUseId: id, isError: fc.boolean(), text: fc.constant('said') }),
  fc.constantFrom<SessionEvent>(
    { type: 'turnEnded', outcome: 'success' },
    { type: 'turnEnded', outcome: 'interrupted' },
    { type: 'processExited', asked: false, code: 1, signal: null, stderr: '' },
    { type: 'promptSubmitted', text: 'go on' },
    { type: 'turnEnded', outcome: 'deferred' },
    { type: 'parkRequested' },
    { type: 'startFailed', problem: { code: 'notFound', detail: '' } },
    { type: 'processStarted' },
    { type: 'sessionStarted', sessionId: 's', capabilities: [], version: '2.1.329' },
    { type: 'interruptRequested' },
    { type: 'interruptOverdue' },
  ),
  fc.record({
    type: fc.constant('transcriptRead' as const),
    since: fc.constantFrom(0, 1, 1, 1, 1, 1, 1, 1),
    entries: fc
      .record({ toolUseId: id, settlement: fc.constantFrom({ type: 'dismiss' as const }, undefined) })
      .map(there => [{ at: 1, event: { type: 'questionSettled' as const, isError: true, text: 'said there', ...there } }]),
  }),
  fc.nat(40).map(n => ({ type: 'writeAcknowledged', writeId: `w${n}` }) as const),
  fc.nat(40).map(n => ({ type: 'writeFailed', writeId: `w${n}` }) as const),
  fc.record({
    type: fc.constant('questionAnswered' as const),
    toolUseId: id,
    answers: fc.constantFrom(answers, oneSkipped, unfit),
    undoTime: fc.constantFrom(0, 3_000),
  }),
  id.map(toolUseId => ({ type: 'answerUndone', toolUseId }) as const),
  fc.record({ type: fc.constant('holdElapsed' as const), toolUseId: id, holdId: fc.nat(40).map(n => `h${n}`) }),
  id.map(toolUseId => ({ type: 'questionGrew', toolUseId, input }) as const),
  fc.record({
    type: fc.constant('referenceAdded' as const),
    toolUseId: id,
    question: fc.nat(2),
    field: fc.constantFrom('otherText', 'note' as const),
    text: fc.constant('@src/a.ts#L1-L9'),
  }),
  id.map(toolUseId => ({ type: 'questionDismissed', toolUseId }) as const),
  id.map(toolUseId => ({ type: 'questionReplied', toolUseId, text: 'let us talk' }) as const),
  id.map(toolUseId => ({ type: 'draftSaved', toolUseId, draft: answers }) as const),
  id.map(toolUseId => ({ type: 'lostAnswersSent', toolUseId }) as const),
);

function questionsOf(state: SessionState): readonly QuestionState[] {
  return state.items.filter(item => item.kind === 'question');
}

function settlements(effects: readonly Effect[]): Settle[] {
  return effects.flatMap(effect => (effect.type === 'writeToClaude' && effect.message.type === 'settleQuestion' ? [effect.message] : []));
}

const personActs = new Set<SessionEvent['type']>(['questionAnswered', 'questionDismissed', 'questionReplied']);

describe('a question under random events', () => {
  it('is never answered twice, never without a person’s act, and stays final once final', () => {
    let writes = 0;
    fc.assert(
      fc.property(
        fc.constantFrom('auto', 'control', 'toolResult' as const),
        fc.array(events, { minLength: 20, maxLength: 40 }),
        (route, sequence) => {
          let state = initialState(route);
          const written = new Map<string, string>();
          const channels = new Set<string>();
          const held = new Map<string, string | undefined>();
          /** A parked question is written once the CLI has asked it again. */
          const acted = new Set<string>();
          const finals = new Map<string, string>();
          for (const [now, event] of sequence.entries()) {
            const next = step(state, event, now);
            for (const settle of settlements(next.effects)) {
              const settlement = JSON.stringify(settle.settlement);
              const channel = `${settle.toolUseId}/${settle.requestId ?? 'literal'}/${now}`;
              // A second write happens only when the peer asks anew, and says the same.
              assert.ok(
                personActs.has(event.type) ||
                  (event.type === 'questionAsked' && (written.has(settle.toolUseId) || acted.has(settle.toolUseId))) ||
                  (event.type === 'holdElapsed' && held.get(settle.toolUseId) === event.holdId),
                `${event.type} wrote an answer`,
              );
              assert.equal(written.get(settle.toolUseId) ?? settlement, settlement);
              assert.ok(!(personActs.has(event.type) && written.has(settle.toolUseId)), 'a second act wrote again');
              assert.ok(!channels.has(channel));
              channels.add(channel);
              writes++;
              written.set(settle.toolUseId, settlement);
            }
            for (const question of questionsOf(next.state)) {
              // A hold begins by the person's submit only.
              if (question.held !== undefined && held.get(question.id) !== question.held.id) assert.equal(event.type, 'questionAnswered');
              held.set(question.id, question.held?.id);
              if (question.resume !== undefined) acted.add(question.id);
              const final = finals.get(question.id);
              if (final !== undefined) assert.equal(question.phase, final);
              else if (isFinal(question.phase)) finals.set(question.id, question.phase);
              const isSent = question.phase === 'sending' && question.resume === undefined;
              if (isSent || question.phase === 'answered') assert.ok(written.has(question.id));
              // What is parked has reached nobody.
              if (question.phase === 'parked') assert.ok(!written.has(question.id) && question.settlement === undefined);
              if (question.phase === 'asked') assert.ok(question.route !== undefined && question.questions.length > 0);
            }
            state = next.state;
          }
        },
      ),
      { numRuns: 22_000 },
    );
    assert.ok(writes > 10_000, `only ${writes} answers were written: the events do not reach far enough`);
  });

  it('can always end: the turn’s end leaves no question open', () => {
    fc.assert(
      fc.property(
        fc.array(events, { minLength: 10, maxLength: 30 }),
        fc.constantFrom<SessionEvent>(
          { type: 'turnEnded', outcome: 'success' },
          { type: 'processExited', asked: false, code: null, signal: 'SIGKILL', stderr: '' },
        ),
        (sequence, last) => {
          let state = initialState('auto');
          for (const [now, event] of [...sequence, last].entries()) state = step(state, event, now).state;
          const open = questionsOf(state).filter(question => !isFinal(question.phase));
          // What is parked outlives the process, and the CLI that asks it again is started.
          assert.ok(open.length === 0 || last.type === 'processExited');
          assert.ok(open.every(({ phase, resume }) => phase === 'parked' || resume !== undefined));
          // A CLI that does not know the session is started anew; else the turn is over.
          assert.ok(state.turn === 'idle' || (last.type === 'processExited' && state.turn === 'starting'));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('changes nothing when the same events come again to the same state (it is pure)', () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: 10, maxLength: 25 }), sequence => {
        const run = () => sequence.reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
        assert.deepEqual(run(), run());
      }),
      { numRuns: 1_000 },
    );
  });
});
