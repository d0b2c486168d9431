// Tells VS Code of the MCP server of this window. Owns what VS Code's newer API wants; must not know what the server does.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { serverVersion } from '../../claude/ask/names.js';
import { isAtLeast } from '../../claude/version.js';
import { agentServerId } from '../vscode/contributions.js';
import type { ServerPlace } from './agentServer.js';

/** The part of VS Code's API for HTTP servers of MCP (1.101 and newer). */
interface McpApi {
  readonly lm: { registerMcpServerDefinitionProvider(id: string, provider: object): vscode.Disposable };
  readonly McpHttpServerDefinition: new (
    label: string,
    uri: vscode.Uri,
    headers: Readonly<Record<string, string>>,
    version: string,
  ) => object;
}

/** The first version that reaches a server through a socket (1.105 does too) and in which all of `McpApi` is final. */
const firstWithSockets = '1.106.0';

/** `place` is asked for when VS Code starts the server. Undefined where this VS Code cannot reach it. */
export function offerServer(place: () => Promise<ServerPlace>): vscode.Disposable | undefined {
  if (!isAtLeast(vscode.version, firstWithSockets)) return undefined;
  // Cast after the check of the version, because the types are those of the oldest VS Code.
  const { lm, McpHttpServerDefinition: Definition } = vscode as unknown as McpApi;
  const definition = ({ socket, headers }: ServerPlace): object => {
    const uri = vscode.Uri.from({ scheme: process.platform === 'win32' ? 'pipe' : 'unix', path: socket, fragment: '/mcp' });
    return new Definition('Parley', uri, headers, serverVersion);
  };
  // A name of its own for each offer, because VS Code keeps the connection of an earlier one where both look the same.
  const offered = definition({ socket: `/parley/${randomUUID()}`, headers: {} });
  return lm.registerMcpServerDefinitionProvider(agentServerId, {
    provideMcpServerDefinitions: () => [offered],
    resolveMcpServerDefinition: async () => definition(await place()),
  });
}
