// The refs in the git folder of the snapshots. Each begins with the time at which it was made, so the old ones are found.
import type { Snapshots } from './snapshots.js';

export interface DatedRef {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `kept`: the id of a tree. `seen`: the key of a path. */
  readonly what: string;
  /** Id of the object that it keeps. It may be gone where the repository has lent it. */
  readonly id: string;
}

/** The oldest first. Rejects where git fails. `kept`: snapshots; `seen`: what the person has seen. */
export async function datedRefs(snapshots: Pick<Snapshots, 'run'>, ...kinds: readonly ('kept' | 'seen')[]): Promise<readonly DatedRef[]> {
  const listed = String(await snapshots.run(['for-each-ref', '--format=%(refname) %(objectname)', ...kinds.map(kind => `refs/${kind}`)]));
  const refs = listed.split('\n').flatMap(line => {
    const [, name = '', at, what = '', id = ''] = /^(refs\/\w+\/(\d+)-([0-9a-f]+)) ([0-9a-f]+)$/.exec(line) ?? [];
    return at === undefined ? [] : [{ name, at: Number(at), what, id }];
  });
  return refs.sort((one, other) => one.at - other.at);
}
