// Owns: an agent as a program of its own: it starts Parley's helper as its configuration says, speaks MCP to it over stdio, and can be killed.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly progressToken?: unknown };
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

interface AgentOptions {
  /** The helper's launcher. */
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd: string;
  readonly name: string;
  /** What the client answers to `roots/list`; without them it has none. */
  readonly roots?: readonly string[];
}

export class DoorClient {
  /** Everything that has come, in order. */
  readonly heard: Message[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #wakes: (() => void)[] = [];
  #last = 0;

  constructor(private readonly options: AgentOptions) {
    const { command, args = [], cwd, roots = [] } = options;
    this.#child = spawn(command, args, { cwd, stdio: 'pipe' });
    createInterface({ input: this.#child.stdout }).on('line', line => {
      const message = JSON.parse(line) as Message;
      this.heard.push(message);
      for (const wake of this.#wakes.splice(0)) wake();
      if (message.method === 'roots/list') this.tell({ id: message.id, result: { roots: roots.map(uri => ({ uri })) } });
      else this.#waiting.get(Number(message.id))?.(message);
    });
  }

  /** Resolves with the first message, past or to come, of which this holds. */
  async hears(holds: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.heard.find(holds);
      if (found !== undefined) return found;
      await new Promise<void>(wake => this.#wakes.push(wake));
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Begins a session as of 2025-11-25. */
  async begin(): Promise<void> {
    const { name, roots } = this.options;
    const capabilities = roots === undefined ? {} : { roots: {} };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name, version: '1' } });
    this.tell({ method: 'notifications/initialized' });
  }

  /** The answer. */
  request(method: string, params: object = {}): Promise<Message> {
    const id = ++this.#last;
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.tell({ id, method, params });
    });
  }

  /** What the model reads. */
  async ask(input: object, meta?: object): Promise<string> {
    const { result } = await this.request('tools/call', { name: 'ask_user', arguments: input, ...(meta && { _meta: meta }) });
    return (result as ToolResult).content.map(({ text }) => text).join('');
  }

  /** Takes the call back that was made last. */
  cancel(): void {
    this.tell({ method: 'notifications/cancelled', params: { requestId: this.#last } });
  }

  tell(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
