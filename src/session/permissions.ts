// How a permission ends. Pure.
import type { PermissionState } from './state.js';

/** Without its input, which may be a file's content or hold a password: nothing keeps it once it is not needed. */
export function endedPermission(
  { input: _, ...permission }: PermissionState,
  state: Exclude<PermissionState['state'], 'asked'>,
): PermissionState {
  return { ...permission, state };
}
