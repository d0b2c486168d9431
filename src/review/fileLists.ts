// Which paths of a work folder have changed since an index was written, as git lists them, and what is left out of a snapshot. Knows paths by their bytes,
// as `latin1`, because a name on Linux need not be text.
import { constants } from 'node:fs';
import { access, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode } from '../disk/fileSystem.js';
import { isBeside } from './beside.js';
import type { Place } from './place.js';

/** Stands in the folder, and not in the snapshot, or, where it is `unreadable`, as an earlier one had it. `repository`: a nested repository, or a submodule. */
export interface LeftOut {
  /** Relative to the work folder, with `/` between its parts. */
  readonly path: string;
  readonly why: 'large' | 'repository' | 'unreadable';
}

export interface Listed {
  /** New, or with another content. */
  readonly add: ReadonlySet<string>;
  /** Paths in the index that are no file any more. */
  readonly remove: readonly string[];
  readonly left: readonly LeftOut[];
  /** What was written beside a file and has not taken its place: in no snapshot. */
  readonly beside: readonly string[];
}

/** Files of a folder. */
export const mostFiles = 200_000;
/** Bytes of a file that the repository does not track. */
export const largest = 5 * 1024 * 1024;
/** Bytes of the names of that many files. */
const longestList = 64 * 1024 * 1024;
/** Paths of one command line. */
const perLine = 100;
/** Looks at files at once. */
const atOnce = 64;

/** What the index of the repository says. The same object serves one work folder, because it remembers what it has read. */
export class FileLists {
  #tracked: { readonly key: string; readonly ignored: readonly string[] } | undefined;

  /** Rejects with what git says where it fails. `index`: Parley's own. */
  async changed(place: Place, index: string, most = mostFiles): Promise<Listed | 'many'> {
    const args = ['ls-files', '-z', '-t', '-o', '-m', '-d', '--exclude-standard', ...(await excludesOf(place))];
    const { code, stdout, stderr } = await place.git(args, { env: { GIT_INDEX_FILE: index }, most: longestList });
    if (stdout.length > longestList) return 'many';
    if (code !== 0) throw new Error(stderr.trim());
    const { files: others, folders, modified, gone } = sorted(stdout.toString('latin1'));
    const files = others.filter(path => !isBeside(path));
    if (files.length > most) return 'many';
    const isFile = new Set(files);
    const parents = new Set([...files, ...folders].flatMap(parentsOf));
    // A file in whose place a folder stands now, and one whose folder is a file or a link.
    const isFolder = new Set(folders);
    const replaced = new Set(
      modified.filter(path => parents.has(path) || isFolder.has(`${path}/`) || parentsOf(path).some(one => isFile.has(one))),
    );
    const changed = modified.filter(path => !replaced.has(path) && !gone.has(path));
    const large = await this.#large(place, [...files, ...changed]);
    const add = new Set([...files, ...changed, ...(await this.#ignoredButTracked(place))].filter(path => !large.has(path)));
    return {
      add,
      beside: (await this.#untracked(place, others.filter(isBeside))).map(textOf),
      // A file that has grown too large leaves, because its old content would pass for the present one.
      remove: [...gone, ...replaced, ...changed.filter(path => large.has(path))],
      left: [
        ...folders.map(path => ({ path: textOf(path.slice(0, -1)), why: 'repository' as const })),
        ...[...large].map(path => ({ path: textOf(path), why: 'large' as const })),
      ],
    };
  }

  /** Too large, and not tracked by the repository. */
  async #large(place: Place, paths: readonly string[]): Promise<ReadonlySet<string>> {
    const large: string[] = [];
    for (let at = 0; at < paths.length; at += atOnce) {
      const looks = paths.slice(at, at + atOnce).map(async path => {
        const found = await lstat(fileOf(place, path)).catch(() => undefined);
        if (found !== undefined && found.isFile() && found.size > largest) large.push(path);
      });
      await Promise.all(looks);
    }
    return new Set(await this.#untracked(place, large));
  }

  /** The paths that the repository does not track. */
  async #untracked(place: Place, paths: readonly string[]): Promise<readonly string[]> {
    const tracked = new Set<string>();
    for (let at = 0; place.repository !== undefined && at < paths.length; at += perLine) {
      const some = paths.slice(at, at + perLine).filter(path => textOf(path).length > 0);
      const { code, stdout } = await place.git(['ls-files', '-z', '--', ...some.map(textOf)], {
        env: { GIT_INDEX_FILE: indexOf(place), GIT_LITERAL_PATHSPECS: '1' },
      });
      // An index that git cannot read here says nothing.
      if (code === 0) for (const path of split(stdout.toString('latin1'))) tracked.add(path);
    }
    return paths.filter(path => !tracked.has(path));
  }

  /** Files of the repository that its own rules ignore. None where its index cannot be read: it may have parts in other files. */
  async #ignoredButTracked(place: Place): Promise<readonly string[]> {
    if (place.repository === undefined) return [];
    const found = await stat(indexOf(place)).catch(() => undefined);
    if (found === undefined) return [];
    const key = `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (this.#tracked?.key === key) return this.#tracked.ignored;
    const args = ['ls-files', '-z', '-i', '-c', '--exclude-standard', ...(await excludesOf(place))];
    const { code, stdout } = await place.git(args, { env: { GIT_INDEX_FILE: indexOf(place) }, most: longestList });
    const ignored = code === 0 ? split(stdout.toString('latin1')) : [];
    this.#tracked = { key, ignored };
    return ignored;
  }
}

/** What git ignores in the folder: files, and folders into which nobody looks. Rejects with what git says where it fails. */
export async function ignoredIn(place: Place): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '-o', '-i', '--directory', '--exclude-standard', ...(await excludesOf(place))];
  const { code, stdout, stderr } = await place.git(args, { env: { GIT_INDEX_FILE: place.index }, most: longestList });
  if (stdout.length > longestList) throw new Error('Git ignores too many files.');
  if (code !== 0) throw new Error(stderr.trim());
  const [listed, found] = [split(stdout.toString('latin1')), new Set<string>()];
  for (const path of listed) if (!path.endsWith('/')) found.add(path);
  // Git lists a folder too that it does not ignore, where it ignores all that is in it by now.
  for (let folders = listed.filter(path => path.endsWith('/')); folders.length > 0;) {
    const whole = await withRule(place, folders);
    const within: string[] = [];
    for (const folder of folders) {
      if (whole.has(folder)) found.add(folder.slice(0, -1));
      else {
        // One that cannot be read is ignored as a whole. As bytes, because Node cannot join a text to them where the disk tells no types.
        const inside = await readdir(fileOf(place, folder), { withFileTypes: true, encoding: 'buffer' }).catch(() => undefined);
        if (inside === undefined) found.add(folder.slice(0, -1));
        for (const one of inside ?? []) {
          const path = `${folder}${one.name.toString('latin1')}`;
          if (one.isDirectory()) within.push(`${path}/`);
          else found.add(path);
        }
      }
    }
    folders = within;
  }
  return [...found].map(textOf);
}

/** The ones among these folders that a rule of git's ignores. */
async function withRule(place: Place, folders: readonly string[]): Promise<ReadonlySet<string>> {
  const input = Buffer.from(folders.map(path => `./${path}\0`).join(''), 'latin1');
  const file = await excludeFileOf(place);
  const found = new Set<string>();
  // It knows the file of Parley's own git folder alone, so the repository's stands in for the person's in a second look.
  for (const flags of [[], ...(file === undefined ? [] : [['-c', `core.excludesFile=${file}`]])]) {
    const { code, stdout, stderr } = await place.git([...flags, 'check-ignore', '--no-index', '-z', '--stdin'], { input });
    // 1: none of them.
    if (code !== 0 && code !== 1) throw new Error(stderr.trim());
    // Without `./` a name with a colon in front would be more than a name.
    for (const path of split(stdout.toString('latin1'))) found.add(path.slice(2));
  }
  return found;
}

/** What the repository ignores beside its `.gitignore` files. Not every repository has such a file, and git refuses to go on without one that is named. */
async function excludeFileOf({ repository }: Place): Promise<string | undefined> {
  if (repository === undefined) return undefined;
  const file = join(repository.common, 'info', 'exclude');
  const isThere = await access(file, constants.R_OK).then(
    async () => (await stat(file)).isFile(),
    () => false,
  );
  return isThere ? file : undefined;
}

async function excludesOf(place: Place): Promise<readonly string[]> {
  const file = await excludeFileOf(place);
  return file === undefined ? [] : [`--exclude-from=${file}`];
}

function indexOf({ repository }: Place): string {
  return join(repository?.gitFolder ?? '', 'index');
}

function fileOf({ folder }: Place, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}

function split(output: string): readonly string[] {
  return output.split('\0').filter(path => path !== '');
}

/** A line of `ls-files -t`: a letter, a space, a path. `?` is new, `C` has changed, `R` is gone, which has both. */
function sorted(output: string): {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly modified: readonly string[];
  readonly gone: ReadonlySet<string>;
} {
  const lines = split(output);
  const of = (tag: string): readonly string[] => lines.filter(line => line.startsWith(`${tag} `)).map(line => line.slice(2));
  const others = of('?');
  return {
    files: others.filter(path => !path.endsWith('/')),
    folders: others.filter(path => path.endsWith('/')),
    modified: of('C'),
    gone: new Set(of('R')),
  };
}

/** The paths that the system does not let us read. */
export async function unreadableOf(place: Place, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = 0; at < paths.length; at += atOnce) {
    const looks = paths.slice(at, at + atOnce).map(path =>
      access(fileOf(place, path), constants.R_OK).catch((error: unknown) => {
        if (isCode(error, 'EACCES', 'EPERM')) found.push(path);
      }),
    );
    await Promise.all(looks);
  }
  return found;
}

/** The folders above a path. */
function parentsOf(path: string): readonly string[] {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => index).filter(index => index < path.length - 1);
  return ends.map(end => path.slice(0, end));
}

/** The text of a path, in which letters stand for what is no text. */
export function textOf(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
