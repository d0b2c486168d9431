// Which files VS Code's editor for several files shows for more than one turn, and what stands on their left side. Pure, but for the looks at the files.
import type { FileChange, PathChange, Version } from '../../../review/changes.js';
import { gone, pathsOf } from '../../../review/changes.js';

export interface ShownChange {
  readonly path: string;
  /** Git's id of what stood there; undefined where nothing did. */
  readonly before: string | undefined;
  /** Something stands there now. */
  readonly isThere: boolean;
}

/** Each path that the turns have changed, with what stood there before the first of them. `turns`: the first one first. */
export function firstChanges(turns: readonly (readonly FileChange[])[]): readonly PathChange[] {
  const first = new Map<string, PathChange>();
  for (const change of turns.flatMap(files => files.flatMap(pathsOf))) if (!first.has(change.path)) first.set(change.path, change);
  return [...first.values()];
}

/**
 * What does not stand there now as it did. `versionOf`: of what stands there now; undefined where that cannot be read. `seenOf`: what the person has seen, in
 * place of what stood there first; undefined where nothing was seen.
 */
export async function changedSince(
  changes: readonly PathChange[],
  versionOf: (change: PathChange) => Promise<Version | undefined>,
  seenOf: (path: string) => Version | undefined = () => undefined,
): Promise<readonly ShownChange[]> {
  const shown: ShownChange[] = [];
  for (const change of changes) {
    const now = await versionOf(change);
    const then = seenOf(change.path) ?? change.before?.blob ?? gone;
    if (now !== then) shown.push({ path: change.path, before: then === gone ? undefined : then, isThere: now !== gone });
  }
  return shown;
}
