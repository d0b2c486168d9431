// How a file is started: a program directly, a script with Node, npm's .cmd shim as the program or script it names. Owns shims and
// the choice of the Node; must not know which files are tried, nor start anything.
import type { Problem } from '../../chat/problem.js';
import { pathsOf, searchPath, type HostEnvironment } from './places.js';

export interface FoundFile {
  readonly isFile: boolean;
  readonly mtimeMs: number;
}

export interface FileSystem {
  /** Follows links; undefined when there is no file. */
  stat(path: string): Promise<FoundFile | undefined>;
  realPath(path: string): Promise<string>;
  isExecutable(path: string): Promise<boolean>;
  readText(path: string): Promise<string>;
  /** The names in a folder; none when it is not there. */
  list(folder: string): Promise<readonly string[]>;
  /** The program that runs this code: Node, or VS Code's Electron, which can act as Node. */
  readonly ownNode: string;
}

export interface Executable {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that the command needs beside the usual environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Changes with an update of the file behind the same link. */
  readonly identity: string;
}

export type ExecutableResult = { readonly ok: true; readonly entry: Executable } | { readonly ok: false; readonly problem: Problem };

/** `found`: the result of `stat` for the path. */
export async function resolveExecutable(
  path: string,
  found: FoundFile,
  files: FileSystem,
  around: HostEnvironment,
): Promise<ExecutableResult> {
  if (!found.isFile) return refuse(`${path}: is a folder`);
  if (isShim(path, around)) return resolveShim(path, files, around);
  return resolveProgram(path, path, found, files, around);
}

/** `path`: as set or found; its folder may hold `node`. `target`: the file to run. */
async function resolveProgram(
  path: string,
  target: string,
  found: FoundFile,
  files: FileSystem,
  around: HostEnvironment,
): Promise<ExecutableResult> {
  const real = await files.realPath(target);
  const identity = `${real}\n${found.mtimeMs}`;
  if (/\.[cm]?js$/i.test(real)) {
    const node = await findNode(pathsOf(around.platform).dirname(path), files, around);
    return { ok: true, entry: { command: node.command, args: [real], env: node.env, identity: `${identity}\n${node.command}` } };
  }
  if (around.platform !== 'win32' && !(await files.isExecutable(target))) return refuse(`${target}: has no permission to be executed`);
  // Not the real path, because a program may act by the name it is called with.
  return { ok: true, entry: { command: target, args: [], env: {}, identity } };
}

/** Starts the shim's target itself, because Node starts no .cmd without a shell, and a shell would interpret our arguments. */
async function resolveShim(path: string, files: FileSystem, around: HostEnvironment): Promise<ExecutableResult> {
  const target = shimTarget(await files.readText(path), pathsOf(around.platform).dirname(path));
  if (target === undefined || isShim(target, around)) return refuse(`${path}: not a script made by npm`);
  const found = await files.stat(target);
  if (found === undefined || !found.isFile) return refuse(`${path}: starts ${target}, which is not there`);
  return resolveProgram(path, target, found, files, around);
}

function isShim(path: string, { platform }: HostEnvironment): boolean {
  return platform === 'win32' && /\.(?:cmd|bat)$/i.test(path);
}

/**
 * The target in a shim of npm, pnpm or yarn: the quoted program or script before all arguments (`"…" %*`), given relative to the
 * shim's folder as `%~dp0` or through a variable `dp0` with the same content.
 */
function shimTarget(text: string, folder: string): string | undefined {
  const paths = pathsOf('win32');
  for (const [, quoted = ''] of text.matchAll(/"([^"\r\n]+)"[ \t]+%\*/g)) {
    const target = paths.normalize(quoted.replace(/^(?:%~dp0|%dp0%)\\?/i, () => `${folder}\\`));
    if (/\.(?:exe|cmd|bat|[cm]?js)$/i.test(target) && paths.isAbsolute(target) && !target.includes('%')) return target;
  }
  return undefined;
}

/**
 * The Node beside the script's link (nvm, npm on Windows), then PATH's. Our own program comes last, because Electron acts as Node
 * only through a variable that every program started by Claude inherits.
 */
async function findNode(
  beside: string,
  files: FileSystem,
  around: HostEnvironment,
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

function refuse(detail: string): ExecutableResult {
  return { ok: false, problem: { code: 'notExecutable', detail } };
}
