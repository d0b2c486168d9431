import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isFinal } from '../../../src/shared/answers.js';
import type { Effect, Outgoing } from '../../../src/chat/effects.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { hasPrompt } from '../../../src/chat/outbox.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { PromptState, QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState, openQuestions } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import type { Step } from '../../../src/chat/stepResult.js';
import { noEffects } from '../../../src/chat/stepResult.js';
import type { Restore } from '../../support/anyEvent.js';
import { anyEvent, anyEventOrRestore } from '../../support/anyEvent.js';
import { runs } from '../../support/tier.js';

type Sent<T extends Outgoing['type']> = Extract<Outgoing, { type: T }>;

function next(state: ChatState, event: ChatEvent | Restore, now: number): Step {
  if (event.type !== 'restore') return step(state, event, now);
  // As it lies on the disk.
  const restored = restoredState(JSON.parse(JSON.stringify(state)) as ChatState, state.routeSetting, now);
  assert.deepEqual([restored.process, restored.turn, restored.outbox], ['none', 'idle', []], 'something is left that nobody goes on with');
  assert.ok(
    questionsOf(restored).every(({ held, resume }) => held === undefined && resume === undefined),
    'something is left that no timer ends',
  );
  return noEffects(restored);
}

const questionsOf = (state: ChatState): readonly QuestionState[] => state.items.filter(item => item.kind === 'question');
const promptsOf = (state: ChatState): readonly PromptState[] => state.items.filter(item => item.kind === 'prompt');

function written<T extends Outgoing['type']>(effects: readonly Effect[], type: T): Sent<T>[] {
  const messages = effects.flatMap(effect => (effect.type === 'writeToClaude' ? [effect.message] : []));
  return messages.filter((message): message is Sent<T> => message.type === type);
}

const personActs = new Set<string>(['questionAnswered', 'questionDismissed', 'questionReplied']);
const routes = fc.constantFrom('auto', 'control', 'toolResult' as const);

describe('a question under every event, at random', function () {
  // Thousands of sequences, on a machine that may be busy.
  this.timeout(300_000);

  it('is never answered twice, never without a person’s act, and ends only once unless Claude asks it anew', () => {
    let writes = 0;
    let reopened = 0;
    const many = runs(22_000);
    fc.assert(
      fc.property(routes, fc.array(anyEventOrRestore('question'), { minLength: 20, maxLength: 40 }), (route, sequence) => {
        let state = initialState(route);
        const settlements = new Map<string, string>();
        const held = new Map<string, string | undefined>();
        /** The person has acted on the question, and that is on its way: the CLI has to ask it first. */
        const acted = new Set<string>();
        /** Another program has settled the question, and its settlement counts. */
        const settledThere = new Set<string>();
        const finals = new Map<string, string>();
        for (const [now, event] of sequence.entries()) {
          // A question that has left the state is forgotten, and its id can begin anew; window.test.ts trims at random.
          if (event.type === 'itemsTrimmed') continue;
          const { state: after, effects } = next(state, event, now);
          if (event.type === 'transcriptRead')
            for (const { event: there } of event.entries) if (there.type === 'questionSettled') settledThere.add(there.toolUseId);
          const channels = new Set<string>();
          for (const settle of written(effects, 'settleQuestion')) {
            const { toolUseId: id, requestId = 'literal' } = settle;
            const settlement = JSON.stringify(settle.settlement);
            assert.ok(
              personActs.has(event.type) ||
                (event.type === 'questionAsked' && (settlements.has(id) || acted.has(id) || settledThere.has(id))) ||
                (event.type === 'holdElapsed' && held.get(id) === event.holdId) ||
                (event.type === 'questionOverdue' && event.onTimeout === 'dismiss') ||
                (event.type === 'parkRequested' && held.get(id) !== undefined) ||
                // Stop cancels what servers ask.
                (event.type === 'turnEnded' && state.turn === 'stopping' && settle.input.tool === 'elicitation'),
              `${event.type} wrote an answer`,
            );
            // A second write happens only when the peer asks anew, and says the same.
            if (!settledThere.has(id)) assert.equal(settlements.get(id) ?? settlement, settlement);
            assert.ok(!(personActs.has(event.type) && settlements.has(id)), 'a second act wrote again');
            assert.ok(!channels.has(`${id}/${requestId}`), 'one request was answered twice at once');
            channels.add(`${id}/${requestId}`);
            settlements.set(id, settlement);
            writes++;
          }
          for (const question of questionsOf(after)) {
            const { id, phase } = question;
            // A hold begins by the person's submit only.
            if (question.held !== undefined && held.get(id) !== question.held.id) assert.equal(event.type, 'questionAnswered');
            if (question.held !== undefined) assert.ok(phase === 'asked' || phase === 'parked');
            held.set(id, question.held?.id);
            if (question.resume !== undefined) acted.add(id);
            const final = finals.get(id);
            if (final !== undefined && phase !== final) {
              // Another program ends a question that was never open here.
              const isTold = event.type === 'transcriptRead' && final === 'withdrawn' && question.askedAt === undefined;
              // The CLI has lost what it had taken before it could keep it.
              const isUnread =
                phase === (final === 'dismissed' ? 'withdrawn' : 'lost') &&
                questionsOf(state).some(before => before.id === id && before.unproven !== undefined);
              assert.ok(isTold || isUnread || event.type === 'questionAsked', `${final} became ${phase} by ${event.type}`);
              if (!isTold && !isUnread) reopened++;
            }
            if (isFinal(phase)) finals.set(id, phase);
            else finals.delete(id);
            const isSent = phase === 'sending' && question.resume === undefined;
            if (isSent || phase === 'answered') assert.ok(settlements.has(id) || settledThere.has(id));
            // What is parked has reached nobody.
            if (phase === 'parked') assert.ok(question.settlement === undefined && question.requestId === undefined);
            if (phase === 'asked') assert.ok(question.route !== undefined && question.questions.length > 0);
            if (phase === 'announced' || !isFinal(phase))
              assert.ok(openQuestions(after).includes(question), 'an open question is out of the turn');
          }
          state = after;
        }
      }),
      { numRuns: many },
    );
    assert.ok(writes > many / 6, `only ${writes} answers were written: the events do not reach far enough`);
    assert.ok(reopened > many / 200, `only ${reopened} questions were asked anew after their end`);
  });

  it('can always end: the end of turn and process leaves no question open but what the CLI keeps', () => {
    fc.assert(
      fc.property(
        fc.array(anyEvent('question'), { minLength: 10, maxLength: 30 }),
        fc.constantFrom<ChatEvent>(
          { type: 'turnEnded', outcome: 'success' },
          { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' },
        ),
        (sequence, last) => {
          const state = [...sequence, last].reduce((before, event, now) => step(before, event, now).state, initialState('auto'));
          const open = questionsOf(state).filter(({ phase }) => !isFinal(phase));
          const isKept = ({ phase, resume, tool, agent }: QuestionState): boolean =>
            phase === 'parked' ||
            // A server may ask between turns, and a subagent in the background outlives the turn.
            (last.type === 'turnEnded' && (tool === 'elicitation' || agent !== undefined)) ||
            resume === 'wanted' ||
            (last.type === 'processExited' && resume === 'started');
          assert.ok(open.every(isKept));
          // What was sent and is not confirmed goes on by itself, and so does a start that was asked for; else the turn is over.
          const isStarting = last.type === 'processExited' && state.process === 'starting';
          assert.ok(state.turn === 'idle' || state.outbox.length > 0 || isStarting || open.some(({ resume }) => resume !== undefined));
        },
      ),
      { numRuns: runs(5_000) },
    );
  });

  it('changes nothing when the same events come again to the same state (it is pure)', () => {
    fc.assert(
      fc.property(fc.array(anyEvent('question'), { minLength: 10, maxLength: 25 }), sequence => {
        const run = () => sequence.reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
        assert.deepEqual(run(), run());
      }),
      { numRuns: runs(1_000) },
    );
  });
});

/** What shows that a prompt has reached Claude. */
function isEvidence(event: ChatEvent | Restore, uuid: string, before: ChatState): boolean {
  if (event.type === 'promptConfirmed') return event.uuid === uuid;
  if (event.type === 'transcriptRead') return event.entries.some(({ event: there }) => there.type === 'promptSeen' && there.id === uuid);
  const entry = before.outbox.find(one => one.uuid === uuid);
  if (entry?.written !== true) return false;
  // The turn that the prompt has begun is over.
  if (event.type === 'turnEnded' && !entry.queued) return true;
  // Of a peer that confirms nothing: Claude answers what the pipe has taken.
  const isTaken = before.peer.confirms !== true;
  const answers = ['textStarted', 'textFinished', 'toolStarted', 'questionAnnounced', 'questionFinished', 'questionAsked', 'turnEnded'];
  return isTaken && answers.includes(event.type);
}

describe('a prompt under every event, at random', function () {
  this.timeout(300_000);

  it('is written once to a process, kept until it is confirmed, never to another session, never dropped', () => {
    let confirmed = 0;
    let again = 0;
    let gone = 0;
    const many = runs(12_000);
    fc.assert(
      fc.property(routes, fc.array(anyEventOrRestore('prompt'), { minLength: 20, maxLength: 40 }), (route, sequence) => {
        let state = initialState(route);
        /** What the process that runs has got. */
        let got = new Set<string>();
        let isUnknown = false;
        /** The ids under which the CLI reads nothing any more. */
        const spent = new Set<string>();
        for (const [now, event] of sequence.entries()) {
          // A sent prompt may leave the state; window.test.ts trims at random.
          if (event.type === 'itemsTrimmed') continue;
          for (const { uuid = '', uuidSpent } of promptsOf(state)) if (uuidSpent === true) spent.add(uuid);
          const isGiven = (uuid: string): boolean => hasPrompt(state, uuid) || spent.has(uuid);
          // Ids that the host has given already are not given a second time.
          if (event.type === 'promptSubmitted' && isGiven(event.uuid)) continue;
          if (event.type === 'lostAnswersSent' && isGiven(event.uuid)) continue;
          // What a notice offers again goes as a new prompt.
          const isOffer =
            event.type === 'promptResubmitted' &&
            state.items.some(({ kind, id }) => (kind === 'problem' || kind === 'exit') && id === event.id);
          const isSpent =
            event.type === 'promptResubmitted' && promptsOf(state).some(({ id, uuidSpent }) => id === event.id && uuidSpent === true);
          if ((isOffer || isSpent) && isGiven(event.uuid)) continue;
          // Only what an earlier process was given is looked for.
          if (event.type === 'promptMissing' && got.has(event.uuid)) continue;
          const { state: after, effects } = next(state, event, now);
          if (['restore', 'processExited', 'startFailed'].includes(event.type)) got = new Set();
          if (event.type === 'sessionUnknown') isUnknown ||= state.process === 'starting' && state.sessionId === event.sessionId;
          // The CLI works on the session after all.
          if (event.type === 'initReceived' || event.type === 'questionAsked') isUnknown = false;
          if (event.type === 'writeFailed' || event.type === 'imageMissing' || event.type === 'promptUnwritten') {
            const failed = state.outbox.find(({ writeId }) => writeId === event.writeId);
            if (failed !== undefined) got.delete(failed.uuid);
          }
          // Claude has not got it, as the CLI has said.
          if (event.type === 'promptRefused')
            for (const { uuid = '' } of promptsOf(after).filter(prompt => prompt.state === 'failed')) got.delete(uuid);
          for (const effect of effects) {
            if (effect.type === 'startClaude') {
              got = new Set();
              const known = state.sessionId ?? after.sessionId;
              assert.ok(effect.resume === after.sessionId, 'a process was started for another session');
              assert.ok(effect.resume !== undefined || known === undefined || isUnknown, 'a session that is known was given up');
              isUnknown = false;
            }
            if (effect.type !== 'writeToClaude' || effect.message.type !== 'prompt') continue;
            const { uuid, text } = effect.message;
            assert.ok(!got.has(uuid), `${event.type} wrote a prompt a second time to the same process`);
            assert.ok(
              promptsOf(state).every(prompt => prompt.uuid !== uuid || prompt.state !== 'takenBack'),
              'a prompt was written that is taken back',
            );
            if (state.waiting.some(prompt => prompt.uuid === uuid)) {
              assert.equal(openQuestions(after).length, 0, 'a waiting prompt was written while a question is open');
              gone++;
            }
            if (promptsOf(state).some(prompt => prompt.uuid === uuid)) again++;
            got.add(uuid);
            assert.equal(promptsOf(after).find(prompt => prompt.uuid === uuid)?.text, text);
            assert.ok(after.outbox.some(entry => entry.uuid === uuid));
          }
          for (const { uuid, text } of state.waiting) {
            const isOut: boolean = event.type === 'promptTakenOut' && event.uuid === uuid;
            const places = [...after.waiting, ...promptsOf(after)].filter(prompt => prompt.uuid === uuid);
            assert.equal(places.length, isOut ? 0 : 1, `${event.type} lost or doubled a waiting prompt of “${text}”`);
          }
          const isStuck = after.turn === 'idle' && after.waiting.length > 0 && after.waitsForPerson !== true;
          assert.ok(!isStuck || openQuestions(after).length > 0, 'a prompt waits, and nothing says for what');
          for (const before of promptsOf(state)) {
            const prompt = promptsOf(after).find(({ id }) => id === before.id);
            assert.ok(prompt?.text.startsWith(before.text) === true, 'a prompt is gone');
            if (prompt === undefined) continue;
            const isMissing: boolean = event.type === 'promptMissing' && event.uuid === before.uuid;
            if (before.state === 'sent') assert.equal(prompt.state, isMissing ? 'failed' : 'sent', 'a confirmed prompt is not');
            else if (prompt.state === 'sent') {
              assert.ok(isEvidence(event, before.uuid ?? '', state), `${event.type} confirmed a prompt`);
              confirmed++;
            }
          }
          if (event.type === 'promptSubmitted') {
            const isFree = openQuestions(state).length === 0 && (event.text.trim() !== '' || event.attachments !== undefined);
            assert.equal(hasPrompt(after, event.uuid), isFree);
            if (!isFree) assert.equal(after, state, 'what is not taken changes nothing: the host gives the words back');
          }
          const sending = promptsOf(after).filter(prompt => prompt.state === 'sending');
          assert.deepEqual(sending.map(({ id }) => id).sort(), after.outbox.map(({ itemId }) => itemId).sort());
          // Nothing waits for a process that nobody starts.
          if (after.process === 'none') assert.equal(after.outbox.length, 0, `${event.type} left prompts in sending`);
          state = after;
        }
      }),
      { numRuns: many },
    );
    assert.ok(confirmed > many / 8, `only ${confirmed} prompts were confirmed`);
    assert.ok(again > many / 200, `only ${again} prompts were written again`);
    assert.ok(gone > many / 20, `only ${gone} waiting prompts were written`);
  });
});
