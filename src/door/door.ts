// The MCP server that an agent outside of VS Code starts (stdio, in both eras: 2025-11-25 with `initialize`, 2026-07-28 without): it has `ask_user`, and
// hands each call to the window of the agent's folder. Owns what the agent is told where no window is there or one has ended; must not know how a window
// is found, nor how a question lives.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { cancelledResult, isStillOpen, stillOpenResult } from '../claude/answers/askCancelled.js';
import type { RpcId } from '../claude/ask/rpc.js';
import { rpcResult } from '../claude/ask/rpc.js';
import { askServer, serverVersion } from '../claude/ask/names.js';
import { readMcp, rpcError } from '../claude/ask/server.js';
import { doorToolDefinition } from '../claude/ask/tool.js';
import type { Clock } from '../shared/clock.js';
import { doorMeta, isQuestionName } from '../host/agents/doorMessage.js';
import type { Loose } from '../shared/loose.js';
import type { OtherAgent } from '../shared/question.js';
import { isObject, objectOf, objectsIn, textOf } from '../shared/loose.js';
import { limitOf, shownName, toolNameFor } from './clients.js';
import type { DoorPlace } from './findWindow.js';

interface DoorOptions {
  /** Sends a JSON-RPC message to the agent. */
  readonly send: (message: unknown) => void;
  readonly find: (folders: readonly string[]) => Promise<DoorPlace | undefined>;
  /** See `callWindow`. */
  readonly call: (place: DoorPlace, message: object, signal: AbortSignal) => Promise<unknown>;
  /** The working directory, which counts where the agent names no roots. */
  readonly folder: string;
  /** Seconds that the agent waits, as its configuration says; undefined where that does not say it. */
  readonly waits: number | undefined;
  readonly clock: Clock;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
}

/** The revisions: of a session that begins with `initialize`, and of one in which each request says it. */
const [sessions, stateless] = ['2025-11-25', '2026-07-28'];
const field = (name: string): string => `io.modelcontextprotocol/${name}`;
/** Milliseconds between two signs of life where the agent has asked for them. */
const beat = 15_000;
/** Milliseconds behind its limit after which a window that is stopped is waited for no longer. Less than what the limit leaves of the agent's patience. */
const lateness = 3_000;
/** Milliseconds between two looks for a window that comes back, and until an agent without roots is taken by its word. */
const pause = 500;
/** Each look reads the files of all windows, and VS Code may stay closed for a day. */
const longestPause = 8_000;
/** Milliseconds in which a window that reloads is there again. */
const reloadTime = 15_000;
const rootsLimit = 2_000;
const rootsId = 'parley-roots';

/** The most questions of one agent whose way is known. */
const mostOpen = 100;

/** A question whose result the agent has not got. */
interface Open {
  readonly input: string;
  readonly agent: OtherAgent;
  /** The window that has it. */
  readonly place: DoorPlace;
}

interface Client {
  readonly name: string;
  readonly title: string;
  readonly hasRoots: boolean;
}

export class Door {
  #client: Client = { name: '', title: '', hasRoots: false };
  readonly #calls = new Map<RpcId, AbortController>();
  /** The questions by their names, oldest first. A client whose clock has run out asks the same once more. */
  readonly #open = new Map<string, Open>();
  #roots: Promise<readonly string[]> | undefined;
  #takeRoots: (folders: readonly string[]) => void = () => undefined;

  constructor(private readonly options: DoorOptions) {}

  /** A line from the agent. */
  receive(text: string): void {
    const message = messageIn(text);
    if (message === undefined) return this.#send({ ...Object(rpcError(undefined, -32_700, 'This is no JSON-RPC message.')), id: null });
    const { id, method, params } = message;
    if (method === undefined) return id === rootsId ? this.#takeRoots(rootsIn(message['result'])) : undefined;
    const given = objectOf(params) ?? {};
    const meta = objectOf(given['_meta']) ?? {};
    const version = meta[field('protocolVersion')];
    if (version !== undefined && version !== stateless)
      return this.#send(rpcError(id, -32_022, 'Unsupported protocol version', { supported: [stateless], requested: version }));
    const isStateless = version === stateless;
    if (isStateless) this.#client = clientIn(meta[field('clientInfo')], undefined);
    this.#serve({ id, method, given, meta, isStateless });
  }

  /** The agent has gone: its open questions are withdrawn. */
  end(): void {
    for (const call of this.#calls.values()) call.abort();
  }

  #serve({ id, method, given, meta, isStateless }: Served): void {
    if (method === 'notifications/roots/list_changed') this.#roots = undefined;
    if (method === 'initialize') this.#client = clientIn(given['clientInfo'], given['capabilities']);
    if (method === 'server/discover' && id !== undefined) return this.#reply(id, discovered, isStateless && 'cached');
    const params = {
      ...given,
      _meta: { 'claudecode/toolUseId': '' },
      ...(method === 'initialize' && { protocolVersion: revisionFor(given) }),
    };
    const act = readMcp({ method, id, params }, [{ ...doorToolDefinition, name: toolNameFor(this.#client.name) }]);
    if (act.type === 'cancel') return this.#calls.get(act.id)?.abort();
    if (id === undefined) return;
    if (act.type === 'call') return void this.#call(id, act.input, meta['progressToken'], isStateless);
    const { result, ...error } = Object(act.type === 'reply' ? act.message : {}) as Loose;
    if (result === undefined) this.#send(error);
    else this.#reply(id, result, isStateless && (method === 'tools/list' ? 'cached' : 'plain'));
  }

  async #call(id: RpcId, input: unknown, progressToken: unknown, isStateless: boolean): Promise<void> {
    if (this.#calls.has(id)) return this.#send(rpcError(id, -32_600, 'A request with this id is still open.'));
    const call = new AbortController();
    this.#calls.set(id, call);
    const stopBeating = progressToken === undefined ? () => undefined : this.#beatFor(progressToken);
    const result = await this.#result(input, call.signal).catch((error: unknown) => ({
      content: [{ type: 'text', text: `Parley could not ask the user: ${String(error)}` }],
      isError: true,
    }));
    stopBeating();
    this.#calls.delete(id);
    // MCP wants no answer to a call that was taken back.
    if (!call.signal.aborted) this.#reply(id, result, isStateless && 'plain');
  }

  /** The result of the call. Waits for the next window where one ends in the middle, until the agent waits no longer. */
  async #result(input: unknown, signal: AbortSignal): Promise<unknown> {
    const { find, clock, now, folder, waits } = this.options;
    const { name, title } = this.#client;
    const [limit, tool] = [limitOf(name, waits), toolNameFor(name)];
    // Throws where the input is nested too deeply to be sent on.
    const text = JSON.stringify(input);
    const waitFor = waitedFor(input);
    const asked = waitFor === undefined ? [...this.#open].find(([, open]) => open.input === text)?.[0] : undefined;
    const question = waitFor ?? asked ?? randomUUID();
    const known = this.#open.get(question);
    const begun = now();
    const until = begun + limit;
    const folders = await this.#folders();
    let agent = known?.agent;
    let [isFirst, way, wait] = [true, known?.place, pause];
    for (;;) {
      if (now() >= until) return stillOpenResult(question, tool);
      const place = way ?? (await find(folders));
      // A window that has the question may reload.
      if (place === undefined && isFirst && (known === undefined || now() >= begun + reloadTime)) return noWindow(folders);
      const left = Math.max(until - now(), 1);
      agent ??= { name: shownName(name, title), folder: place?.folder ?? folders[0] ?? folder };
      if (place !== undefined) this.#keep(question, { input: known?.input ?? text, agent, place });
      const meta = doorMeta({ agent, call: question, again: asked !== undefined || !isFirst, limit: left });
      const params = { name: doorToolDefinition.name, arguments: input, _meta: meta };
      const answer = place && (await this.#callInTime(place, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, left, signal));
      if (signal.aborted) return cancelledResult('withdrawn');
      if (isObject(answer)) {
        const result = answer['result'] ?? errorResult(answer['error']);
        if (isStillOpen(result, question)) return stillOpenResult(question, tool);
        this.#open.delete(question);
        return result;
      }
      // The window that had the question has ended since the last call.
      const isGone = answer === 'unreached' && way !== undefined;
      way = undefined;
      if (isGone) continue;
      if (place !== undefined) isFirst = false;
      wait = place === undefined ? Math.min(2 * wait, longestPause) : pause;
      if (now() < until) await new Promise<void>(resolve => clock.after(wait, resolve));
    }
  }

  /** Undefined too where the window says nothing at its limit, because it is stopped. It keeps the question when it goes on: its own clock comes first. */
  async #callInTime(place: DoorPlace, message: object, limit: number, signal: AbortSignal): Promise<unknown> {
    const late = new AbortController();
    const cancel = this.options.clock.after(limit + lateness, () => late.abort());
    const ended = new Promise<undefined>(resolve => late.signal.addEventListener('abort', () => resolve(undefined)));
    return Promise.race([this.options.call(place, message, AbortSignal.any([signal, late.signal])), ended]).finally(cancel);
  }

  #keep(question: string, open: Open): void {
    this.#open.delete(question);
    this.#open.set(question, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest);
  }

  /** The agent's roots, or the working directory. */
  async #folders(): Promise<readonly string[]> {
    const { clock, folder } = this.options;
    if (!this.#client.hasRoots) return [folder];
    this.#roots ??= new Promise(resolve => {
      this.#takeRoots = resolve;
      clock.after(rootsLimit, () => resolve([]));
      this.#send({ jsonrpc: '2.0', id: rootsId, method: 'roots/list' });
    });
    const roots = await this.#roots;
    return roots.length > 0 ? roots : [folder];
  }

  #beatFor(progressToken: unknown): () => void {
    let [progress, cancel] = [0, (): void => undefined];
    const next = (): void => {
      cancel = this.options.clock.after(beat, () => {
        progress += 1;
        const params = { progressToken, progress, message: 'The question waits for the user.' };
        this.#send({ jsonrpc: '2.0', method: 'notifications/progress', params });
        next();
      });
    };
    next();
    return () => cancel();
  }

  /** `isStateless`: what that revision wants with a result. Nothing may be cached, because a newer Parley may have another tool. */
  #reply(id: RpcId, result: unknown, isStateless: false | 'plain' | 'cached'): void {
    if (isStateless === false) return this.#send(rpcResult(id, result));
    const cache = isStateless === 'cached' && { ttlMs: 0, cacheScope: 'private' };
    this.#send(rpcResult(id, { ...Object(result), resultType: 'complete', ...cache }));
  }

  #send(message: unknown): void {
    this.options.send(message);
  }
}

interface Served {
  readonly id: RpcId | undefined;
  readonly method: string;
  readonly given: Loose;
  readonly meta: Loose;
  readonly isStateless: boolean;
}

const serverInfo = { name: askServer, version: serverVersion };
const discovered = { supportedVersions: [stateless], capabilities: { tools: {} }, _meta: { [field('serverInfo')]: serverInfo } };

/** `initialize` belongs to the earlier revisions: a client that asks for a later one with it gets the last that has it. */
function revisionFor({ protocolVersion }: Loose): unknown {
  return typeof protocolVersion === 'string' && protocolVersion > sessions ? sessions : protocolVersion;
}

function clientIn(info: unknown, capabilities: unknown): Client {
  const { name, title } = objectOf(info) ?? {};
  return { name: textOf(name), title: textOf(title), hasRoots: isObject(objectOf(capabilities)?.['roots']) };
}

/** Undefined for a call that asks something. */
function waitedFor(input: unknown): string | undefined {
  const name = isObject(input) ? input['waitFor'] : undefined;
  return isQuestionName(name) ? name : undefined;
}

/** The folders of `roots/list`. */
function rootsIn(result: unknown): readonly string[] {
  return objectsIn(objectOf(result)?.['roots']).flatMap(({ uri }) => {
    try {
      return [fileURLToPath(textOf(uri))];
    } catch {
      // No folder of this machine.
      return [];
    }
  });
}

function noWindow(folders: readonly string[]): object {
  const text = `No VS Code window with Parley is open on this folder (${folders.join(', ')}), so nobody was asked. Ask in your own reply instead, or ask the user to open the folder in VS Code.`;
  return { content: [{ type: 'text', text }], isError: true };
}

function errorResult(error: unknown): object {
  return { content: [{ type: 'text', text: `Parley could not ask the user: ${textOf(objectOf(error)?.['message'])}` }], isError: true };
}

/** Undefined for what is no JSON-RPC message. */
function messageIn(text: string): (Loose & { readonly method: string | undefined; readonly id: RpcId | undefined }) | undefined {
  try {
    const message = JSON.parse(text) as unknown;
    if (!isObject(message)) return undefined;
    const { id, method } = message;
    return {
      ...message,
      id: typeof id === 'string' || typeof id === 'number' ? id : undefined,
      method: typeof method === 'string' ? method : undefined,
    };
  } catch {
    return undefined;
  }
}
