// The branch and the commit that a folder is at, read from git's own files without a process. Knows git's layout: worktrees, submodules,
// loose and packed refs. Returns nothing but names of branches and hashes, because any program may write these files.
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { openFile } from '../disk/smallFile.js';
import type { GitPlace } from './decision.js';

/** The commit and branch of `folder`, an absolute path. Empty outside of git, and where git's files cannot be read. */
export async function gitPlaceOf(folder: string): Promise<GitPlace> {
  const gitFolder = await gitFolderOf(folder);
  if (gitFolder === undefined) return {};
  const head = (await textOf(join(gitFolder, 'HEAD')))?.trim() ?? '';
  const ref = refIn(head);
  if (ref === undefined) return isHash(head) ? { commit: head } : {};
  const common = here((await textOf(join(gitFolder, 'commondir')))?.trim());
  const commit = await commitOf(common === undefined ? gitFolder : resolve(gitFolder, common), ref);
  // Repositories whose refs are in tables have this in place of a branch.
  const branch = ref.startsWith(branches) && ref !== `${branches}.invalid` ? ref.slice(branches.length) : undefined;
  return { ...(branch !== undefined && { branch }), ...(commit !== undefined && { commit }) };
}

/**
 * The same place in the main worktree of the repository of `folder`, an absolute path; `folder` itself where it lies in no linked worktree. A
 * worktree counts as one only where the repository names it too, because any folder can hold a `.git` that names another's.
 */
export async function mainFolderOf(folder: string): Promise<string> {
  const gitFolder = await gitFolderOf(folder);
  const common = gitFolder === undefined ? undefined : here((await textOf(join(gitFolder, 'commondir')))?.trim());
  if (gitFolder === undefined || common === undefined) return folder;
  const shared = resolve(gitFolder, common);
  const linked = (await textOf(join(gitFolder, 'gitdir')))?.trim();
  if (linked === undefined || basename(shared) !== '.git' || dirname(gitFolder) !== join(shared, 'worktrees')) return folder;
  // Relative where `worktree.useRelativePaths` is set.
  const place = dirname(resolve(gitFolder, linked));
  return isIn(resolve(folder), place) ? join(dirname(shared), relative(place, resolve(folder))) : folder;
}

/**
 * The main worktree that the `.git` of `folder`, an absolute path, names, or the folder of a repository without one, whether or not that names it
 * too. Undefined where it names none. Do not trust the place, because any program may write such a `.git`; the CLI reads settings there.
 */
export async function namedMainOf(folder: string): Promise<string | undefined> {
  const named = here(/^\s*gitdir:(.*)/.exec((await textOf(join(folder, '.git'))) ?? '')?.[1]?.trim());
  const gitFolder = named === undefined ? undefined : resolve(folder, named);
  const common = gitFolder === undefined ? undefined : here((await textOf(join(gitFolder, 'commondir')))?.trim());
  if (gitFolder === undefined || common === undefined) return undefined;
  const shared = resolve(gitFolder, common);
  return basename(shared) === '.git' ? dirname(shared) : shared;
}

/** The repository around a folder. */
export interface Repository {
  /** The folder that has the `.git`. */
  readonly root: string;
  /** The folder with the index of this worktree. */
  readonly gitFolder: string;
  /** The folder with the objects and `info`, which the worktrees of a repository share. */
  readonly common: string;
}

/** The repository around an absolute path; undefined outside of git. What lies there may be any program's. */
export async function repositoryAround(folder: string): Promise<Repository | undefined> {
  for (let root = resolve(folder); ; root = dirname(root)) {
    const gitFolder = await gitFolderIn(root);
    if (gitFolder !== undefined) {
      const common = here((await textOf(join(gitFolder, 'commondir')))?.trim());
      return { root, gitFolder, common: common === undefined ? gitFolder : resolve(gitFolder, common) };
    }
    if (dirname(root) === root) return undefined;
  }
}

/**
 * The place of `folder` in the worktree in which `at` lies, both absolute paths; it need not exist. `folder` itself where that is the same worktree,
 * or none of its repository.
 */
export async function placeInWorktree(folder: string, at: string): Promise<string> {
  const [own, here] = await Promise.all([folder, at].map(repositoryAround));
  if (own === undefined || here === undefined) return folder;
  const isSame = async (one: string, other: string): Promise<boolean> => (await realOf(one)) === (await realOf(other));
  if ((await isSame(own.gitFolder, here.gitFolder)) || !(await isSame(own.common, here.common))) return folder;
  return join(here.root, relative(own.root, resolve(folder)));
}

/** Looks at a place that another program has named, whose disk may not answer: then `otherwise`. */
export type LookAt = <T>(look: () => Promise<T>, otherwise: T) => Promise<T>;

/**
 * The folders of all worktrees of the repository of `folder`, an absolute path, the main one first; none where the repository has no linked
 * worktree. They need not exist any more. One that exists counts only where it names the repository too, and the path only where it lies in the
 * repository that it names, because any program may write the files that say so.
 */
export async function worktreesOf(folder: string, lookAt: LookAt = look => look()): Promise<readonly string[]> {
  const gitFolder = await gitFolderOf(folder);
  if (gitFolder === undefined) return [];
  const common = here((await textOf(join(gitFolder, 'commondir')))?.trim());
  const shared = common === undefined ? gitFolder : resolve(gitFolder, common);
  const records = join(shared, 'worktrees');
  // Without linked worktrees there is no such folder.
  const names = (await readdir(records).catch(() => [])).slice(0, mostWorktrees);
  if (names.length === 0) return [];
  const [own, realRecords] = [await realOf(folder), join(await realOf(shared), 'worktrees')];
  const linked = await Promise.all(
    names.map(async name => {
      const file = here((await textOf(join(records, name, 'gitdir')))?.trim());
      const place = file === undefined ? '' : dirname(resolve(records, name, file));
      if (place === '' || place.length > longestPath) return [];
      const real = await lookAt(() => realWorktree(place, join(realRecords, name)), place);
      return real === undefined ? [] : [{ place, real }];
    }),
  );
  const found = linked.flat();
  const above = common === undefined ? [repositoryOf(await realOf(gitFolder))] : found.map(({ real }) => real);
  if (found.length === 0 || !above.some(place => isIn(own, place))) return [];
  return [...(basename(shared) === '.git' ? [dirname(shared)] : []), ...found.map(({ place }) => place)];
}

/**
 * The worktree that belongs to `record`: its real path where it exists and names the record, the path in git's own form where nothing exists there;
 * undefined for any other.
 */
async function realWorktree(place: string, record: string): Promise<string | undefined> {
  const named = here(/^gitdir: (.+)/.exec((await textOf(join(place, '.git'))) ?? '')?.[1]?.trim());
  if (named !== undefined) return (await realOf(resolve(place, named))) === record ? realOf(place) : undefined;
  return stat(place).then(
    () => undefined,
    () => place,
  );
}

/** The folder to which a `.git` belongs, also one of a submodule, which lies in it; the path itself where it has no such part. */
function repositoryOf(gitFolder: string): string {
  const at = gitFolder.lastIndexOf(`${sep}.git`);
  return at < 0 || !/^(?:$|[\\/])/.test(gitFolder.slice(at + 5)) ? gitFolder : gitFolder.slice(0, at) || sep;
}

/** Absolute paths: whether the place is the folder, or lies below it. */
export function isIn(place: string, folder: string): boolean {
  const within = relative(folder, place);
  return within === '' || (!isAbsolute(within) && within.split(sep)[0] !== '..');
}

/** The path without links; the path itself where it does not exist. */
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Any program may write these records. */
const mostWorktrees = 1_000;
/** Characters of the path of a worktree. */
const longestPath = 4_096;

const branches = 'refs/heads/';
/** Bytes. A hash, a name or a path is much shorter. */
const longestFile = 65_536;
/** Bytes of the refs that are packed into one file, some 200,000 of them. */
const longestPackedRefs = 16_777_216;
/** Characters. git keeps a ref in a file, whose path is no longer on most systems. */
const longestRef = 1_024;
/** Steps from ref to ref; git follows as many. */
const longestChain = 5;

/** The `.git` of the folder or of one above it; where that is a file, the folder that it names. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  return (await repositoryAround(folder))?.gitFolder;
}

/** The same of this folder alone. */
async function gitFolderIn(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  const named = here(/^gitdir: (.+)/.exec((await textOf(path)) ?? '')?.[1]?.trim());
  const found = named === undefined ? path : resolve(folder, named);
  return (await textOf(join(found, 'HEAD'))) === undefined ? undefined : found;
}

/** The path that a file of git names, unless it leads to another computer: Windows logs in there at the first look. */
function here(path: string | undefined): string | undefined {
  return path === undefined || /^[\\/]{2}/.test(path) ? undefined : path;
}

/** Undefined where nothing was committed on the ref yet. */
async function commitOf(folder: string, ref: string): Promise<string | undefined> {
  for (let [name, step] = [ref, 0]; step < longestChain; step++) {
    const loose = (await textOf(join(folder, name)))?.trim();
    if (loose === undefined) return packedCommitOf(folder, name);
    if (isHash(loose)) return loose;
    const next = refIn(loose);
    if (next === undefined) return undefined;
    name = next;
  }
  return undefined;
}

async function packedCommitOf(folder: string, ref: string): Promise<string | undefined> {
  let rest = '';
  for await (const chunk of chunksOf(join(folder, 'packed-refs'), longestPackedRefs)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    const found = lines.find(line => line.endsWith(` ${ref}`))?.split(' ')[0];
    if (found !== undefined) return isHash(found) ? found : undefined;
    if (rest.length > longestFile) return undefined;
  }
  return undefined;
}

/** The ref that a file names; undefined where git would not take it for one. */
function refIn(text: string): string | undefined {
  const ref = /^ref:\s*(refs\/\S+)$/.exec(text)?.[1];
  return ref === undefined || ref.length > longestRef || /\.\.|\/\/|[\x00-\x1f\x7f~^:?*[\\]|\/$|\.lock$/.test(ref) ? undefined : ref;
}

function isHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** Undefined where there is no such file, or one that is too long. */
async function textOf(path: string): Promise<string | undefined> {
  let text: string | undefined;
  for await (const chunk of chunksOf(path, longestFile + 1)) text = (text ?? '') + chunk;
  return text !== undefined && text.length > longestFile ? undefined : text;
}

/** The file's first `limit` bytes; nothing where it cannot be read. */
async function* chunksOf(path: string, limit: number): AsyncGenerator<string> {
  const file = await openFile(path).catch(() => undefined);
  if (file === undefined) return;
  try {
    yield* file.createReadStream({ encoding: 'utf8', end: limit - 1, autoClose: false });
  } catch {
    // What cannot be read is as good as not there: a decision without its commit is better than none.
  } finally {
    await file.close();
  }
}
