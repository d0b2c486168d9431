// What the tool `ask_user` is called, and the forms of its input. Without schemas, so that importing it is cheap.
import type { MemoryTool } from '../../shared/memoryTools.js';
import { memoryTools } from '../../shared/memoryTools.js';

export const askServer = 'parley';
export const askTool = 'ask_user';
/** Version of the tool's input and result, not of Parley. VS Code lists the tools again when it changes. */
export const serverVersion = '1.0.0';
/** The name that the CLI gives the tool of an MCP server. */
export const askToolName = `mcp__${askServer}__${askTool}`;

/** Undefined for a tool that is none of the memory's. `name`: as the CLI names it. */
export function memoryToolOf(name: string): MemoryTool | undefined {
  return memoryTools.find(tool => name === toolNameOf(tool));
}

export function toolNameOf(tool: MemoryTool): string {
  return `mcp__${askServer}__${tool}`;
}

/**
 * What the CLI must know of a server whose calls wait for a person. From 2.1.212 on it would move a call to the background that takes longer than
 * two minutes. `timeout`: a day in milliseconds.
 */
export const askServerSettings = { disableAutoBackground: true, timeout: 86_400_000, alwaysLoad: true } as const;

/** Claude reads this in the place of an answer. No label may be the same. */
export const skippedAnswer = '(skipped: the user gave no answer)';

/** Stands for the answer to a question whose condition did not hold. No label may equal it. */
export const notAskedAnswer = '(not asked: what it depends on was answered otherwise)';

/** `text`: `{question, context?}`. `choices`: `{question, choices, multi_select, allow_other}`. `set`: `{questions}`. */
type AskForm = 'text' | 'choices' | 'set';

export function formOf(raw: Readonly<Record<string, unknown>>): AskForm {
  if ('questions' in raw) return 'set';
  return 'choices' in raw ? 'choices' : 'text';
}

/** The most UTF-16 units that the CLI allows the result of an MCP tool (2.1.100, 2.1.329). */
export const longestAskResult = 500_000;
