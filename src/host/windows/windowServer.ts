// This window's socket, at which the other windows of the work folder ask for chats and follow them. Owns the socket, the window's
// file and the connections; must not know what a chat is, nor of the other windows' sockets.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { FileSystem } from '../../disk/fileSystem.js';
import type { Owner } from './owner.js';
import type { Log } from '../chats/chatDependencies.js';
import type { News, WindowHandlers } from './windowConnection.js';
import { WindowConnection } from './windowConnection.js';
import { maxConnections, protocolVersion } from './windowProtocol.js';
import { WindowRecords } from './windowRecords.js';

export interface WindowServerOptions {
  /** Storage of the work folder. */
  readonly folder: string;
  /** This window, from `thisOwner`. */
  readonly owner: Owner;
  readonly log: Log;
  readonly handlers: WindowHandlers;
  /** Absolute paths of the folders that the window has now, by their real names too. */
  readonly folders?: () => Promise<readonly string[]>;
  readonly fileSystem?: FileSystem;
}

export class WindowServer {
  readonly #records: WindowRecords;
  readonly #token = randomBytes(32).toString('hex');
  readonly #connections = new Map<number, WindowConnection>();
  #server: Server | undefined;
  #lastId = 0;
  #isDisposed = false;
  #begun: Promise<void> = Promise.resolve();

  constructor(private readonly options: WindowServerOptions) {
    this.#records = new WindowRecords(options.folder, options.fileSystem);
  }

  /**
   * Resolves when other windows can see that this one lives; also where it can have no socket, because then they see that they cannot know.
   * Rejects when the window's file cannot be written: this window must own no chat then, because others would take it for ended. Call it
   * again to try again.
   */
  begin(): Promise<void> {
    // One after the other: `dispose` waits for the last, and no write behind the removal may bring the file back.
    this.#begun = this.#begun.catch(() => undefined).then(() => (this.#isDisposed ? undefined : this.#begin()));
    return this.#begun;
  }

  /** The person has come to this window, or it has other folders now. The time of its file says when it was used last. */
  used(): void {
    const { log } = this.options;
    this.begin().catch((error: unknown) => log.warn(`The file of this window could not be written again: ${String(error)}`));
  }

  /** The chat's files have changed, or its owner. Call it after they are on the disk, at most every 300 ms for each chat. */
  changed(key: string): void {
    this.#tell(key, 'changed');
  }

  /** The person has closed the chat, and its files are gone, or has deleted it. */
  closed(key: string): void {
    this.#tell(key, 'closed');
  }

  /** The end in order. Call it after all chats are on the disk: from then on other windows may take them. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    // A file that is written after its removal would make this window live for ever.
    await this.#begun.catch(() => undefined);
    await this.#records.remove(this.options.owner.window).catch((error: unknown) => {
      this.options.log.warn(`The file of this window could not be removed: ${String(error)}`);
    });
    // The file goes first and the connections last, so that whoever sees a connection end sees all of the end.
    const closed = new Promise<void>(resolve => (this.#server === undefined ? resolve() : this.#server.close(() => resolve())));
    for (const connection of this.#connections.values()) connection.end();
    await closed;
  }

  async #begin(): Promise<void> {
    const { owner } = this.options;
    // The file may not have been written the last time, and the socket is there since.
    if (this.#server === undefined && owner.socket !== '') await this.#listen();
    const place = this.#server === undefined ? { ...owner, socket: '', folder: '' } : owner;
    const folders = await this.options.folders?.();
    await this.#records.write({ ...place, token: this.#token, protocol: protocolVersion, ...(folders && { folders }) });
  }

  async #listen(): Promise<void> {
    const { owner, log } = this.options;
    const server = createServer(socket => this.#accept(socket));
    try {
      server.listen({ path: owner.socket });
      await once(server, 'listening');
      this.#server = server;
      server.on('error', error => log.warn(`The socket of this window: ${String(error)}`));
    } catch (error) {
      log.warn(`Other windows cannot ask this one for a chat, because it can open no socket: ${String(error)}`);
    }
  }

  #accept(socket: Socket): void {
    if (this.#connections.size >= maxConnections && !this.#makeRoom()) {
      socket.on('error', () => undefined);
      socket.destroy();
      return;
    }
    const id = ++this.#lastId;
    const { owner, log, handlers } = this.options;
    const options = { id, window: owner.window, token: this.#token, log, handlers, onEnd: () => this.#connections.delete(id) };
    this.#connections.set(id, new WindowConnection(socket, options));
  }

  /** Ends the oldest connection without a hello. No limit of time does that, because a window on a busy computer may be slow to say it. */
  #makeRoom(): boolean {
    const [id, silent] = [...this.#connections].find(([, connection]) => !connection.isGreeted) ?? [];
    if (id === undefined) return false;
    this.#connections.delete(id);
    silent?.end();
    return true;
  }

  #tell(key: string, news: News): void {
    for (const connection of this.#connections.values()) connection.tell(key, news);
  }
}
