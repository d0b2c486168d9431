// Offers `ask_user` to other agents in this window: as a tool, and as an MCP server where the person wants that. Owns the registration of the
// tool, which is all that a start pays for; agentTool.ts does the work and is loaded when an agent calls.
import * as vscode from 'vscode';
import { agentToolName } from '../vscode/contributions.js';
import { readSetting } from '../vscode/settings.js';
import type { AgentTool, AgentToolDependencies } from './agentTool.js';

export class Agents implements vscode.Disposable {
  readonly #registrations: vscode.Disposable;
  #tool: Promise<AgentTool> | undefined;

  constructor(private readonly dependencies: AgentToolDependencies) {
    this.#registrations = vscode.Disposable.from(
      vscode.lm.registerTool<unknown>(agentToolName, {
        prepareInvocation: async options => (await this.tool()).prepare(options),
        invoke: async (options, token) => (await this.tool()).invoke(options, token),
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('parley.askUser')) this.#offerServer();
      }),
    );
    this.#offerServer();
  }

  tool(): Promise<AgentTool> {
    return (this.#tool ??= import('./agentTool.js').then(({ AgentTool: Tool }) => new Tool(this.dependencies)));
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  /** Call it before the chats end. */
  async leave(): Promise<void> {
    (await this.#tool)?.leave();
  }

  /** Call it when the chats have ended. */
  async end(): Promise<void> {
    await (await this.#tool)?.dispose();
  }

  #offerServer(): void {
    // A loaded tool may have offered the server before and has to take it back. Otherwise nothing is loaded in vain.
    if (this.#tool === undefined && !readSetting('parley.askUser.asMcpServer')) return;
    this.tool()
      .then(tool => tool.offerServer())
      .catch((error: unknown) => this.dependencies.log.error(`The MCP server for other agents: ${String(error)}`));
  }
}
