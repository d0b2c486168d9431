// How a permission ends. Pure.
import type { PermissionState } from './state.js';

/** Drops the input, which may hold a file's content or a password and is not needed after the decision. */
export function endedPermission(
  { input: _, ...permission }: PermissionState,
  state: Exclude<PermissionState['state'], 'asked'>,
): PermissionState {
  return { ...permission, state };
}
