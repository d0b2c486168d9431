// Removes old snapshots: those of more than 30 days, and the oldest while all of them take more than 1 GB. Owns which; git removes the objects that only those
// had. Those of a folder in which nobody works any more go as a whole. What is younger than two hours stays, because another window may be about to name it.
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFileSystem, ifMissing } from '../disk/fileSystem.js';
import type { DatedRef } from './datedRefs.js';
import { datedRefs } from './datedRefs.js';
import type { Snapshots } from './snapshots.js';

/** Milliseconds. */
const oldest = 30 * 86_400_000;
const unfinishedAge = 86_400_000;
/** The time by the clock of the disk. */
const unnamedAge = 2 * 3_600_000;
/** Bytes. */
const largest = 1024 * 1024 * 1024;
/** Objects in files of their own. */
const mostLoose = 2_000;

/** Rejects where git fails. `now`: epoch milliseconds; `most`: bytes. */
export async function tidySnapshots(snapshots: Snapshots, now: number, most = largest): Promise<void> {
  await removeLeftovers(await snapshots.gitFolder(), now);
  const refs = await datedRefs(snapshots, 'kept', 'seen');
  const old = refs.filter(({ at }) => now - at > oldest);
  let rest = refs.filter(({ at }) => now - at <= oldest);
  await forget(snapshots, old);
  let sizes = await sizesOf(snapshots);
  const packed = async (): Promise<void> => {
    await pack(snapshots);
    sizes = await sizesOf(snapshots);
  };
  if (old.length > 0 || sizes.loose > mostLoose) await packed();
  while (sizes.bytes > most && rest.length > 1) {
    const half = rest.slice(0, Math.ceil(rest.length / 2));
    rest = rest.slice(half.length);
    await forget(snapshots, half);
    await packed();
  }
}

async function forget(snapshots: Snapshots, refs: readonly DatedRef[]): Promise<void> {
  if (refs.length === 0) return;
  await snapshots.run(['update-ref', '--stdin'], Buffer.from(refs.map(({ name }) => `delete ${name}\n`).join('')));
}

/**
 * What no ref has goes. `git repack` and `git prune` do not do: both fail as a whole where the repository has forgotten anything that it lent, and then nothing
 * would ever go.
 */
async function pack(snapshots: Snapshots): Promise<void> {
  const objects = join(await snapshots.gitFolder(), 'objects');
  const before = (await readdir(join(objects, 'pack'))).filter(name => name.startsWith('pack-'));
  const ids = (await datedRefs(snapshots, 'kept', 'seen')).map(({ id }) => `${id}\n`).join('');
  const how = ['--objects', '--missing=allow-any', '--ignore-missing', '--stdin'];
  const kept = ids === '' ? Buffer.alloc(0) : await snapshots.run(['rev-list', ...how], Buffer.from(ids));
  const name = String(await snapshots.run(['pack-objects', '--local', '--non-empty', '-q', join(objects, 'pack', 'pack')], kept)).trim();
  // Without its index nobody looks for a pack.
  const old = before.filter(one => name === '' || !one.startsWith(`pack-${name}.`)).sort((one, other) => endOf(other) - endOf(one));
  for (const one of old) await rm(join(objects, 'pack', one), { force: true });
  await snapshots.run(['prune-packed', '-q']);
  await removeLoose(objects, kept);
  await snapshots.run(['pack-refs', '--all']);
}

function endOf(name: string): number {
  return Number(name.endsWith('.idx'));
}

/** What has stood there for two hours and is not among `kept`, the output of `git rev-list`. */
async function removeLoose(objects: string, kept: Buffer): Promise<void> {
  const files = new Map<string, string>();
  for (const folder of (await readdir(objects)).filter(one => /^[0-9a-f]{2}$/.test(one)))
    for (const name of await readdir(join(objects, folder))) files.set(folder + name, join(objects, folder, name));
  for (let at = 0; at < kept.length; at = kept.indexOf(10, at) + 1)
    for (const length of [40, 64]) files.delete(kept.toString('latin1', at, at + length));
  for (const file of files.values()) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > unnamedAge) await rm(file, { force: true });
  }
}

async function sizesOf(snapshots: Snapshots): Promise<{ readonly loose: number; readonly bytes: number }> {
  const lines = String(await snapshots.run(['count-objects', '-v'])).split('\n');
  const counts = new Map(lines.map(line => [line.slice(0, line.indexOf(':')), Number(line.slice(line.indexOf(':') + 1))]));
  const kilobytes = (counts.get('size') ?? 0) + (counts.get('size-pack') ?? 0);
  return { loose: counts.get('count') ?? 0, bytes: kilobytes * 1024 };
}

/**
 * Removes the snapshots of each work folder in which none was taken for more than 30 days. Rejects behind all of them where the disk refuses one.
 * @param folders holds the storage of each work folder; absolute
 * @param name of the store in such a storage
 */
export async function removeUnused(folders: string, name: string, now: number): Promise<void> {
  let refused: Error | undefined;
  for (const one of await readdir(folders).catch(() => [])) {
    try {
      await removeUnusedIn(join(folders, one), name, now);
    } catch (error) {
      refused ??= error as Error;
    }
  }
  if (refused !== undefined) throw refused;
}

async function removeUnusedIn(storage: string, name: string, now: number): Promise<void> {
  // Of a window that was killed on the way.
  const going = (await readdir(storage).catch(() => [])).filter(one => one.startsWith(`${name}.`) && one.endsWith('.new'));
  for (const one of going) await rm(join(storage, one), { recursive: true, force: true });
  const store = join(storage, name);
  const last = await lastUse(store);
  // A day more, because the time of a file is that of its disk.
  if (last === undefined || now - last <= oldest + unfinishedAge) return;
  // Whole, or as it was.
  const beside = `${store}.${randomUUID()}.new`;
  await rename(store, beside);
  await rm(beside, { recursive: true, force: true });
}

/** Epoch milliseconds; undefined where there are no snapshots. A ref is written on each day with a turn. */
async function lastUse(store: string): Promise<number | undefined> {
  const times: number[] = [];
  for (const git of (await namesIn(store)).map(one => join(store, one))) {
    const inside = (await namesIn(git)).map(one => join(git, one));
    const looked = [git, ...inside, ...['kept', 'seen'].map(kind => join(git, 'refs', kind))];
    for (const found of await Promise.all(looked.map(nodeFileSystem.stat))) if (found !== undefined) times.push(found.modifiedAt);
  }
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Empty where there is none, and in what is no folder. */
function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(ifMissing([], 'ENOENT', 'ENOTDIR'));
}

/** Removes what killed windows have left. While git's lock of the packed refs stands there, no mark and no snapshot can be removed. */
async function removeLeftovers(gitFolder: string, now: number): Promise<void> {
  const names = (await readdir(gitFolder)).filter(name => /^(?:index-[0-9a-f]+\.|packed-refs\.(?:lock|new)$)/.test(name));
  for (const file of names.map(name => join(gitFolder, name))) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && now - found.mtimeMs > unfinishedAge) await rm(file, { force: true });
  }
}
