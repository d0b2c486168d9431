// Changes configuration files of other programs, and takes that back to the byte: what a file was before lies in the global storage until then. Knows
// nothing of what is in them.
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isCode } from '../../disk/fileSystem.js';
import { makePrivateFolder, privateFileMode } from '../../disk/privateFiles.js';

/** Undefined where there is none. Rejects where it cannot be read, or is no UTF-8. */
export async function readConfig(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (bytes === undefined) return undefined;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) throw new Error('The file is not UTF-8.');
  return text;
}

/**
 * Writes the file, or removes it (`undefined`), where it still is as it was before. A link stays one, and what it leads to is written. Resolves with false
 * where the file is another by now. Rejects where it must not or cannot be written.
 */
export async function writeConfig(path: string, before: string | undefined, after: string | undefined): Promise<boolean> {
  if ((await readConfig(path)) !== before) return false;
  if (after === undefined) {
    await rm(path, { force: true });
    return true;
  }
  const isLink = await lstat(path).then(
    found => found.isSymbolicLink(),
    () => false,
  );
  if (before === undefined && isLink) throw new Error('The file is a link that leads nowhere.');
  const place = before === undefined ? path : await realpath(path);
  const mode = before === undefined ? privateFileMode : (await stat(place)).mode & 0o777;
  // Another file in its place would get round that.
  if ((mode & 0o222) === 0) throw new Error('The file is read-only.');
  await mkdir(dirname(place), { recursive: true });
  const beside = `${place}.parley-new`;
  // A write that was cut off has left one.
  await rm(beside, { force: true });
  const handle = await open(beside, 'wx', mode);
  try {
    // The mode that it was made with lacks what the process's mask takes.
    await handle.chmod(mode);
    await handle.writeFile(after);
    await handle.sync();
    await handle.close();
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return true;
}

/** What a file was before Parley has changed it. */
export class ConfigUndo {
  readonly #folder: string;

  constructor(globalStorage: string) {
    this.#folder = join(globalStorage, 'door', 'undo');
  }

  /** Call it before the file is written. */
  async keep(path: string, before: string | undefined, after: string): Promise<void> {
    await makePrivateFolder(this.#folder);
    const kept = JSON.stringify({ path, before: before ?? null, after: digestOf(after) });
    const handle = await open(this.#file(path), 'w', privateFileMode);
    try {
      await handle.writeFile(kept);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** The file as it was, where it has not changed since: `text` is undefined for one that was not there. Undefined where it has, or nothing is known. */
  async before(path: string, now: string): Promise<{ readonly text: string | undefined } | undefined> {
    try {
      const { before, after } = JSON.parse(await readFile(this.#file(path), 'utf8')) as { before: string | null; after: string };
      return after === digestOf(now) ? { text: before ?? undefined } : undefined;
    } catch {
      // Without it the server is taken out of the text, which changes nothing else.
      return undefined;
    }
  }

  async forget(path: string): Promise<void> {
    await rm(this.#file(path), { force: true });
  }

  #file(path: string): string {
    return join(this.#folder, `${digestOf(path)}.json`);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
