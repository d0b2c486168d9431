// The title of a call's row, for a search. Pure.
import { rowTitle } from './mcpTool.js';
import { planTool, saidAct } from './tools.js';

/** Empty where the row has words in the person's language instead, in which the tool's name does not stand. */
export function titleIn(toolName: string, summary: string): string {
  const isInWords = toolName === planTool || toolName.startsWith('mcp__parley__') || saidAct(toolName, summary) !== undefined;
  return isInWords ? '' : rowTitle(toolName);
}
