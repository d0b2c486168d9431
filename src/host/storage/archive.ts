// The archive of one chat: items that have left the window and that no transcript holds. Appended to, never rewritten. Knows the file only.
import { dirname } from 'node:path';
import type { ArchivedItem } from '../../chat/journalRecords.js';
import { decodeLines, encodeLine } from '../../disk/checkedLines.js';
import type { FileSystem, OpenFile } from '../../disk/fileSystem.js';
import { readRange, withFile, writeAll } from '../../disk/fileSystem.js';
import { archivedItem } from './storedForm.js';

/** Resolves when the items are on the disk. */
export async function appendToArchive(fileSystem: FileSystem, path: string, items: readonly ArchivedItem[]): Promise<void> {
  const lines = Buffer.from(items.map(encodeLine).join(''));
  const stat = await fileSystem.stat(path);
  const isEnded = stat === undefined || (await withFile(fileSystem, path, 'read', file => endsWithLine(file, stat.size)));
  // A crash may have left a part of a line. It becomes a line of its own, which fails, and those behind it count.
  const bytes = isEnded ? lines : Buffer.concat([Buffer.from('\n'), lines]);
  await withFile(fileSystem, path, stat === undefined ? 'create' : 'append', file => writeAll(file, bytes));
  if (stat === undefined) await fileSystem.syncFolder(dirname(path));
}

async function endsWithLine(file: OpenFile, size: number): Promise<boolean> {
  return size === 0 || (await file.read(size - 1, 1))[0] === newline;
}

const newline = 0x0a;

export interface ArchivePage {
  /** Oldest first. An item may come twice, where a window ended while it moved the item; both are the same. */
  readonly items: readonly ArchivedItem[];
  /** The byte at which the page begins, where the page before it ends; 0 where there is none. */
  readonly start: number;
}

/** Bytes that are read first; twice as many as long as they hold too few items. */
const firstSize = 65_536;

/** Reads at least `count` items (one or more), as far as there are so many, that lie before the byte `before`, or at the end. */
export async function readArchive(fileSystem: FileSystem, path: string, count: number, before?: number): Promise<ArchivePage> {
  const stat = await fileSystem.stat(path);
  if (stat === undefined) return { items: [], start: 0 };
  return withFile(fileSystem, path, 'read', async file => {
    const end = before ?? stat.size;
    for (let size = firstSize; ; size *= 2) {
      const from = Math.max(0, end - size);
      const bytes = await readRange(file, from, end);
      // Only a page that begins at 0 begins with a line.
      const skipped = from === 0 ? 0 : bytes.indexOf(newline) + 1;
      const { values } = decodeLines(bytes.subarray(skipped));
      // A checksum shows that a line is whole, and not who has written it. One of another form counts as damaged.
      const items = values.flatMap(value => archivedItem(value) ?? []);
      if (from === 0 || items.length >= count) return { items, start: from + skipped };
    }
  });
}
