// What may have stood in a work folder before a turn and is in the snapshot behind it alone, because git ignored it or the first snapshot had left it out: the
// turn need not have made it, so nothing may remove it. Owns that distinction.
import type { LeftOutFile } from '../shared/features/review/news.js';
import type { TreeEntry } from './changes.js';
import { pathsOf } from './changes.js';
import type { LeftOut } from './fileLists.js';
import type { Snapshots } from './snapshots.js';

/** The snapshot from before a turn. */
export interface First {
  readonly tree: string;
  /** What it has left out, as far as that is known. */
  readonly left: readonly LeftOut[];
}

/**
 * The first tree, with what may have stood there already as the turn has left it: what it was before nobody has, so it neither counts as changed nor goes back.
 * The disk's times say nothing of that, because its clock may be another one. Rejects where a tree is gone. `after`: the tree behind the turn.
 */
export async function withUncovered(
  snapshots: Snapshots,
  { tree, left }: First,
  after: string,
): Promise<{ readonly tree: string; readonly left: readonly LeftOutFile[] }> {
  const changes = tree === after ? [] : await snapshots.changes(tree, after);
  const added = new Map<string, TreeEntry>();
  // A name that is no text is not told by its bytes (see `changesIn`).
  for (const { kind, path, after: entry } of changes)
    if (kind === 'added' && entry !== undefined && !path.includes('\ufffd')) added.set(path, entry);
  const isLeft = (path: string): boolean => left.some(one => path === one.path || path.startsWith(`${one.path}/`));
  const rest = [...added.keys()].filter(path => !isLeft(path));
  const rules = changes
    .flatMap(pathsOf)
    .flatMap(({ path, before }) => (before !== undefined && isRules(path) ? [{ path, ...before }] : []));
  const ignored = rest.length === 0 ? new Set<string>() : await snapshots.ignored(rest, rules);
  const stood = [...added].flatMap(([path, entry]) => (isLeft(path) || ignored.has(path) ? [{ path, ...entry }] : []));
  if (stood.length === 0) return { tree, left };
  return { tree: await snapshots.treeWith(tree, stood), left: [...left, ...[...ignored].map(path => ({ path, why: 'ignored' as const }))] };
}

function isRules(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
