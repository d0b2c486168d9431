// What has to be written so that a work folder stands as a tree says, and which of it is the work of the given turns alone. Owns that distinction; writes
// nothing.
import type { FileChange, TreeEntry } from './changes.js';
import type { LeftOut } from './fileLists.js';
import type { Refusal, Standing } from './snapshots.js';

/** Trees before and behind something that has written files. */
export interface Span {
  readonly before: string;
  readonly after: string;
  /** Paths that somebody else has written in that time too; `all`: it may be any. */
  readonly shared?: readonly string[] | 'all';
}

/** `turns`: as one of the given turns has left it. `both`: one of them has written it, and somebody else since. `others`: none of them has. */
export type By = 'turns' | 'both' | 'others';

/** `before`: what is wanted; `after`: what stands there. Never a renamed file: each path stands for itself. */
export interface Returned {
  readonly change: FileChange;
  readonly by: By;
}

/** `present`: the tree of what stands there; `target`: of what is wanted, which has all paths that this is known of. */
export type Returning =
  | {
      readonly ok: true;
      readonly present: string;
      readonly target: string;
      readonly files: readonly Returned[];
      readonly left: readonly LeftOut[];
    }
  | { readonly ok: false; readonly why: Refusal | 'lost' };

/** Where the trees are kept. */
interface Store {
  standing(target: string, later: readonly string[]): Promise<Standing>;
  differences(before: string, after: string): Promise<readonly FileChange[]>;
}

/** Never rejects. `target`: the tree that is wanted. `turns`: what is known to have written since. */
export async function returning(store: Store, target: string, turns: readonly Span[]): Promise<Returning> {
  try {
    const stands = await store.standing(
      target,
      turns.map(({ before }) => before),
    );
    if (!stands.ok) return stands;
    const written = new Map<string, Write[]>();
    for (const { before, after, shared: paths = [] } of turns) {
      const shared = new Set(paths === 'all' ? [] : paths);
      for (const { path, before: was, after: is } of await store.differences(before, after)) {
        const writes = written.get(path) ?? [];
        writes.push({ was: nameOf(was), is: nameOf(is), isShared: paths === 'all' || shared.has(path) });
        written.set(path, writes);
      }
    }
    const files = (await store.differences(stands.target, stands.present)).map((change): Returned => {
      const writes = written.get(change.path);
      return {
        change,
        by: writes === undefined ? 'others' : isAlone(writes, nameOf(change.before), nameOf(change.after)) ? 'turns' : 'both',
      };
    });
    return { ...stands, files };
  } catch {
    // The trees are kept for 30 days.
    return { ok: false, why: 'lost' };
  }
}

/** What one of the turns has found at a path, and left there. */
interface Write {
  readonly was: string;
  readonly is: string;
  readonly isShared: boolean;
}

/** Whether nobody but the turns has written the path since it stood as is wanted, so that only their work goes with what stands there. */
function isAlone(writes: readonly Write[], wanted: string, present: string): boolean {
  let known = new Set([wanted]);
  let alone = true;
  for (const { was, is, isShared } of writes) {
    if (was === wanted || is === wanted) [known, alone] = [new Set([wanted]), true];
    else if (!known.has(was)) alone = false;
    if (is === wanted) continue;
    known.add(is);
    alone &&= !isShared;
  }
  return alone && known.has(present);
}

function nameOf(entry: TreeEntry | undefined): string {
  return entry === undefined ? '' : `${entry.mode} ${entry.blob}`;
}
