// (state, event) → (state, effects). No other file changes a chat's state. Pure: time comes in as `now`.
import type { Steering } from '../shared/features/steering/modes.js';
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import { begunCall } from './callTimes.js';
import { withTimes } from './itemTimes.js';
import { append, withTurnRunning, change, changePermissions, endedWords, find, indexOf, kindOfWords } from './items.js';
import { callEnded, elicitationAsked, elicitationRefused, elicitationSettled } from './elicitationSteps.js';
import { applyTranscript } from './past.js';
import { answering, promptRefused, withPromptsMissing } from './outbox.js';
import { withAnswerSent } from './answerAgain.js';
import { answersHeld, filesGoing, filesWent, isBegunFrom } from './branches.js';
import { filesChanged, turnFollowed } from './changeSteps.js';
import { docChanged, memoryTold, withAnswersKept } from './memorySteps.js';
import { confirmPrompt, imageMissing, resendPrompt, sendLostAnswers } from './prompts.js';
import { endedPermission, finishedTool, refusalIn } from './permissions.js';
import {
  decidePermission,
  editChanged,
  pathResolved,
  permissionAsked,
  permissionOpened,
  placeChecked,
  noteDrafted,
  planChosen,
  planMoved,
  releaseQueued,
} from './permissionSteps.js';
import { withForgotten } from './forgotten.js';
import { resultSeen, turnChecked, withResults, withResultsAwaited } from './evidence.js';
import { toolRan, noteResult, noteUnwanted } from './permissionNotes.js';
import { jobBegan, withScheduling, withTurnOfJob } from './scheduled.js';
import { announcedQuestion } from './questionMachine.js';
import {
  answer,
  deferralMissing,
  deferralUnavailable,
  endWindow,
  holdElapsed,
  questionAsked,
  questionFinished,
  questionOverdue,
  settle,
  toQuestion,
  countdownStarted,
} from './questionSteps.js';
import type { ChatItem, ChatState } from './state.js';
import { openQuestions } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';
import { awaitedAnew, endProcess, interruptOverdue } from './stop.js';
import { replySettlement } from './replies.js';
import { unneeded, withRestart } from './restart.js';
import {
  hurryPrompt,
  movePrompt,
  promptBack,
  promptUnwritten,
  stopTurn,
  submitPrompt,
  takeBackWritten,
  takePromptOut,
  wantPromptBack,
  withWaitingHeldUp,
  withWaitingSent,
} from './waitingPrompts.js';
import { withoutItems, withoutBegun } from './window.js';
import {
  acknowledged,
  clears,
  contextCleared,
  openedElsewhere,
  folderRefused,
  processExited,
  processNeeded,
  processStarted,
  promptsUnread,
  startFailed,
  turnEnded,
  writeFailed,
} from './lifecycle.js';

/** The state after `event` and the effects to perform; the same state object when nothing changed. */
export function step(state: ChatState, event: ChatEvent, now: number): Step {
  const reaction = awaitedAnew(state, withAnswerSent(react(endsRetry.has(event.type) ? withoutRetry(state) : state, event, now), now));
  if (reaction.state === state) return reaction;
  const next = withWaitingSent(withRestart({ ...reaction, state: withWaitingHeldUp(state, event, reaction.state) }));
  const released = { ...next, state: releaseQueued(next.state) };
  // Most events are words that are streamed: those begin no item and end no question.
  if (event.type === 'textGrew') return released;
  const kept = withAnswersKept(state, withResultsAwaited(state, released));
  // The transcript says itself when its items began.
  return event.type === 'transcriptRead' ? kept : { ...kept, state: withTimes(state, kept.state, now) };
}

/** The events that end the CLI's wait before it tries again. */
const endsRetry: ReadonlySet<ChatEvent['type']> = new Set([
  ...(['textStarted', 'textFinished', 'toolStarted', 'questionAnnounced', 'questionAsked', 'problemSeen', 'turnEnded'] as const),
  ...(['retryEnded', 'startFailed', 'processExited'] as const),
]);

function withoutRetry(state: ChatState): ChatState {
  if (state.retrying === undefined) return state;
  const { retrying: _, ...rest } = state;
  return rest;
}

function react(state: ChatState, event: ChatEvent, now: number): Step {
  switch (event.type) {
    case 'initReceived':
      return noEffects(initReceived(withTurnOfJob(state, now), event));
    case 'jobBegan':
      return noEffects(jobBegan(state, now));
    case 'sessionUnknown':
      // Only the exact report of a process that is starting counts, because a hook may print the same words on stderr.
      return noEffects(state.process === 'starting' && isBegunFrom(state, event.sessionId) ? { ...state, sessionUnknown: true } : state);
    case 'askUserKeptAway':
      return noEffects(state.process === 'starting' ? { ...state, askUserKeptAway: true } : state);
    case 'folderRefused':
      return folderRefused(state);
    case 'startRefused':
      return noEffects(state.process === 'starting' ? { ...state, startRefused: event.problem } : state);
    // `endsRetry` has it.
    case 'retryEnded':
      return noEffects(state);
    case 'retrying': {
      const { type: _, ...retrying } = event;
      return noEffects(state.turn === 'idle' ? state : { ...state, retrying });
    }
    case 'deferralUnavailable':
      return noEffects(deferralUnavailable(state, now));
    case 'promptsUnread':
      return promptsUnread(state);
    case 'promptConfirmed':
      return noEffects(confirmPrompt(state, event.uuid));
    case 'backgroundTasksChanged':
      return noEffects({ ...state, backgroundTasks: event.count, subagents: event.subagents, peer: { ...state.peer, tellsTasks: true } });
    case 'callsInBackground':
      return noEffects(sameCalls(state.inBackground, event.toolUseIds) ? state : { ...state, inBackground: event.toolUseIds });
    case 'textStarted':
      return noEffects(append(answering(state), begunWords(event, now)));
    case 'textGrew':
      return noEffects(change(state, event.id, kindOfWords(event), item => ({ ...item, text: item.text + event.text })));
    case 'textFinished':
      return noEffects(textFinished(state, event, now));
    case 'toolStarted':
      return noEffects(append(answering(state), begunCall(state, event, now)));
    case 'toolFinished':
      return toolFinished(state, event, now);
    case 'promptMissing':
      return noEffects(withPromptsMissing(state, [event.uuid]));
    case 'promptsForgotten':
      return noEffects(withForgotten(state, event.uuids));
    case 'resultsChecked':
      return noEffects(withResults(state, event.found, now));
    case 'turnChecked':
      return noEffects(turnChecked(state, event, now));
    case 'resultSeen':
      return noEffects(resultSeen(state, event.toolUseId, now));
    case 'messageBrokenOff':
      return noEffects(withoutBegun(state, event.ids));
    case 'taskBroken':
      return noEffects(change(state, event.toolUseId, 'tool', item => (item.state === 'done' ? { ...item, state: event.state } : item)));
    case 'questionAnnounced':
      return noEffects(find(state, event.toolUseId, 'question') ? state : append(answering(state), announcedQuestion(event.toolUseId)));
    case 'questionGrew':
      return noEffects(toQuestion(state, event.toolUseId, { type: 'grew', input: event.input }, now));
    case 'questionFinished':
      return questionFinished(state, event, now);
    case 'questionAsked':
      return questionAsked(state, event, now);
    case 'elicitationAsked':
      return elicitationAsked(state, event, now);
    case 'elicitationRefused':
      return elicitationRefused(state, event);
    case 'elicitationSettled':
      return elicitationSettled(state, event, now);
    case 'permissionAsked':
      return permissionAsked(state, event);
    case 'toolRan':
      return toolRan(state, event);
    case 'settingsChanging':
      return { state: { ...state, sendsControlRequests: true }, effects: [{ type: 'lookAtFolder', requestId: event.requestId }] };
    case 'fileNeeded': {
      const { requestId, toolName, path } = event;
      return { state: { ...state, sendsControlRequests: true }, effects: [{ type: 'saveFile', requestId, toolName, path }] };
    }
    case 'requestUnsupported':
      return write({ ...state, sendsControlRequests: true }, writeId => [
        writeEffect(writeId, { type: 'refuseRequest', requestId: event.requestId, reason: event.reason }),
      ]);
    case 'requestAnswered':
      return write({ ...state, sendsControlRequests: true }, writeId => [
        writeEffect(writeId, { type: 'answerRequest', requestId: event.requestId, response: event.response }),
      ]);
    case 'requestCancelled':
      return noEffects(requestCancelled(state, event.requestId, now));
    case 'turnEnded':
      return turnEnded(state, event, now);
    case 'transcriptRead':
      return noEffects(applyTranscript(state, event));
    case 'itemsTrimmed':
      return noEffects(withoutItems(state, event.ids));
    case 'contextCleared':
      return noEffects(contextCleared(state));
    case 'openedElsewhere':
      return noEffects(openedElsewhere(state));
    case 'promptRefused':
      return noEffects(promptRefused(state));
    case 'problemSeen':
      return noEffects(append(state, { kind: 'problem', id: `i${state.counter}`, problem: event.problem }));
    case 'processStarted':
      return noEffects(processStarted(state, event));
    case 'startFailed':
      return noEffects(startFailed(state, event, now));
    case 'processExited':
      return processExited(state, event, now);
    case 'writeAcknowledged':
      return { state: acknowledged(state, event.writeId, now), effects: takeBackWritten(state, event.writeId) };
    case 'writeFailed':
      return noEffects(writeFailed(state, event.writeId, now));
    case 'imageMissing':
      return noEffects(imageMissing(state, event));
    case 'promptUnwritten':
      return noEffects(promptUnwritten(state, event.writeId));
    case 'requestOverdue':
      return noEffects(
        state.sendsControlRequests || state.routeSetting === 'control'
          ? state
          : toQuestion(state, event.toolUseId, { type: 'opened' }, now),
      );
    case 'pathResolved':
      return noEffects(pathResolved(state, event));
    case 'placeChecked':
      return placeChecked(state, event, now);
    case 'deferralMissing':
      return deferralMissing(state, event.toolUseId, now);
    case 'holdElapsed':
      return holdElapsed(state, event, now);
    case 'questionOverdue':
      return questionOverdue(state, event, now);
    case 'countdownStarted':
      return noEffects(countdownStarted(state, event, now));
    case 'parkRequested':
      return endWindow(state, now);
    case 'processUnneeded':
      return unneeded(state, event);
    case 'processNeeded':
      return processNeeded(state);
    case 'memoryTold':
      return noEffects(memoryTold(state, event));
    case 'steered':
      return noEffects({ ...state, steering: steeredBy(state.steering, event.change) });
    case 'answersFound':
      return { state, effects: [{ type: 'rememberAnswers', toolUseIds: event.toolUseIds }] };
    case 'answersHold':
      return { state, effects: state.holds === undefined ? [] : [{ type: 'holdAnswers', pairs: state.holds }] };
    case 'answersHeld':
      return noEffects(answersHeld(state, event));
    case 'docChanged':
      return noEffects(docChanged(state, event));
    case 'turnFollowed':
      return noEffects(turnFollowed(state, event));
    case 'filesChanged':
      return noEffects(filesChanged(state, event));
    case 'filesGoing':
      return noEffects(filesGoing(state, event));
    case 'filesWent':
      return noEffects(filesWent(state, event));
    case 'interruptOverdue':
      return interruptOverdue(state, event.interruptId);
    case 'processEndRequested':
      return endProcess(state);
    case 'promptSubmitted':
      return submitPrompt(state, event);
    case 'promptHurried':
      return hurryPrompt(state, event);
    case 'promptMoved':
      return noEffects(movePrompt(state, event));
    case 'promptTakenOut':
      return noEffects(takePromptOut(state, event.uuid));
    case 'promptWantedBack':
      return wantPromptBack(state, event.id);
    case 'promptBack':
      return noEffects(promptBack(state, event));
    case 'promptResubmitted':
      return resendPrompt(state, event, now);
    case 'answerDrafted':
      return noEffects(toQuestion(state, event.toolUseId, { ...event, type: 'drafted' }, now));
    case 'agentWaits':
      return noEffects(toQuestion(state, event.toolUseId, event, now));
    case 'answerBegun':
      return noEffects(toQuestion(state, event.toolUseId, { type: 'begun' }, now));
    case 'referenceAdded': {
      const { question, field, text } = event;
      return noEffects(toQuestion(state, event.toolUseId, { type: 'referenceAdded', edit: { question, field, text } }, now));
    }
    case 'questionAnswered':
      return answer(state, event, now);
    case 'answerUndone':
      return noEffects(toQuestion(state, event.toolUseId, { type: 'undone' }, now));
    case 'questionDismissed':
      return settle(state, event.toolUseId, { type: 'dismiss', ...(event.declined && { declined: true }) }, now);
    case 'questionReplied':
      return settle(state, event.toolUseId, replySettlement(event), now);
    case 'lostAnswersSent':
      return sendLostAnswers(state, event, now);
    case 'permissionOpened':
      return noEffects(permissionOpened(state, event.requestId));
    case 'noteDrafted':
      return noEffects(noteDrafted(state, event));
    case 'planChosen':
      return noEffects(planChosen(state, event));
    case 'planMoved':
      return noEffects(planMoved(state, event));
    case 'editChanged':
      return noEffects(editChanged(state, event));
    case 'permissionDecided':
      return decidePermission(state, event, now);
    case 'interruptRequested':
      return stopTurn(state);
  }
}

function initReceived(state: ChatState, event: Variant<ChatEvent, 'initReceived'>): ChatState {
  const { sessionUnknown: _, askUserKeptAway: __, startRefused: ___, ...known } = withTurnRunning(state);
  // The CLI can begin a turn by itself while its process is being ended.
  const process = state.process === 'ending' ? 'ending' : 'running';
  const begun: ChatState = { ...known, turnBegan: true, process, sessionId: event.sessionId, peer: peerOf(state, event) };
  const { sessionId: former } = state;
  if (former === undefined || former === event.sessionId || !state.turnPrompts.some(({ text }) => clears.test(text))) return begun;
  return { ...begun, formerSessions: [...(state.formerSessions ?? []), former] };
}

function peerOf(
  { peer }: ChatState,
  { version, capabilities, tellsTasks, takesBack }: Variant<ChatEvent, 'initReceived'>,
): ChatState['peer'] {
  const told = { version, capabilities, ...(tellsTasks === true && { tellsTasks }), ...(takesBack === true && { takesBack }) };
  // Facts learned from this version hold until another version answers.
  return peer.version === version ? { ...peer, ...told } : told;
}

function begunWords({ id, thought }: Variant<ChatEvent, 'textStarted'>, now: number): ChatItem {
  const words = { id, text: '', streaming: true };
  return thought === true ? { kind: 'thought', ...words, since: now } : { kind: 'text', ...words };
}

/** Keeps the streamed words of a thought whose whole block comes empty. */
function textFinished(state: ChatState, event: Variant<ChatEvent, 'textFinished'>, now: number): ChatState {
  const { id, text } = event;
  const kind = kindOfWords(event);
  if (indexOf(state, id, kind) < 0) {
    const words = { id, text, streaming: false };
    // The CLI speaks between two turns too, and nothing would end a turn that its words begin.
    return append(
      event.by === 'cli' ? state : answering(state),
      kind === 'text' ? { kind, ...words, ...(event.by && { by: event.by }) } : { kind, ...words },
    );
  }
  return change(state, id, kind, item => endedWords(kind === 'thought' && text === '' ? item : { ...item, text }, now));
}

function toolFinished(state: ChatState, event: Variant<ChatEvent, 'toolFinished'>, now: number): Step {
  const refusal = event.refusal ?? (event.isError ? refusalIn(state, event.toolUseId) : undefined);
  const finished = change(state, event.toolUseId, 'tool', item => finishedTool(item, { ...event, ...(refusal && { refusal }) }, now));
  const noted = noteResult(finished, event);
  const queued = noted.queued.filter(({ toolUseId }) => toolUseId !== event.toolUseId);
  const withPermission = changePermissions(queued.length === noted.queued.length ? noted : { ...noted, queued }, item =>
    item.toolUseId === event.toolUseId && item.state === 'asked' ? endedPermission(item, 'withdrawn') : item,
  );
  const { toolUseId, isError, text, refusedBy } = event;
  const echoed = toQuestion(withPermission, toolUseId, { type: 'echoed', isError, text, ...(refusedBy && { refusedBy }) }, now);
  const told = event.scheduling === undefined ? echoed : withScheduling(echoed, toolUseId, event.scheduling, now);
  return noEffects(callEnded(told, event, now));
}

function requestCancelled(state: ChatState, requestId: string, now: number): ChatState {
  const permission = change(noteUnwanted(state, requestId), requestId, 'permission', item =>
    // The CLI takes back only what nobody has decided for it, so it has not read a decision that is on its way.
    // In a terminal it may have been decided first.
    item.state === 'asked' || item.writeId !== undefined || item.otherAgent !== undefined ? endedPermission(item, 'withdrawn') : item,
  );
  const dequeued = permission.queued.some(item => item.id === requestId)
    ? { ...permission, queued: permission.queued.filter(item => item.id !== requestId) }
    : permission;
  const question = openQuestions(dequeued).find(item => item.requestId === requestId);
  return question === undefined ? dequeued : toQuestion(dequeued, question.id, { type: 'cancelled' }, now);
}

/** What ran last says nothing of a model that is chosen now. */
function steeredBy({ ran, ...chosen }: Steering = {}, change: Steering): Steering {
  return { ...chosen, ...(ran !== undefined && change.model === undefined && { ran }), ...change };
}

function sameCalls(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
