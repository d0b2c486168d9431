// What may have stood in a work folder before a turn and is in the snapshot behind it alone, because git ignored it or the first snapshot had left it out: the
// turn need not have made it, so nothing may remove it. Owns that distinction.
import type { LeftOutFile } from '../shared/features/review/news.js';
import type { TreeEntry } from './changes.js';
import type { LeftOut } from './fileLists.js';
import type { Snapshots } from './snapshots.js';

/** The snapshot from before a turn. */
export interface First {
  readonly tree: string;
  /** What it has left out. */
  readonly left: readonly LeftOut[];
  /** What git ignored then: files, and folders. */
  readonly ignored: readonly string[];
}

/**
 * The first tree, with what may have stood there already as the turn has left it: what it was before nobody has, so it neither counts as changed nor goes back.
 * The disk's times say nothing of that, because its clock may be another one. Rejects where a tree is gone. `after`: the tree behind the turn.
 */
export async function withUncovered(
  snapshots: Snapshots,
  { tree, left, ignored }: First,
  after: string,
): Promise<{ readonly tree: string; readonly left: readonly LeftOutFile[] }> {
  const stood: (TreeEntry & { readonly path: string })[] = [];
  const named: LeftOutFile[] = [];
  const [isLeft, isIgnored] = [covers(left.map(({ path }) => path)), covers(ignored)];
  // A file that has taken the place of one that is gone would pass for a renamed one.
  for (const { kind, path, after: entry } of tree === after ? [] : await snapshots.differences(tree, after)) {
    // A name that is no text is not told by its bytes (see `changesIn`).
    if (kind !== 'added' || entry === undefined || path.includes('\ufffd')) continue;
    if (!isLeft(path) && !isIgnored(path)) continue;
    stood.push({ path, ...entry });
    if (!isLeft(path)) named.push({ path, why: 'ignored' });
  }
  return { tree: stood.length === 0 ? tree : await snapshots.treeWith(tree, stood), left: [...left, ...named] };
}

/** Whether a path is one of these, or lies in one. */
function covers(paths: readonly string[]): (path: string) => boolean {
  const known = new Set(paths);
  return path => {
    for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1)) if (known.has(path.slice(0, at))) return true;
    return false;
  };
}
