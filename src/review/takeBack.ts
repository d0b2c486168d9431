// Takes changes back, and puts them back again: several files in one go. Owns the order of the paths, and that a file which was renamed is done whole or not.
import type { FileChange, PathChange, TreeEntry } from './changes.js';
import { pathsOf } from './changes.js';
import type { Written } from './presentFiles.js';
import { presentOf, replaceAt } from './presentFiles.js';

/** `back`: as before the turn; `again`: as the turn has left it. */
export type Way = 'back' | 'again';

export interface Refused {
  readonly path: string;
  /** `unsaved`: an editor has changes of it that are not saved. */
  readonly why: Exclude<Written, { ok: true }>['why'] | 'unsaved';
  readonly detail: string;
}

export interface Replaced {
  /** What was written; a path that stood there already so is none. */
  readonly written: readonly string[];
  /** One of each file that was left as it is. */
  readonly refused: readonly Refused[];
}

export interface ReplaceHow {
  /** The content of a blob; undefined where the store does not have it. */
  readonly contentOf: (blob: string) => Promise<Buffer | undefined>;
  readonly isUnsaved: (path: string) => boolean;
}

interface Step {
  readonly file: FileChange;
  readonly path: string;
  readonly from: TreeEntry | undefined;
  readonly to: TreeEntry | undefined;
}

/** Each path only where its present content is the one that is wanted away. Never rejects. `folder`: the work folder, absolute. */
export async function replaceChanges(folder: string, files: readonly FileChange[], way: Way, how: ReplaceHow): Promise<Replaced> {
  const refused = new Map<FileChange, Refused>();
  const written: string[] = [];
  for (const file of files) {
    const why = await refusalOf(folder, file, way, how);
    if (why !== undefined) refused.set(file, why);
  }
  const steps = files.flatMap(file => pathsOf(file).map(one => ({ file, path: one.path, ...sidesOf(one, way) })));
  for (const { file, ...place } of inOrder(steps)) {
    if (refused.has(file)) continue;
    const done = await replaceAt(folder, place, how.contentOf);
    if (!done.ok) refused.set(file, { path: place.path, why: done.why, detail: done.detail });
    else if (done.isThere !== true) written.push(place.path);
  }
  return { written, refused: [...refused.values()] };
}

/** Why nothing of a file is written. Of two paths each is looked at before the first is written. */
async function refusalOf(folder: string, file: FileChange, way: Way, { contentOf, isUnsaved }: ReplaceHow): Promise<Refused | undefined> {
  const paths = pathsOf(file);
  const unsaved = paths.find(({ path }) => isUnsaved(path));
  if (unsaved !== undefined) return { path: unsaved.path, why: 'unsaved', detail: '' };
  if (paths.length === 1) return undefined;
  for (const one of paths) {
    const { to } = sidesOf(one, way);
    if ((await presentOf(folder, one)) === 'other') return { path: one.path, why: 'changed', detail: '' };
    if (to !== undefined && (await contentOf(to.blob)) === undefined) return { path: one.path, why: 'lost', detail: '' };
  }
  return undefined;
}

/**
 * What goes makes room, because a file may have taken the place of a folder. A file that was renamed goes from its one path only when it stands at the other,
 * as the disk may be full, unless it stands in the way itself: also where the disk takes two names for one.
 */
function inOrder(steps: readonly Step[]): readonly Step[] {
  const puts = steps.filter(({ to }) => to !== undefined);
  const goes = steps.filter(({ to }) => to === undefined);
  const [places, above] = [new Set(puts.map(({ path }) => keyOf(path))), new Set(puts.flatMap(({ path }) => withFolders(keyOf(path))))];
  const isInTheWay = ({ path }: Step): boolean => above.has(keyOf(path)) || withFolders(keyOf(path)).some(one => places.has(one));
  const isLater = (one: Step): boolean => one.file.from !== undefined && !isInTheWay(one);
  return [...goes.filter(one => !isLater(one)), ...puts, ...goes.filter(isLater)];
}

function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** The path, and the folders above it. */
function withFolders(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

function sidesOf({ before, after }: PathChange, way: Way): { readonly from: TreeEntry | undefined; readonly to: TreeEntry | undefined } {
  return way === 'back' ? { from: after, to: before } : { from: before, to: after };
}
