// One connection that another program has made to this window's socket: its hello, its requests, and the news it follows. Owns what is
// read from and written to that connection; must not know of the other connections, nor how a chat is handed over.
import type { Socket } from 'node:net';
import type { Log } from '../chats/chatDependencies.js';
import type { AskAnswer } from './windowProtocol.js';
import {
  isKey,
  isSameToken,
  isVersion,
  maxFollowed,
  maxLineBytes,
  maxPendingRequests,
  protocolVersion,
  readLines,
  writeLine,
} from './windowProtocol.js';
import { isWindowId, parseObject } from './windowRecords.js';

export interface WindowHandlers {
  /**
   * Another window wants the chat. Resolves `given` when this window does not own the chat (any more) and has written all of it, so that the
   * other one may claim it. May take as long as it needs.
   */
  ask(key: string): Promise<AskAnswer>;
  /** The door for other agents (`AgentServer`): its address and what each request must carry. Absent where there is none. */
  door?(): Promise<{ readonly socket: string; readonly headers: Readonly<Record<string, string>> }>;
  /** The window with this id has connected to this one. */
  met?(window: string): void;
}

interface WindowConnectionOptions {
  /** Number of this connection, for the log. */
  readonly id: number;
  /** Id of this window. */
  readonly window: string;
  readonly token: string;
  readonly log: Log;
  readonly handlers: WindowHandlers;
  readonly onEnd: () => void;
}

export type News = 'changed' | 'closed';

export class WindowConnection {
  #isGreeted = false;
  #pendingRequests = 0;
  readonly #followed = new Set<string>();
  /** News that a slow reader has not taken yet: one for each chat, whatever happened to it meanwhile. */
  readonly #news = new Map<string, News>();

  constructor(
    private readonly socket: Socket,
    private readonly options: WindowConnectionOptions,
  ) {
    readLines(
      socket,
      text => this.#read(text),
      () => this.#refuse(`sent a line of more than ${maxLineBytes} bytes`),
    );
    socket.on('drain', () => this.#flow());
    // 'close' follows, and nothing else is to be done about an error of a local connection.
    socket.on('error', () => undefined);
    socket.on('close', options.onEnd);
  }

  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  tell(key: string, news: News): void {
    if (!this.#followed.has(key)) return;
    this.#news.set(key, news);
    if (news === 'closed') this.#followed.delete(key);
    this.#flow();
  }

  end(): void {
    this.socket.destroy();
  }

  #read(text: string): void {
    const message = parseObject(text);
    if (message === undefined) this.#refuse('sent a line that is no JSON object');
    else if (this.#isGreeted) this.#request(message);
    else this.#hello(message);
  }

  #hello({ parley, token, window }: Readonly<Record<string, unknown>>): void {
    if (!isSameToken(token, this.options.token)) return this.#refuse('has no valid token');
    if (!isVersion(parley)) return this.#refuse('names no version of the protocol');
    this.#isGreeted = true;
    writeLine(this.socket, { parley: Math.min(parley, protocolVersion), window: this.options.window });
    if (isWindowId(window)) this.options.handlers.met?.(window);
  }

  #request({ id, ask, follow, unfollow, door }: Readonly<Record<string, unknown>>): void {
    // Without an id it is a message of a later version to which nobody expects an answer.
    if (typeof id !== 'number') return;
    if (isKey(ask)) void this.#ask(id, ask);
    else if (isKey(follow)) this.#follow(id, follow);
    else if (isKey(unfollow)) this.#unfollow(id, unfollow);
    else if (door === true && this.options.handlers.door !== undefined) void this.#door(id, this.options.handlers.door());
    else this.#answer({ id, unknown: true });
  }

  async #ask(id: number, key: string): Promise<void> {
    this.#pendingRequests++;
    this.#flow();
    const answer = await this.options.handlers.ask(key).catch((error: unknown) => {
      this.options.log.error(`The chat ${key} could not be handed over: ${String(error)}`);
      return { refused: 'the hand-over failed' };
    });
    this.#pendingRequests--;
    this.#answer('given' in answer ? { id, given: key } : { id, refused: answer.refused });
  }

  async #door(id: number, place: Promise<object>): Promise<void> {
    this.#pendingRequests++;
    const door = await place.catch((error: unknown) => String(error));
    this.#pendingRequests--;
    this.#answer(typeof door === 'string' ? { id, refused: door } : { id, door });
  }

  #follow(id: number, key: string): void {
    if (this.#followed.size >= maxFollowed && !this.#followed.has(key)) return this.#answer({ id, refused: 'too many chats are followed' });
    this.#followed.add(key);
    this.#answer({ id, following: key });
  }

  #unfollow(id: number, key: string): void {
    this.#followed.delete(key);
    this.#news.delete(key);
    this.#answer({ id, unfollowed: key });
  }

  #answer(message: object): void {
    writeLine(this.socket, message);
    this.#flow();
  }

  /** Writes news only as fast as the client reads them, and reads requests only as fast as they are answered. */
  #flow(): void {
    for (const [key, news] of this.#news) {
      if (this.socket.writableNeedDrain) break;
      this.#news.delete(key);
      writeLine(this.socket, { [news]: key });
    }
    if (this.socket.writableNeedDrain || this.#pendingRequests >= maxPendingRequests) this.socket.pause();
    else this.socket.resume();
  }

  #refuse(reason: string): void {
    this.options.log.warn(`Connection ${this.options.id} to this window was closed, because the program ${reason}.`);
    this.socket.destroy();
  }
}
