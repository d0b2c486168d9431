// Finds a Claude CLI that can be used. Owns the order of the search, the version asked for and the four ways to fail;
// must not know what the CLI is started for. Failures are values.
import { access, constants, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Problem } from '../session/events.js';
import { realClock, type Clock } from './clock.js';
import { resolveEntry, type Entry, type EntryResult, type FileSystem } from './entry.js';
import { fileNames, nvmFolder, pathsOf, searchPath, usualFolders, type Surroundings } from './places.js';
import { startProcess } from './process.js';
import { isAtLeast } from './version.js';

/** The oldest that asks questions over its pipes. */
export const oldestVersion = '2.0.77';

/** `--version` takes 0.05 to 1 s; longer than this is no answer. */
export const versionLimitMs = 10_000;

export interface Cli {
  /** As found or set: what the person knows it by. */
  readonly path: string;
  readonly version: string;
  readonly command: string;
  /** Before all other arguments. */
  readonly args: readonly string[];
  /** Beside the usual environment. */
  readonly env: Readonly<Record<string, string>>;
}

export type FindResult = { readonly ok: true; readonly cli: Cli } | { readonly ok: false; readonly problem: Problem };

export interface FindOptions {
  /** `parley.claude.path`; empty to search. */
  readonly setting: string | undefined;
  /** What the CLI will be started with. */
  readonly env: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
}

/** Runs a program in a folder to its end; `output` is what it wrote to stdout. */
export type Run = (
  command: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) => Promise<{ readonly ok: true; readonly output: string } | { readonly ok: false; readonly problem: Problem }>;

export interface ClaudeFinder {
  find(options: FindOptions): Promise<FindResult>;
}

/** Keeps the versions it has been told, so that starting a session again does not ask again. */
export function createClaudeFinder(files: FileSystem = nodeFiles, run: Run = createRun(realClock)): ClaudeFinder {
  const versions = new Map<string, ReturnType<typeof askVersion>>();

  function versionOf(path: string, entry: Entry, options: FindOptions, home: string): ReturnType<typeof askVersion> {
    const known = versions.get(entry.identity);
    if (known !== undefined) return known;
    const asked = askVersion(path, entry, options.env, home, run).then(answer => {
      // A failure may have passed by the next attempt.
      if (!answer.ok) versions.delete(entry.identity);
      return answer;
    });
    versions.set(entry.identity, asked);
    return asked;
  }

  async function judge(path: string, result: EntryResult, options: FindOptions, home: string): Promise<FindResult> {
    if (!result.ok) return result;
    const { command, args, env } = result.entry;
    const answer = await versionOf(path, result.entry, options, home);
    if (!answer.ok) return answer;
    const { version } = answer;
    if (!isAtLeast(version, oldestVersion)) return { ok: false, problem: { code: 'tooOld', detail: `${version} (${path})` } };
    return { ok: true, cli: { path, version, command, args, env } };
  }

  return {
    async find(options) {
      const around: Surroundings = {
        env: options.env,
        platform: options.platform ?? process.platform,
        home: options.home ?? homedir(),
      };
      const setting = options.setting?.trim() ?? '';
      const places = setting === '' ? await search(files, around) : readSetting(setting, around);
      if (!places.ok) return places;
      let problem: Problem | undefined;
      for (const path of places.candidates) {
        const found = await files.stat(path);
        // A folder called claude on PATH is none of our business; one in the setting is a mistake to name.
        if (found === undefined || (!found.isFile && setting === '')) continue;
        const result = await judge(path, await resolveEntry(path, found, files, around), options, around.home);
        if (result.ok) return result;
        // A later one may do; when none does, the first is the one the person means.
        problem ??= result.problem;
      }
      return { ok: false, problem: problem ?? { code: 'notFound', detail: places.detail } };
    },
  };
}

type Places =
  | { readonly ok: true; readonly candidates: readonly string[]; readonly detail: string }
  | { readonly ok: false; readonly problem: Problem };

function readSetting(setting: string, { platform, home }: Surroundings): Places {
  const paths = pathsOf(platform);
  const path = /^~(?=$|[\\/])/.test(setting) ? paths.join(home, setting.slice(1)) : setting;
  // Relative to what? The extension host's working directory means nothing to the person.
  if (!paths.isAbsolute(path)) return { ok: false, problem: { code: 'notFound', detail: `${setting}: not an absolute path` } };
  // Windows people leave the extension out, and npm puts a script for other shells there under just that name.
  const isBare = platform === 'win32' && paths.extname(path) === '';
  return { ok: true, candidates: isBare ? [`${path}.exe`, `${path}.cmd`, path] : [path], detail: path };
}

async function search(files: FileSystem, around: Surroundings): Promise<Places> {
  const paths = pathsOf(around.platform);
  const versions = [...(await files.list(nvmFolder(around)))].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const usual = usualFolders(
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
  entry: Entry,
  env: Readonly<Record<string, string>>,
  home: string,
  run: Run,
): Promise<VersionAnswer> {
  // Not in the opened project: what lies there has no say in which CLI is used.
  const result = await run(entry.command, [...entry.args, '--version'], { cwd: home, env: { ...env, ...entry.env } });
  if (!result.ok) return { ok: false, problem: { code: result.problem.code, detail: withPath(path, result.problem.detail) } };
  const version = /^v?(\d+\.\d+\.\d+)\b/m.exec(result.output)?.[1];
  if (version !== undefined) return { ok: true, version };
  return { ok: false, problem: { code: 'spawnFailed', detail: `${path}: no version in "${result.output.slice(0, 200)}"` } };
}

function withPath(path: string, detail: string): string {
  return detail.startsWith(path) ? detail : `${path}: ${detail}`;
}

/** Ends the program and all it started when it takes too long. */
export function createRun(clock: Clock): Run {
  return async (command, args, { cwd, env }) => {
    const lines: string[] = [];
    let isLate = false;
    const asked = startProcess({
      ...{ command, args, cwd, env, clock },
      onLine: text => lines.push(text),
      onWarning: () => undefined,
      // It has had its time.
      times: { interruptMs: 0, endInputMs: 0, terminateMs: 0 },
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
    };
  };
}

const nodeFiles: FileSystem = {
  async stat(path) {
    try {
      const found = await stat(path);
      return { isFile: found.isFile(), mtimeMs: found.mtimeMs };
    } catch {
      // Not there, or behind a folder we may not enter: not there for us.
      return undefined;
    }
  },
  // Removed since `stat`, or not for us to read: starting it will say so.
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
