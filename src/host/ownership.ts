// Which window has a session: a file beside the session's own says so. A window that has one writes its file and runs its
// CLI; the others only look. Knows files; nothing of sessions.
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { privateFileMode } from './privateFiles.js';

/** A window, as long as it lives. */
export interface Owner {
  /** Another one after each start. */
  readonly window: string;
  /** Of its extension host. */
  readonly pid: number;
}

export function thisWindow(): Owner {
  return { window: randomUUID(), pid: process.pid };
}

/** Milliseconds in which a file that was begun is written. */
const writeTime = 5_000;

export class Ownership {
  constructor(
    private readonly folder: string,
    private readonly self: Owner,
  ) {}

  /** True when the session is ours, from now on or already. One whose window is gone is free. */
  async claim(key: string): Promise<boolean> {
    const file = this.#ownerFile(key);
    if (await this.#create(file)) return true;
    const owner = await read(file);
    if (owner?.window === this.self.window) return true;
    if (await isAlive(owner, file)) return false;
    // Only one of those who find it so gets it out of the way.
    const aside = `${file}.${this.self.window}`;
    const isMoved = await rename(file, aside).then(
      () => true,
      () => false,
    );
    if (isMoved) await rm(aside, { force: true });
    return this.#create(file);
  }

  async isOurs(key: string): Promise<boolean> {
    return (await read(this.#ownerFile(key)))?.window === this.self.window;
  }

  /** Asks the window that has it for the session. */
  async want(key: string): Promise<void> {
    await this.#put(this.#wantedFile(key), this.self);
  }

  /** Who asks us for the session. */
  async wantedBy(key: string): Promise<Owner | undefined> {
    const wanted = await read(this.#wantedFile(key));
    return wanted !== undefined && wanted.window !== this.self.window && isRunning(wanted.pid) ? wanted : undefined;
  }

  async give(key: string, to: Owner): Promise<void> {
    await this.#put(this.#ownerFile(key), to);
    await rm(this.#wantedFile(key), { force: true });
  }

  /** Without asking: the window that has it does not answer. It sees that, once it looks. */
  take(key: string): Promise<void> {
    return this.give(key, this.self);
  }

  async release(key: string): Promise<void> {
    if (await this.isOurs(key)) await rm(this.#ownerFile(key), { force: true });
  }

  async #create(file: string): Promise<boolean> {
    try {
      await writeFile(file, JSON.stringify(this.self), { flag: 'wx', mode: privateFileMode });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Whole, or not at all. */
  async #put(file: string, owner: Owner): Promise<void> {
    const beside = `${file}.${this.self.window}`;
    await writeFile(beside, JSON.stringify(owner), { mode: privateFileMode });
    await rename(beside, file);
  }

  #ownerFile(key: string): string {
    return join(this.folder, `${key}.owner`);
  }

  #wantedFile(key: string): string {
    return join(this.folder, `${key}.wanted`);
  }
}

/** Undefined where there is none, or it has just been begun. */
async function read(file: string): Promise<Owner | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    // We wrote it.
    return text === '' ? undefined : (JSON.parse(text) as Owner);
  } catch {
    return undefined;
  }
}

/** Numbers of processes begin anew with the machine: what was written before it started says nothing of today's. */
async function isAlive(owner: Owner | undefined, file: string): Promise<boolean> {
  const written = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
  if (written === undefined || written < Date.now() - uptime() * 1000) return false;
  return owner === undefined ? Date.now() - written < writeTime : isRunning(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
