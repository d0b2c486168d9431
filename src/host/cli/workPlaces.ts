// Where a chat may work beside the roots of the window: below one, or in another worktree of its repository. Knows nothing of VS Code.
import { limitLooks } from '../../claude/process/placeLooks.js';
import { realNameOf } from '../../claude/transcripts/transcriptFiles.js';
import type { LookAt } from '../../memory/gitPlace.js';
import { gitPlaceOf, isIn, worktreesOf } from '../../memory/gitPlace.js';
import { within } from '../../claude/process/within.js';

/** Milliseconds that a look at a folder, or at a worktree that its repository names, may take. */
const lookLimit = 1_500;

const inTurn = limitLooks((look: () => Promise<unknown>) => look());
const looks = new Map<string, Promise<readonly string[]>>();

/** Does what `worktreesOf` does within a time limit. A disk that does not answer gives none, and a worktree on such a disk counts. */
export async function worktreesInTime(folder: string, look = worktreesOf, limit = lookLimit): Promise<readonly string[]> {
  const lookAt: LookAt = (at, otherwise) => within(inTurn(at) as ReturnType<typeof at>, limit / 2, () => otherwise);
  const looking = looks.get(folder) ?? look(folder, lookAt).finally(() => looks.delete(folder));
  looks.set(folder, looking);
  return within(looking, limit, () => []);
}

/** The folders, and the real names of those whose disk answers in time. */
export async function withRealNames(folders: readonly string[]): Promise<readonly string[]> {
  return [...new Set([...folders, ...(await Promise.all(folders.map(folder => realNameOf(folder))))])];
}

/** The name of the branch that is checked out there; undefined for none, and where the disk does not answer. */
export async function branchOf(folder: string): Promise<string | undefined> {
  const looking = inTurn(() => gitPlaceOf(folder)) as ReturnType<typeof gitPlaceOf>;
  const place: { readonly branch?: string } = await within(looking, lookLimit, () => ({})).catch(() => ({}));
  return place.branch;
}

/** The root to which this place belongs: it is the root, lies in it, or in a worktree of its repository. Undefined where that is none. */
export async function rootOf(place: string, roots: readonly string[]): Promise<string | undefined> {
  if (roots.includes(place)) return place;
  const [own] = await firstWith(roots, async root => [root, await realNameOf(root)], place);
  return own ?? (await firstWith(roots, root => worktreesInTime(root), place))[0];
}

async function firstWith(
  roots: readonly string[],
  foldersOf: (root: string) => Promise<readonly string[]>,
  place: string,
): Promise<readonly string[]> {
  const found = await Promise.all(roots.map(async root => ((await foldersOf(root)).some(folder => isIn(place, folder)) ? [root] : [])));
  return found.flat();
}
