// A disk in memory that fails on demand, ends between any two system calls, and forgets what was not synced when its power goes.
import { posix as posixPath } from 'node:path';
import type { FileSystem, OpenFile } from '../../src/disk/fileSystem.js';

interface Inode {
  readonly number: number;
  data: Buffer;
  /** The bytes that are on the disk for certain. */
  synced: Buffer;
  modifiedAt: number;
}

/** A change of a folder's names that is not on the disk for certain. */
interface NameChange {
  readonly folder: string;
  readonly path: string;
  /** Undefined where the name goes; `folder` where it is that of a folder that is new, and with which all that is in it goes. */
  readonly inode: Inode | 'folder' | undefined;
}

export interface Call {
  readonly name: keyof FileSystem | keyof OpenFile;
  readonly path: string;
}

/** What a call does instead: fails with this code, or takes only so many bytes. */
export type Fault = { readonly code: string } | { readonly bytes: number } | undefined;

/** What is left of bytes that were written and not synced. */
export const lossesOfData = ['none', 'all', 'half', 'zeros'] as const;
export type LossOfData = (typeof lossesOfData)[number];

export class MemoryDisk implements FileSystem {
  /** Those that change the disk, or ask for it to be synced. */
  readonly calls: Call[] = [];
  /** Bytes that were written, per path. */
  readonly written = new Map<string, number>();
  /** Asked before each call. */
  fault: (call: Call) => Fault = () => undefined;
  #names = new Map<string, Inode>();
  #syncedNames = new Map<string, Inode>();
  /** Those that were made. One that a file lies in is there too. */
  #folders = new Set<string>();
  #pending: NameChange[] = [];
  #count = 0;

  /** How many changes of names a loss of power may undo. */
  get pendingNames(): number {
    return this.#pending.length;
  }

  /** The disk after its power was gone. `names`: how many of the changes of names that were not synced have happened. */
  afterPowerLoss(names: number, data: LossOfData): MemoryDisk {
    const after = new MemoryDisk();
    const found = new Map(this.#syncedNames);
    for (const change of this.#pending.slice(0, names)) apply(found, change);
    const lost = this.#pending.slice(names).flatMap(({ inode, path }) => (inode === 'folder' ? [path] : []));
    const isLeft = (path: string): boolean => !lost.some(folder => path === folder || path.startsWith(`${folder}/`));
    for (const folder of this.#folders) if (isLeft(folder)) after.#folders.add(folder);
    const inodes = new Map<Inode, Inode>();
    for (const [path, inode] of found) {
      if (!isLeft(path)) continue;
      const left = inodes.get(inode) ?? survivor(inode, data);
      inodes.set(inode, left);
      after.#names.set(path, left);
      after.#syncedNames.set(path, left);
    }
    after.#count = this.#count;
    return after;
  }

  /** The content of a file; undefined where there is none. */
  content(path: string): Buffer | undefined {
    return this.#names.get(path)?.data;
  }

  /** Puts a file there, synced. */
  put(path: string, content: string | Uint8Array): void {
    const inode = this.#newInode();
    inode.data = Buffer.from(content);
    inode.synced = inode.data;
    this.#names.set(path, inode);
    this.#syncedNames.set(path, inode);
  }

  get paths(): readonly string[] {
    return [...this.#names.keys()].sort();
  }

  async open(given: string, use: 'create' | 'append' | 'read'): Promise<OpenFile> {
    const path = posix(given);
    await this.#begin('open', path);
    const known = this.#names.get(path);
    if (use === 'create' ? known !== undefined : known === undefined) throw failure(use === 'create' ? 'EEXIST' : 'ENOENT', path);
    const inode = known ?? this.#newInode();
    if (known === undefined) this.#change(path, inode);
    return this.#opened(path, inode, use);
  }

  async rename(givenFrom: string, givenTo: string): Promise<void> {
    const [from, to] = [posix(givenFrom), posix(givenTo)];
    await this.#begin('rename', to);
    const inode = this.#found(from);
    // One change: a crash leaves the file in one of the two places.
    this.#change(to, inode, from);
  }

  async link(existing: string, given: string): Promise<void> {
    const path = posix(given);
    await this.#begin('link', path);
    if (this.#names.has(path)) throw failure('EEXIST', path);
    this.#change(path, this.#found(posix(existing)));
  }

  async remove(given: string): Promise<void> {
    const path = posix(given);
    await this.#begin('remove', path);
    const isInside = (name: string): boolean => name === path || name.startsWith(`${path}/`);
    for (const name of [...this.#names.keys()]) if (isInside(name)) this.#change(name, undefined);
    for (const folder of this.#folders) if (isInside(folder)) this.#folders.delete(folder);
  }

  async namesIn(given: string): Promise<readonly string[]> {
    const folder = posix(given);
    await this.#begin('namesIn', folder);
    const inside = [...this.#names.keys()].filter(path => path.startsWith(`${folder}/`));
    return [...new Set(inside.map(path => path.slice(folder.length + 1).split('/')[0] ?? ''))];
  }

  async stat(given: string): ReturnType<FileSystem['stat']> {
    const path = posix(given);
    await this.#begin('stat', path);
    const inode = this.#names.get(path);
    return inode && { size: inode.data.length, modifiedAt: inode.modifiedAt, inode: inode.number };
  }

  async makeFolder(given: string): Promise<string | undefined> {
    const path = posix(given);
    await this.#begin('makeFolder', path);
    const missing: string[] = [];
    for (let folder = path; folder !== '/' && !this.#isFolder(folder); folder = posixPath.dirname(folder)) missing.unshift(folder);
    for (const folder of missing) {
      this.#folders.add(folder);
      this.#pending.push({ folder: posixPath.dirname(folder), path: folder, inode: 'folder' });
    }
    return missing[0];
  }

  async syncFolder(given: string): Promise<void> {
    const path = posix(given);
    await this.#begin('syncFolder', path);
    for (const change of this.#pending) if (change.folder === path) apply(this.#syncedNames, change);
    this.#pending = this.#pending.filter(({ folder }) => folder !== path);
  }

  async setModified(given: string, at: number): Promise<void> {
    const path = posix(given);
    await this.#begin('setModified', path);
    this.#found(path).modifiedAt = at;
  }

  #opened(path: string, inode: Inode, use: 'create' | 'append' | 'read'): OpenFile {
    return {
      write: async data => {
        const fault = await this.#begin('write', path);
        if (use !== 'create' && use !== 'append') throw failure('EBADF', path);
        const taken = data.subarray(0, fault !== undefined && 'bytes' in fault ? fault.bytes : data.length);
        inode.data = Buffer.concat([inode.data, taken]);
        inode.modifiedAt = Date.now();
        this.written.set(path, (this.written.get(path) ?? 0) + taken.length);
        return taken.length;
      },
      read: async (position, length) => {
        await this.#begin('read', path);
        if (use !== 'read') throw failure('EBADF', path);
        return inode.data.subarray(position, position + length);
      },
      datasync: async () => {
        await this.#begin('datasync', path);
        inode.synced = inode.data;
      },
      close: async () => {
        await this.#begin('close', path);
      },
    };
  }

  async #begin(name: Call['name'], path: string): Promise<Fault> {
    // Other work goes on meanwhile, as it does with a real disk.
    await Promise.resolve();
    const call = { name, path };
    const fault = this.fault(call);
    this.calls.push(call);
    if (fault !== undefined && 'code' in fault) throw failure(fault.code, path);
    return fault;
  }

  #change(path: string, inode: Inode | undefined, from?: string): void {
    const changes = [...(from === undefined ? [] : [{ folder: posixPath.dirname(from), path: from, inode: undefined }])];
    for (const change of [{ folder: posixPath.dirname(path), path, inode }, ...changes]) {
      apply(this.#names, change);
      this.#pending.push(change);
    }
  }

  #isFolder(path: string): boolean {
    return this.#folders.has(path) || [...this.#names.keys()].some(name => name.startsWith(`${path}/`));
  }

  #found(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw failure('ENOENT', path);
    return inode;
  }

  #newInode(): Inode {
    return { number: ++this.#count, data: Buffer.alloc(0), synced: Buffer.alloc(0), modifiedAt: Date.now() };
  }
}

/** The disk has one form of paths on every system. */
function posix(path: string): string {
  return path.replaceAll('\\', '/');
}

function apply(names: Map<string, Inode>, { path, inode }: NameChange): void {
  if (inode === 'folder') return;
  if (inode === undefined) names.delete(path);
  else names.set(path, inode);
}

function survivor({ number, data, synced, modifiedAt }: Inode, loss: LossOfData): Inode {
  const rest = data.subarray(synced.length);
  const kept = { none: rest, all: Buffer.alloc(0), half: rest.subarray(0, rest.length >> 1), zeros: Buffer.alloc(rest.length) }[loss];
  const left = Buffer.concat([synced, kept]);
  return { number, data: left, synced: left, modifiedAt };
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
