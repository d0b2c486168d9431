// How a process we own is ended together with everything it started. Owns the difference between POSIX and Windows;
// must not know why a process is ended, nor wait for anything.
import { spawn, type ChildProcess } from 'node:child_process';
import { win32 } from 'node:path';

export interface ProcessGroup {
  /** Asks all of it to end, where the system has such a request. */
  terminate(): void;
  /** Ends all of it. */
  kill(): void;
  /** Ends what the process left behind. Only from its `exit` event: see below. */
  sweep(): void;
}

/** Starts a system tool; calls back when it could not do its work. */
export type RunTool = (command: string, args: readonly string[], onFailed: () => void) => void;

/** `terminate` and `kill` are for a process that still runs; nobody else can have its pid before its end is collected. */
export function createProcessGroup(child: ChildProcess, platform: NodeJS.Platform, runTool: RunTool = runSystemTool): ProcessGroup {
  return platform === 'win32' ? windowsGroup(child, runTool) : posixGroup(child);
}

/**
 * The process was started detached, so its pid is its group's id. That id stays taken while anything of the group lives,
 * and numbers are handed out in turn: a signal sent right as the end is reported finds our group or nothing. Any later
 * it could find a stranger's, so there is no second one.
 */
function posixGroup(child: ChildProcess): ProcessGroup {
  function signal(name: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // ESRCH: nothing is left of the group. EPERM: what is left are zombies (macOS), or a program that changed its user.
    }
  }
  return { terminate: () => signal('SIGTERM'), kill: () => signal('SIGKILL'), sweep: () => signal('SIGKILL') };
}

/**
 * Windows knows no groups: taskkill walks from parents to children and so needs the parent alive, which leaves nothing
 * to sweep with. Without `/F` it only closes windows, and the CLI has none.
 */
function windowsGroup(child: ChildProcess, runTool: RunTool): ProcessGroup {
  function killTree(): void {
    if (child.pid === undefined) return;
    // By its full path: Windows looks for a bare name in the current folder first.
    const command = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    runTool(command, ['/PID', String(child.pid), '/T', '/F'], () => child.kill('SIGKILL'));
  }
  return { terminate: killTree, kill: killTree, sweep: () => undefined };
}

function runSystemTool(command: string, args: readonly string[], onFailed: () => void): void {
  const tool = spawn(command, args, { stdio: 'ignore', windowsHide: true, shell: false });
  tool.once('error', onFailed);
  tool.once('exit', code => {
    if (code !== 0) onFailed();
  });
}
