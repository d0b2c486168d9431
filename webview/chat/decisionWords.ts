// The words of what has become of a permission: on its line, and for a screen reader.
import { planTool } from '../../src/shared/tools.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { planStrings } from '../features/plan/planStrings.js';
import { permissionWords } from './permissionWords.js';

/** Empty while it is asked. */
export function decisionWords(item: PermissionItem): string {
  const { state, otherAgent } = item;
  return (
    planDecisionWords(item) ??
    (state === 'withdrawn' && otherAgent !== undefined ? permissionWords.leftThere : permissionWords.states[state])
  );
}

/** Words that name the plan; undefined where no plan was decided. */
export function planDecisionWords({ state, toolName, movedTo }: PermissionItem): string | undefined {
  if (movedTo !== undefined) return planStrings.moved;
  return toolName === planTool && (state === 'allowed' || state === 'denied') ? planStrings.over[state] : undefined;
}
