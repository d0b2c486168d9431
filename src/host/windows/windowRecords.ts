// The files `windows/WINDOWID.json` of a work folder's storage: one for each window, from the time when its socket listens until its end
// in order. A window without a file has ended, or its death was proven. Owns the files' form; must not know what sockets say.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readSmallFile } from '../../disk/smallFile.js';
import type { FileSystem } from '../../disk/fileSystem.js';
import { isCode, nodeFileSystem, writeWhole, ifMissing } from '../../disk/fileSystem.js';
import { realClock } from '../../disk/clock.js';
import type { Owner } from './owner.js';

export interface WindowRecord extends Owner {
  /** 64 hex digits: 256 random bits that a client must show. */
  readonly token: string;
  /** Highest version of the protocol that the window speaks; an integer from 1 on. */
  readonly protocol: number;
  /** Absolute paths of the window's folders, by their real names too. Absent in what a Parley wrote that takes no questions of other agents. */
  readonly folders?: readonly string[];
}

const suffix = '.json';

export class WindowRecords {
  readonly #folder: string;

  /** `root` is the storage of the work folder. */
  constructor(
    root: string,
    private readonly fileSystem: FileSystem = nodeFileSystem,
  ) {
    this.#folder = join(root, 'windows');
  }

  /** Ids of all windows that have a file. Empty where there is no folder yet. */
  async list(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(ifMissing([]));
    return names.filter(name => name.endsWith(suffix)).map(name => name.slice(0, -suffix.length));
  }

  /** `missing` is certain: there is no file. `unreadable` is a file of another form, or one that could not be read. */
  async read(window: string): Promise<WindowRecord | 'missing' | 'unreadable'> {
    if (!isWindowId(window)) return 'unreadable';
    try {
      return parseRecord(await readSmallFile(this.#file(window)), window) ?? 'unreadable';
    } catch (error) {
      return isCode(error, 'ENOENT') ? 'missing' : 'unreadable';
    }
  }

  /** Rejects when the file cannot be written. No window ever reads half a file. */
  write(record: WindowRecord): Promise<void> {
    return writeWhole({ fileSystem: this.fileSystem, clock: realClock }, this.#file(record.window), Buffer.from(JSON.stringify(record)));
  }

  /** Epoch milliseconds at which the window has last written its file, which it does whenever the person comes to it; 0 without a file. */
  async usedAt(window: string): Promise<number> {
    return isWindowId(window)
      ? stat(this.#file(window)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        )
      : 0;
  }

  async remove(window: string): Promise<void> {
    if (isWindowId(window)) await rm(this.#file(window), { force: true });
  }

  #file(window: string): string {
    return join(this.#folder, `${window}${suffix}`);
  }
}

/** A window's id names a file, so nothing else may stand in it. */
export function isWindowId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);
}

function parseRecord(text: string, window: string): WindowRecord | undefined {
  const value = parseObject(text);
  if (value === undefined || value['window'] !== window) return undefined;
  const { host, boot, socket, folder, token, protocol } = value;
  if (!isText(host) || !isText(boot) || !isText(socket) || !isText(folder) || !isText(token)) return undefined;
  const folders = Array.isArray(value['folders']) && { folders: value['folders'].filter(isText) };
  return typeof protocol === 'number' ? { window, host, boot, socket, folder, token, protocol, ...folders } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Undefined for what is no JSON object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Whoever wrote it, there is nothing to learn from where the JSON breaks.
    return undefined;
  }
}
