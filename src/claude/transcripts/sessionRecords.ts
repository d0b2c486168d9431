// Which processes have a session open now. Owns the records that the CLI keeps of itself while it runs
// (`<config>/sessions/<pid>.json`: 2.1.100 and 2.1.329 write them, 2.0.77 does not) and the end of such a process; must not
// know why it is asked.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { orElse } from '../../shared/orElse.js';
import { realClock } from '../../disk/clock.js';
import type { Clock } from '../../shared/clock.js';
import { configFolder } from './configFolder.js';
import type { ProcessStart } from '../process/processStart.js';
import { parseStat, processStart } from '../process/processStart.js';
import { isCode, ifMissing } from '../../disk/fileSystem.js';
import { readSmallFile } from '../../disk/smallFile.js';

/** How long a process has to end after it was asked to. The CLI takes 0.1 to 0.8 s. */
const endLimitMs = 3_000;

const lookMs = 50;

const recordName = /^\d+\.json$/;

/**
 * Milliseconds by which a process may seem to have begun after its own record was written. A CLI writes the record some
 * seconds after its start at most, so only a correction of the system's clock in between needs this; a stranger passes for the CLI only where that
 * CLI was killed, and its process id given out again, within this time.
 */
const clockSlack = 1_000;

const sessionRecord = z.object({
  // 0 and below would mean whole groups of processes.
  pid: z.int().check(z.positive()),
  sessionId: z.string(),
  /** Epoch milliseconds, by the process itself, once it runs. */
  startedAt: orElse(z.optional(z.number()), undefined),
  /**
   * The process's start. On Linux it is field 22 of `/proc/<pid>/stat`. On macOS and Windows its form depends on the CLI's version, so it is not
   * compared there: those systems keep the start by the same clock as `startedAt`. 2.1.100 does not write it.
   */
  procStart: orElse(z.optional(z.string()), undefined),
  /** How it was started: `cli` in a terminal, `sdk-cli` by a program such as Parley; empty where the CLI does not say. */
  entrypoint: orElse(z._default(z.string(), ''), ''),
});

/** What the CLI that has a session open says of itself. */
export type RunningSession = z.infer<typeof sessionRecord>;

interface RunningOptions {
  /** What that CLI is taken to run with: it decides where records are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessionId: string;
}

/** `unproven`: whether the process is the one that wrote the record cannot be told, so it was not asked to end. */
export type Ending = 'ended' | 'stillRunning' | 'unproven';

/**
 * Whether the process that has the record's id now is the one that wrote the record; `unknown` where its start, or that of the
 * record, is not told.
 */
type Verdict = 'same' | 'stranger' | 'unknown';

export class RunningSessions {
  /**
   * The verdict on each record. A record is judged once, because every change of any record makes the window read all of its sessions again, and
   * PowerShell takes half a second. A reused id is found out when the process is to end, or when the window opens again.
   */
  readonly #verdicts = new Map<string, Promise<Verdict>>();

  constructor(
    private readonly startOf: (pid: number) => Promise<ProcessStart | undefined> = processStart,
    private readonly clock: Clock = realClock,
  ) {}

  /**
   * The live process that has this session open; undefined where there is none, or where none can be seen: one of a CLI that writes
   * no record, or one in another container. A record whose process is gone, or whose id a stranger has now, was left behind by a
   * kill. An `unknown` process counts as the session's, because two CLIs on one session lose what one of them writes; so that a
   * stranger does not block the session for ever, the person can `dismiss` it. Rejects where the disk does not tell which sessions are open.
   */
  async find({ env, sessionId }: RunningOptions): Promise<RunningSession | undefined> {
    return (await this.list(env)).find(record => record.sessionId === sessionId);
  }

  /** The same for all sessions that a live process has open, with one reading of the folder. */
  async list(env: RunningOptions['env']): Promise<readonly RunningSession[]> {
    const folder = join(configFolder(env), 'sessions');
    // No such folder: no CLI that writes records has run yet. Into one that another account keeps to itself no CLI of this account writes.
    const names = await readdir(folder).catch(ifMissing<readonly string[]>([], 'ENOENT', 'EACCES'));
    const live: RunningSession[] = [];
    for (const name of names.filter(file => recordName.test(file))) {
      const record = await readRecord(join(folder, name), this.clock);
      if (record === undefined || record.pid === process.pid || !(await isRunning(record.pid))) continue;
      const verdict = this.#verdicts.get(nameOf(record)) ?? this.#judge(record);
      if ((await verdict) !== 'stranger') live.push(record);
    }
    return live;
  }

  /** The session that the record of this file name tells of, whether its process lives or not; undefined where none can be read. */
  async recorded(env: RunningOptions['env'], name: string): Promise<string | undefined> {
    if (!recordName.test(name)) return undefined;
    return (await readRecord(join(configFolder(env), 'sessions', name), this.clock).catch(() => undefined))?.sessionId;
  }

  /**
   * Asks the process to end (SIGTERM; on Windows it is ended at once), but only one that has been proven, right before that, to have
   * written the record: its id may have been given to somebody else since. `stillRunning` after `endLimitMs`, or when it may not be
   * asked. A CLI that ends so has written its transcript and removes its record (2.1.329).
   */
  async end(session: RunningSession, clock: Clock = realClock): Promise<Ending> {
    const { pid } = session;
    if (!(await isRunning(pid))) return 'ended';
    const verdict = await this.#judge(session);
    if (verdict === 'stranger') return 'ended';
    if (verdict === 'unknown') return 'unproven';
    const sent = signal(pid, 'SIGTERM');
    if (sent !== 'sent') return sent === 'gone' ? 'ended' : 'stillRunning';
    for (let waited = 0; waited < endLimitMs; waited += lookMs) {
      if (!(await isRunning(pid))) return 'ended';
      await new Promise<void>(resolve => clock.after(lookMs, resolve));
    }
    return (await isRunning(pid)) ? 'stillRunning' : 'ended';
  }

  /** The person says that the process with this id is not the session's. */
  dismiss(session: RunningSession): void {
    this.#verdicts.set(nameOf(session), Promise.resolve('stranger'));
  }

  #judge(record: RunningSession): Promise<Verdict> {
    const verdict = this.startOf(record.pid).then(start => verdictOn(record, start));
    this.#verdicts.set(nameOf(record), verdict);
    return verdict;
  }
}

/** Milliseconds that a CLI takes at most from the start of its process to its record; some seconds even on a busy machine. */
const longestStart = 10 * 60_000;

function verdictOn({ procStart, startedAt }: RunningSession, start: ProcessStart | undefined): Verdict {
  if (start === undefined) return 'unknown';
  if (start.ticks !== undefined && procStart !== undefined) return start.ticks === procStart ? 'same' : 'stranger';
  if (startedAt === undefined) return 'unknown';
  // Whoever has the id of a process that has gone began after that process wrote its record.
  if (start.at > startedAt + clockSlack) return 'stranger';
  // A record of a container or another machine that shares this home may name a process of ours that began long before.
  return start.at >= startedAt - longestStart ? 'same' : 'unknown';
}

function nameOf({ pid, startedAt, procStart }: RunningSession): string {
  return `${pid} ${startedAt} ${procStart}`;
}

/**
 * Undefined where there is no record, or none of this form. A CLI that works writes its record anew all the time, and not in one: one that is half
 * written, or cannot be read, is read once more after `lookMs`, because a session that is open elsewhere is neither to be begun nor to be deleted.
 * Rejects where a process that lives has one that cannot be read.
 */
async function readRecord(path: string, clock: Clock, isAgain = false): Promise<RunningSession | undefined> {
  try {
    const parsed = sessionRecord.safeParse(JSON.parse(await readSmallFile(path)));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    const isHalf = error instanceof SyntaxError;
    // What another account keeps to itself is none of this account's sessions, and a folder in the place of a record, say, is none of the CLI's.
    const isOfDisk = error instanceof Error && 'code' in error && !isCode(error, 'ENOENT', 'EACCES', 'EINVAL');
    if (!(isHalf || isOfDisk) || !(await isRunning(Number.parseInt(basename(path), 10)))) return undefined;
    if (isAgain && isHalf) return undefined;
    if (isAgain) throw error;
    await new Promise<void>(resolve => clock.after(lookMs, resolve));
    return readRecord(path, clock, true);
  }
}

async function isRunning(pid: number): Promise<boolean> {
  if (signal(pid, 0) === 'gone') return false;
  // One that has ended and whose parent has not looked yet takes signals like one that runs. Only Linux tells of it.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return parseStat(stat)?.state !== 'Z';
}

function signal(pid: number, name: NodeJS.Signals | 0): 'sent' | 'gone' | 'refused' {
  try {
    process.kill(pid, name);
    return 'sent';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH' ? 'gone' : 'refused';
  }
}
