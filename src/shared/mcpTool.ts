// The tools of MCP servers, by the names that Claude has for them: `mcp__tracker__create_issue`. Pure.
import { oneLine } from './plain.js';
import { serverName } from './serverName.js';

export interface McpTool {
  /** The server's name in the configuration, apart from the characters that the CLI has replaced by `_`. */
  readonly server: string;
  /** The name in words: "Create issue". */
  readonly tool: string;
}

/** The most characters of a name. */
const longest = 60;

/** Undefined for a tool that is not an MCP server's. */
export function mcpTool(name: string): McpTool | undefined {
  const [, server = '', ...rest] = name.startsWith('mcp__') ? name.split('__') : [];
  const tool = rest.join('__');
  return server === '' || tool === '' ? undefined : { server: serverName(server), tool: capital(inWords(tool)) };
}

/** What a person reads for the name of a tool. Of an MCP server's: "tracker: Create issue". */
export function toolTitle(name: string): string {
  const called = mcpTool(name);
  return called === undefined ? oneLine(name) : `${inWords(called.server)}: ${called.tool}`;
}

/** The same for a row of the chat, where a name of Claude's own is in words too: "Enter worktree". */
export function rowTitle(name: string): string {
  return /^(?:[A-Z][a-z]+){2,}$/.test(name) ? capital(inWords(name).toLowerCase()) : toolTitle(name);
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
