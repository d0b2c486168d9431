// One connection from this window to the socket of another one. Owns the hello and the requests that wait for an answer; must not know
// what becomes of a chat, nor whether the other window is dead when the connection ends.
import { connect, type Socket } from 'node:net';
import type { Log } from '../chats/chatDependencies.js';
import type { AskAnswer } from './windowProtocol.js';
import { isVersion, protocolVersion, readLines, writeLine } from './windowProtocol.js';
import type { WindowRecord } from './windowRecords.js';
import { parseObject } from './windowRecords.js';

interface WindowClientOptions {
  /** The other window. Its place must be ours too (`isReachable`), because the token goes there. */
  readonly record: WindowRecord;
  /** Id of this window: the other one connects to it in turn. */
  readonly self: string;
  readonly log: Log;
  /** The chat's files have changed, or may have while they were not followed. */
  readonly onChanged: (key: string) => void;
  readonly onClosed: (key: string) => void;
  /** Called once, before the requests that still wait are resolved; only after `connected` was true, and not after `dispose`. */
  readonly onEnd: () => void;
}

export class WindowClient {
  /** True when the system has made the connection, which shows that the other window lives. False when it could not. */
  readonly connected: Promise<boolean>;
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: AskAnswer | undefined) => void>();
  /** Requests before the other window's hello. Undefined from the hello on. */
  #unsent: object[] | undefined = [];
  #lastId = 0;
  #isConnected = false;
  #isEnded = false;

  constructor(private readonly options: WindowClientOptions) {
    const { record, self } = options;
    const socket = connect({ path: record.socket });
    this.#socket = socket;
    this.connected = new Promise(resolve => {
      socket.once('connect', () => {
        this.#isConnected = true;
        writeLine(socket, { parley: protocolVersion, token: record.token, window: self });
        resolve(true);
      });
      socket.once('close', () => {
        this.#closed();
        resolve(false);
      });
    });
    // 'close' follows, and `connected` or `onEnd` tells of it.
    socket.on('error', () => undefined);
    readLines(
      socket,
      text => this.#read(text),
      () => this.#refuse('a line that is too long'),
    );
  }

  get isOpen(): boolean {
    return this.#isConnected && !this.#isEnded;
  }

  /**
   * Asks the other window to hand over the chat. There is no limit of time: a window that is stopped answers when it goes on. Undefined
   * when the connection ends before the answer.
   */
  ask(key: string): Promise<AskAnswer | undefined> {
    return this.#request({ ask: key });
  }

  follow(key: string): void {
    void this.#request({ follow: key });
  }

  unfollow(key: string): void {
    void this.#request({ unfollow: key });
  }

  dispose(): void {
    this.#isConnected = false;
    this.#socket.destroy();
  }

  #request(request: object): Promise<AskAnswer | undefined> {
    if (this.#isEnded) return Promise.resolve(undefined);
    const id = ++this.#lastId;
    const message = { id, ...request };
    if (this.#unsent === undefined) writeLine(this.#socket, message);
    else this.#unsent.push(message);
    return new Promise(resolve => this.#waiting.set(id, resolve));
  }

  #read(text: string): void {
    const message = parseObject(text);
    if (message === undefined) this.#refuse('a line that is no JSON object');
    else if (this.#unsent !== undefined) this.#hello(message);
    else if (typeof message['id'] === 'number') this.#answer(message['id'], message);
    else if (typeof message['changed'] === 'string') this.options.onChanged(message['changed']);
    else if (typeof message['closed'] === 'string') this.options.onClosed(message['closed']);
  }

  #hello({ parley, window }: Readonly<Record<string, unknown>>): void {
    // Whoever has taken the place of the other window's socket does not know its id.
    if (window !== this.options.record.window) return this.#refuse('the hello of another window');
    if (!isVersion(parley) || parley > protocolVersion) return this.#refuse('a version that was not offered');
    const unsent = this.#unsent ?? [];
    this.#unsent = undefined;
    for (const message of unsent) writeLine(this.#socket, message);
  }

  #answer(id: number, { given, refused, following }: Readonly<Record<string, unknown>>): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (typeof given === 'string') resolve?.({ given: true });
    else resolve?.({ refused: typeof refused === 'string' ? refused : 'the window does not know this request' });
    // What changed before the other window began to tell of it was not told.
    if (typeof following === 'string') this.options.onChanged(following);
  }

  #refuse(what: string): void {
    this.options.log.warn(`The connection to the window ${this.options.record.window} was closed, because it sent ${what}.`);
    this.#socket.destroy();
  }

  #closed(): void {
    this.#isEnded = true;
    if (this.#isConnected) this.options.onEnd();
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}
