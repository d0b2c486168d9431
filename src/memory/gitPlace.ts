// The branch and the commit that a folder is at, read from git's own files without a process. Knows git's layout: worktrees, submodules,
// loose and packed refs. Returns nothing but names of branches and hashes, because any program may write these files.
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { GitPlace } from './decision.js';

/** Of an absolute path. Empty outside of git, and where git's files cannot be read. */
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
 * Of an absolute path: the same place in the main worktree of its repository; the path itself where it lies in no linked worktree. A worktree counts
 * as one only where the repository names it too, because any folder can hold a `.git` that names another's.
 */
export async function mainFolderOf(folder: string): Promise<string> {
  const gitFolder = await gitFolderOf(folder);
  const common = gitFolder === undefined ? undefined : here((await textOf(join(gitFolder, 'commondir')))?.trim());
  if (gitFolder === undefined || common === undefined) return folder;
  const shared = resolve(gitFolder, common);
  const linked = (await textOf(join(gitFolder, 'gitdir')))?.trim();
  if (linked === undefined || basename(shared) !== '.git' || dirname(gitFolder) !== join(shared, 'worktrees')) return folder;
  // Relative where `worktree.useRelativePaths` is set.
  const within = relative(dirname(resolve(gitFolder, linked)), resolve(folder));
  const isWithin = within === '' || (!isAbsolute(within) && within.split(sep)[0] !== '..');
  return isWithin ? join(dirname(shared), within) : folder;
}

/**
 * Of an absolute path: the folders of all worktrees of its repository, the main one first; none where the repository has no linked worktree. They
 * need not exist any more.
 */
export async function worktreesOf(folder: string): Promise<readonly string[]> {
  const gitFolder = await gitFolderOf(folder);
  if (gitFolder === undefined) return [];
  const common = here((await textOf(join(gitFolder, 'commondir')))?.trim());
  const shared = common === undefined ? gitFolder : resolve(gitFolder, common);
  const records = join(shared, 'worktrees');
  // Without linked worktrees there is no such folder.
  const names = (await readdir(records).catch(() => [])).slice(0, mostWorktrees);
  const linked = await Promise.all(
    names.map(async name => {
      const file = here((await textOf(join(records, name, 'gitdir')))?.trim());
      return file === undefined ? [] : [dirname(resolve(records, name, file))];
    }),
  );
  const found = linked.flat();
  return found.length === 0 ? [] : [...(basename(shared) === '.git' ? [dirname(shared)] : []), ...found];
}

/** Any program may write these records. */
const mostWorktrees = 1_000;

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
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, '.git');
    const named = here(/^gitdir: (.+)/.exec((await textOf(path)) ?? '')?.[1]?.trim());
    const found = named === undefined ? path : resolve(at, named);
    if ((await textOf(join(found, 'HEAD'))) !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
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
  // Opening a pipe would wait for its other end.
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return;
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return;
  try {
    yield* file.createReadStream({ encoding: 'utf8', end: limit - 1, autoClose: false });
  } catch {
    // What cannot be read is as good as not there: a decision without its commit is better than none.
  } finally {
    await file.close();
  }
}
