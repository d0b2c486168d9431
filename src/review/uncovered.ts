// What stood in a work folder before a turn and is in the snapshot behind it alone, because git ignored it or the first snapshot had left it out: the turn has
// not made it, so nothing may remove it. Owns that distinction.
import type { LeftOutFile } from '../shared/features/review/news.js';
import type { FileChange } from './changes.js';
import { pathsOf } from './changes.js';
import type { LeftOut } from './fileLists.js';
import { changedAfter } from './presentFiles.js';
import type { Snapshots } from './snapshots.js';

/** The snapshot from before a turn. */
export interface First {
  readonly tree: string;
  /** What it has left out, as far as that is known. */
  readonly left: readonly LeftOut[];
  /** Epoch milliseconds: when it was begun. */
  readonly at: number;
}

/**
 * The first tree, with what stood there already as the turn has left it: what it was before nobody has, so it neither counts as changed nor goes back. Rejects
 * where a tree is gone. `folder`: the work folder, absolute. `after`: the tree behind the turn.
 */
export async function withUncovered(
  snapshots: Snapshots,
  folder: string,
  { tree, left, at }: First,
  after: string,
): Promise<{ readonly tree: string; readonly left: readonly LeftOutFile[] }> {
  const changes = tree === after ? [] : await snapshots.changes(tree, after);
  const added = changes.filter(({ kind, path }) => kind === 'added' && isText(path));
  const named = added.filter(({ path }) => left.some(one => path === one.path || path.startsWith(`${one.path}/`)));
  const rest = added.filter(file => !named.includes(file)).map(({ path }) => path);
  // A turn that has made a file has written it since. `at` is whole milliseconds, and the disk knows parts of one.
  const written = await changedAfter(folder, rest, at + 1);
  const rules = changes
    .flatMap(pathsOf)
    .flatMap(({ path, before }) => (before !== undefined && isRules(path) ? [{ path, ...before }] : []));
  // What the old rules ignored may have stood there, also where the turn has written it too.
  const byRules = rules.length === 0 || written.length === 0 ? [] : await snapshots.ignoredBy(rules, written);
  const made = new Set(written);
  for (const path of byRules) made.delete(path);
  const ignored = rest.filter(path => !made.has(path));
  const stood = new Set([...named.map(({ path }) => path), ...ignored]);
  if (stood.size === 0) return { tree, left };
  const entries = added.flatMap(({ path, after: entry }: FileChange) =>
    entry !== undefined && stood.has(path) ? [{ path, ...entry }] : [],
  );
  return {
    tree: await snapshots.treeWith(tree, entries),
    left: [...left, ...ignored.map(path => ({ path, why: 'ignored' as const }))],
  };
}

function isRules(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}

/** A name that is no text is not told by its bytes (see `changesIn`). */
function isText(path: string): boolean {
  return !path.includes('\ufffd');
}
