// Finds out what is there before the first message: the CLI, its version, and whether somebody is logged in. Asks no API.
import { homedir } from 'node:os';
import { createRun, oldestVersion } from '../../claude/install/find.js';
import type { LogIn } from '../../claude/install/logInStatus.js';
import { askLogIn } from '../../claude/install/logInStatus.js';
import { realClock } from '../../disk/clock.js';
import type { Problem } from '../../chat/problem.js';
import type { ClaudeLauncher } from './claudeLauncher.js';

export type SetUpFacts =
  | { readonly found: true; readonly version: string; readonly logIn: LogIn }
  /** `outdated`: the version of a CLI that is too old, and the oldest that is not. */
  | { readonly found: false; readonly problem: Problem; readonly outdated?: { readonly version: string; readonly oldest: string } };

export async function readSetUpFacts(launcher: ClaudeLauncher): Promise<SetUpFacts> {
  const result = await launcher.find();
  if (!result.ok) {
    const { problem, outdated } = result;
    return { found: false, problem, ...(outdated && { outdated: { version: outdated.version, oldest: oldestVersion } }) };
  }
  const { cli, env } = result;
  // Not in the work folder: this runs before the person has sent anything, and a folder's settings can run programs.
  const logIn = await askLogIn(cli, env, homedir(), createRun(realClock));
  return { found: true, version: cli.version, logIn };
}
