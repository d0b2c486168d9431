// The life of one question: (question, event) → question. Pure; knows neither the CLI's wire nor VS Code. A property test holds the
// invariants: a final phase ends only when the peer asks the question again; nothing is written without an act of the person; a
// question has one settlement without limit of time, written at most once per request of the peer.
import { isOfAgent } from '../shared/agentQuestions.js';
import type { Answer, EndReason, HostEdit } from '../shared/question.js';
import { editedByHost, isAnswered, isFinal, normalizeAnswers, withLaterEdits } from '../shared/answers.js';
import { defaultAnswer } from '../shared/kinds.js';
import { areAcceptable } from '../shared/acceptable.js';
import { areValidAnswers } from '../shared/rules.js';
import type { Variant } from '../shared/variant.js';
import type { Settlement } from './settlement.js';
import type { QuestionInput } from './events.js';
import { draftFor, isSameQuestion, keptBeside } from './keptAnswers.js';
import type { QuestionContext, QuestionEvent } from './questionEvents.js';
import { isElicitation } from './state.js';
import type { QuestionState } from './state.js';

/** Echoes arrive cut to a few thousand characters; this much of a reply is enough to recognize it. */
const comparedLength = 1_000;

export function announcedQuestion(id: string): QuestionState {
  return { kind: 'question', id, phase: 'announced', questions: [], raw: {}, draft: [], revision: 0, hostEdits: [] };
}

/** The question after `event`; the same object when the event changes nothing. */
export function stepQuestion(state: QuestionState, event: QuestionEvent, context: QuestionContext): QuestionState {
  if (event.type === 'agentWaits') return agentWaits(state, event.waits);
  if (isFinal(state.phase)) return afterTheEnd(state, event, context);
  switch (event.type) {
    case 'seen':
      return state.phase === 'announced' && event.input !== undefined ? withInput(state, event.input) : state;
    case 'grew':
      return state.phase === 'announced'
        ? { ...state, ...titled(event.input), ...(event.input.tool && { tool: event.input.tool }), questions: event.input.questions }
        : state;
    case 'requested':
      return requested(state, event, context);
    case 'opened':
      return state.phase === 'announced' && state.questions.length > 0
        ? { ...state, phase: 'asked', route: 'toolResult', askedAt: context.now }
        : state;
    case 'drafted':
      return state.phase === 'sending' || state.held !== undefined ? state : drafted(state, event);
    case 'begun':
      return attended(state);
    case 'referenceAdded':
      return state.phase === 'sending' || state.held !== undefined ? state : withReference(state, event.edit);
    case 'held':
      return held(state, event, context);
    case 'undone':
      return unheld(state);
    case 'settled':
      return settled(state, event);
    case 'overdue':
      return state.phase === 'asked' ? { ...state, overdueAt: context.now } : state;
    case 'countdownStarted':
      // A question that is asked once more may be filled in already.
      return state.phase === 'asked' && state.revision === 0 ? { ...state, dismissAt: event.until } : state;
    case 'parked':
      return parked(state);
    case 'resumeStarted':
      return state.resume === 'wanted' ? { ...state, resume: 'started' } : state;
    case 'startFailed':
      return backToParked(state);
    case 'windowEnded':
      return windowEnded(state);
    case 'forgotten':
      return state.phase === 'parked' || state.resume !== undefined ? end(state, 'lost', context, 'forgotten') : state;
    case 'written':
      return written(state, context);
    case 'writeFailed':
      return state.phase === 'sending' ? end(state, 'lost', context, 'writeFailed') : state;
    case 'echoed':
      return echoed(state, event, context);
    case 'taken':
      return taken(state, event, context);
    case 'settledElsewhere':
      return settledElsewhere(state, event, context);
    case 'cancelled':
      // In `sending` the echo decides between our answer and the cancellation.
      if (isElicitation(state)) return elicitationCancelled(state, context);
      return state.phase === 'sending' ? state : end(state, 'withdrawn', context, context.stopping ? 'interrupted' : 'cancelled');
    case 'turnEnded':
      return turnEnded(state, event, context);
    case 'exited':
      return exited(state, context);
    case 'resent':
    case 'proven':
    case 'missing':
      return state;
  }
}

/** Keeps the final phase. A draft posted just before the end may arrive after it and is kept, because it belongs to the person. */
function afterTheEnd(state: QuestionState, event: QuestionEvent, context: QuestionContext): QuestionState {
  if (event.type === 'resent' && state.phase === 'lost') return { ...state, sentAsMessage: true };
  if (event.type === 'requested') return reopened(state, event, context);
  if (event.type === 'proven') return proven(state);
  if (event.type === 'missing') return state.unproven !== undefined ? unread(state, event.reason, context) : state;
  if (event.type === 'settledElsewhere' && isOnlyRead(state)) return settledElsewhere(reread(state), event, context);
  return event.type === 'drafted' && state.settlement === undefined ? drafted(state, event) : state;
}

function proven(state: QuestionState): QuestionState {
  if (state.unproven === undefined) return state;
  const { unproven: _, ...rest } = state;
  return rest;
}

/**
 * The CLI has lost what it had taken: Claude does not know it when the session goes on, so the person can send it as a message. A dismissal has
 * nothing to send.
 */
function unread(state: QuestionState, reason: EndReason, context: QuestionContext): QuestionState {
  const { echoedText: _, ...rest } = proven(state);
  return end(rest, state.phase === 'dismissed' && !isElicitation(state) ? 'withdrawn' : 'lost', context, reason);
}

/** The transcript was read while the question waited in another program: it was never open here, and its end is told later. */
function isOnlyRead({ phase, reason, askedAt, settlement }: QuestionState): boolean {
  return phase === 'withdrawn' && reason === 'exited' && askedAt === undefined && settlement === undefined;
}

/** A question of which only the transcript is known, and which the CLI keeps: it can be answered. Another one stays as it is. */
export function foundParked(state: QuestionState): QuestionState {
  return isOnlyRead(state) && state.questions.length > 0 ? { ...reread(state), phase: 'parked' } : state;
}

function reread(state: QuestionState): QuestionState {
  const { reason: _, endedAt: __, ...rest } = state;
  return { ...rest, phase: 'announced' };
}

/**
 * The CLI asks a question that has ended here, because it waits for a result. A settlement that did not arrive is sent again to the same questions;
 * without a settlement the person has to act. A settlement that arrived keeps its phase, and `questionSteps` repeats it. Other questions under this
 * id are another question: what was said of the first ones answers none of them.
 */
function reopened(state: QuestionState, event: Variant<QuestionEvent, 'requested'>, context: QuestionContext): QuestionState {
  const { requestId, hook } = event;
  const isAgain = state.settlement !== undefined && isShown(state, event.input);
  // Only an answer that did not arrive has something to say about other questions.
  if (state.settlement !== undefined && !isAgain && state.phase !== 'lost') return requested(announcedQuestion(state.id), event, context);
  if (isAgain && state.phase !== 'lost') {
    // It is this process now that has to prove it.
    const unproven = state.unproven !== undefined && { unproven: true as const };
    return { ...state, ...unproven, requestId, hook, route: 'control' };
  }
  const { reason: _, detail: __, endedAt: ___, sentAsMessage: ____, unproven: _____, ...rest } = state;
  if (isAgain) return { ...rest, phase: 'sending', requestId, hook, route: 'control' };
  return requested({ ...rest, phase: 'asked' }, event, context);
}

/** Also behind the end: an answer is kept until the agent calls for it. */
function agentWaits(state: QuestionState, waits: boolean): QuestionState {
  if (state.otherAgent === undefined || waits === (state.otherAgent.unattended === undefined)) return state;
  const { unattended: _, ...otherAgent } = state.otherAgent;
  return { ...state, otherAgent: waits ? otherAgent : { ...otherAgent, unattended: true } };
}

/** Cancels the dismissal by timeout, because the person has begun to answer. */
function attended(state: QuestionState): QuestionState {
  const { otherAgent } = state;
  const begun =
    otherAgent === undefined || otherAgent.isBegun ? state : { ...state, otherAgent: { ...otherAgent, isBegun: true as const } };
  if (begun.dismissAt === undefined) return begun;
  const { dismissAt: _, ...rest } = begun;
  return rest;
}

function drafted(state: QuestionState, { question, answer, on }: Variant<QuestionEvent, 'drafted'>): QuestionState {
  const asked = state.questions[question];
  if (asked === undefined || question >= state.draft.length) return state;
  const whole = withLaterEdits(asked, answer, question, state.hostEdits, on);
  return changed(attended(state), state.draft.with(question, whole));
}

function changed(state: QuestionState, draft: readonly Answer[]): QuestionState {
  const { unsent: _, ...rest } = state;
  return { ...rest, draft, revision: state.revision + 1 };
}

function parked(state: QuestionState): QuestionState {
  if (state.phase !== 'asked' || state.hook !== true) return state;
  const { requestId: _, hook: __, dismissAt: ___, ...rest } = unheld(state);
  return { ...rest, phase: 'parked' };
}

/** Parks the question again. Nothing of the settlement was written, because writing waits until the resumed CLI asks. */
function backToParked(state: QuestionState): QuestionState {
  if (state.resume === undefined) return state;
  const { resume: _, writeId: __, ...rest } = state;
  return { ...withoutSettlement(rest), phase: 'parked' };
}

/** The question is open again, with all that was filled in. */
function withoutSettlement(state: QuestionState): QuestionState {
  const { settlement: _, written: __, typed, ...open } = state;
  return typed === undefined ? open : changed(open, typed);
}

function withReference(state: QuestionState, edit: HostEdit): QuestionState {
  const given = state.draft[edit.question];
  const asked = state.questions[edit.question];
  if (given === undefined || asked === undefined) return state;
  const draft = state.draft.with(edit.question, editedByHost(asked, given, edit));
  return changed({ ...attended(state), hostEdits: [...state.hostEdits, edit] }, draft);
}

function held(state: QuestionState, event: Variant<QuestionEvent, 'held'>, context: QuestionContext): QuestionState {
  const { settlement, holdId, undoTime } = event;
  if (!isOpen(state) || state.held !== undefined || settlement.type !== 'answer') return state;
  if (!canBeSent(state, settlement.answers)) return state;
  return {
    ...changed(attended(state), keptBeside(settlement.answers, state.draft)),
    held: { id: holdId, until: context.now + undoTime, settlement },
  };
}

function unheld(state: QuestionState): QuestionState {
  if (state.held === undefined) return state;
  const { held: _, ...rest } = state;
  return rest;
}

/** Answers that are held, or that wait for a process to ask the question, go nowhere, and the card says so. */
function windowEnded(state: QuestionState): QuestionState {
  if (state.held !== undefined) return { ...unheld(state), unsent: true };
  return state.resume !== undefined && state.settlement?.type === 'answer' ? { ...backToParked(state), unsent: true } : backToParked(state);
}

function titled({ title }: QuestionInput): { title?: string } {
  return title === undefined ? {} : { title };
}

/** Whether the input asks what the card shows: the same questions under another title may ask for something else. */
function isShown({ questions: shown, title: shownTitle }: QuestionState, { questions, title }: QuestionInput): boolean {
  return (
    title === shownTitle && questions.length === shown.length && questions.every((asked, index) => isSameQuestion(asked, shown[index]))
  );
}

/** Takes the input of the request, and ends a hold of answers to other questions than these. */
function withInput(state: QuestionState, input: QuestionInput): QuestionState {
  const kept: QuestionState = state.held === undefined || isShown(state, input) ? state : { ...unheld(state), unsent: 'changed' };
  const draft = draftFor(input.questions, state.questions, state.draft);
  const { tool, elicitation, otherAgent, questions, raw } = input;
  const { tool: _, elicitation: __, title: ___, otherAgent: before, ...other } = kept;
  const isBegun = before?.isBegun && { isBegun: true as const };
  const asker = { ...(elicitation && { elicitation }), ...(otherAgent && { otherAgent: { ...otherAgent, ...isBegun } }) };
  return { ...other, ...titled(input), ...(tool && { tool }), ...asker, questions, raw, draft };
}

/** Whether the person can act on the question. */
function isOpen({ phase }: QuestionState): boolean {
  return phase === 'asked' || phase === 'parked';
}

function requested(
  state: QuestionState,
  { requestId, hook, input, agent = state.agent, agentName = state.agentName }: Variant<QuestionEvent, 'requested'>,
  { now }: QuestionContext,
): QuestionState {
  const { resume: _, ...before } = state;
  const rest = { ...before, ...(agent && { agent }), ...(agentName !== undefined && { agentName }) };
  // A question in `sending` keeps its settlement; `step` answers the new request with the same one.
  if (state.phase === 'sending' && isShown(state, input)) return { ...rest, requestId, hook, route: 'control' };
  // An answer to other questions than these would be an answer that nobody gave.
  const { writeId: __, ...unwritten } = rest;
  const open: QuestionState = state.settlement === undefined ? unwritten : { ...withoutSettlement(unwritten), unsent: 'changed' };
  return { ...withInput(open, input), phase: 'asked', route: 'control', requestId, hook, askedAt: state.askedAt ?? now };
}

function settled(state: QuestionState, event: { settlement: Settlement; writeId: string }): QuestionState {
  const { settlement, writeId } = event;
  // A server reads data, so it cannot take a reply.
  if (!isOpen(state) || (isElicitation(state) && settlement.type === 'reply')) return state;
  const { held: _, dismissAt: __, unsent: ___, ...open } = state;
  const rest: QuestionState = state.phase === 'parked' && state.again === undefined ? { ...open, resume: 'wanted' } : open;
  if (settlement.type !== 'answer') return { ...rest, phase: 'sending', settlement, writeId };
  if (!canBeSent(state, settlement.answers)) return state;
  const answers = normalizeAnswers(state.questions, settlement.answers);
  const typed = keptBeside(settlement.answers, state.draft);
  const isAll = JSON.stringify(typed) === JSON.stringify(answers);
  const sent: Settlement = { type: 'answer', answers };
  return { ...changed(rest, answers), phase: 'sending', settlement: sent, writeId, ...(!isAll && { typed }) };
}

/** The pipe has accepted the line. For a silent subagent no echo follows, so this confirms the answer. */
function written(state: QuestionState, context: QuestionContext): QuestionState {
  if (state.phase !== 'sending' || state.settlement === undefined) return state;
  const isLetThrough = state.tool === 'ask_user' && state.hook === true;
  return state.agent === 'silent' && !isLetThrough ? confirmed(state, state.settlement, context) : { ...state, written: true };
}

function echoed(state: QuestionState, event: Variant<QuestionEvent, 'echoed'>, context: QuestionContext): QuestionState {
  const { settlement } = state;
  const refused: EndReason = event.refusedBy === 'hook' ? 'refusedByHook' : 'refusedByClaude';
  // Until the resumed CLI asks, Parley has written nothing, so a result comes from another program.
  if (state.phase === 'sending' && settlement !== undefined && state.resume === undefined) {
    // At the hook the call was only let through: a result that comes before the call holds nothing of the settlement.
    if (state.tool === 'ask_user' && state.hook === true)
      return { ...end(state, 'lost', context, context.stopping ? 'interrupted' : refused), detail: event.text };
    // Claude reads the hook's words, and nothing of the dismissal.
    if (settlement.type === 'dismiss' && event.refusedBy === 'hook')
      return { ...end(state, 'withdrawn', context, refused), detail: event.text };
    // What a subagent has read stands in a transcript of its own, and what other agents ask in none. A peer of the literal route keeps none either.
    const isInTranscript = state.agent === undefined && state.route === 'control' && !isOfAgent(state.id);
    const unproven = isInTranscript && { unproven: true as const };
    // A dismissal is echoed as an error that carries our sentence, and so is a reply where the CLI has no field for it. An answer echoed as an error
    // was not read.
    const isReply = settlement.type === 'reply' && event.text.includes(settlement.text.slice(0, comparedLength));
    if (event.isError && settlement.type !== 'dismiss' && !isReply)
      return { ...end(state, 'lost', context, context.stopping ? 'interrupted' : refused), detail: event.text };
    return { ...confirmed(state, settlement, context), ...unproven, echoedText: event.text };
  }
  if (context.stopping) return end(state, 'withdrawn', context, 'interrupted');
  // The resumed CLI could not ask it. The answers can go as a message.
  if (event.isError && state.resume !== undefined) return { ...end(state, 'lost', context, 'cancelled'), detail: event.text };
  if (event.refusedBy === 'planMode' && state.phase === 'announced') return end(state, 'refused', context, 'planMode');
  if (event.isError && state.phase === 'announced') return { ...end(state, 'refused', context, refused), detail: event.text };
  return { ...end(state, 'withdrawn', context, event.refusedBy === 'hook' ? refused : 'cancelled'), detail: event.text };
}

/** Another program answered first. Its answer replaces the local draft. */
function settledElsewhere(
  state: QuestionState,
  { settlement, text }: Variant<QuestionEvent, 'settledElsewhere'>,
  context: QuestionContext,
): QuestionState {
  if (settlement === undefined) {
    // Our own CLI has closed the question in the person's place, as at the end of its input, and Claude has read that. Or the resumed CLI could not ask,
    // because its window had ended. What was filled in can go as a message.
    const isSent = state.phase === 'sending' && (state.resume !== undefined || state.settlement?.type !== 'dismiss');
    const isKept = isSent || ((state.phase === 'asked' || state.phase === 'parked') && state.draft.some(isAnswered));
    if (isKept) return { ...end(state, 'lost', context, 'cancelled'), detail: text };
    return {
      ...end(state, 'withdrawn', context, state.phase === 'asked' || state.phase === 'sending' ? 'turnEnded' : 'cancelled'),
      detail: text,
    };
  }
  const draft = settlement.type === 'answer' ? settlement.answers : state.questions.map(defaultAnswer);
  return { ...confirmed({ ...changed(state, draft), settlement }, settlement, context), echoedText: text };
}

function turnEnded(state: QuestionState, event: { success: boolean; deferred: boolean }, context: QuestionContext): QuestionState {
  // A parked question outlives other turns. A resumed CLI that has ended a turn has not asked it.
  if (state.phase === 'parked' || state.resume === 'wanted' || (event.deferred && state.resume !== undefined)) return state;
  // A subagent in the background waits on; a cancellation, a result or the end of the process tells its end.
  if (state.agent !== undefined && !(context.stopping && state.phase === 'sending')) return state;
  const { settlement } = state;
  if (isElicitation(state)) {
    // A server may ask between turns, so the end of one says nothing of it. After an interrupt 2.1.329 gives the answer to the server without calling the hook, so nothing else ends the wait.
    return context.stopping && state.written === true ? end(state, 'lost', context, 'interrupted') : state;
  }
  if (state.phase !== 'sending' || settlement === undefined)
    return end(state, 'withdrawn', context, context.stopping ? 'interrupted' : 'turnEnded');
  const unechoed = state.route === 'toolResult' && state.written === true && event.success;
  return unechoed ? confirmed(state, settlement, context) : end(state, 'lost', context, context.stopping ? 'interrupted' : 'turnEnded');
}

function exited(state: QuestionState, context: QuestionContext): QuestionState {
  if (state.phase === 'parked' || state.resume === 'wanted') return state;
  // The person stopped a CLI that was to ask the question. The answers are kept and can go as a message.
  if (state.resume === 'started' && context.stopping) return end(state, 'lost', context, 'interrupted');
  // A CLI may exit before asking for any reason, so the question counts as parked still.
  if (state.resume === 'started') return backToParked(state);
  if (state.phase === 'announced') return end(state, 'withdrawn', context, context.stopping ? 'interrupted' : 'exited');
  if (state.phase === 'asked' && context.stopping) return end(state, 'withdrawn', context, 'interrupted');
  // The server was a child process of the CLI and has ended with it.
  if (state.phase === 'asked' && isElicitation(state)) return end(state, 'withdrawn', context, 'exited');
  return end(state, 'lost', context, 'exited');
}

function taken(state: QuestionState, { text }: Variant<QuestionEvent, 'taken'>, context: QuestionContext): QuestionState {
  if (state.phase !== 'sending' || state.settlement === undefined) return state;
  const unproven = state.call !== undefined && { unproven: true as const };
  return { ...confirmed(state, state.settlement, context), ...unproven, ...(text !== undefined && { echoedText: text }) };
}

/** The server has gone, has taken the request back, or has ended its call: what was written and not yet confirmed came too late. */
function elicitationCancelled(state: QuestionState, context: QuestionContext): QuestionState {
  return end(state, state.phase === 'sending' ? 'lost' : 'withdrawn', context, context.stopping ? 'interrupted' : 'cancelled');
}

function canBeSent(state: QuestionState, answers: readonly Answer[]): boolean {
  return (isElicitation(state) ? areAcceptable : areValidAnswers)(state.questions, answers);
}

const confirmedPhases = { answer: 'answered', dismiss: 'dismissed', reply: 'replied' } as const;

function confirmed(state: QuestionState, settlement: Settlement, context: QuestionContext): QuestionState {
  const reason = settlement.type === 'dismiss' && settlement.byTimeout === true ? 'timedOut' : undefined;
  return end(state, confirmedPhases[settlement.type], context, reason);
}

function end(state: QuestionState, phase: QuestionState['phase'], context: QuestionContext, reason?: EndReason): QuestionState {
  const { held: _, resume: __, dismissAt: ___, unsent: ____, typed: _____, ...rest } = state;
  return { ...rest, phase, endedAt: context.now, ...(reason !== undefined && { reason }) };
}
