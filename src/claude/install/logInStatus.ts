// Asks the CLI whether somebody is logged in, without a request to the API. Reads no credential: the CLI alone looks at them.
import { isAtLeast } from '../version.js';
import type { Cli, Run } from './find.js';

/** The oldest version known to answer `auth status --json`. 2.0.77 knows no such command. */
const oldestThatTells = '2.1.100';

/** `unknown`: this CLI does not tell. */
export type LogIn = 'in' | 'out' | 'unknown';

/**
 * `env`: as the chat's own CLI has it, because a key may come from the environment. `cwd`: a folder that is the person's own. The CLI
 * prints `{"loggedIn": boolean, …}` and ends with 1 when nobody is logged in (measured with 2.1.100 and 2.1.329).
 */
export async function askLogIn(cli: Cli, env: Readonly<Record<string, string>>, cwd: string, run: Run): Promise<LogIn> {
  if (!isAtLeast(cli.version, oldestThatTells)) return 'unknown';
  // Without these the CLI could look for updates or report its use, which nobody has asked for yet.
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
  const asked = await run(cli.command, [...cli.args, 'auth', 'status', '--json'], { cwd, env: { ...env, ...quiet } });
  return readLogIn(asked.output ?? '');
}

/** `output`: what `auth status --json` printed. */
export function readLogIn(output: string): LogIn {
  const loggedIn = /"loggedIn"\s*:\s*(true|false)\b/.exec(output)?.[1];
  return loggedIn === undefined ? 'unknown' : loggedIn === 'true' ? 'in' : 'out';
}
