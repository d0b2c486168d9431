// What starting a file really means: a program is started itself, a script needs Node, npm's .cmd shim stands for one of
// the two. Owns shims and the choice of the Node; must not know which files are tried, nor start anything.
import type { Problem } from '../session/events.js';
import { pathsOf, searchPath, type Surroundings } from './places.js';

export interface FoundFile {
  readonly isFile: boolean;
  readonly mtimeMs: number;
}

export interface FileSystem {
  /** Follows links; undefined when there is nothing. */
  stat(path: string): Promise<FoundFile | undefined>;
  realPath(path: string): Promise<string>;
  isExecutable(path: string): Promise<boolean>;
  readText(path: string): Promise<string>;
  /** The names in a folder; none when it is not there. */
  list(folder: string): Promise<readonly string[]>;
  /** The program this runs on: Node, or VS Code's Electron, which can be one. */
  readonly ownNode: string;
}

export interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  /** What the command needs beside the usual environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Changes with an update behind the same link. */
  readonly identity: string;
}

export type EntryResult = { readonly ok: true; readonly entry: Entry } | { readonly ok: false; readonly problem: Problem };

/** `found` is what `stat` said of the path. */
export async function resolveEntry(path: string, found: FoundFile, files: FileSystem, around: Surroundings): Promise<EntryResult> {
  if (!found.isFile) return refuse(`${path}: is a folder`);
  if (isShim(path, around)) return resolveShim(path, files, around);
  return resolveProgram(path, path, found, files, around);
}

/** `path` is what the person knows, beside which their Node may stand; `target` is what is to be started. */
async function resolveProgram(
  path: string,
  target: string,
  found: FoundFile,
  files: FileSystem,
  around: Surroundings,
): Promise<EntryResult> {
  const real = await files.realPath(target);
  const identity = `${real}\n${found.mtimeMs}`;
  if (/\.[cm]?js$/i.test(real)) {
    const node = await findNode(pathsOf(around.platform).dirname(path), files, around);
    return { ok: true, entry: { command: node.command, args: [real], env: node.env, identity: `${identity}\n${node.command}` } };
  }
  if (around.platform !== 'win32' && !(await files.isExecutable(target))) return refuse(`${target}: has no permission to be executed`);
  // Not the real path: a program may go by the name it is called with.
  return { ok: true, entry: { command: target, args: [], env: {}, identity } };
}

/** Node starts no .cmd without a shell, and a shell would read our arguments as text: so we start what the shim would. */
async function resolveShim(path: string, files: FileSystem, around: Surroundings): Promise<EntryResult> {
  const target = shimTarget(await files.readText(path), pathsOf(around.platform).dirname(path));
  if (target === undefined || isShim(target, around)) return refuse(`${path}: not a script made by npm`);
  const found = await files.stat(target);
  if (found === undefined || !found.isFile) return refuse(`${path}: starts ${target}, which is not there`);
  return resolveProgram(path, target, found, files, around);
}

function isShim(path: string, { platform }: Surroundings): boolean {
  return platform === 'win32' && /\.(?:cmd|bat)$/i.test(path);
}

/**
 * The shims of npm, pnpm and yarn end in the program or script, quoted, followed by all arguments (`"…" %*`). They give
 * it from their own folder on, as `%~dp0` or, in newer ones, through a variable `dp0` with the same content.
 */
export function shimTarget(text: string, folder: string): string | undefined {
  const paths = pathsOf('win32');
  for (const [, quoted = ''] of text.matchAll(/"([^"\r\n]+)"[ \t]+%\*/g)) {
    const target = paths.normalize(quoted.replace(/^(?:%~dp0|%dp0%)\\?/i, () => `${folder}\\`));
    if (/\.(?:exe|cmd|bat|[cm]?js)$/i.test(target) && paths.isAbsolute(target) && !target.includes('%')) return target;
  }
  return undefined;
}

/**
 * The Node beside the script's link (nvm, npm on Windows), then PATH's. Without one, our own program: as Electron it is a
 * Node only when told so, and then everything Claude starts is told the same; hence last.
 */
async function findNode(
  beside: string,
  files: FileSystem,
  around: Surroundings,
): Promise<{ command: string; env: Record<string, string> }> {
  const paths = pathsOf(around.platform);
  const name = around.platform === 'win32' ? 'node.exe' : 'node';
  for (const folder of [beside, ...searchPath(around)]) {
    const command = paths.join(folder, name);
    const found = await files.stat(command);
    if (found?.isFile === true && (around.platform === 'win32' || (await files.isExecutable(command)))) return { command, env: {} };
  }
  return { command: files.ownNode, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

function refuse(detail: string): EntryResult {
  return { ok: false, problem: { code: 'notExecutable', detail } };
}
