// `ask_user` as an MCP server for agents that see no tools of extensions, and for Parley's helper, by which agents outside of VS Code ask (src/door):
// HTTP through a socket of this window, so that there is no port. Owns the socket and what passes through it; must not know how a call is answered. The transport is Streamable HTTP of MCP
// 2025-11-25, as VS Code 1.139 speaks it to `unix:` and `pipe:` (microsoft/vscode#268524, in 1.105).
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Log } from '../chats/chatDependencies.js';
import type { Loose } from '../../shared/loose.js';
import type { RpcId } from '../../claude/ask/rpc.js';
import { rpcResult } from '../../claude/ask/rpc.js';
import type { RpcMessage } from '../../claude/ask/server.js';
import { readMcp, rpcError } from '../../claude/ask/server.js';
import { agentToolDefinition } from '../../claude/ask/tool.js';
import { privateSocketFolder, usualParents } from '../windows/socketFolder.js';
import { readDoorCall } from './doorMessage.js';
import type { DoorCall } from './doorCalls.js';
import { readTerminalCall, terminalMethod } from './terminalMessage.js';
import type { TerminalAnswer, TerminalCall } from './terminalMessage.js';
import { isSameToken } from '../windows/windowProtocol.js';

/** The result of a `tools/call`. `signal` says that nobody waits for it any more. */
export type AnswerCall = (input: unknown, signal: AbortSignal, door?: DoorCall) => Promise<unknown>;

/** What a Claude in a terminal asks. `signal`: its hook has ended. */
export type AnswerTerminal = (call: TerminalCall, signal: AbortSignal) => Promise<TerminalAnswer>;

/** The address of the server, and what each request to it must carry. */
export interface ServerPlace {
  /** Path of the socket, or name of the pipe. */
  readonly socket: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes of a request: ten questions with twenty images in each. */
const longestRequest = 64 * 1024 * 1024;
/** Milliseconds. VS Code's client gives up a response that is silent for five minutes. */
const beat = 60_000;
const sessionHeader = 'mcp-session-id';

interface Called {
  readonly id: RpcId;
  /** Parley's helper calls, which comes again in the next window. */
  readonly isHelper: boolean;
  readonly answer: (signal: AbortSignal) => Promise<unknown>;
}

export class AgentServer {
  readonly #token = randomBytes(32).toString('hex');
  /** The calls that wait, by their MCP session and JSON-RPC id. */
  readonly #calls = new Map<string, AbortController>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });
  /** Calls of Parley's helper, which comes again where one ends without a result. */
  readonly #doors = new Set<ServerResponse>();
  #place: Promise<ServerPlace> | undefined;

  constructor(
    private readonly answer: AnswerCall,
    private readonly answerTerminal: AnswerTerminal = () => Promise.resolve({}),
    private readonly parents: () => readonly string[] = usualParents,
    private readonly log?: Pick<Log, 'error'>,
  ) {}

  /** Begins to listen with the first call. Rejects where no folder is safe for a socket; the next call tries again. */
  place(): Promise<ServerPlace> {
    return (this.#place ??= this.#listen().catch((error: unknown) => {
      this.#place = undefined;
      throw error;
    }));
  }

  /** The window ends: what the helper has asked goes on in the next one. */
  leave(): void {
    for (const response of this.#doors) response.destroy();
  }

  /** Resolves when the socket is gone. A client that waits for a result gets none. */
  async dispose(): Promise<void> {
    if (this.#place === undefined) return;
    await this.#place.catch(() => undefined);
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #listen(): Promise<ServerPlace> {
    const socket = await freeSocket(this.parents());
    this.#server.listen({ path: socket });
    await once(this.#server, 'listening');
    this.#server.on('error', error => this.log?.error(`The socket for other agents: ${String(error)}`));
    return { socket, headers: { Authorization: `Bearer ${this.#token}` } };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, given] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!isSameToken(given, this.#token)) return end(response, 403);
    if (request.method !== 'POST') return end(response, 405);
    const body = await bodyOf(request);
    if (body === undefined) return end(response, 413);
    const message = messageIn(body);
    if (message === undefined) return end(response, 400);
    const session = String(request.headers[sessionHeader] ?? '');
    if (message.method === terminalMethod && message.id !== undefined)
      return this.#callTerminal(response, session, message.id, message.params);
    // `readMcp` wants the tool use that the CLI names. An agent names none, and nothing here reads it.
    const { _meta: meta, ...params } = Object(message.params) as Loose;
    const act = readMcp({ ...message, params: { ...params, _meta: { 'claudecode/toolUseId': '' } } }, [agentToolDefinition]);
    if (act.type === 'call' || act.type === 'memory') {
      const { id, input } = act;
      const door = readDoorCall(meta);
      return this.#call(response, session, { id, isHelper: door !== undefined, answer: signal => this.answer(input, signal, door) });
    }
    if (act.type === 'cancel') this.#calls.get(nameOf(session, act.id))?.abort();
    if (message.id === undefined) return end(response, 202);
    if (message.method === 'initialize') response.setHeader(sessionHeader, randomUUID());
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(act.message));
  }

  async #callTerminal(response: ServerResponse, session: string, id: RpcId, params: unknown): Promise<void> {
    const call = readTerminalCall(params);
    if (call === undefined) return end(response, 400);
    return this.#call(response, session, { id, isHelper: true, answer: signal => this.answerTerminal(call, signal) });
  }

  /** The response begins at once and stays open, however long the person takes. */
  async #call(response: ServerResponse, session: string, { id, isHelper, answer }: Called): Promise<void> {
    const name = nameOf(session, id);
    const call = new AbortController();
    this.#calls.set(name, call);
    if (isHelper) this.#doors.add(response);
    response.on('close', () => {
      this.#doors.delete(response);
      call.abort();
    });
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    const beating = setInterval(() => response.write(': still waiting\n\n'), beat);
    try {
      // Without words the helper would take the window for one that has ended, and ask again and again.
      const message = await answer(call.signal).then(
        result => rpcResult(id, result),
        (error: unknown) => rpcError(id, -32_603, String(error)),
      );
      response.end(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
    } finally {
      clearInterval(beating);
      this.#calls.delete(name);
    }
  }
}

function nameOf(session: string, id: RpcId): string {
  return JSON.stringify([session, id]);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

async function freeSocket(parents: readonly string[]): Promise<string> {
  const name = randomBytes(8).toString('hex');
  if (process.platform === 'win32') return `\\\\.\\pipe\\parley-${name}`;
  const found = await privateSocketFolder(parents, process.getuid?.() ?? -1);
  if (!('folder' in found)) throw new Error(found.refusals.join('; '));
  return join(found.folder.path, name);
}

/** Undefined where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestRequest) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Undefined for what is no JSON-RPC request or notification. */
function messageIn(body: string): RpcMessage | undefined {
  try {
    const { method, id, params } = Object(JSON.parse(body)) as Readonly<Record<string, unknown>>;
    const isId = id === undefined || typeof id === 'string' || typeof id === 'number';
    return typeof method === 'string' && isId ? { method, params, ...(id !== undefined && { id }) } : undefined;
  } catch {
    return undefined;
  }
}
