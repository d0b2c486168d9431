// Where a chat may work beside the roots of the window: below one, or in another worktree of its repository. Knows nothing of VS Code.
import { isAbsolute, relative, sep } from 'node:path';
import { limitLooks } from '../../claude/process/placeLooks.js';
import { realNameOf } from '../../claude/transcripts/transcriptFiles.js';
import { worktreesOf } from '../../memory/gitPlace.js';

/** The root to which this place belongs: it is the root, lies in it, or in a worktree of its repository. Undefined where that is none. */
export async function rootOf(place: string, roots: readonly string[]): Promise<string | undefined> {
  if (roots.includes(place)) return place;
  const [own] = await firstWith(roots, async root => [root, await realNameOf(root)], place);
  return own ?? (await firstWith(roots, worktreesInTime, place))[0];
}

/** Milliseconds that a look at a folder's repository may take. */
const lookLimit = 1_000;

type Look = (folder: string) => Promise<readonly string[]>;
const lookAt: Look = limitLooks(worktreesOf);
const looks = new Map<string, Promise<readonly string[]>>();

/** `worktreesOf`; none where the folder's disk does not answer within `limit` milliseconds, so that no other folder waits for it. */
export async function worktreesInTime(folder: string, look = lookAt, limit = lookLimit): Promise<readonly string[]> {
  const looking = looks.get(folder) ?? look(folder).finally(() => looks.delete(folder));
  looks.set(folder, looking);
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<readonly string[]>(done => (timer = setTimeout(() => done([]), limit)));
  try {
    return await Promise.race([looking, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

async function firstWith(
  roots: readonly string[],
  foldersOf: (root: string) => Promise<readonly string[]>,
  place: string,
): Promise<readonly string[]> {
  const found = await Promise.all(roots.map(async root => ((await foldersOf(root)).some(folder => isIn(place, folder)) ? [root] : [])));
  return found.flat();
}

function isIn(place: string, folder: string): boolean {
  const inside = relative(folder, place);
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
