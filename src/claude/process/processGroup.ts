// Ends a process together with everything it started. Owns the difference between POSIX and Windows; must not know why a process is
// ended, nor wait for anything.
import { spawn, type ChildProcess } from 'node:child_process';
import { win32 } from 'node:path';

export interface ProcessGroup {
  /** Whether `terminate` is a request, at which a process can still write what it has in its hands. */
  readonly isAsked: boolean;
  /** Asks the whole group to end, where the system has such a request; ends it elsewhere. */
  terminate(): void;
  /** Ends the whole group. */
  kill(): void;
  /** Ends what the process left behind. Call it only in the `exit` event (see `posixGroup`). */
  sweep(): void;
}

/** Starts a system tool; calls back when the tool failed. */
type RunTool = (command: string, args: readonly string[], onFailed: () => void) => void;

/**
 * Makes the group of a process. Call `terminate` and `kill` only while it runs; the system does not reuse a pid before the parent
 * has reaped it.
 */
export function createProcessGroup(child: ChildProcess, platform: NodeJS.Platform, runTool: RunTool = runSystemTool): ProcessGroup {
  return platform === 'win32' ? windowsGroup(child, runTool) : posixGroup(child);
}

/**
 * The process was started detached, so its pid is the id of its group. The id stays taken while a member of the group lives, and
 * ids are handed out in turn, so a signal sent in the `exit` event finds our group or nothing. A later signal could hit a
 * stranger's group, so there is no second sweep.
 */
function posixGroup(child: ChildProcess): ProcessGroup {
  function signal(name: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // ESRCH: the group is empty. EPERM: only zombies are left (macOS), or a program that changed its user.
    }
  }
  return { isAsked: true, terminate: () => signal('SIGTERM'), kill: () => signal('SIGKILL'), sweep: () => signal('SIGKILL') };
}

/**
 * Windows has no process groups. taskkill walks from parents to children and needs the parent alive, so there is nothing to sweep
 * with. Without `/F` it only closes windows, and the CLI has none.
 */
function windowsGroup(child: ChildProcess, runTool: RunTool): ProcessGroup {
  function killTree(): void {
    if (child.pid === undefined) return;
    // By its full path, because Windows looks for a bare name in the current folder first.
    const command = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    runTool(command, ['/PID', String(child.pid), '/T', '/F'], () => child.kill('SIGKILL'));
  }
  return { isAsked: false, terminate: killTree, kill: killTree, sweep: () => undefined };
}

function runSystemTool(command: string, args: readonly string[], onFailed: () => void): void {
  const tool = spawn(command, args, { stdio: 'ignore', windowsHide: true, shell: false });
  tool.once('error', onFailed);
  tool.once('exit', code => {
    if (code !== 0) onFailed();
  });
}
