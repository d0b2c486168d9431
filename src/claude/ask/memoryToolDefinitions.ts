// Parley's tools for the memory as Claude reads them. Short, because every session pays for their words. Pure.
import type { MemoryTool } from '../../shared/memoryTools.js';
import { longestAskResult } from './names.js';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly _meta?: object;
}

const text = (description: string): object => ({ type: 'string', description });

const definition = (name: MemoryTool, description: string, properties: object, required: readonly string[]): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required, additionalProperties: false },
  _meta: { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': longestAskResult },
});

export const memoryToolDefinitions: Readonly<Record<MemoryTool, ToolDefinition>> = {
  find_decisions: definition(
    'find_decisions',
    'Finds earlier decisions of the user in this folder, with date and branch, and says which of them no longer hold. Call it before you ask the user a question that may have been decided already. A decision can be out of date: check it against the code.',
    { query: text('the question, or words about its subject') },
    ['query'],
  ),
  read_product_doc: definition(
    'read_product_doc',
    'Reads the Product Doc, the notes about this project that you and the user keep from session to session. Give section to read one section, task_hint to read those that fit a task, or neither to read all of it.',
    { section: text('title of one section'), task_hint: text('what you are about to do') },
    [],
  ),
  update_product_doc: definition(
    'update_product_doc',
    'Adds a section to the Product Doc, or replaces the whole section of that title. The user sees the change and can undo it. Write what the next session needs to know: goals, constraints, conventions, state. Never write secrets, or what the code says itself. Read a section before you replace it.',
    {
      section: text('title of the section, one line'),
      content: text('the whole text of the section without its title, in Markdown; headings inside it begin with ###'),
    },
    ['section', 'content'],
  ),
};

/** Milliseconds. The first search of a large memory takes seconds, on a slow machine more. */
export const callTimeout = 30_000;

const notInTime = `not answered within ${callTimeout / 1_000} seconds`;
/** What Claude reads of a call that takes longer. No more than is known: a change may still land. */
export const overdueResults: Readonly<Record<MemoryTool, { readonly text: string; readonly isError?: true }>> = {
  find_decisions: {
    text: `The decisions have not been searched, because their disk has ${notInTime}. Go on without them, or try again later.`,
    isError: true,
  },
  read_product_doc: {
    text: `The Product Doc has not been read, because its disk has ${notInTime}. Go on without it, or try again later.`,
    isError: true,
  },
  update_product_doc: {
    text: `It is not known whether the section is written, because the disk has ${notInTime}. It may still be written; the user then sees the change. Read the section with read_product_doc before you write it again.`,
  },
};
