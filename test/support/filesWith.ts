// Looks for words on the disk, in the bytes of files of any kind.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths below `folder` of the files whose bytes contain `words`, as UTF-8 or UTF-16. */
export async function filesWith(folder: string, words: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const wanted = (['utf8', 'utf16le'] as const).map(encoding => Buffer.from(words, encoding));
  const found: string[] = [];
  for (const entry of entries.filter(one => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(unlessGone);
    if (bytes !== undefined && wanted.some(part => bytes.includes(part))) found.push(path.slice(folder.length + 1));
  }
  return found;
}

/** A file that is written anew has another name until then. */
function unlessGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
