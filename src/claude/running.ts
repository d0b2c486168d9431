// Which processes have a session open now. Owns the records that the CLI keeps of itself while it runs
// (`<config>/sessions/<pid>.json`: 2.1.100 and 2.1.329 write them, 2.0.77 does not) and the end of such a process; must not
// know why it is asked.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { realClock, type Clock } from './clock.js';
import { configFolder } from './configFolder.js';

export interface RunningSession {
  readonly pid: number;
  /** How it was started: `cli` in a terminal, `sdk-cli` by a program such as Parley; empty where the CLI does not say. */
  readonly entrypoint: string;
}

export interface RunningOptions {
  /** What that CLI is taken to run with: it decides where records are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessionId: string;
}

/** How long a process has to end after it was asked to. The CLI takes 0.1 to 0.8 s. */
export const endLimitMs = 3_000;

const lookMs = 50;

const sessionRecord = z.object({
  // 0 and below would mean whole groups of processes.
  pid: z.int().check(z.positive()),
  sessionId: z.string(),
  /** On Linux field 22 of `/proc/<pid>/stat`; 2.1.100 does not say it. */
  procStart: z.catch(z.optional(z.string()), undefined),
  entrypoint: z.catch(z._default(z.string(), ''), ''),
});
type SessionRecord = z.infer<typeof sessionRecord>;

/**
 * The live process that has this session open; undefined where there is none, or where none can be seen: one of a CLI
 * that writes no record, or one in another container. A record whose process is gone was left behind by a kill. Where the
 * start of a process cannot be compared (not on Linux, or not in the record) one that was given the same number passes for it.
 */
export async function runningSession({ env, sessionId }: RunningOptions): Promise<RunningSession | undefined> {
  const folder = join(configFolder(env), 'sessions');
  // No such folder: no CLI that writes records has run yet.
  const names = await readdir(folder).catch((): readonly string[] => []);
  for (const name of names.filter(file => /^\d+\.json$/.test(file))) {
    const record = await readRecord(join(folder, name));
    if (record?.sessionId !== sessionId || record.pid === process.pid) continue;
    if (await isSame(record)) return { pid: record.pid, entrypoint: record.entrypoint };
  }
  return undefined;
}

/**
 * Asks the process to end (SIGTERM; on Windows it is ended at once). True when it is gone; false when it is still there after
 * `endLimitMs`, or may not be asked. A CLI that ends so has written its transcript and removes its record (2.1.329).
 */
export async function endRunning(pid: number, clock: Clock = realClock): Promise<boolean> {
  const sent = signal(pid, 'SIGTERM');
  if (sent !== 'sent') return sent === 'gone';
  for (let waited = 0; waited < endLimitMs; waited += lookMs) {
    if (!(await isRunning(pid))) return true;
    await new Promise<void>(resolve => clock.after(lookMs, resolve));
  }
  return !(await isRunning(pid));
}

/** Undefined where there is none that can be read: just removed, or not written to its end yet. The next look tells. */
async function readRecord(path: string): Promise<SessionRecord | undefined> {
  try {
    const parsed = sessionRecord.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function isSame({ pid, procStart }: SessionRecord): Promise<boolean> {
  if (!(await isRunning(pid))) return false;
  const stat = await readStat(pid);
  return stat === undefined || procStart === undefined || stat.start === procStart;
}

async function isRunning(pid: number): Promise<boolean> {
  if (signal(pid, 0) === 'gone') return false;
  // One that has ended and whose parent has not looked yet takes signals like one that runs.
  return (await readStat(pid))?.state !== 'Z';
}

function signal(pid: number, name: NodeJS.Signals | 0): 'sent' | 'gone' | 'refused' {
  try {
    process.kill(pid, name);
    return 'sent';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH' ? 'gone' : 'refused';
  }
}

interface ProcessStat {
  /** One letter; `Z` has ended. */
  readonly state: string;
  /** In clock ticks since the system started. */
  readonly start: string;
}

/** What Linux tells of a process; undefined on other systems, or when it has gone. */
async function readStat(pid: number): Promise<ProcessStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in brackets, in which anything may stand: counted from behind the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  return state === undefined || start === undefined ? undefined : { state, start };
}
