// Rewrites a ledger without what was deleted or is in it twice. May be cut at any point, and done by several windows at once: the old files
// go only after everything in them is on the disk in the new one.
import { decodeLine, encodeLine } from '../disk/checkedLines.js';
import { isCode } from '../disk/fileSystem.js';
import type { LedgerFolder } from './ledgerFolder.js';
import { readLines } from './ledgerLines.js';
import type { LedgerReading } from './ledgerReading.js';
import type { LedgerRecord } from './ledgerRecords.js';
import { parseRecord, subjectOf, writtenAgain } from './ledgerRecords.js';
import { Slices } from './slices.js';

/** Resolves once one file is left that knows those ids as deleted. Does nothing where there is no ledger. */
export async function compact(folder: LedgerFolder, reading: LedgerReading, deleted: readonly string[]): Promise<void> {
  try {
    // Another window that rewrites the ledger at the same time may be faster, and knows nothing of these ids.
    do await rewrite(folder, reading, deleted);
    while (!(await isCompact(folder, deleted)));
  } catch (error) {
    reading.reset();
    throw error;
  }
}

async function isCompact(folder: LedgerFolder, deleted: readonly string[]): Promise<boolean> {
  const [only, ...others] = await folder.generations();
  if (only === undefined) return true;
  try {
    const forgotten = await folder.forgotten(only);
    return others.length === 0 && deleted.every(id => forgotten.has(id));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function rewrite(folder: LedgerFolder, reading: LedgerReading, deleted: readonly string[]): Promise<void> {
  await reading.catchUp();
  const { fold, generations } = reading;
  const newest = generations.at(-1);
  if (newest === undefined) return;
  fold.forget(deleted);
  const next = newest + 1;
  const length = await folder.create(next, fold.forgotten, linesOf(reading));
  if (length === undefined) return;
  // From here on other windows append to the new file. One that was appending to an old one finds out, and does it again.
  for (const generation of generations) {
    const late = await recordsAfter(folder, generation, reading.lengthOf(generation));
    const needed = late.filter(record => !fold.forgotten.has(subjectOf(record)) && !fold.quotesDeleted(record));
    await folder.append(needed.map(writtenAgain));
  }
  await folder.remove(generations, next);
  await reading.replacedBy(next, length);
}

/** Bytes of one write. */
const pieceLength = 262_144;

async function* linesOf(reading: LedgerReading): AsyncGenerator<string> {
  const slices = new Slices();
  let piece = '';
  for (const record of reading.fold.records(await reading.all())) {
    piece += encodeLine(record);
    if (slices.isOver) await slices.pause();
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Empty where the generation is gone: whoever has removed it has moved its lines. */
async function recordsAfter(folder: LedgerFolder, generation: number, start: number): Promise<readonly LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  try {
    await folder.read(generation, file =>
      readLines(file, start, line => {
        const record = parseRecord(decodeLine(line));
        if (record !== undefined) records.push(record);
      }),
    );
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  return records;
}
