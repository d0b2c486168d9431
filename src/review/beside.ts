// The names under which a content is written beside its file, before it takes that file's place. Owns how they look, and removes those that a killed window
// has left.
import { randomUUID } from 'node:crypto';
import { lstat, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Milliseconds. A live window needs such a file for seconds. */
const unfinishedAge = 3_600_000;

/** A name of its own in the folder of the file. */
export function besideOf(file: string): string {
  return join(dirname(file), `.${randomUUID()}.parley`);
}

/** @param path with `/` between its parts */
export function isBeside(path: string): boolean {
  return /(?:^|\/)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.parley$/.test(path);
}

/** Removes those of `paths` that are old. Never rejects. `folder`: the work folder, absolute; `now`: epoch milliseconds. */
export async function removeBeside(folder: string, paths: readonly string[], now: number): Promise<void> {
  for (const path of paths.filter(isBeside)) {
    const file = join(folder, path);
    const stats = await lstat(file).catch(() => undefined);
    if (stats === undefined || stats.isDirectory() || now - stats.mtimeMs < unfinishedAge) continue;
    await rm(file, { force: true }).catch(() => undefined);
  }
}
