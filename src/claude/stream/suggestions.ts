// The rules that the CLI suggests with a permission.
import * as z from 'zod/mini';
import type { PermissionUpdate } from '../../shared/permissionRuleSchema.js';
import { permissionUpdate } from '../../shared/permissionRuleSchema.js';

interface Suggesting {
  readonly permission_suggestions?: readonly unknown[] | null | undefined;
  readonly suppress_always_allow_rule?: boolean | null | undefined;
  readonly default_to_no?: boolean | null | undefined;
}

/**
 * All of the suggestions, or none, because a part of them is not what the CLI suggests. None where the person is to think twice, because nobody
 * would ask the next time.
 */
export function suggested(request: Suggesting): { readonly suggestions?: readonly PermissionUpdate[] } {
  if (request.suppress_always_allow_rule === true || request.default_to_no === true) return {};
  const read = z.array(permissionUpdate).safeParse(request.permission_suggestions);
  return read.success && read.data.length > 0 ? { suggestions: read.data } : {};
}
