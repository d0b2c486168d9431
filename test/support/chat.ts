// A session in memory, from its first event on: what its state is after events, and what the last of them wanted done.
import assert from 'node:assert/strict';
import type { Effect } from '../../src/chat/effects.js';
import type { ChatEvent } from '../../src/chat/events.js';
import type { QuestionState, ChatState } from '../../src/chat/state.js';
import { initialState } from '../../src/chat/state.js';
import { step } from '../../src/chat/step.js';
import type { Step } from '../../src/chat/stepResult.js';
import { noEffects } from '../../src/chat/stepResult.js';
import { choice } from './questions.js';

/** The step of the last event. The time is 0 at the first. */
export function stepped(state: ChatState, ...events: readonly ChatEvent[]): Step {
  return events.reduce<Step>((before, event, now) => stepAlone(before.state, event, now), noEffects(state));
}

/** No other process writes in the session. */
export function stepAlone(before: ChatState, event: ChatEvent, now: number): Step {
  const { state, effects } = step(before, event, now);
  const check = effects.find(({ type }) => type === 'checkTurn');
  if (check?.type !== 'checkTurn') return { state, effects };
  const checked = step(state, { type: 'turnChecked', toolUseIds: check.toolUseIds, interrupted: [] }, now);
  return { state: checked.state, effects: [...effects.filter(effect => effect !== check), ...checked.effects] };
}

export const after = (state: ChatState, ...events: readonly ChatEvent[]): ChatState => stepped(state, ...events).state;

export const effectsOf = (state: ChatState, ...events: readonly ChatEvent[]): readonly Effect[] => stepped(state, ...events).effects;

/** What was written or done, in one word each. */
export const doneBy = (state: ChatState, ...events: readonly ChatEvent[]): readonly string[] =>
  effectsOf(state, ...events).map(effect => (effect.type === 'writeToClaude' ? effect.message.type : effect.type));

export const questionInput = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };

export const prompt = (uuid: string): ChatEvent => ({ type: 'promptSubmitted', uuid, text: uuid });
export const named: ChatEvent = { type: 'initReceived', sessionId: 's', capabilities: ['x'], version: '2.1.329' };
export const asked = (toolUseId: string, more: Partial<Extract<ChatEvent, { type: 'questionAsked' }>> = {}): ChatEvent => ({
  type: 'questionAsked',
  toolUseId,
  requestId: `r-${toolUseId}`,
  hook: true,
  input: questionInput,
  ...more,
});
export const permissionFor = (toolUseId: string): Extract<ChatEvent, { type: 'permissionAsked' }> => ({
  type: 'permissionAsked',
  requestId: `p-${toolUseId}`,
  toolUseId,
  toolName: 'Bash',
  summary: 'ls',
  description: '',
  reason: '',
  input: { command: 'ls' },
});
export const exited: ChatEvent = { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' };
export const ended: ChatEvent = { type: 'turnEnded', outcome: 'success' };

/** A session whose CLI works on its first prompt, which is written. */
export const working = after(
  initialState('auto'),
  prompt('u1'),
  { type: 'processStarted', version: '2.1.329' },
  { type: 'writeAcknowledged', writeId: 'w0' },
  named,
);

export function questionOf(state: ChatState, id = 't'): QuestionState {
  const found = state.items.find(item => item.id === id && item.kind === 'question');
  return found?.kind === 'question' ? found : assert.fail(`no question ${id}`);
}

/** Kind and state of each item. */
export const statesOf = (state: ChatState): readonly string[] =>
  state.items.map(item => ('state' in item ? `${item.kind} ${item.state}` : 'phase' in item ? `${item.kind} ${item.phase}` : item.kind));
