// What the person has said in a process behind a parked question, and what Claude does not know of it where that was cut off (`endsWithTurn`). Pure.
import type { Effect } from './effects.js';
import { append } from './items.js';
import type { PromptState, ChatState } from './state.js';

/** The prompt has reached Claude, in a process of which the next one may know nothing. */
export function withMayForget(state: ChatState, uuid: string): ChatState {
  return state.endsWithTurn === true ? { ...state, mayForget: [...(state.mayForget ?? []), uuid] } : state;
}

/** The process has ended, and not in order as far as is known. Commands are in no transcript by their uuid, and what lets Claude go on is nobody's message. */
export function checkForgotten(state: ChatState): readonly Effect[] {
  const { sessionId, mayForget = [] } = state;
  const uuids = promptsOf(state, mayForget).map(({ uuid }) => uuid);
  return sessionId === undefined || uuids.length === 0 ? [] : [{ type: 'checkForgotten', uuids, sessionId }];
}

/** Claude does not know these prompts when the session goes on: a row says so, and offers to send them again as a new one. Told once. */
export function withForgotten(state: ChatState, uuids: readonly string[]): ChatState {
  const { mayForget = [], ...rest } = state;
  const prompts = promptsOf(
    state,
    mayForget.filter(uuid => uuids.includes(uuid)),
  );
  if (prompts.length === 0) return state;
  const left = mayForget.filter(uuid => !uuids.includes(uuid));
  const added = prompts.flatMap(({ attachments = [] }) => attachments);
  const told: ChatState = { ...rest, ...(left.length > 0 && { mayForget: left }) };
  return append(told, {
    kind: 'problem',
    id: `i${state.counter}`,
    problem: { code: 'forgotten', detail: '' },
    again: prompts.map(({ text }) => text).join('\n\n'),
    ...(added.length > 0 && { againAttachments: added }),
  });
}

function promptsOf({ items }: ChatState, uuids: readonly string[]): readonly PromptState[] {
  return items.filter(
    (item): item is PromptState =>
      item.kind === 'prompt' &&
      item.state === 'sent' &&
      item.goOn !== true &&
      !item.text.trim().startsWith('/') &&
      uuids.includes(item.uuid),
  );
}
