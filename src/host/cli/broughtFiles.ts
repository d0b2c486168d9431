// Finds and reads the files that a folder brings along for the CLI, and those that its lines name. Only regular files are read, and all of it within
// limits: a pipe would hold a thread of Node for ever, and a chat waits for all of them before each prompt. Knows nothing of VS Code.
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { isCode } from '../../disk/fileSystem.js';
import { bytesOf, withOpen } from '../../disk/smallFile.js';
import { messageOf } from '../../shared/error.js';

/** What a line names, relative to the folder. `hash` differs once the file has changed. */
export interface NamedFile {
  readonly path: string;
  readonly hash: string;
}

/** A file too large to be read here, or `beside` so many bytes of others. Its time is of its last change, in epoch milliseconds. */
export interface TooLarge {
  readonly size: number;
  readonly modifiedAt: number;
  readonly beside?: number;
}

/** The names of an interpreter's files, which it runs also where they have no right to be run by themselves. */
const scriptName = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|py|rb|pl|php|lua|ps1|cmd|bat|exe|jar|wasm)$/i;
/** Their first word without a dash is a program, whatever its name and its rights. */
const interpreter =
  /(?:^|\/)(?:(?:ba|da|fi|k|z)?sh|node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|pwsh|source|\.|env|exec|command|nohup|sudo|time)$/;
/** The words before a folder to which a line goes. */
const goesTo: ReadonlySet<string> = new Set(['cd', 'pushd', '-C', '--cwd', '--prefix', '--directory']);
/** An interpreter finds its program also by the given name with one of these behind it. */
const completions = ['.js', '.cjs', '.mjs', '/index.js', '/package.json', '/__main__.py'];
/** The most words of a line that are looked up as names of files. */
const mostWords = 200;
/** The most folders to which a line goes: each doubles the places. */
const mostFolders = 3;
/** The most look-ups of a line at all the places, those of the folder itself first. */
const mostLooks = 3_000;
/** The most look-ups of all lines of a folder, which share them. */
const mostLooksInAll = 20_000;
/** Characters of a line, in which names are looked for. */
const longestLine = 100_000;
/** Bytes of a program. Of a longer one its size and the time of its last change count instead of its content. */
const mostHashed = 16 * 1024 * 1024;
/** Bytes of a file of settings or of Markdown. */
const mostRead = 4 * 1024 * 1024;
/** Bytes of all files of Markdown of a folder: thousands may be links to one. */
const mostReadInAll = 16 * 1024 * 1024;
/** Folders below one another. */
const deepest = 12;
/** Entries of all folders below a place. */
const mostEntries = 5_000;

interface NamingPlaces {
  /** Absolute path of the repository: a program of it is one of the folder. */
  readonly top?: string;
  /** Absolute paths that `CLAUDE_PLUGIN_ROOT` may stand for. */
  readonly plugins?: readonly string[];
  readonly looks?: SharedLooks;
}

/** What the lines of a folder share: thousands of them may name the same large programs, and a chat waits for all before each prompt. */
export class SharedLooks {
  /** The most look-ups of a line. */
  readonly most: number;
  readonly #hashes = new Map<string, Promise<string | undefined>>();

  constructor(lines: number) {
    this.most = Math.max(1, Math.min(mostLooks, Math.floor(mostLooksInAll / lines)));
  }

  /** Undefined where nothing runs this file, or it cannot be read. */
  hashOf(path: string, isRun: boolean): Promise<string | undefined> {
    const key = `${path}\0${isRun}`;
    const hash = this.#hashes.get(key) ?? hashOfProgram(path, isRun).catch(() => undefined);
    this.#hashes.set(key, hash);
    return hash;
  }
}

/**
 * The programs of the folder that are words of the text, as a shell would find them there, also behind `cd`. What a line only reads or writes, such as
 * a log, is none.
 */
export async function filesNamedIn(
  text: string,
  folder: string,
  { top = folder, plugins = [], looks = new SharedLooks(1) }: NamingPlaces = {},
): Promise<readonly NamedFile[]> {
  const root = await realpath(top).catch(() => top);
  const { words, run, folders } = wordsIn(text.slice(0, longestLine), folder);
  const bases = [folder, ...plugins];
  for (const name of folders.slice(0, mostFolders)) bases.push(...bases.map(base => resolve(base, name)));
  const names = [...words]
    .slice(0, mostWords)
    .flatMap(word => (run.has(word) ? ['', ...completions] : ['']).map(end => [word, end] as const));
  const asked = bases.flatMap(base => names.map(([word, end]) => [base, word + end, run.has(word)] as const)).slice(0, looks.most);
  const found = new Map<string, string>();
  await Promise.all(
    [...new Map(asked.map(([base, name, isRun]) => [resolve(base, name), isRun]))].map(async ([place, isRun]) => {
      const path = await realpath(place).catch(() => undefined);
      if (path?.startsWith(root + sep) !== true) return;
      // What cannot be read is not named.
      const hash = await looks.hashOf(path, isRun);
      if (hash !== undefined) found.set(relative(root, path), hash);
    }),
  );
  return [...found].map(([path, hash]) => ({ path, hash })).toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * What can be the name of a file: cut at quotes, and with quotes and backslashes dropped, as a shell joins `"$CLAUDE_PROJECT_DIR"/x`. `run`: those
 * that an interpreter is given. `folders`: those that the line goes to, in order.
 */
function wordsIn(
  text: string,
  folder: string,
): { readonly words: Set<string>; readonly run: Set<string>; readonly folders: readonly string[] } {
  const plainly = text
    .replaceAll(/\$\{CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)(?::?[-=?+][^}]{0,200})?\}|\$CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)\b/g, '.')
    .replaceAll(folder, '.');
  const joined = plainly.replaceAll(/\\{0,3}["']/g, '');
  const [words, run, folders] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const one of [plainly, joined]) {
    let before = '';
    for (const raw of one.match(/(?:\\ |[^\s"'`;|&<>()=,[\]{}])+/g) ?? []) {
      const word = raw.replaceAll('\\ ', ' ');
      words.add(word);
      if (goesTo.has(before)) folders.add(word);
      if (interpreter.test(before)) run.add(word);
      // Options of an interpreter stand between it and its program, and in JSON the name of a field.
      if (!(interpreter.test(before) && /^(?:-.*|run|args|:)$/.test(word))) before = word;
    }
  }
  return { words, run, folders: [...folders] };
}

/** Undefined where nothing runs this file. Rejects where it cannot be read. */
async function hashOfProgram(path: string, isRun: boolean): Promise<string | undefined> {
  return withOpen(path, 'links', async file => {
    const found = await file.stat();
    const isProgram = isRun || scriptName.test(path) || (found.mode & 0o111) !== 0 || (await hasInterpreter(file));
    return isProgram ? await hashOf(file, found) : undefined;
  });
}

async function hasInterpreter(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString('latin1', 0, bytesRead) === '#!';
}

async function hashOf(file: FileHandle, { size, mtimeMs }: Stats): Promise<string> {
  const hash = createHash('sha256');
  if (size > mostHashed) return hash.update(`${size} bytes of ${mtimeMs}`).digest('hex');
  // To a fixed end, because the file may grow for as long as it is read.
  for await (const part of file.createReadStream({ start: 0, end: mostHashed, autoClose: false })) hash.update(part as Buffer);
  return hash.digest('hex');
}

/**
 * The text, as the CLI decodes it; undefined where there is no file. What cannot be read is no text of the CLI's form. `before`: bytes of the files
 * that were read before it.
 */
export async function readBrought(path: string, before = 0): Promise<string | TooLarge | undefined> {
  try {
    return await withOpen(path, 'links', async file => {
      const { size, mtimeMs: modifiedAt } = await file.stat();
      if (size > mostRead) return { size, modifiedAt };
      if (before + size > mostReadInAll) return { size, modifiedAt, beside: before };
      const bytes = await bytesOf(file, mostRead);
      return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le') : bytes.toString('utf8');
    });
  } catch (error) {
    return isCode(error, 'ENOENT', 'ENOTDIR') ? undefined : String(error);
  }
}

/**
 * A folder that is not looked into; its absolute path. `deep`, `many`: it is so many folders deep, or so many entries were found up to it, of which
 * `most` are looked at. `modifiedAt`: the last change of its entries, in epoch milliseconds.
 */
export type Unseen = { readonly path: string; readonly modifiedAt?: number } & (
  | { readonly why: 'deep' | 'many'; readonly found: number; readonly most: number }
  | { readonly why: 'unreadable'; readonly detail: string }
);

/** The absolute paths of all files below a place, through links too, as the CLI finds them; each folder once. */
export async function filesBelow(place: string): Promise<{ readonly files: readonly string[]; readonly unseen: readonly Unseen[] }> {
  const [files, unseen]: [string[], Unseen[]] = [[], []];
  const seen = new Set<string>();
  let entries = 0;
  const walk = async (folder: string, depth: number): Promise<void> => {
    try {
      const real = await realpath(folder);
      if (seen.has(real)) return;
      seen.add(real);
      const { mtimeMs: modifiedAt } = await stat(real);
      if (depth > deepest) return void unseen.push({ path: folder, modifiedAt, why: 'deep', found: depth, most: deepest });
      const found = await readdir(folder, { withFileTypes: true });
      entries += found.length;
      if (entries > mostEntries) return void unseen.push({ path: folder, modifiedAt, why: 'many', found: entries, most: mostEntries });
      for (const entry of found) {
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderAt(path)));
        if (isFolder) await walk(path, depth + 1);
        else files.push(path);
      }
    } catch (error) {
      if (!isCode(error, 'ENOENT', 'ENOTDIR')) unseen.push({ path: folder, why: 'unreadable', detail: messageOf(error) });
    }
  };
  await walk(place, 0);
  return { files, unseen };
}

function isFolderAt(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}
