// Which version of which file the person has seen. A mark is a ref in the git folder of the snapshots: two windows never write the same file, the version
// that was seen can be read, and old marks go with old snapshots.
import { createHash } from 'node:crypto';
import type { Version } from './changes.js';
import { gone } from './changes.js';
import type { DatedRef } from './datedRefs.js';
import { datedRefs } from './datedRefs.js';
import type { Snapshots } from './snapshots.js';

/** Stands for no content. By git's two sums. */
const emptyTrees: ReadonlySet<string> = new Set([
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
]);

/** What was seen last, by `keyOf` of the path. Rejects where git fails. */
export async function seenVersions(snapshots: Pick<Snapshots, 'run'>): Promise<ReadonlyMap<string, Version>> {
  // The last one of a path counts.
  return new Map((await datedRefs(snapshots, 'seen')).map(({ what, id }) => [what, emptyTrees.has(id) ? gone : id]));
}

/** `content`: of what was seen; undefined where no file stood. */
export interface Seen {
  readonly path: string;
  readonly content: Buffer | undefined;
}

/** Marks these versions as seen; replaces the marks of other versions. Rejects where git fails. `now`: epoch milliseconds. */
export async function markSeen(snapshots: Pick<Snapshots, 'run'>, files: readonly Seen[], now: number): Promise<void> {
  const before = await datedRefs(snapshots, 'seen');
  const lines: string[] = [];
  const kept = new Set<string>();
  for (const { path, content } of files) {
    // Of a text that no snapshot has the store gets one.
    const how = content === undefined ? ['mktree'] : ['hash-object', '-w', '--stdin'];
    const id = String(await snapshots.run(how, content ?? Buffer.alloc(0))).trim();
    const name = `refs/seen/${now}-${keyOf(path)}`;
    lines.push(`update ${name} ${id}`);
    kept.add(name);
  }
  await write(snapshots, [
    ...lines,
    ...removals(
      before.filter(({ name }) => !kept.has(name)),
      files,
    ),
  ]);
}

/** Rejects where git fails. */
export async function unmarkSeen(snapshots: Pick<Snapshots, 'run'>, paths: readonly string[]): Promise<void> {
  const before = await datedRefs(snapshots, 'seen');
  await write(
    snapshots,
    removals(
      before,
      paths.map(path => ({ path })),
    ),
  );
}

export function keyOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 40);
}

function removals(marks: readonly DatedRef[], files: readonly Pick<Seen, 'path'>[]): readonly string[] {
  const keys = new Set(files.map(({ path }) => keyOf(path)));
  return marks.filter(({ what }) => keys.has(what)).map(({ name }) => `delete ${name}`);
}

async function write(snapshots: Pick<Snapshots, 'run'>, lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await snapshots.run(['update-ref', '--stdin'], Buffer.from(`${lines.join('\n')}\n`));
}
