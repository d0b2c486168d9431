// How turns, processes and writes begin and end, and what their end does to open items. Pure.
import type { Variant } from '../shared/variant.js';
import { withoutFork } from './branches.js';
import { withBackgroundCut } from './backgroundCut.js';
import { cancelElicitations } from './elicitationSteps.js';
import type { ChatEvent } from './events.js';
import type { Problem } from './problem.js';
import type { Effect } from './effects.js';
import { checkResults, checkTurn, exitedUnproven, sessionLost, turnIsOver } from './evidence.js';
import { withoutSince } from './callTimes.js';
import { isClaudes } from './rows.js';
import { silenceOf } from './silence.js';
import { append, change, changePermissions, changeTurn, endedWords, find } from './items.js';
import { hasAnswersToSend } from './lostAnswers.js';
import { checkForgotten } from './forgotten.js';
import {
  failPrompts,
  failWanted,
  outboxWrites,
  promptNotWritten,
  promptRefused,
  promptWritten,
  turnOver,
  turnPromptsOf,
  unkeptPrompts,
} from './outbox.js';
import { startEffect } from './prompts.js';
import { isRefused, mayPass } from './refusals.js';
import { decisionWritten, endedPermission, unwrittenLost } from './permissions.js';
import { noteNotWritten, notesLost, noteWritten } from './permissionNotes.js';
import type { QuestionEvent } from './questionEvents.js';
import { resumeParked, toOpenQuestions, toQuestion } from './questionSteps.js';
import { withScheduleEnded } from './scheduled.js';
import type { ExitState, PermissionState, ChatItem, ChatState } from './state.js';
import { isElicitation, nextTurnStart, openPermissions, openQuestions, runsBeside } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects } from './stepResult.js';

/**
 * Ends every open item of the turn, because nothing reports it after the turn. What a subagent has asked stays: the CLI takes its decision after
 * the turn and in each later one (2.1.329), and cancels the request where the subagent ends.
 */
function endTurnItems(state: ChatState, event: QuestionEvent, now: number): ChatState {
  const isExit = event.type === 'exited';
  const questions = toOpenQuestions(state, event, now);
  const told = isExit ? notesLost(exitedUnproven(unwrittenLost(questions)), true) : notesLost(questions, false);
  const outlives = ({ agentId }: PermissionState): boolean => !isExit && agentId !== undefined;
  // No CLI takes a decision for a turn that it has broken off.
  const isLate = ({ writeId }: PermissionState): boolean => event.type === 'turnEnded' && !event.success && writeId !== undefined;
  // A permission may stand in front of the turn.
  const decided = changePermissions({ ...told, queued: told.queued.filter(outlives) }, item =>
    (item.state === 'asked' || isLate(item)) && !outlives(item) ? endedPermission(item, 'withdrawn') : item,
  );
  return changeTurn(decided, item => {
    if ('streaming' in item && item.streaming) return endedWords(item, now);
    return item.kind === 'tool' && item.state === 'running' ? { ...withoutSince(item), state: 'stopped' } : item;
  });
}

export function turnEnded(before: ChatState, event: Variant<ChatEvent, 'turnEnded'>, now: number): Step {
  const cancelled = before.turn === 'stopping' ? cancelElicitations(before, now) : noEffects(before);
  const ended = endTurn(cancelled.state, event, now);
  return { state: ended.state, effects: [...cancelled.effects, ...ended.effects] };
}

function endTurn(state: ChatState, event: Variant<ChatEvent, 'turnEnded'>, now: number): Step {
  const deferred = event.outcome === 'deferred';
  const isBroken = event.outcome === 'interrupted' || (event.outcome === 'success' && isCutInWords(state));
  const success = event.outcome === 'success' && !isBroken;
  // A prompt that was written before the CLI began such a turn is in the outbox, and read in the next one.
  const isBefore = event.isOwn === true && state.outbox.some(({ written, queued }) => written && !queued);
  // A turn of the CLI's own that says nothing answers no prompt.
  const isSilent = success && event.silent === true && state.turn !== 'stopping' && event.problem === undefined && event.isOwn !== true;
  const silence = isSilent ? silenceOf(state) : undefined;
  const settled = isBefore ? state : silence?.reason === 'unread' ? turnOver(promptRefused(state)) : turnOver(state);
  const over = endTurnItems(settled, { type: 'turnEnded', success, deferred }, now);
  // Such a process proves nothing before it has ended in order.
  const ended = success && over.endsWithTurn !== true ? turnIsOver(over) : over;
  // After a success Claude has answered the prompts, whatever it said of a fault on the way.
  const end = withEnd(state, ended, isBroken ? { ...event, outcome: 'interrupted' } : event);
  const said = success ? end : offerAgain(end);
  const uncleared = success && state.turn !== 'stopping' && event.problem === undefined ? unclearedOf(state) : undefined;
  const why = uncleared ?? silence;
  const told = why === undefined ? said : withProblem(said, why);
  // After a deferral the CLI has nothing to do, so the process is not kept. A prompt sent meanwhile begins a turn of its own
  // without an act of the person.
  const turn = told.outbox.length > 0 && !deferred ? 'running' : 'idle';
  const idle: ChatState = {
    ...(success ? withoutFork(told) : told),
    turn,
    turnBegan: false,
    turnPrompts: turnPromptsOf(told, told.outbox),
    turnStart: nextTurnStart(told),
  };
  if (deferred) return { state: idle, effects: [{ type: 'stopClaude' }] };
  // A CLI reads the log-in and its environment when it starts.
  const isUnneeded = idle.endsWithTurn === true || told.items.slice(state.turnStart).some(isRefused);
  const next = isUnneeded ? processUnneeded(idle) : noEffects(idle);
  return { state: next.state, effects: [...checkTurn(next.state), ...next.effects] };
}

/** Claude's last words have not become whole: 2.0.77 reports a success where their stream has broken behind the result of a call. */
function isCutInWords({ items, turnStart }: ChatState): boolean {
  const last = items.slice(turnStart).findLast(isClaudes);
  return last?.kind === 'text' && last.streaming && last.text.trim() !== '';
}

/** The turn with the notice of how it has ended. An error after Stop is expected, so it is not shown. */
function withEnd(before: ChatState, ended: ChatState, { outcome, problem }: Variant<ChatEvent, 'turnEnded'>): ChatState {
  if (before.turn === 'stopping') return outcome === 'interrupted' || outcome === 'error' ? withStop(ended) : ended;
  // 2.0.77 says no more of a stream that has broken in the middle of a message.
  const why: Problem | undefined = problem ?? (outcome === 'interrupted' ? { code: 'brokenOff', detail: '' } : undefined);
  return why === undefined ? ended : withProblem(ended, why);
}

/** Commands after which Claude has nothing of what is above. The CLI goes on in a session of another id. */
export const clears = /^\s*\/(?:clear|reset|new)(?:\s|$)/;

const cleared: Problem = { code: 'told', detail: '', reason: 'cleared' };

export function contextCleared(state: ChatState): ChatState {
  return withProblem(state, cleared);
}

export function openedElsewhere(state: ChatState): ChatState {
  return state.process === 'none' ? state : withProblem(state, { code: 'told', detail: '', reason: 'openElsewhere' });
}

/** The notice for a `/clear` that has cleared nothing (2.0.77, 2.1.100), unless a command of the folder has that name and did something. */
function unclearedOf(state: ChatState): Problem | undefined {
  if (state.turnPrompts.length === 0 || !state.turnPrompts.every(({ text }) => clears.test(text))) return undefined;
  const isDone = (item: ChatItem): boolean =>
    item.kind === 'tool' ||
    (item.kind === 'text' && item.by === undefined) ||
    (item.kind === 'problem' && item.problem.reason === cleared.reason);
  if (state.items.slice(state.turnStart).some(isDone)) return undefined;
  return { code: 'told', detail: '', reason: `notCleared ${state.peer.version}` };
}

const stopped: Problem = { code: 'stopped', detail: '' };

/** Shows no notice where the plan has moved to another chat, because Parley has ended the turn, not the person. */
export function withStop(state: ChatState): ChatState {
  const goesOn = state.items.slice(state.turnStart).some(item => item.kind === 'permission' && item.movedTo !== undefined);
  if (goesOn) return state;
  return withProblem(state, runsBeside(state) ? { ...stopped, reason: 'runsOn' } : stopped);
}

function withProblem(state: ChatState, problem: Problem): ChatState {
  return append(state, { kind: 'problem', id: `i${state.counter}`, problem });
}

/** Whether the turn has used a tool, so that the same prompt once more could do its work, and ask its questions, a second time. */
const hasWorked = (state: ChatState): boolean =>
  state.items.slice(state.turnStart).some(item => item.kind === 'tool' || (item.kind === 'question' && isClaudes(item)));

/**
 * Lets the person send the turn's prompts again where Stop, a refusal or a fault that passes has ended it. Prompts that wait run next by themselves, and
 * those that did not reach Claude have an offer of their own. After a fault in a turn that Claude began, that went on from a parked question, or in
 * which it has worked, the person can let Claude go on instead. After Stop the person knows what was done.
 */
function offerAgain(state: ChatState): ChatState {
  const last = state.items.findLast(item => item.kind === 'problem' && (item.problem.code === 'stopped' || mayPass(item)));
  if (last === undefined || state.outbox.length > 0 || state.items.indexOf(last) < state.turnStart) return state;
  // An item leaves the state only after it was sent.
  const sent = state.turnPrompts.filter(({ id }) => (find(state, id, 'prompt')?.state ?? 'sent') === 'sent');
  if (mayPass(last) && (sent.length === 0 || hasWorked(state))) return withGoOn(state, last.id);
  if (sent.length === 0) return state;
  const again = sent.map(({ text }) => text).join('\n\n');
  const added = sent.flatMap(({ attachments = [] }) => attachments);
  return change(state, last.id, 'problem', item => ({ ...item, again, ...(added.length > 0 && { againAttachments: added }) }));
}

/**
 * Offers *Continue* on the notice `id`. Offers nothing where a lost question of the turn has answers that its own card can send. `forgets`: the
 * process had asked a parked question again and did not end in order.
 */
export function withGoOn(state: ChatState, id: string, forgets = false): ChatState {
  const questions = state.items.slice(state.turnStart).filter(item => item.kind === 'question');
  if (questions.some(hasAnswersToSend)) return state;
  // A subagent and a server have what they were answered, not Claude.
  const isAnswered = questions.some(item => isClaudes(item) && (item.phase === 'answered' || item.phase === 'replied'));
  const goOn = forgets ? 'answerAlone' : isAnswered ? 'answer' : 'work';
  const told = change(state, id, 'problem', item => ({ ...item, goOn }));
  return change(told, id, 'exit', item => ({ ...item, goOn }));
}

/** The window ended in the middle of the turn, and nothing of it waits for the person or goes on by itself. */
export function cutOff(state: ChatState): ChatState {
  const told = withProblem(state, { code: 'cutOff', detail: '' });
  return withGoOn(told, `i${state.counter}`, state.endsWithTurn === true);
}

export function processUnneeded(state: ChatState): Step {
  const isBusy = state.turn !== 'idle' || (state.process !== 'starting' && state.process !== 'running') || runsBeside(state);
  // A server that asks is a process of the CLI's, and not every CLI tells of the subagent that waits for the person.
  const asksPermission = state.queued.length > 0 || openPermissions(state).length > 0;
  const asks = openQuestions(state).some(question => isElicitation(question) || question.phase !== 'parked');
  if (isBusy || asksPermission || asks) return noEffects(state);
  return { state: { ...state, process: 'ending' }, effects: [{ type: 'stopClaude' }] };
}

/** Ends the process, and `processExited` gives what it has not read to the next one, but nothing that the person has stopped. */
export function promptsUnread(state: ChatState): Step {
  if (state.process !== 'running') return noEffects(state);
  const goesOn = state.outbox.length > 0 && state.turn !== 'stopping';
  const rest = goesOn ? state : failPrompts(state);
  return { state: { ...rest, process: 'ending', turn: goesOn ? 'starting' : 'idle', turnBegan: false }, effects: [{ type: 'stopClaude' }] };
}

export function processNeeded(state: ChatState): Step {
  if (state.process !== 'none') return noEffects(state);
  const begun: ChatState = { ...state, turn: 'starting', turnBegan: false, turnPrompts: [], process: 'starting' };
  return { state: begun, effects: [startEffect(state)] };
}

/** What the running process could take from the folder, or has in its hands, is not to be used: the next process has to do without. */
export function folderRefused(state: ChatState): Step {
  if (state.process === 'none' || state.folderRefused === true) return noEffects(state);
  return { state: { ...state, folderRefused: true }, effects: [{ type: 'stopClaude' }] };
}

/** Prompts that the process has not confirmed go to the next one, which resumes the session. After Stop nothing is started. */
function startWithoutFolder(before: ChatState, event: Variant<ChatEvent, 'processExited'>, now: number): Step {
  const { folderRefused: _, ...state } = before;
  if (state.turn !== 'stopping' && state.outbox.length > 0) {
    const ended = endTurnItems(state, { type: 'exited' }, now);
    // What began the turn goes to the next process with the rest, unless the ended one has confirmed it.
    const isCutOff = (state.subagents > 0 || state.outbox.every(({ queued }) => queued)) && openQuestions(ended).length === 0;
    return startAgain(isCutOff ? withProblem(ended, { code: 'folderRefused', detail: '' }) : ended, state);
  }
  const wasBusy = state.turn === 'running' || state.turn === 'starting' || state.subagents > 0;
  const exit = processExited(state, { ...event, requestedByUs: true }, now);
  // A question that was handed back is asked again once the person answers it, so nothing is cut off.
  const isCutOff = wasBusy && openQuestions(exit.state).length === 0;
  if (!isCutOff) return exit;
  const told = withProblem(exit.state, { code: 'folderRefused', detail: '' });
  return { ...exit, state: withGoOn(told, `i${exit.state.counter}`) };
}

/** Capabilities belong to a version, so another version begins with none. */
export function processStarted(state: ChatState, { version }: Variant<ChatEvent, 'processStarted'>): ChatState {
  const peer = version === undefined || version === state.peer.version ? state.peer : { version, capabilities: [] };
  return { ...state, peer, turn: state.turn === 'starting' ? 'running' : state.turn };
}

export function startFailed(state: ChatState, event: Variant<ChatEvent, 'startFailed'>, now: number): ChatState {
  const { sessionUnknown: _, askUserKeptAway: __, startRefused: ___, ...known } = state;
  const unsent = toOpenQuestions(failPrompts(known), { type: 'startFailed' }, now);
  const failed = append(unsent, { kind: 'problem', id: `i${state.counter}`, problem: event.problem });
  return { ...failed, turn: 'idle', process: 'none', turnStart: nextTurnStart(failed) };
}

export function processExited(before: ChatState, event: Variant<ChatEvent, 'processExited'>, now: number): Step {
  const { startRefused: refusal, ...exited } = before;
  const forgets = before.endsWithTurn === true;
  const state = failWanted(hasEndedInOrder(event) ? withoutEndsWithTurn(exited) : exited);
  if (state.sessionUnknown === true) return startAnew(state, now);
  if (state.folderRefused === true) return startWithoutFolder(state, event, now);
  if (state.askUserKeptAway === true) return startWithoutAskUser(state, event, now);
  const { code, signal, stderr } = event;
  // A process is ended only between turns, so the CLI has begun this one by itself meanwhile.
  const isOwnCut = state.process === 'ending' && state.turn !== 'idle' && state.turnBegan;
  if (state.process === 'ending' && state.turn !== 'stopping' && state.outbox.length > 0) {
    // An ending process may have asked a question once more, which the next process does not know.
    const left = endTurnItems(state, { type: 'exited' }, now);
    return startAgain(isOwnCut ? append(left, { kind: 'exit', id: `i${left.counter}`, code, signal, stderr }) : left, state);
  }
  // What runs in the background has kept the process behind its turn, and the conversation has gone on in it.
  const wasBusy = state.turn !== 'idle' || state.subagents > 0 || forgets;
  const ended = endTurnItems(failPrompts(state), { type: 'exited' }, now);
  const isStopped = state.turn === 'stopping' && event.requestedByUs;
  const told = isStopped
    ? offerAgain(withStop(withoutTasks(ended)))
    : refusal !== undefined
      ? withProblem(ended, refusal)
      : isOwnCut || (wasBusy && !event.requestedByUs)
        ? withExit(ended, { code, signal, stderr }, forgets)
        : event.requestedByUs
          ? ended
          : withBackgroundCut(ended, state);
  const rest = withoutTasks(told);
  const over: ChatState = { ...rest, turn: 'idle', process: 'none', turnStart: nextTurnStart(rest) };
  const next = resumeParked(over, now);
  return { state: next.state, effects: [...checkResults(over), ...checkPrompts(state), ...next.effects] };
}

/** The codes at the end of input and at SIGTERM, at which the CLI writes where the session goes on. */
function hasEndedInOrder({ code }: Variant<ChatEvent, 'processExited'>): boolean {
  return code === 0 || code === 143;
}

function withoutEndsWithTurn({ endsWithTurn: _, mayForget: __, ...state }: ChatState): ChatState {
  return state;
}

/** The process has ended in the middle of the turn. Claude can go on with it unless a question waits, or a prompt is to be sent again. */
function withExit(state: ChatState, exit: Pick<ExitState, 'code' | 'signal' | 'stderr'>, forgets: boolean): ChatState {
  const id = `i${state.counter}`;
  const told = append(state, { kind: 'exit', id, ...exit });
  const isUnread = state.items.slice(state.turnStart).some(item => item.kind === 'prompt' && item.state === 'failed');
  const isOver = state.turn === 'stopping' || isUnread || openQuestions(state).length > 0;
  return state.sessionId === undefined || isOver ? told : withGoOn(told, id, forgets);
}

/** `state`: in which the process has ended. */
function checkPrompts(state: ChatState): readonly Effect[] {
  const { sessionId } = state;
  const unkept = unkeptPrompts(state).map((uuid): Effect[] => (sessionId === undefined ? [] : [{ type: 'checkPrompt', uuid, sessionId }]));
  return [...unkept.flat(), ...checkForgotten(state)];
}

/** The CLI does not know the session, so its deferred questions are lost too. The prompts that wait go to a new session. */
function startAnew(state: ChatState, now: number): Step {
  if (state.sessionId !== undefined && state.forkOf !== undefined) return forkAgain(state, now);
  const forgotten = endTurnItems(toOpenQuestions(state, { type: 'forgotten' }, now), { type: 'exited' }, now);
  const lost = sessionLost(forgotten, now);
  const told = append(lost, { kind: 'problem', id: `i${lost.counter}`, problem: { code: 'notResumed', detail: '' } });
  // The new session is told what is remembered by now, and that shows as for any other.
  const { sessionId: _, sessionUnknown: __, askUserKeptAway: ___, told: ____, endsWithTurn: _____, mayForget: ______, ...known } = told;
  const { scheduledBefore: _______, ...rest } = withoutFork(known);
  const anew: ChatState = { ...withoutTasks(rest), turn: 'idle', process: 'none', turnStart: told.items.length };
  return state.outbox.length === 0 || state.turn === 'stopping' ? noEffects(failPrompts(anew)) : startAgain(anew, anew);
}

/** The CLI has not kept the session of the branch, which begins once more. */
function forkAgain(state: ChatState, now: number): Step {
  const { sessionId: _, sessionUnknown: __, ...rest } = endTurnItems(state, { type: 'exited' }, now);
  const anew: ChatState = { ...withoutTasks(rest), turn: 'idle', process: 'none' };
  return state.outbox.length === 0 || state.turn === 'stopping' ? noEffects(failPrompts(anew)) : startAgain(anew, anew);
}

/**
 * The CLI that was refused has read nothing, so the next one gets all of it, without Parley's server. Its questions cannot be asked again
 * there. After Stop nothing is started.
 */
function startWithoutAskUser(state: ChatState, event: Variant<ChatEvent, 'processExited'>, now: number): Step {
  const { askUserKeptAway: _, ...known } = state;
  const without = openQuestions(known).reduce((before, { id, tool, resume }) => {
    if (tool !== 'ask_user' && resume === 'started') return before;
    const told = tool === 'ask_user' ? toQuestion(before, id, { type: 'forgotten' }, now) : before;
    return toQuestion(told, id, { type: 'exited' }, now);
  }, known);
  const isResuming = openQuestions(without).some(({ resume }) => resume === 'started');
  if (state.turn === 'stopping') return processExited(without, { ...event, requestedByUs: true }, now);
  const next = isResuming ? { ...without, endsWithTurn: true as const } : without;
  return without.outbox.length > 0 || isResuming ? startAgain(next, known) : processExited({ ...without, turn: 'idle' }, event, now);
}

/**
 * Starts the next process and writes every unconfirmed prompt to it. What the ended one may have lost is looked for meanwhile. `exited`: the state
 * in which it has ended.
 */
function startAgain(state: ChatState, exited: ChatState): Step {
  const [first, ...others] = state.outbox;
  const outbox = first === undefined ? [] : [{ ...first, queued: false }, ...others.map(entry => ({ ...entry, queued: true }))];
  return {
    state: { ...withoutTasks(state), outbox, turn: 'starting', turnBegan: false, process: 'starting' },
    effects: [...checkResults(state), ...checkPrompts(exited), startEffect(state), ...outboxWrites(state)],
  };
}

export function acknowledged(state: ChatState, writeId: string, now: number): ChatState {
  return byWriteId(decisionWritten(noteWritten(promptWritten(state, writeId), writeId), writeId), writeId, { type: 'written' }, now);
}

export function writeFailed(state: ChatState, writeId: string, now: number): ChatState {
  const failed = changePermissions(noteNotWritten(promptNotWritten(state, writeId), writeId), item =>
    item.writeId === writeId ? endedPermission(item, 'withdrawn') : item,
  );
  return byWriteId(failed, writeId, { type: 'writeFailed' }, now);
}

function byWriteId(state: ChatState, writeId: string, event: QuestionEvent, now: number): ChatState {
  const question = openQuestions(state).find(item => item.writeId === writeId);
  return question === undefined ? state : toQuestion(state, question.id, event, now);
}

/** Calls whose end nobody tells. */
const mostCutShort = 200;

/** The process has ended, and with it what it ran beside the turn. */
function withoutTasks(state: ChatState): ChatState {
  const { leftInBackground: _, ...rest } = state;
  const { inBackground, cutShort } = rest;
  const ended =
    inBackground.length === 0 ? rest : { ...rest, inBackground: [], cutShort: [...cutShort, ...inBackground].slice(-mostCutShort) };
  return withScheduleEnded({ ...ended, backgroundTasks: 0, subagents: 0 });
}
