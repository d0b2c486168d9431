// The files of a folder, as they are found: by the ripgrep that comes with VS Code, because `findFiles` gives all of them at once, for which every
// extension waits. Where there is none, by `findFiles`.
import { access } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { Slices } from '../../memory/slices.js';
import { messageOf } from '../../shared/error.js';
import type { Log } from '../chats/chatDependencies.js';
import { longestRun, pathsFrom } from '../cli/pathsFrom.js';
import { worktrees } from './foldersFor.js';

interface FilesWanted {
  readonly most: number;
  /** Called with paths relative to the folder, `/` between their parts, in no order. */
  readonly found: (path: string) => void;
  readonly log: Log;
  /** False: files that git ignores are left out, where VS Code's ripgrep is there to tell. */
  readonly isIgnoredIn: boolean;
}

/** Resolves after the last file, or after `most`; never rejects. */
export async function listFiles(folder: string, { most, found, log, isIgnoredIn }: FilesWanted): Promise<void> {
  const program = await (ripgrep ??= findRipgrep(vscode.env.appRoot));
  try {
    if (program !== undefined) return await pathsFrom(program, argumentsFor(folder, isIgnoredIn), folder, { most, found });
  } catch (error) {
    log.warn(`VS Code’s ripgrep does not run: ${messageOf(error)}`);
  }
  await listByVsCode(folder, most, found).catch((error: unknown) => {
    log.warn(`Files could not be looked up: ${messageOf(error)}`);
  });
}

async function listByVsCode(folder: string, most: number, found: (path: string) => void): Promise<void> {
  const slices = new Slices();
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '**/*');
  const stop = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => stop.cancel(), longestRun);
  const files = Promise.resolve(vscode.workspace.findFiles(pattern, `{${excludedIn(folder).join(',')}}`, most, stop.token));
  for (const { scheme, fsPath } of await files.finally(() => clearTimeout(timer))) {
    if (scheme === 'file') found(relative(folder, fsPath).split(sep).join('/'));
    if (slices.isOver) await slices.pause();
  }
}

let ripgrep: Promise<string | undefined> | undefined;

/** The path of VS Code's own ripgrep (1.100, 1.139), on the desktop in a folder beside its archive. */
export async function findRipgrep(appRoot: string): Promise<string | undefined> {
  const { platform, arch } = process;
  const name = platform === 'win32' ? 'rg.exe' : 'rg';
  const places = [join('@vscode', 'ripgrep-universal', 'bin', `${platform}-${arch}`), join('@vscode', 'ripgrep', 'bin')];
  for (const place of places.flatMap(each => ['node_modules', 'node_modules.asar.unpacked'].map(modules => join(appRoot, modules, each)))) {
    const path = join(place, name);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

function argumentsFor(folder: string, isIgnoredIn: boolean): readonly string[] {
  const links = vscode.workspace.getConfiguration('search', vscode.Uri.file(folder)).get('followSymlinks') === false ? [] : ['--follow'];
  const hidden = excludedIn(folder).flatMap(glob => ['--glob', `!${glob}`]);
  const ignored = isIgnoredIn ? ['--no-ignore'] : [];
  return ['--files', '--null', '--hidden', '--no-config', '--no-messages', '--path-separator', '/', ...ignored, ...links, ...hidden];
}

/** What VS Code hides in the Explorer and leaves out of its search, and the worktrees below the folder. */
function excludedIn(folder: string): readonly string[] {
  const hidden = ['files', 'search'].flatMap(section => {
    const excluded = vscode.workspace.getConfiguration(section, vscode.Uri.file(folder)).get<Record<string, unknown>>('exclude') ?? {};
    return Object.keys(excluded).filter(glob => excluded[glob] === true);
  });
  return [...hidden, worktrees];
}
