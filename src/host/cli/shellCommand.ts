// A program in a terminal whose shell stays open when the program has ended, so that its last words can be read. No argument is ever
// read by a shell as code. Knows nothing of VS Code but the sequences by which its terminals learn that a command has begun and ended.
import { win32 } from 'node:path';

interface ShellCommand {
  readonly shellPath: string;
  readonly shellArgs: string[];
}

/** VS Code's shell integration: the prompt, the command line and the start of the command. VS Code then reports the end of it. */
const begins = ['A', 'B', 'E;claude', 'C'];

/** `env`: the environment of the terminal, which names the person's shell. */
export function shellCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): ShellCommand {
  return platform === 'win32' ? inPowerShell(command, args, env) : inSh(command, args);
}

/** The program and its arguments are arguments of `sh`. Without the trap, Ctrl+C in the program would end the terminal. */
function inSh(command: string, args: readonly string[]): ShellCommand {
  const begun = begins.map(mark => String.raw`\033]633;${mark}\007`).join('');
  const script = ['trap : INT', `printf '${begun}'`, '"$@"', String.raw`printf '\033]633;D;%s\007' "$?"`, 'exec "${SHELL:-/bin/sh}"'].join(
    '\n',
  );
  return { shellPath: '/bin/sh', shellArgs: ['-c', script, 'sh', command, ...args] };
}

/** Windows' own PowerShell, which is on every Windows. Encoded, because no quoting survives every way to a command line. */
function inPowerShell(command: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>): ShellCommand {
  const mark = (text: string): string => `[Console]::Write([char]27 + ']633;' + ${text} + [char]7)`;
  const script = [
    ...begins.map(text => mark(`'${text}'`)),
    `& ${[command, ...args].map(quoted).join(' ')}`,
    mark("'D;' + $LASTEXITCODE"),
  ].join('\n');
  const folder = env['SystemRoot'] ?? 'C:\\Windows';
  return {
    shellPath: win32.join(folder, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    shellArgs: ['-NoLogo', '-NoProfile', '-NoExit', '-EncodedCommand', Buffer.from(script, 'utf16le').toString('base64')],
  };
}

/** PowerShell ends a string at typographic quotation marks too; each is written twice inside of one. */
function quoted(text: string): string {
  return `'${text.replace(/['\u2018-\u201B]/g, '$&$&')}'`;
}
