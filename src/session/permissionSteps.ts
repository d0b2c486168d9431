// The steps of a permission from the CLI's request to the person's decision. Pure.
import { isTooLong, pathOf } from '../shared/permitted.js';
import type { Variant } from '../shared/variant.js';
import type { SessionEvent } from './events.js';
import { change, find } from './items.js';
import { deniedMessage, endedPermission } from './permissions.js';
import type { PermissionState, SessionState } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';

/** The permission waits behind an open question. The path is resolved meanwhile. */
export function permissionAsked(state: SessionState, { type: _, ...event }: Variant<SessionEvent, 'permissionAsked'>): Step {
  const { requestId: id, ...asked } = event;
  const tooLong = isTooLong(asked.toolName, asked.input) && { tooLong: 'unopened' as const };
  const permission: PermissionState = { kind: 'permission', id, ...asked, ...tooLong, state: 'asked' };
  const path = pathOf(asked.toolName, asked.input);
  return {
    state: { ...state, sendsControlRequests: true, queued: [...state.queued, permission] },
    effects: path === undefined ? [] : [{ type: 'resolvePath', requestId: id, path }],
  };
}

export function pathResolved(state: SessionState, { requestId, place }: Variant<SessionEvent, 'pathResolved'>): SessionState {
  return changeAsked(state, requestId, item => ({ ...item, place }));
}

/** A long input counts as opened only when the person has opened it, so it stays so until the decision. */
export function permissionOpened(state: SessionState, requestId: string): SessionState {
  return changeAsked(state, requestId, item => (item.tooLong === undefined ? item : { ...item, tooLong: 'opened' }));
}

/** An input that no card and no editor has shown whole is not allowed, whatever a view sends. */
export function decidePermission(state: SessionState, event: Variant<SessionEvent, 'permissionDecided'>): Step {
  const permission = find(state, event.requestId, 'permission');
  if (permission?.state !== 'asked' || permission.input === undefined) return noEffects(state);
  const allowed = event.decision === 'allow';
  if (allowed && permission.tooLong === 'unopened') return noEffects(state);
  const message = allowed
    ? ({ type: 'allowTool', requestId: event.requestId, input: permission.input } as const)
    : ({ type: 'denyTool', requestId: event.requestId, message: deniedMessage } as const);
  return write(
    state,
    writeId => [writeEffect(writeId, message)],
    (decided, writeId) =>
      change(decided, event.requestId, 'permission', item => ({ ...endedPermission(item, allowed ? 'allowed' : 'denied'), writeId })),
  );
}

/** Changes a permission that is asked or waits behind a question. */
function changeAsked(state: SessionState, id: string, make: (item: PermissionState) => PermissionState): SessionState {
  const queued = state.queued.some(item => item.id === id) ? state.queued.map(item => (item.id === id ? make(item) : item)) : state.queued;
  const shown = queued === state.queued ? state : { ...state, queued };
  return change(shown, id, 'permission', item => (item.state === 'asked' ? make(item) : item));
}
