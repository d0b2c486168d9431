// Finds git and runs it for a git folder of Parley's own. Owns the environment and the flags with which nothing of a work folder runs: neither its hooks,
// filters and monitors, nor its configuration, which is never read. Knows nothing of snapshots.
import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

export interface GitRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly input?: Uint8Array;
  /** Bytes of stdout; a run that prints more is ended and fails. */
  readonly most?: number;
  /** Milliseconds. */
  readonly limit?: number;
  /** Ends git at once. */
  readonly signal?: AbortSignal | undefined;
}

export interface GitResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Not 0 where git has failed, was ended, or could not be started. */
  readonly code: number;
}

/** A disk that does not answer holds git for ever. In milliseconds. */
const longestRun = 120_000;
const mostOutput = 256 * 1024 * 1024;
/** Characters of stderr that are kept. */
const mostErrors = 20_000;

/** Never rejects. */
export function runGit(
  command: string,
  { args, cwd, env, input, most = mostOutput, limit = longestRun, signal }: GitRun,
): Promise<GitResult> {
  return new Promise(resolve => {
    const parts: Buffer[] = [];
    let [length, stderr] = [0, ''];
    const how = { cwd, env, windowsHide: true, killSignal: 'SIGKILL', ...(signal && { signal }) } as const;
    const child = spawn(command, args, { ...how, stdio: ['pipe', 'pipe', 'pipe'] });
    const overdue = setTimeout(() => child.kill('SIGKILL'), limit);
    const done = (code: number): void => {
      clearTimeout(overdue);
      resolve({ stdout: Buffer.concat(parts), stderr, code });
    };
    child.on('error', error => {
      stderr ||= error.message;
      done(-1);
    });
    child.on('close', code => done(code ?? -1));
    // Where the system has no more files to open there are no pipes, and the error is told behind this.
    const { stdout, stderr: errors, stdin } = child as Partial<typeof child>;
    stdout?.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > most) child.kill('SIGKILL');
    });
    errors?.on('data', (part: Buffer) => (stderr = `${stderr}${part.toString('utf8')}`.slice(0, mostErrors)));
    // A git that ends early does not read all of it, and its exit says so.
    stdin?.on('error', () => undefined);
    stdin?.end(input);
  });
}

/**
 * The absolute path of git; undefined where none is on `PATH`. The name alone would do on no Windows, which looks into the work folder first. On macOS
 * the git of the system asks the person to install tools where these are missing, so it counts only with them.
 */
export async function findGit(env: Environment, platform: NodeJS.Platform = process.platform): Promise<string | undefined> {
  const name = platform === 'win32' ? 'git.exe' : 'git';
  const path = env['PATH'] ?? env['Path'] ?? '';
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const file = join(folder, name);
    if (platform === 'darwin' && folder === '/usr/bin' && !(await isThereAny(toolsOfMac))) continue;
    const isProgram = await access(file, constants.X_OK).then(
      async () => (await stat(file)).isFile(),
      () => false,
    );
    if (isProgram) return file;
  }
  return undefined;
}

const toolsOfMac = ['/Library/Developer/CommandLineTools/usr/bin/git', '/Applications/Xcode.app/Contents/Developer/usr/bin/git'];

async function isThereAny(files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map(file =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}

/** The environment for git, without what the person has set for it, which names folders, programs and configuration. */
export function gitEnvironment(env: Environment): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !/^(?:GIT_|SSH_ASKPASS|LANGUAGE$|LC_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
}

/** Before the name of the command. `gitFolder` is Parley's own, and its configuration the one that git wrote when it was made. */
export function gitFlags(gitFolder: string, workTree: string, excludes: string): readonly string[] {
  const settings = [
    ...['core.bare=false', 'core.autocrlf=false', 'core.safecrlf=false', 'core.fsmonitor=false', 'core.untrackedCache=false'],
    ...['core.splitIndex=false', 'index.sparse=false', 'core.precomposeUnicode=false', 'core.longPaths=true', 'core.looseCompression=1'],
    // git before 2.32 reads the person's own configuration, which may name hooks.
    ...[`core.hooksPath=${join(gitFolder, 'no-hooks')}`, 'gc.auto=0', 'maintenance.auto=false'],
    `core.excludesFile=${excludes}`,
  ];
  return ['--git-dir', gitFolder, '--work-tree', workTree, ...settings.flatMap(one => ['-c', one])];
}
