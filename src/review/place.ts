// Where the snapshots of a work folder are kept, and what is around it: the git folder of Parley's own, the repository whose objects it borrows, and the
// folders of which there are no snapshots. Writes into the store alone.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, parse, relative, sep } from 'node:path';
import { isCode } from '../disk/fileSystem.js';
import { makePrivateFolder } from '../disk/privateFiles.js';
import { readSmallFile } from '../disk/smallFile.js';
import type { Repository } from '../memory/gitPlace.js';
import { isIn, repositoryAround } from '../memory/gitPlace.js';
import type { GitResult } from './gitCommand.js';
import { gitEnvironment, gitFlags, runGit } from './gitCommand.js';

export interface SnapshotOptions {
  /** The absolute path of git. */
  readonly git: string;
  /** The work folder; absolute. */
  readonly folder: string;
  /** A folder for the git folder; absolute. */
  readonly store: string;
  /** The person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
  /** Files; 200,000 without. */
  readonly most?: number;
  /** The window ends: git is ended, and no more of it is started. */
  readonly signal?: AbortSignal;
}

/** They outrank every `.gitattributes`: bytes are kept as they are, and no filter runs. */
const attributes = '* -text -crlf -eol -filter -ident -working-tree-encoding !diff\n';
/** What snapshots leave out of a folder without a `.gitignore`. */
const excludedWithoutGit = 'node_modules/\n.venv/\n';

export interface GitMore {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  readonly most?: number;
}

/** Runs git on the work folder, with the git folder of Parley's own. */
export class Place {
  constructor(
    readonly gitFolder: string,
    /** The folder's real path, all links followed. */
    readonly folder: string,
    /** The way from the root of the repository to the folder, with `/` at its end; empty where they are the same. */
    readonly prefix: string,
    readonly repository: Repository | undefined,
    /** Parley's own, of this folder. */
    readonly index: string,
    private readonly command: string,
    private readonly flags: readonly string[],
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Never rejects. */
  git(args: readonly string[], { env, ...more }: GitMore = {}): Promise<GitResult> {
    return runGit(this.command, {
      args: [...this.flags, ...args],
      cwd: this.folder,
      signal: this.signal,
      env: { ...this.environment, ...env },
      ...more,
    });
  }
}

/** `home`, `root`: of this folder there are no snapshots, because it is a home folder, or the root of a disk. Rejects where the store cannot be made. */
export async function openPlace(options: SnapshotOptions): Promise<Place | 'home' | 'root'> {
  const folder = await realpath(options.folder);
  if (parse(folder).root === folder) return 'root';
  const home = await realpath(options.home).catch(() => options.home);
  // A folder above it has the home folders of all.
  if (isIn(home, folder)) return 'home';
  const around = await repositoryAround(folder);
  if (around === undefined) return make(options, folder, undefined);
  const place = await make(options, folder, around);
  // The repository has nothing of a folder that it ignores.
  const isIgnored = place.prefix !== '' && (await place.git(['check-ignore', '-q', '--no-index', '--', '.'])).code === 0;
  return isIgnored ? make(options, folder, undefined) : place;
}

async function make(options: SnapshotOptions, folder: string, repository: Repository | undefined): Promise<Place> {
  const { git, store } = options;
  const env = gitEnvironment(options.env);
  const root = repository === undefined ? folder : await realpath(repository.root);
  const within = relative(root, folder).split(sep).join('/');
  const prefix = within === '' ? '' : `${within}/`;
  const isLong = repository !== undefined && (await hasLongIds(repository));
  const gitFolder = join(store, isLong ? 'git-sha256' : 'git');
  const isMade = await stat(join(gitFolder, 'HEAD')).then(
    () => true,
    () => false,
  );
  await makePrivateFolder(store);
  if (!isMade) {
    // Whole, or not there: another window may make it at this moment.
    const beside = `${gitFolder}.${randomUUID()}.new`;
    const args = ['init', '--bare', '-q', '--template=', ...(isLong ? ['--object-format=sha256'] : []), beside];
    const made = await runGit(git, { args, cwd: store, env, signal: options.signal });
    if (made.code !== 0) throw new Error(made.stderr);
    await rename(beside, gitFolder).catch(async (error: unknown) => {
      await rm(beside, { recursive: true, force: true });
      if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error;
    });
  }
  await mkdir(join(gitFolder, 'info'), { recursive: true });
  await mkdir(join(gitFolder, 'objects', 'info'), { recursive: true });
  await put(join(gitFolder, 'info', 'attributes'), attributes);
  await put(join(gitFolder, 'info', 'exclude'), `${repository === undefined ? excludedWithoutGit : ''}${await ownIn(root, folder, store)}`);
  const objects = repository === undefined ? '' : join(repository.common, 'objects');
  // A path with a line end in it would name a second folder.
  await put(join(gitFolder, 'objects', 'info', 'alternates'), objects === '' || /[\n\r"]/.test(objects) ? '' : `${objects}\n`);
  const index = join(gitFolder, `index-${createHash('sha256').update(`${root}\0${prefix}`).digest('hex').slice(0, 16)}`);
  const flags = gitFlags(gitFolder, root, await excludesOf(options, env));
  return new Place(gitFolder, folder, prefix, repository, index, git, flags, env, options.signal);
}

/**
 * What Parley keeps of the work folder, as a line of what is ignored, where it lies in the work tree; else empty. A snapshot of snapshots would double with
 * each one, and every turn would have changed files.
 */
async function ownIn(root: string, folder: string, store: string): Promise<string> {
  const own = await realpath(store);
  const all = dirname(own);
  const kept = isIn(folder, all) ? own : all;
  if (!isIn(kept, root) || isIn(folder, kept) || kept.includes('\n')) return '';
  const path = relative(root, kept).split(sep).join('/');
  return `/${path.replace(/[\\*?[\]]/g, '\\$&')}/\n`;
}

/** The file with what the person ignores everywhere; its name alone is taken from the person's configuration. */
async function excludesOf({ git, store, ...options }: SnapshotOptions, own: Readonly<Record<string, string | undefined>>): Promise<string> {
  const env = { ...own, GIT_CONFIG_GLOBAL: undefined, GIT_DIR: join(store, 'none') };
  const args = ['config', '--global', '--type=path', '--get', 'core.excludesFile'];
  const { code, stdout } = await runGit(git, { args, cwd: store, env });
  const named = stdout.toString('utf8').trim();
  if (code === 0 && named !== '') return named;
  return join(options.env['XDG_CONFIG_HOME'] ?? join(options.home, '.config'), 'git', 'ignore');
}

/** Whole, or as it was: another window may read it at this moment. */
async function put(file: string, text: string): Promise<void> {
  if ((await readSmallFile(file).catch(() => undefined)) === text) return;
  const beside = `${file}.${randomUUID()}.new`;
  await writeFile(beside, text);
  await rename(beside, file);
}

/** The ids of such a repository are of another length, and its objects of no use to a store of the usual ones. */
async function hasLongIds({ common }: Repository): Promise<boolean> {
  const config = await readSmallFile(join(common, 'config')).catch(() => '');
  return /^[ \t]*objectformat ?= ?"?sha256/im.test(config);
}
