// Removes what edits have changed long ago: trees of more than 30 days, the older half while all of it takes more than 1 GB, and the contents that no tree has.
// A content that no tree has stays for a week, because a turn of any window names what it has found only at its end, and may wait for the person until then.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFileSystem, ifMissing } from '../disk/fileSystem.js';

/** Milliseconds. */
const oldest = 30 * 86_400_000;
const unnamedAge = 7 * 86_400_000;
/** Bytes. */
const largest = 1024 * 1024 * 1024;

interface Kept {
  readonly file: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly size: number;
}

/** Rejects where a folder or a tree cannot be read: nobody can say then what it names. @param store of an `EditStore`; `now`: epoch milliseconds; `most`: bytes */
export async function tidyEdits(store: string, now: number, most = largest): Promise<void> {
  const trees = await keptIn(join(store, 'trees'));
  let rest = await without(trees, ({ at }) => now - at > oldest);
  for (;;) {
    const named = await namedBy(rest);
    const contents = await without(await keptIn(join(store, 'contents')), ({ name, at }) => !named.has(name) && now - at > unnamedAge);
    if (rest.length < 2 || sizeOf(rest) + sizeOf(contents.filter(({ name }) => named.has(name))) <= most) return;
    const half = new Set(rest.slice(0, Math.ceil(rest.length / 2)));
    rest = await without(rest, one => half.has(one));
  }
}

/** The oldest first. */
async function keptIn(folder: string): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (const name of await nodeFileSystem.namesIn(folder)) {
    const file = join(folder, name);
    const found = await nodeFileSystem.stat(file);
    if (found !== undefined) kept.push({ file, name, at: found.modifiedAt, size: found.size });
  }
  return kept.sort((one, other) => one.at - other.at);
}

/** Removes those; gives the others. */
async function without(kept: readonly Kept[], goes: (one: Kept) => boolean): Promise<readonly Kept[]> {
  for (const { file } of kept.filter(goes)) await rm(file, { force: true });
  return kept.filter(one => !goes(one));
}

async function namedBy(trees: readonly Kept[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const { file } of trees) for (const [, blob = ''] of (await textIn(file)).matchAll(/"blob":"([0-9a-f]+)"/g)) named.add(blob);
  return named;
}

/** Empty where another window has removed it. */
function textIn(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(ifMissing(''));
}

function sizeOf(kept: readonly Kept[]): number {
  return kept.reduce((all, { size }) => all + size, 0);
}
