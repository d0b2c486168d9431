// The life of an elicitation, the question of an MCP server: asked, sent, and confirmed by the CLI's hook. Pure. No tool call belongs to it, so it
// may come while no turn runs, and outlives turns.
import { plain } from '../shared/plain.js';
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import { serverEnded } from './evidence.js';
import { append, find } from './items.js';
import { announcedQuestion } from './questionMachine.js';
import { settle, toQuestion } from './questionSteps.js';
import type { Settlement } from './settlement.js';
import type { ChatState } from './state.js';
import { isElicitation, openQuestions } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';

/** Open elicitations of one server. Further ones are declined, because no person reads so many. */
const mostOpen = 20;
/** Refusals that the chat shows in one turn. The log has all of them. */
const mostTold = 10;

export function elicitationAsked(state: ChatState, event: Variant<ChatEvent, 'elicitationAsked'>, now: number): Step {
  const { requestId, input } = event;
  if (find(state, requestId, 'question') !== undefined) return noEffects(state);
  const server = input.elicitation?.server ?? '';
  if (openQuestions(state).filter(({ elicitation }) => elicitation?.server === server).length >= mostOpen)
    return elicitationRefused(state, {
      type: 'elicitationRefused',
      requestId,
      why: `“${plain(server)}” asks more than ${mostOpen} times at once`,
    });
  const call = callOf(state, server);
  const known = append({ ...state, sendsControlRequests: true }, { ...announcedQuestion(requestId), ...(call !== undefined && { call }) });
  const asked = toQuestion(known, requestId, { type: 'requested', requestId, hook: false, input }, now);
  return { state: asked, effects: [{ type: 'awaitAnswer', toolUseId: requestId, requestId }] };
}

/**
 * The call in which the server asks, as far as that can be told: the CLI names none. Undefined where none of the server's runs: it asks by itself, or
 * in a call of a subagent.
 */
function callOf(state: ChatState, server: string): string | undefined {
  const tools = `mcp__${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__`;
  return state.items.findLast(item => item.kind === 'tool' && item.state === 'running' && item.name.startsWith(tools))?.id;
}

/** Whether this is what a CLI gives as the result of a call whose server has ended. */
export function isServerGone(result: string): boolean {
  return /^(?:MCP error -32000: )?Connection closed$/.test(result);
}

/**
 * A call has ended, and so has its server's wait. Of a CLI that runs no hooks this is the only sign that the server has read what was written; a call
 * that has failed gives none. A server that ends in its call may not have read what the CLI had taken for it.
 */
export function callEnded(state: ChatState, { toolUseId, isError, text }: Variant<ChatEvent, 'toolFinished'>, now: number): ChatState {
  const known = isError && isServerGone(text) ? serverEnded(state, toolUseId, now) : state;
  const waiting = openQuestions(known).filter(({ call, phase, written }) => call === toolUseId && phase === 'sending' && written === true);
  return waiting.reduce((told, { id }) => toQuestion(told, id, { type: isError ? 'cancelled' : 'taken' }, now), known);
}

/** Declines at once. The chat says so for the first `mostTold` requests of a turn. */
export function elicitationRefused(state: ChatState, { requestId, why }: Variant<ChatEvent, 'elicitationRefused'>): Step {
  const known = { ...state, sendsControlRequests: true };
  const before = state.items.slice(state.turnStart).filter(item => item.kind === 'problem' && item.problem.code === 'notShown');
  const told =
    before.length >= mostTold
      ? known
      : append(known, { kind: 'problem', id: `i${state.counter}`, problem: { code: 'notShown', detail: why } });
  return write(told, writeId => [writeEffect(writeId, { type: 'answerRequest', requestId, response: { action: 'decline' } })]);
}

/**
 * The hook names the server and not the request, and the CLI reads answers in the order in which they were written: of several answers of one
 * kind to one server, the first is meant. A hook that fits no answer of ours is about an answer that the person's own hook has given.
 */
export function elicitationSettled(state: ChatState, event: Variant<ChatEvent, 'elicitationSettled'>, now: number): Step {
  const { requestId, server, action, text } = event;
  const meant = openQuestions(state).find(
    ({ phase, elicitation, settlement }) => phase === 'sending' && elicitation?.server === server && actionOf(settlement) === action,
  );
  const settled = meant === undefined ? state : toQuestion(state, meant.id, { type: 'taken', ...(text !== undefined && { text }) }, now);
  return write(settled, writeId => [writeEffect(writeId, { type: 'answerRequest', requestId, response: {} })]);
}

function actionOf(settlement: Settlement | undefined): string {
  if (settlement?.type === 'answer') return 'accept';
  return settlement?.type === 'dismiss' && settlement.declined === true ? 'decline' : 'cancel';
}

/**
 * The person has stopped the turn: what still waits is cancelled. 2.1.329 withdraws the elicitations of a call that is stopped; 2.1.100 leaves
 * them waiting for ever.
 */
export function cancelElicitations(state: ChatState, now: number): Step {
  const waiting = openQuestions(state).filter(question => isElicitation(question) && question.phase === 'asked');
  return waiting.reduce<Step>(
    (done, { id }) => {
      const next = settle(done.state, id, { type: 'dismiss' }, now);
      return { state: next.state, effects: [...done.effects, ...next.effects] };
    },
    { state, effects: [] },
  );
}
