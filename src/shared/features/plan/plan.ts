// A plan of Claude's that waits for the person, as a card shows it and as another chat gets it. Pure.
import { planTool } from '../../tools.js';
import type { PermissionItem } from '../../transcript.js';

/**
 * The whole plan of a permission; undefined where the card cannot show it whole, and where this is no plan. A path beside it is looked at once more
 * when the call is allowed, which approving a plan does not do.
 */
export function planOf({ toolName, input = [], tooLong }: Pick<PermissionItem, 'toolName' | 'input' | 'tooLong'>): string | undefined {
  if (toolName !== planTool || tooLong !== undefined || input.some(({ as }) => as === 'path')) return undefined;
  const part = input.find(({ name }) => name === 'plan');
  return part?.as === 'text' && part.cut !== true && part.text.trim() !== '' ? part.text : undefined;
}

/** The first message of the chat that carries out the plan. The words are the CLI's own for it (2.1.329). */
export function planPrompt(plan: string, note: string): string {
  return `Implement the following plan:\n\n${plan.trimEnd()}${note.trim() === '' ? '' : `\n\nThe user says about the plan:\n${note}`}`;
}
