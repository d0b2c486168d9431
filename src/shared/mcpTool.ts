// The tools of MCP servers, by the names that Claude has for them: `mcp__tracker__create_issue`. Pure.
import { oneLine } from './plain.js';
import { serverName } from './serverName.js';

export interface McpTool {
  /** The name of the configuration, apart from the characters that the CLI has replaced by `_`. */
  readonly server: string;
  /** The name in words: "Create issue". */
  readonly tool: string;
}

/** The most characters of a tool's name: what it does may stand at its end. */
const longest = 128;

/**
 * Undefined for a tool that is not an MCP server's, and where its name could be that of another server's tool too, because the CLI puts `__` between the two
 * and `_` in the place of other characters: then the name itself is read.
 */
export function mcpTool(name: string): McpTool | undefined {
  const parts = name.startsWith('mcp__') ? name.slice('mcp__'.length).split('__') : [];
  const [server = '', tool = ''] = parts;
  if (parts.length !== 2 || ![server, tool].every(isPlain)) return undefined;
  return { server: serverName(server), tool: serverName(nameInWords(tool), longest) };
}

/** No `_` stands where the CLI puts its own beside it, and there is something to read. */
function isPlain(part: string): boolean {
  return !part.startsWith('_') && !part.endsWith('_') && /[\p{L}\p{N}]/u.test(part);
}

/** What a person reads for the name of a tool. Of an MCP server's: "tracker: Create issue". */
export function toolTitle(name: string): string {
  const called = mcpTool(name);
  return called === undefined ? oneLine(name) : `${called.server}: ${called.tool}`;
}

/** The same for a row of the chat, where a name of Claude's own is in words too: "Enter worktree". */
export function rowTitle(name: string): string {
  return /^(?:[A-Z][a-z]+){2,}$/.test(name) ? capital(inWords(name).toLowerCase()) : toolTitle(name);
}

/** The name that a program has for something, in words: `create_issue` is "Create issue". */
export function nameInWords(name: string): string {
  return capital(inWords(name));
}

/** `create_issue` and `create-issue` are "create issue", `createIssue` is "create Issue". */
function inWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
  return oneLine(words, longest);
}

function capital(text: string): string {
  const [start = ''] = text;
  return start.toUpperCase() + text.slice(start.length);
}
