// A process in memory, of calls that come from elsewhere than a CLI of Parley's: it speaks the CLI's lines to the chat. Owns when it has ended; must not know
// what is asked.
import type { ClaudeProcess, ProcessExit, Written } from '../../claude/process/process.js';
import type { ClaudeStartOptions } from './chatDependencies.js';

interface Calls {
  /** A line of Parley's, written by `encode`. */
  readonly take: (line: string) => Written;
  /** Nothing more can be said. Once, before the chat hears of the end. */
  readonly ends: () => void;
  /** The chat has handled the end. */
  readonly ended: () => void;
}

/** `say`: sends a line to the chat. */
export function processInMemory(
  { onLine }: ClaudeStartOptions,
  { take, ends, ended }: Calls,
): { readonly process: ClaudeProcess; readonly say: (message: object) => void } {
  let exit: (how: ProcessExit) => void = () => undefined;
  const exited = new Promise<ProcessExit>(resolve => (exit = resolve));
  let isOver = false;
  const stop = (): Promise<ProcessExit> => {
    if (!isOver) {
      isOver = true;
      ends();
    }
    exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
    setImmediate(ended);
    return exited;
  };
  const process: ClaudeProcess = {
    pid: undefined,
    started: Promise.resolve({ ok: true }),
    exited,
    write: line => Promise.resolve(isOver ? { ok: false, reason: 'the process has exited' } : take(line)),
    endInput: () => void stop(),
    stop,
  };
  return { process, say: message => onLine(JSON.stringify(message)) };
}
