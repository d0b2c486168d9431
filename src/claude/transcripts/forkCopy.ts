// A copy of a session up to one entry, for a CLI that would take more than that from the session itself: where the session ends with a question that the
// CLI keeps, also a CLI that goes on far in front of it (`--resume-session-at`) first begins a turn of its own, _Continue from where you left off._ (2.1.100,
// 2.1.329); and where the conversation was summarised behind the entry, no CLI finds it (see `forkPoint`), as where the chat that was forked goes on. The CLI
// looks for both in the file, and takes a file in the place of a session's id, but for 2.0.77. Owns when a copy is needed.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makePrivateFolder } from '../../disk/privateFiles.js';
import { withOpen } from '../../disk/smallFile.js';
import { isBoundary } from './forkPoint.js';
import { eachLineBefore } from './linesBackward.js';
import { deferralOf, readTranscriptLine } from './transcriptLine.js';

/** Bytes that are read at once. */
const pieceBytes = 256 * 1024;

/** Milliseconds after which a copy belongs to no process that is about to read it. */
const oldestCopy = 24 * 3_600_000;

/**
 * The path of a new file in `folder` (absolute, made where it is missing) with what `path` holds up to and with the entry `at`; undefined where the CLI can
 * go on in the session itself. Whoever calls removes it once its CLI has ended. Rejects as the disk does.
 */
export async function copyForFork(path: string, at: string, folder: string): Promise<string | undefined> {
  return withOpen(path, 'links', async file => {
    let isNeeded = false;
    let end: number | undefined;
    await eachLineBefore(file, (await file.stat()).size, pieceBytes, (bytes, { offset, length }) => {
      isNeeded ||=
        (bytes.includes('"hook_deferred_tool"') && deferralOf(readTranscriptLine(bytes.toString())) !== undefined) ||
        (bytes.includes('"compact_boundary"') && isBoundary(readTranscriptLine(bytes.toString())));
      if (bytes.includes(at) && readTranscriptLine(bytes.toString())?.uuid === at) end = offset + length;
      return end !== undefined;
    });
    if (!isNeeded || end === undefined) return undefined;
    await makePrivateFolder(folder);
    await removeOld(folder, Date.now() - oldestCopy);
    const copy = join(folder, `${randomUUID()}.jsonl`);
    await pipeline(file.createReadStream({ start: 0, end: end - 1, autoClose: false }), lineEnd, createWriteStream(copy, { mode: 0o600 }));
    return copy;
  });
}

async function* lineEnd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source;
  yield Buffer.from('\n');
}

/** What windows that were killed have left. `before`: epoch milliseconds. */
async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}
