// The steps of a permission from the CLI's request to the person's decision. Pure.
import { deniedMessage, deniedWith } from '../shared/decisionWords.js';
import { isTooLong, pathOf } from '../shared/permitted.js';
import type { TickedRules } from '../shared/permissionRules.js';
import { offeredRules, tickedUpdates } from '../shared/permissionRules.js';
import type { ToolInput } from '../shared/toolInput.js';
import type { Place } from '../shared/transcript.js';
import type { Variant } from '../shared/variant.js';
import type { Outgoing } from './effects.js';
import type { ChatEvent } from './events.js';
import { canAllow, inputToAllow, isShownEdit, withEdit } from './changedEdits.js';
import { allowedCall, heldCall } from './callTimes.js';
import { append, change, find } from './items.js';
import { endedPermission } from './permissions.js';
import { withNote } from './permissionNotes.js';
import type { PermissionState, ChatState } from './state.js';
import { openQuestions } from './state.js';
import type { Step } from './stepResult.js';
import { noEffects, write, writeEffect } from './stepResult.js';

/** The permission waits behind an open question. The path is resolved meanwhile. */
export function permissionAsked(state: ChatState, { type: _, ...event }: Variant<ChatEvent, 'permissionAsked'>): Step {
  const { requestId: id, ...asked } = event;
  const tooLong = isTooLong(asked.toolName, asked.input) && { tooLong: 'unopened' as const };
  const permission: PermissionState = { kind: 'permission', id, ...asked, ...tooLong, state: 'asked' };
  const held = heldCall(state, asked.toolUseId);
  const path = pathOf(asked.toolName, asked.input);
  return {
    state: { ...held, sendsControlRequests: true, queued: [...state.queued, permission] },
    effects: path === undefined ? [] : [{ type: 'resolvePath', requestId: id, path, ...workedIn(permission) }],
  };
}

/** Where a Claude in a terminal begins a path. */
function workedIn({ otherAgent }: PermissionState): { readonly from?: string } {
  return otherAgent === undefined ? {} : { from: otherAgent.folder };
}

export function pathResolved(state: ChatState, { requestId, place }: Variant<ChatEvent, 'pathResolved'>): ChatState {
  return changeAsked(state, requestId, item => ({ ...item, place }));
}

export function noteDrafted(state: ChatState, { requestId, text }: Omit<Variant<ChatEvent, 'noteDrafted'>, 'type'>): ChatState {
  return changeAsked(state, requestId, item => {
    const { draft = '', ...rest } = item;
    return draft === text ? item : { ...rest, ...(text !== '' && { draft: text }) };
  });
}

export function planChosen(state: ChatState, { requestId, choice }: Variant<ChatEvent, 'planChosen'>): ChatState {
  return changeAsked(state, requestId, item => ({ ...item, planChoice: choice }));
}

export function planMoved(state: ChatState, { requestId, chat }: Variant<ChatEvent, 'planMoved'>): ChatState {
  return changeAsked(state, requestId, item => ({ ...item, movedTo: chat }));
}

export function editChanged(state: ChatState, event: Variant<ChatEvent, 'editChanged'>): ChatState {
  return changeAsked(state, event.requestId, item => withEdit(item, event));
}

/** A long input counts as opened only when the person has opened it, so it stays so until the decision. */
export function permissionOpened(state: ChatState, requestId: string): ChatState {
  return changeAsked(state, requestId, item => (item.tooLong === undefined ? item : { ...item, tooLong: 'opened' }));
}

/**
 * An input that no card and no editor has shown whole is not allowed, whatever a view sends. A path is resolved once more before it is
 * allowed, because a link may have changed since the card was shown. What counts is the place on the card that was pressed: the one in the
 * state may have come while the press was on its way.
 */
export function decidePermission(state: ChatState, event: Variant<ChatEvent, 'permissionDecided'>, now: number): Step {
  const permission = find(state, event.requestId, 'permission');
  const input = permission && inputToAllow(permission);
  if (permission?.state !== 'asked' || input === undefined) return noEffects(state);
  const { id, toolName } = permission;
  const { note = '' } = event;
  const drafted = noteDrafted(state, { requestId: id, text: note });
  if (event.decision === 'deny') {
    const message = note.trim() === '' ? deniedMessage : deniedWith(note);
    return decided(drafted, id, 'denied', { type: 'denyTool', requestId: id, message }, note);
  }
  if (!canAllow(permission)) return noEffects(state);
  const path = pathOf(toolName, input);
  const { shown, always, changes } = event;
  if (always !== undefined && tickedUpdates(permission.suggestions ?? [], always) === undefined) return noEffects(state);
  const pressed = { note, ...(always !== undefined && { always }), ...(changes !== undefined && { changes }) };
  if (path === undefined) return allowed(drafted, permission, input, pressed, now);
  const told = { ...(shown !== undefined && { shown }), ...pressed };
  return { state: drafted, effects: [{ type: 'checkPlace', requestId: id, path, ...workedIn(permission), ...told }] };
}

/**
 * Allows what the card has shown, with the note that stood there, because the person may have gone on writing since the press. Another place is
 * shown first, and the person has to press *Allow* again.
 */
export function placeChecked(state: ChatState, event: Variant<ChatEvent, 'placeChecked'>, now: number): Step {
  const { requestId, place, shown, changes } = event;
  const permission = find(state, requestId, 'permission');
  const input = permission && inputToAllow(permission);
  if (permission?.state !== 'asked' || input === undefined || !canAllow(permission)) return noEffects(state);
  if (!isShownEdit(permission, changes)) return noEffects(changeAsked(state, requestId, item => ({ ...item, editAgain: true })));
  if (isAsShown(place, shown)) return allowed(state, permission, input, event, now);
  return noEffects(
    changeAsked(state, requestId, ({ wasShown: _, ...item }) => {
      return { ...item, place, lookAgain: true, ...(shown !== undefined && { wasShown: shown }) };
    }),
  );
}

/** A path that leads where its own words say was shown even before that was known. */
function isAsShown(place: Place, shown: Place | undefined): boolean {
  if (typeof place === 'string' || typeof shown === 'string') return place === shown;
  if (shown === undefined) return place.relative !== undefined;
  return place.outside === shown.outside && place.relative === shown.relative && place.target === shown.target;
}

interface Pressed {
  readonly note?: string;
  readonly always?: TickedRules;
}

function allowed(
  before: ChatState,
  { id, toolUseId, suggestions = [] }: PermissionState,
  input: ToolInput,
  pressed: Pressed,
  now: number,
): Step {
  const state = allowedCall(before, toolUseId, now);
  const { note, always } = pressed;
  const updates = always && tickedUpdates(suggestions, always);
  if (always === undefined || updates === undefined)
    return decided(state, id, 'allowed', { type: 'allowTool', requestId: id, input }, note);
  const added = { lines: (offeredRules(updates) ?? []).map(({ line }) => line), place: always.place };
  const noted = changeAsked(state, id, item => ({ ...item, added }));
  return decided(noted, id, 'allowed', { type: 'allowTool', requestId: id, input, updates }, note);
}

function decided(state: ChatState, id: string, end: 'allowed' | 'denied', message: Outgoing, note = ''): Step {
  return write(
    state,
    writeId => [writeEffect(writeId, message)],
    (written, writeId) =>
      change(written, id, 'permission', item => {
        // What a subagent reads stands in a transcript of its own, and the terminal's is watched while its process lives.
        const unproven = item.agentId === undefined && item.otherAgent === undefined && { unproven: true as const };
        return endedPermission({ ...withNote(item, note, end, writeId), writeId, ...unproven }, end);
      }),
  );
}

/** Changes a permission that is asked or waits behind a question. */
function changeAsked(state: ChatState, id: string, make: (item: PermissionState) => PermissionState): ChatState {
  const queued = state.queued.some(item => item.id === id) ? state.queued.map(item => (item.id === id ? make(item) : item)) : state.queued;
  const shown = queued === state.queued ? state : { ...state, queued };
  return change(shown, id, 'permission', item => (item.state === 'asked' ? make(item) : item));
}

/** Permissions that have waited behind a question are asked once there is none. */
export function releaseQueued(state: ChatState): ChatState {
  // The CLI asks a question that is only announced once what Claude has called before it in the same message has run.
  if (state.queued.length === 0 || openQuestions(state).some(({ phase }) => phase !== 'announced')) return state;
  return { ...state.queued.reduce(append, state), queued: [] };
}
