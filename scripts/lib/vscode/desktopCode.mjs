// Owns: the person's own desktop VS Code, opened on a profile that is not theirs. Knows nothing about Parley.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onPath } from '../system/executables.mjs';
import { atExit, childEnvironment, endGroup, killMarked, run, signalGroup } from '../system/processes.mjs';
import { profileMark, quietSettings, writeSettings } from './workbench.mjs';

const windows = process.platform === 'win32';

/** Whether there is a screen to open a window on. */
export function hasDisplay() {
  return windows || process.platform === 'darwin' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/**
 * The `code` command, where it opens a window on this machine: in WSL and in the terminal of a remote window it opens one elsewhere.
 * @returns {string | undefined}
 */
export function findDesktopCode() {
  if (!hasDisplay() || process.env['WSL_DISTRO_NAME'] || process.env['VSCODE_IPC_HOOK_CLI']) return undefined;
  return onPath(windows ? 'code.cmd' : 'code');
}

/**
 * @typedef {object} DesktopOptions
 * @property {string} folder the profile, kept between runs
 * @property {string} workspace
 * @property {readonly string[]} vsix packed extensions to install
 * @property {Record<string, unknown>} settings
 */

/**
 * @param {string} code
 * @param {DesktopOptions} options
 * @returns {Promise<{ ended: Promise<void>, stop: () => Promise<void> }>} `ended`: the person has closed the window
 */
export async function openDesktop(code, { folder, workspace, vsix, settings }) {
  const user = join(folder, 'user');
  const profile = ['--user-data-dir', user, '--extensions-dir', join(folder, 'extensions')];
  const env = childEnvironment({ [profileMark]: folder });
  mkdirSync(join(user, 'User'), { recursive: true });
  writeSettings(join(user, 'User/settings.json'), { ...quietSettings, 'security.workspace.trust.enabled': false, ...settings });
  for (const file of vsix) await run(...command(code, [...profile, '--install-extension', file, '--force']), { env });

  const [program, args] = command(code, [...profile, '--new-window', '--wait', workspace]);
  const child = spawn(program, args, { env, stdio: 'ignore', detached: !windows, windowsVerbatimArguments: windows });
  const pid = child.pid ?? 0;
  const kill = () => {
    if (pid) signalGroup(pid, 'SIGKILL');
    killMarked(profileMark, folder);
  };
  const forget = atExit(() => {
    signalMain(user, 'SIGTERM');
    kill();
  });
  /** @type {Promise<void>} */
  const ended = new Promise(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const stop = async () => {
    signalMain(user, 'SIGTERM');
    await Promise.race([ended, sleep(5000)]);
    if (pid) await endGroup(pid, 1000);
    kill();
    forget();
  };
  return { ended, stop };
}

/** Signals the window's main process, whose id is in the profile, because it is in none of our groups. @param {string} user @param {NodeJS.Signals} signal */
function signalMain(user, signal) {
  try {
    process.kill(Number(readFileSync(join(user, 'code.lock'), 'utf8')), signal);
  } catch {
    // VS Code is not running.
  }
}

/**
 * The program and its arguments. On Windows `code` is a batch file, which only a shell runs.
 * @param {string} code
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function command(code, args) {
  if (!windows) return [code, args];
  const line = [code, ...args].map(part => `"${part}"`).join(' ');
  return [process.env['ComSpec'] ?? 'cmd.exe', ['/d', '/s', '/c', `"${line}"`]];
}
