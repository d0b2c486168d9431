// An edit that the person changes before it is allowed: which input goes to the CLI, and when. Pure.
import { isTooLong } from '../shared/permitted.js';
import type { ToolInput } from '../shared/toolInput.js';
import type { Variant } from '../shared/variant.js';
import type { ChatEvent } from './events.js';
import type { PermissionState } from './state.js';

/** What *Allow* sends. */
export function inputToAllow({ edit, input }: PermissionState): ToolInput | undefined {
  return edit?.input ?? input;
}

/** A long input that has changed is opened anew before it can be allowed. */
export function withEdit(item: PermissionState, { change }: Variant<ChatEvent, 'editChanged'>): PermissionState {
  const { edit: before, tooLong: _, editAgain: __, changes = 0, ...rest } = item;
  if (item.input === undefined || (change === undefined && before === undefined)) return item;
  const changed: PermissionState = { ...rest, changes: changes + 1, ...(change !== undefined && { edit: change }) };
  const isLong = isTooLong(item.toolName, inputToAllow(changed) ?? {});
  return isLong ? { ...changed, tooLong: 'unopened' } : changed;
}

/** Nothing of the edit is left, or the file is another one than the edit was made for. */
export function canAllow({ edit, tooLong }: PermissionState): boolean {
  return tooLong !== 'unopened' && edit?.why === undefined;
}

/** `changes`: of the card that was pressed. */
export function isShownEdit({ changes = 0 }: PermissionState, shown = 0): boolean {
  return changes === shown;
}
