// Removes old snapshots: those of more than 30 days, and the oldest while all of them take more than 1 GB. Owns which; git removes the objects that only those
// had. What is younger than two hours stays, because another window may be about to name it.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshots } from './snapshots.js';

/** Milliseconds. */
const oldest = 30 * 86_400_000;
const unfinishedAge = 86_400_000;
/** Bytes. */
const largest = 1024 * 1024 * 1024;
/** Objects in files of their own. */
const mostLoose = 2_000;

/** Rejects where git fails. `now`: epoch milliseconds; `most`: bytes. */
export async function tidySnapshots(snapshots: Snapshots, now: number, most = largest): Promise<void> {
  await removeLeftovers(await snapshots.gitFolder(), now);
  const refs = await keptRefs(snapshots);
  const old = refs.filter(({ at }) => now - at > oldest);
  let rest = refs.filter(({ at }) => now - at <= oldest);
  await forget(snapshots, old);
  const { loose } = await sizesOf(snapshots);
  if (old.length > 0 || loose > mostLoose) await pack(snapshots);
  while ((await sizesOf(snapshots)).bytes > most && rest.length > 1) {
    const half = rest.slice(0, Math.ceil(rest.length / 2));
    rest = rest.slice(half.length);
    await forget(snapshots, half);
    await pack(snapshots);
  }
}

interface KeptRef {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The oldest first. */
async function keptRefs(snapshots: Snapshots): Promise<readonly KeptRef[]> {
  const names = String(await snapshots.run(['for-each-ref', '--format=%(refname)', 'refs/kept'])).split('\n');
  const refs = names.flatMap(name => {
    const at = /^refs\/kept\/(\d+)-[0-9a-f]+$/.exec(name)?.[1];
    return at === undefined ? [] : [{ name, at: Number(at) }];
  });
  return refs.sort((one, other) => one.at - other.at);
}

async function forget(snapshots: Snapshots, refs: readonly KeptRef[]): Promise<void> {
  if (refs.length === 0) return;
  await snapshots.run(['update-ref', '--stdin'], Buffer.from(refs.map(({ name }) => `delete ${name}\n`).join('')));
}

/** What no ref has goes. */
async function pack(snapshots: Snapshots): Promise<void> {
  await snapshots.run(['repack', '-a', '-d', '-l', '-q']);
  await snapshots.run(['prune', '--expire=2.hours.ago']);
  await snapshots.run(['pack-refs', '--all']);
}

async function sizesOf(snapshots: Snapshots): Promise<{ readonly loose: number; readonly bytes: number }> {
  const lines = String(await snapshots.run(['count-objects', '-v'])).split('\n');
  const counts = new Map(lines.map(line => [line.slice(0, line.indexOf(':')), Number(line.slice(line.indexOf(':') + 1))]));
  const kilobytes = (counts.get('size') ?? 0) + (counts.get('size-pack') ?? 0);
  return { loose: counts.get('count') ?? 0, bytes: kilobytes * 1024 };
}

/** Of windows that were killed. */
async function removeLeftovers(gitFolder: string, now: number): Promise<void> {
  const names = (await readdir(gitFolder)).filter(name => /^index-[0-9a-f]+\./.test(name));
  for (const file of names.map(name => join(gitFolder, name))) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && now - found.mtimeMs > unfinishedAge) await rm(file, { force: true });
  }
}
