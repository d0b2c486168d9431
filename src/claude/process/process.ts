// One running process: lines in, lines out, exit. Owns the pipes, the stop ladder and the promise of the exit; must not know what
// the lines mean or which program runs.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Problem, ProblemCode } from '../../chat/problem.js';
import { messageOf } from '../../shared/error.js';
import { realClock } from '../../disk/clock.js';
import type { Clock } from '../../shared/clock.js';
import { within } from './within.js';
import { createLineSplitter } from './lines.js';
import { createProcessGroup, type ProcessGroup } from './processGroup.js';

/** Milliseconds between the steps of `stop`; their sum stays below the 5 s that VS Code gives an extension to deactivate. */
export const stopTimes: StopTimes = { endInputMs: 1500, terminateMs: 1500 };

interface StopTimes {
  readonly endInputMs: number;
  readonly terminateMs: number;
}

/** Milliseconds that an open stdout may delay the report of the exit; a descendant may hold it open. */
export const drainMs = 500;

const stderrBytes = 4096;

export interface SpawnOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Called with each line of stdout; never after `exited`. */
  readonly onLine: (text: string) => void;
  /** Called with a text for the log. */
  readonly onWarning: (text: string) => void;
  /** Called with the length in bytes of a line that is too long to be read. */
  readonly onOverlong?: (bytes: number) => void;
  readonly platform?: NodeJS.Platform;
  readonly clock?: Clock;
  readonly times?: StopTimes;
}

export interface ProcessExit {
  /** `code` and `signal` are null when the process never started. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The process ended after `stop` or `endInput`. */
  readonly requestedByUs: boolean;
  /** The last 4 KB of stderr. */
  readonly stderr: string;
}

export type Started = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
export type Written = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface ClaudeProcess {
  readonly pid: number | undefined;
  readonly started: Promise<Started>;
  /** Never rejects. Resolves after the last line, and also when the process never started. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves when the pipe has taken the line, however long that takes, or when it never will. Keeps the order of lines. */
  write(line: string): Promise<Written>;
  endInput(): void;
  /**
   * Ends the process in steps, from gentle to forced (`runStopLadder`). A later call joins the first.
   * @param atOnce without the end of input, at which a CLI refuses in the person's place what it has asked, and goes on
   */
  stop(atOnce?: boolean): Promise<ProcessExit>;
}

export function startProcess(options: SpawnOptions): ClaudeProcess {
  const platform = options.platform ?? process.platform;
  try {
    const child = spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own, so that one signal reaches everything it started. On Windows this would open a console window.
      detached: platform !== 'win32',
      windowsHide: true,
      shell: false,
    });
    return followProcess(child, platform, options);
  } catch (error) {
    // `spawn` throws some errors at once (too long an argument list, a NUL in a setting).
    return neverStarted(problemOf(error, options));
  }
}

function followProcess(child: ChildProcess, platform: NodeJS.Platform, options: SpawnOptions): ClaudeProcess {
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
    // Close our ends, because a descendant may still hold the pipes open.
    child.stdout?.destroy();
    child.stderr?.destroy();
    exited.resolve({ code, signal, requestedByUs: asked, stderr: stderr() });
  }

  child.once('spawn', () => started.resolve({ ok: true }));
  child.on('error', error => {
    // Also emitted when a signal could not be sent; then there is a pid.
    if (child.pid !== undefined) return onWarning(`The process reported: ${error.message}`);
    started.resolve({ ok: false, problem: problemOf(error, options) });
    settle(null, null);
  });
  child.once('exit', (code, signal) => {
    group.sweep();
    gone.resolve();
    // `close` comes when all of stdout has been read, but a descendant outside the group can hold it open without limit.
    // `setImmediate` gives the event loop one turn to read stdout that arrived while it was blocked.
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
    stop(atOnce = false) {
      askToEnd();
      const isGoneWithin = (ms: number): Promise<boolean> =>
        within(
          gone.promise.then(() => true),
          ms,
          () => false,
          clock,
        );
      const times = options.times ?? stopTimes;
      stopping ??= runStopLadder({ child, input, group, isGoneWithin, times, atOnce }).then(() => exited.promise);
      return stopping;
    },
  };
}

/** Does not use `killed`, which stays false when the group was signalled. */
function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

interface Ladder {
  readonly child: ChildProcess;
  readonly input: Input;
  readonly group: ProcessGroup;
  readonly isGoneWithin: (ms: number) => Promise<boolean>;
  readonly times: StopTimes;
  readonly atOnce: boolean;
}

/** End of input, SIGTERM, SIGKILL; returns as soon as the process has exited. On Windows the second step ends it. No SIGINT, because the CLI takes an interrupt as a line. */
async function runStopLadder({ child, input, group, isGoneWithin, times, atOnce }: Ladder): Promise<void> {
  if (!isRunning(child)) return;
  if (!atOnce) input.end();
  // Without a request the process gets as long to write down what it has in its hands, such as an answer of just now.
  if ((!atOnce || !group.isAsked) && (await isGoneWithin(times.endInputMs))) return;
  group.terminate();
  if (await isGoneWithin(times.terminateMs)) return;
  group.kill();
}

interface Input {
  write(line: string): Promise<Written>;
  end(): void;
}

function createInput(child: ChildProcess): Input {
  // Undefined when there were too many open files to make a pipe.
  const stdin = child.stdin ?? undefined;
  // `write`'s callback reports the error; without a listener the event would end the extension host.
  stdin?.on('error', () => undefined);
  return {
    write(line) {
      if (stdin === undefined) return Promise.resolve({ ok: false, reason: 'there is no pipe' });
      return new Promise(resolve => {
        stdin.write(`${line}\n`, error => {
          if (error) resolve({ ok: false, reason: error.message });
          // A write that the exit cut off is also called back without an error.
          else resolve(isRunning(child) ? { ok: true } : { ok: false, reason: 'the process has exited' });
        });
      });
    },
    end: () => stdin?.end(),
  };
}

/** Passes stdout to `onLine`; nothing after `end`. */
/** Bytes. So many has a read of a pipe in which more waits. */
const fullRead = 65_536;

function readLines(child: ChildProcess, { onLine, onWarning, onOverlong }: SpawnOptions): { end(): void } {
  let ended = false;
  const splitter = createLineSplitter({
    onLine(text) {
      try {
        onLine(text);
      } catch (error) {
        onWarning(`A line could not be handled: ${messageOf(error)}`);
      }
    },
    onOverlong(bytes) {
      onWarning(`Skipped a line of ${bytes} bytes`);
      onOverlong?.(bytes);
    },
  });
  const { stdout } = child;
  // Bytes, because only the splitter decodes.
  stdout?.on('data', (chunk: Buffer) => {
    if (!ended) splitter.push(chunk);
    if (chunk.length < fullRead) return;
    // More waits, and Node would read 32 times before anything else in the window, such as Stop, has its turn.
    stdout.pause();
    setImmediate(() => stdout.resume());
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

function readTail(child: ChildProcess, { onWarning }: SpawnOptions): () => string {
  let tail: Buffer = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-stderrBytes);
  });
  child.stderr?.on('error', error => onWarning(`stderr: ${error.message}`));
  return () => {
    // The cut may split a character; skip its remaining bytes (10xxxxxx).
    let start = 0;
    while (start < 3 && ((tail[start] ?? 0) & 0xc0) === 0x80) start++;
    return tail.toString('utf8', start);
  };
}

function neverStarted(problem: Problem): ClaudeProcess {
  const exited = Promise.resolve<ProcessExit>({ code: null, signal: null, requestedByUs: false, stderr: '' });
  return {
    pid: undefined,
    started: Promise.resolve({ ok: false, problem }),
    exited,
    write: () => Promise.resolve({ ok: false, reason: 'the process never started' }),
    endInput: () => undefined,
    stop: () => exited,
  };
}

/** The problem behind a failed start. ENOENT can mean the command, its interpreter or the working directory, so the disk is checked. */
function problemOf(error: unknown, { command, cwd }: SpawnOptions): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (!existsSync(cwd)) return { code: 'spawnFailed', detail: `${cwd}: no such folder` };
  const problem: ProblemCode = code === 'ENOENT' && !existsSync(command) ? 'notFound' : isRefusal(code) ? 'notExecutable' : 'spawnFailed';
  return { code: problem, detail: problem === 'notFound' ? command : `${command}: ${messageOf(error)}` };
}

/** Whether the system refused to run the file. Windows reports UNKNOWN or EFTYPE for a file that is no program. */
function isRefusal(code: unknown): boolean {
  return ['ENOENT', 'EACCES', 'EPERM', 'ENOEXEC', 'EFTYPE', 'UNKNOWN'].some(refusal => refusal === code);
}

/** A promise and its resolve function; later calls are ignored. */
function createSignal<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}
