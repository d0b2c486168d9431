// The title of a call's row, for a search. Pure.
import { rowTitle } from './mcpTool.js';
import { saidAct } from './tools.js';

/** Empty where the row has a sentence in the person's language instead, in which the tool's name does not stand. */
export function titleIn(toolName: string, summary: string): string {
  return saidAct(toolName, summary) === undefined ? rowTitle(toolName) : '';
}
