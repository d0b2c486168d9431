// Whether code may be put into a terminal by a press: one command, of which the person sees every character.
import { notSeen } from './plain.js';

const shells: ReadonlySet<string> = new Set([
  ...['bash', 'sh', 'shell', 'zsh', 'fish', 'ksh', 'console', 'powershell', 'pwsh', 'ps1', 'ps', 'cmd', 'bat', 'batch'],
]);
const hidden = new RegExp(notSeen, 'u');
/** The most characters of a command that a person sees at a glance. */
const longest = 1_000;

/**
 * The prompt of a shell in front of a command, as in `> npm test`, `# apt update`, `me@here:~$ ls`, `[me@here ~]$ ls`, `(venv) $ ls`, `PS C:\> dir`. In a
 * command of its own `>` empties a file.
 */
const prompt =
  /^(?:\([\w.-]+\) )?(?:[$>#%](?:\s|$)|[^\s@]+@\S+(?: [^\s$#%]+)? ?[$#%]\s|PS(?: (?:[A-Za-z]+:|[/~])[^>]*)? ?>|[A-Za-z]:\\[^>]*>)/;

/**
 * The command, without `$ ` in front of it; undefined where the language is no shell's, or the code is more than one line, or holds what is not seen or
 * another prompt.
 */
export function oneCommand(text: string, language: string): string | undefined {
  const command = text.replace(/\n$/, '').trim().replace(/^\$ +/, '');
  if (!shells.has(language) || command === '' || command.length > longest || hidden.test(command) || prompt.test(command)) return undefined;
  return command;
}
