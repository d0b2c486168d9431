// Finds a usable Claude CLI. Owns the order of the search, the version check and the four ways to fail; must not know why the CLI
// is started. Failures are values.
import { access, constants, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Problem } from '../../chat/problem.js';
import { realClock } from '../../disk/clock.js';
import type { Clock } from '../../shared/clock.js';
import { resolveExecutable, type Executable, type ExecutableResult, type FileSystem } from './executable.js';
import { fileNames, nvmFolder, pathsOf, searchPath, installFolders, type HostEnvironment } from './places.js';
import { startProcess } from '../process/process.js';
import { isAtLeast } from '../version.js';

/** The oldest version that asks questions over its pipes. */
export const oldestVersion = '2.0.77';

/** `--version` takes 0.05 to 1 s, and was seen to take 10 s on a busy machine; after this time it counts as no answer. */
export const versionLimitMs = 60_000;

export interface Cli {
  /** The path as found or set, which the person recognizes. */
  readonly path: string;
  readonly version: string;
  readonly command: string;
  /** Arguments to put before all others. */
  readonly args: readonly string[];
  /** Variables to add to the usual environment. */
  readonly env: Readonly<Record<string, string>>;
}

export type FindResult =
  | { readonly ok: true; readonly cli: Cli }
  /** `outdated`: with `tooOld`, the CLI that was found, which can update itself. */
  | { readonly ok: false; readonly problem: Problem; readonly outdated?: Cli };

export interface FindOptions {
  /** `parley.claude.path`; empty to search. */
  readonly setting: string | undefined;
  /** The environment that the CLI will be started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** Runs a program in a folder to its end; `output` is its stdout, also of a program that ended with another code than 0. */
export type Run = (
  command: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) => Promise<{ readonly ok: true; readonly output: string } | { readonly ok: false; readonly problem: Problem; readonly output?: string }>;

interface ClaudeFinder {
  find(options: FindOptions): Promise<FindResult>;
  /** A CLI that was found has said of itself which version it is: one behind a script is updated, and the script stays as it is. */
  saysVersion(cli: Cli, version: string): void;
}

/** What the files have answered, by their identity. */
type Versions = Map<string, ReturnType<typeof askVersion>>;

/** Caches versions by the file's identity, so that starting a session again runs no `--version`. */
export function createClaudeFinder(files: FileSystem = nodeFiles, run: Run = createRun(realClock)): ClaudeFinder {
  const versions: Versions = new Map();

  /** `asked`: in this search, in which one file may be found by several links. */
  function versionOf(path: string, entry: Executable, { env }: FindOptions, home: string, asked: Versions): ReturnType<typeof askVersion> {
    const known = versions.get(entry.identity) ?? asked.get(entry.identity);
    if (known !== undefined) return known;
    const versionRun = askVersion(path, entry, env, home, run).then(answer => {
      // A failure may be gone at the next attempt, and so may an old CLI behind a script: nothing is started that would say another version.
      if (!answer.ok || !isAtLeast(answer.version, oldestVersion)) versions.delete(entry.identity);
      return answer;
    });
    versions.set(entry.identity, versionRun);
    asked.set(entry.identity, versionRun);
    return versionRun;
  }

  async function checkCandidate(
    path: string,
    result: ExecutableResult,
    options: FindOptions,
    home: string,
    asked: Versions,
  ): Promise<FindResult> {
    if (!result.ok) return result;
    const { command, args, env } = result.entry;
    const answer = await versionOf(path, result.entry, options, home, asked);
    if (!answer.ok) return answer;
    const { version } = answer;
    const cli = { path, version, command, args, env };
    if (isAtLeast(version, oldestVersion)) return { ok: true, cli };
    return { ok: false, problem: { code: 'tooOld', detail: `${version} (${path})` }, outdated: cli };
  }

  return {
    async find(options) {
      const around: HostEnvironment = {
        env: options.env,
        platform: options.platform ?? process.platform,
        home: options.home ?? homedir(),
      };
      const setting = options.setting?.trim() ?? '';
      const places = setting === '' ? await search(files, around) : candidatesFromSetting(setting, around);
      if (!places.ok) return places;
      let failure: FindResult | undefined;
      const asked: Versions = new Map();
      for (const path of places.candidates) {
        const found = await files.stat(path);
        // A folder named claude on PATH is skipped; in the setting it is a mistake to report.
        if (found === undefined || (!found.isFile && setting === '')) continue;
        const result = await checkCandidate(path, await resolveExecutable(path, found, files, around), options, around.home, asked);
        if (result.ok) return result;
        // Keep the first problem: when no candidate works, it is about the CLI that the user expects.
        failure ??= result;
      }
      return failure ?? { ok: false, problem: { code: 'notFound', detail: places.detail } };
    },
    saysVersion(cli, version) {
      if (version !== cli.version) versions.clear();
    },
  };
}

type Candidates =
  | { readonly ok: true; readonly candidates: readonly string[]; readonly detail: string }
  | { readonly ok: false; readonly problem: Problem };

function candidatesFromSetting(setting: string, { platform, home }: HostEnvironment): Candidates {
  const paths = pathsOf(platform);
  const path = /^~(?=$|[\\/])/.test(setting) ? paths.join(home, setting.slice(1)) : setting;
  // A relative path is refused, because the extension host's working directory means nothing to the person.
  if (!paths.isAbsolute(path)) return { ok: false, problem: { code: 'notFound', detail: `${setting}: not an absolute path` } };
  // On Windows people leave the extension out, and npm puts a script for other shells under the bare name.
  const isBare = platform === 'win32' && paths.extname(path) === '';
  return { ok: true, candidates: isBare ? [`${path}.exe`, `${path}.cmd`, path] : [path], detail: path };
}

async function search(files: FileSystem, around: HostEnvironment): Promise<Candidates> {
  const paths = pathsOf(around.platform);
  const versions = [...(await files.list(nvmFolder(around)))].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const usual = installFolders(
    around,
    versions.map(version => paths.join(nvmFolder(around), version)),
  );
  const folders = [...new Set([...searchPath(around), ...usual])];
  const candidates = folders.flatMap(folder => fileNames(around.platform).map(name => paths.join(folder, name)));
  return { ok: true, candidates, detail: ['PATH', ...usual].join(', ') };
}

type VersionAnswer = { readonly ok: true; readonly version: string } | { readonly ok: false; readonly problem: Problem };

async function askVersion(
  path: string,
  entry: Executable,
  env: Readonly<Record<string, string>>,
  home: string,
  run: Run,
): Promise<VersionAnswer> {
  // Not in the opened project, because its files must not influence which CLI is used.
  const result = await run(entry.command, [...entry.args, '--version'], { cwd: home, env: { ...env, ...entry.env } });
  if (!result.ok) return { ok: false, problem: { code: result.problem.code, detail: withPath(path, result.problem.detail) } };
  const version = /^v?(\d+\.\d+\.\d+)\b/m.exec(result.output)?.[1];
  if (version !== undefined) return { ok: true, version };
  return { ok: false, problem: { code: 'spawnFailed', detail: `${path}: no version in "${result.output.slice(0, 200)}"` } };
}

function withPath(path: string, detail: string): string {
  return detail.startsWith(path) ? detail : `${path}: ${detail}`;
}

/** Runs a program and ends it with everything it started when it takes too long. */
export function createRun(clock: Clock): Run {
  return async (command, args, { cwd, env }) => {
    const lines: string[] = [];
    let isLate = false;
    const asked = startProcess({
      command,
      args,
      cwd,
      env,
      clock,
      onLine: text => lines.push(text),
      onWarning: () => undefined,
      // No grace period, because `versionLimitMs` was the grace period.
      times: { endInputMs: 0, terminateMs: 0 },
    });
    asked.endInput();
    const callOff = clock.after(versionLimitMs, () => {
      isLate = true;
      void asked.stop();
    });
    const started = await asked.started;
    const { code, signal, stderr } = await asked.exited;
    callOff();
    if (!started.ok) return started;
    if (isLate) return { ok: false, problem: { code: 'spawnFailed', detail: `no answer to --version in ${versionLimitMs / 1000} s` } };
    if (code === 0) return { ok: true, output: lines.join('\n') };
    const said = stderr.trim().split('\n').at(-1) ?? '';
    return {
      ok: false,
      problem: { code: 'spawnFailed', detail: `ended with ${signal ?? code ?? 'no code'}${said === '' ? '' : `: ${said}`}` },
      output: lines.join('\n'),
    };
  };
}

const nodeFiles: FileSystem = {
  async stat(path) {
    try {
      const found = await stat(path);
      return { isFile: found.isFile(), mtimeMs: found.mtimeMs };
    } catch {
      // No file, or a folder that we may not enter; both count as absent.
      return undefined;
    }
  },
  // Removed since `stat`, or unreadable; starting the file will report it.
  realPath: path => realpath(path).catch(() => path),
  async isExecutable(path) {
    return access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
  },
  readText: path => readFile(path, 'utf8').catch(() => ''),
  list: folder => readdir(folder).catch(() => []),
  ownNode: process.execPath,
};
