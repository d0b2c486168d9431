// A conversation as the CLI's own transcript tells it: begun elsewhere, or gone on there. Pure.
import type { PastEntry, TranscriptRead } from './events.js';
import type { ItemOf } from './items.js';
import { append, change, find, indexOf } from './items.js';
import { announcedQuestion, stepQuestion } from './questionMachine.js';
import { promptsFound } from './outbox.js';
import { toQuestion } from './questionSteps.js';
import type { SessionState } from './state.js';
import { initialState, nextTurnStart } from './state.js';

/** A conversation that was begun elsewhere, from its beginning. */
export function pastState(sessionId: string, entries: readonly PastEntry[], routeSetting: SessionState['routeSetting']): SessionState {
  return caughtUp({ ...initialState(routeSetting), sessionId }, { type: 'transcriptRead', entries, since: 0 });
}

/** What happened elsewhere is behind what is here. Nothing while a CLI runs here: it tells by itself. */
export function caughtUp(state: SessionState, { entries, since }: TranscriptRead): SessionState {
  if (state.process !== 'none') return state;
  const uuids = new Set(entries.flatMap(({ event }) => (event.type === 'promptSeen' ? [event.id] : [])));
  return goneOn(promptsFound(state, uuids), entries, since);
}

function goneOn(state: SessionState, entries: readonly PastEntry[], since: number): SessionState {
  const known = new Set(state.items.flatMap(item => (item.kind === 'prompt' && item.uuid !== undefined ? [item.uuid] : [])));
  const fresh = entries.filter(({ at, event }) => at > since && !(event.type === 'promptSeen' && known.has(event.id)));
  if (fresh.length === 0) return state;
  const told = fresh.reduce(add, state);
  if (told === state) return state;
  const settled = over(told, fresh.at(-1)?.at ?? since);
  return { ...settled, turnStart: nextTurnStart(settled) };
}

function add(state: SessionState, { at, event }: PastEntry): SessionState {
  switch (event.type) {
    case 'promptSeen':
      return say(state, { kind: 'prompt', id: event.id, uuid: event.id, text: event.text, state: 'sent' });
    case 'textFinished':
      return say(state, { kind: 'text', id: event.id, text: event.text, streaming: false });
    case 'toolUsed': {
      const { toolUseId: id, name, summary } = event;
      if (indexOf(state, id, 'tool') >= 0) return state;
      return append(state, { kind: 'tool', id, name, summary, state: 'running', result: '' });
    }
    case 'toolFinished':
      return change(state, event.toolUseId, 'tool', item => ({ ...item, state: event.isError ? 'failed' : 'done', result: event.text }));
    case 'questionSeen': {
      const known = find(state, event.toolUseId, 'question') ? state : append(state, announcedQuestion(event.toolUseId));
      return toQuestion(known, event.toolUseId, { type: 'seen', input: event.input }, at);
    }
    case 'questionSettled':
      return toQuestion(state, event.toolUseId, { ...event, type: 'settledElsewhere' }, at);
  }
}

/** What was cut off here becomes whole. */
function say(state: SessionState, item: ItemOf<'prompt'> | ItemOf<'text'>): SessionState {
  const last = state.items.at(-1);
  // A prompt with a uuid is known by that; another prompt may begin with the same words.
  const isKnown = last?.kind === 'prompt' && last.uuid !== undefined;
  const isBeginning = last?.kind === item.kind && !isKnown && item.text.startsWith(last.text);
  return isBeginning ? { ...state, items: state.items.with(-1, { ...item, id: last.id }) } : append(state, item);
}

/** Of what had begun there nobody tells any more. A question that was handed back here still waits. */
function over(state: SessionState, now: number): SessionState {
  const context = { now, stopping: false };
  const items = state.items.map(item => {
    if (item.kind === 'tool' && item.state === 'running') return { ...item, state: 'stopped' as const };
    if (item.kind === 'question' && item.phase === 'announced') return stepQuestion(item, { type: 'exited' }, context);
    return item;
  });
  return { ...state, items };
}
