// One running process: lines in, lines out, its end. Owns the pipes, the ladder that stops it and the promise of its
// exit; must not know what the lines mean or which program this is.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Problem, ProblemCode } from '../session/events.js';
import { realClock, type Clock } from './clock.js';
import { createLineSplitter } from './lines.js';
import { createProcessGroup, type ProcessGroup } from './processGroup.js';

/** How long each rung of the ladder has before the next; together below the 5 s VS Code leaves an extension that ends. */
export const stopTimes: StopTimes = { interruptMs: 1000, endInputMs: 1500, terminateMs: 1500 };

export interface StopTimes {
  readonly interruptMs: number;
  readonly endInputMs: number;
  readonly terminateMs: number;
}

/** How long a stdout that others still hold open may delay the news of the exit. */
export const drainMs = 500;

const stderrBytes = 4096;

export interface StartOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of it: nothing is inherited beside. */
  readonly env: Readonly<Record<string, string>>;
  /** One line of stdout. None comes after `exited`. */
  readonly onLine: (text: string) => void;
  /** For the log. */
  readonly onWarning: (text: string) => void;
  readonly platform?: NodeJS.Platform;
  readonly clock?: Clock;
  readonly times?: StopTimes;
}

export interface ProcessExit {
  /** Both null when it never started. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It ended after we had asked it to, by `stop` or `endInput`. */
  readonly asked: boolean;
  /** The last 4 KB. */
  readonly stderr: string;
}

export type Started = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface ClaudeProcess {
  readonly pid: number | undefined;
  readonly started: Promise<Started>;
  /** Never rejects; comes after the last line, and also when it never started. */
  readonly exited: Promise<ProcessExit>;
  /** Comes back once the pipe has taken the line, however long that is, or when it never will. Order is kept. */
  write(line: string): Promise<Written>;
  endInput(): void;
  /** Ends it in steps, each gentler than the next; later calls join the first. `interruptLine` is written before all else. */
  stop(options?: { readonly interruptLine?: string }): Promise<ProcessExit>;
}

export function startProcess(options: StartOptions): ClaudeProcess {
  const platform = options.platform ?? process.platform;
  try {
    const child = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that one signal reaches all it started. On Windows it would open a console window.
      detached: platform !== 'win32',
      windowsHide: true,
      shell: false,
    });
    return followProcess(child, platform, options);
  } catch (error) {
    // Some errors come at once instead of as an event (too long an argument list, a NUL in a setting).
    return neverStarted(problemOf(error, options));
  }
}

function followProcess(child: ChildProcess, platform: NodeJS.Platform, options: StartOptions): ClaudeProcess {
  const { clock = realClock, onWarning } = options;
  const group = createProcessGroup(child, platform);
  const gone = createSignal<void>();
  const exited = createSignal<ProcessExit>();
  const started = createSignal<Started>();
  const lines = readLines(child, options);
  const stderr = readTail(child, options);
  const input = createInput(child);
  let asked = false;
  let stopping: Promise<ProcessExit> | undefined;

  function settle(code: number | null, signal: NodeJS.Signals | null): void {
    lines.end();
    // Whoever still holds the other ends writes to nobody from here on.
    child.stdout?.destroy();
    child.stderr?.destroy();
    exited.resolve({ code, signal, asked, stderr: stderr() });
  }

  child.once('spawn', () => started.resolve({ ok: true }));
  child.on('error', error => {
    // Also comes when a signal could not be sent; then there is a pid.
    if (child.pid !== undefined) return onWarning(`The process reported: ${error.message}`);
    started.resolve({ ok: false, problem: problemOf(error, options) });
    settle(null, null);
  });
  child.once('exit', (code, signal) => {
    group.sweep();
    gone.resolve();
    // `close` follows when all of stdout has been read, but a descendant outside the group can hold it open for ever.
    // One turn of the event loop more: had it been busy all that time, what lies in the pipe would not have been read.
    const callOff = clock.after(drainMs, () => setImmediate(settle, code, signal));
    child.once('close', () => {
      callOff();
      settle(code, signal);
    });
  });

  function askToEnd(): void {
    if (isRunning(child)) asked = true;
  }

  return {
    pid: child.pid,
    started: started.promise,
    exited: exited.promise,
    write: line => input.write(line),
    endInput() {
      askToEnd();
      input.end();
    },
    stop({ interruptLine } = {}) {
      askToEnd();
      const isGoneWithin = (ms: number): Promise<boolean> => within(gone.promise, ms, clock);
      stopping ??= climb({ child, input, group, isGoneWithin, times: options.times ?? stopTimes, interruptLine }).then(
        () => exited.promise,
      );
      return stopping;
    },
  };
}

/** Not `killed`, which stays false when the group was signalled. */
function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

interface Ladder {
  readonly child: ChildProcess;
  readonly input: Input;
  readonly group: ProcessGroup;
  readonly isGoneWithin: (ms: number) => Promise<boolean>;
  readonly times: StopTimes;
  readonly interruptLine: string | undefined;
}

/** Every rung is left as soon as the process has exited. No SIGINT: the CLI takes an interrupt as a line. */
async function climb({ child, input, group, isGoneWithin, times, interruptLine }: Ladder): Promise<void> {
  if (!isRunning(child)) return;
  if (interruptLine !== undefined) {
    // Not waited for: a pipe nobody reads would hold the ladder.
    void input.write(interruptLine);
    if (await isGoneWithin(times.interruptMs)) return;
  }
  input.end();
  if (await isGoneWithin(times.endInputMs)) return;
  group.terminate();
  if (await isGoneWithin(times.terminateMs)) return;
  group.kill();
}

interface Input {
  write(line: string): Promise<Written>;
  end(): void;
}

function createInput(child: ChildProcess): Input {
  // Missing when there were too many open files to make one.
  const stdin = child.stdin ?? undefined;
  // The write's own callback has the news already; without a listener the event would end the extension host.
  stdin?.on('error', () => undefined);
  return {
    write(line) {
      if (stdin === undefined) return Promise.resolve({ ok: false, reason: 'there is no pipe' });
      return new Promise(resolve => {
        stdin.write(`${line}\n`, error => {
          if (error) resolve({ ok: false, reason: error.message });
          // A write that the exit cut off is called back without an error too.
          else resolve(isRunning(child) ? { ok: true } : { ok: false, reason: 'the process has exited' });
        });
      });
    },
    end: () => stdin?.end(),
  };
}

/** Feeds stdout to `onLine`. After `end` nothing more is delivered. */
function readLines(child: ChildProcess, { onLine, onWarning }: StartOptions): { end(): void } {
  let ended = false;
  const splitter = createLineSplitter({
    onLine(text) {
      try {
        onLine(text);
      } catch (error) {
        onWarning(`A line could not be handled: ${messageOf(error)}`);
      }
    },
    onOverlong: bytes => onWarning(`Skipped a line of ${bytes} bytes`),
  });
  // Bytes, never setEncoding: the splitter alone decodes.
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!ended) splitter.push(chunk);
  });
  child.stdout?.on('error', error => onWarning(`stdout: ${error.message}`));
  return {
    end() {
      if (ended) return;
      ended = true;
      splitter.end();
    },
  };
}

function readTail(child: ChildProcess, { onWarning }: StartOptions): () => string {
  let tail: Buffer = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-stderrBytes);
  });
  child.stderr?.on('error', error => onWarning(`stderr: ${error.message}`));
  return () => {
    // The cut may have gone through a character: its remaining bytes (10xxxxxx) are no text.
    let start = 0;
    while (start < 3 && ((tail[start] ?? 0) & 0xc0) === 0x80) start++;
    return tail.toString('utf8', start);
  };
}

function neverStarted(problem: Problem): ClaudeProcess {
  const exited = Promise.resolve<ProcessExit>({ code: null, signal: null, asked: false, stderr: '' });
  return {
    pid: undefined,
    started: Promise.resolve({ ok: false, problem }),
    exited,
    write: () => Promise.resolve({ ok: false, reason: 'the process never started' }),
    endInput: () => undefined,
    stop: () => exited,
  };
}

/** ENOENT means the command, its interpreter or the working directory; only a look at the disk tells which. */
function problemOf(error: unknown, { command, cwd }: StartOptions): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!existsSync(cwd)) return { code: 'spawnFailed', detail: `${cwd}: no such folder` };
  const problem: ProblemCode = code === 'ENOENT' && !existsSync(command) ? 'notFound' : isRefusal(code) ? 'notExecutable' : 'spawnFailed';
  return { code: problem, detail: problem === 'notFound' ? command : `${command}: ${messageOf(error)}` };
}

/** UNKNOWN and EFTYPE are what Windows says to a file that is no program. */
function isRefusal(code: unknown): boolean {
  return ['ENOENT', 'EACCES', 'EPERM', 'ENOEXEC', 'EFTYPE', 'UNKNOWN'].some(refusal => refusal === code);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function within(happened: Promise<void>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise(resolve => {
    const callOff = clock.after(ms, () => resolve(false));
    void happened.then(() => {
      callOff();
      resolve(true);
    });
  });
}

/** A promise and its one resolution; later ones are ignored. */
function createSignal<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}
