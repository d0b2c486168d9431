// The start time of a process, as the operating system reports it. Owns how each platform is asked and the form of its answer; must
// not know why a start time is wanted.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

export interface ProcessStart {
  /**
   * Epoch milliseconds, by the clock of the system. Never later than the true start; up to a second earlier on Linux and macOS,
   * which tell whole seconds.
   */
  readonly at: number;
  /** Set on Linux only: field 22 of `/proc/<pid>/stat`, in clock ticks since the system started. No two processes of one id share it. */
  readonly ticks?: string;
}

/** Access to the operating system; each function rejects where there is no answer. */
export interface SystemAccess {
  readonly platform: NodeJS.Platform;
  readonly readText: (path: string) => Promise<string>;
  /** The stdout of a program that has ended with 0. */
  readonly run: (command: string, args: readonly string[], env: NodeJS.ProcessEnv) => Promise<string>;
}

/** Milliseconds. PowerShell takes half a second, and several on a busy machine; nothing is decided by this limit. */
const programLimit = 10_000;

const execute = promisify(execFile);

const realSystem: SystemAccess = {
  platform: process.platform,
  readText: path => readFile(path, 'utf8'),
  run: async (command, args, env) => (await execute(command, args, { env, timeout: programLimit, windowsHide: true })).stdout,
};

/** The start of a process; undefined where it has gone, belongs to another user, or the system does not say. */
export async function processStart(pid: number, system: SystemAccess = realSystem): Promise<ProcessStart | undefined> {
  try {
    const start = await (starts[system.platform] ?? noStart)(pid, system);
    return Number.isFinite(start?.at) ? start : undefined;
  } catch {
    return undefined;
  }
}

type ReadStart = (pid: number, system: SystemAccess) => Promise<ProcessStart | undefined>;

const noStart: ReadStart = () => Promise.resolve(undefined);

const starts: Partial<Record<NodeJS.Platform, ReadStart>> = { linux: linuxStart, darwin: macStart, win32: windowsStart };

/** USER_HZ of every Linux that VS Code runs on. */
const ticksPerSecond = 100;

async function linuxStart(pid: number, { readText }: SystemAccess): Promise<ProcessStart | undefined> {
  const ticks = parseStat(await readText(`/proc/${pid}/stat`))?.start;
  const bootSeconds = /^btime (\d+)$/m.exec(await readText('/proc/stat'))?.[1];
  return ticks === undefined ? undefined : { at: (Number(bootSeconds) + Number(ticks) / ticksPerSecond) * 1000, ticks };
}

/** `lstart` is like `Sun Nov  2 05:23:42 2026`; language and time zone are the environment's. */
async function macStart(pid: number, { run }: SystemAccess): Promise<ProcessStart> {
  const text = await run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { LC_ALL: 'C', TZ: 'UTC' });
  return { at: Date.parse(`${text.trim()} UTC`) };
}

/** A FILETIME counts 100 ns from 1601 on. */
const filetimeOfEpoch = 116_444_736_000_000_000n;

async function windowsStart(pid: number, { run }: SystemAccess): Promise<ProcessStart | undefined> {
  const root = process.env['SystemRoot'] ?? 'C:\\Windows';
  // By its full path, because Windows looks for a bare name in the current folder first.
  const powershell = win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const script = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
  const text = (await run(powershell, ['-NoProfile', '-NonInteractive', '-Command', script], process.env)).trim();
  // PowerShell ends with 0 and prints nothing where it may not read the start of another user's process.
  return /^\d+$/.test(text) ? { at: Number((BigInt(text) - filetimeOfEpoch) / 10_000n) } : undefined;
}

interface ProcessStat {
  /** State letter; `Z` is a zombie. */
  readonly state: string;
  /** The process's start in clock ticks since the system started. */
  readonly start: string;
}

/** `text` is `/proc/<pid>/stat`. Undefined where it is something else. */
export function parseStat(text: string): ProcessStat | undefined {
  // The second field is the program's name in brackets, which may hold anything, so fields are counted from behind the last
  // bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? undefined : { state, start };
}
