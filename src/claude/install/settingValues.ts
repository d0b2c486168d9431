// What a value of `parley.claude.*` means: `~` is the home folder, as in a shell, and a variable of VS Code's is refused, because nothing would
// put a value in its place, and a folder must not decide which program runs. Pure.
import { delimiter } from 'node:path';

/** With the home folder for each `~` at the beginning of a path: of the value, and of each further one behind the delimiter of `PATH`. */
export function withHome(value: string, home: string): string {
  const isPath = (part: string): boolean => part === '~' || /^~[\\/]/.test(part);
  return value
    .split(delimiter)
    .map(part => (isPath(part) ? `${home}${part.slice(1)}` : part))
    .join(delimiter);
}

/** By VS Code's documentation; each may have `:` and a name behind it. */
const variables = String.raw`workspaceFolder\w*|workspaceRoot\w*|file\w*|relativeFile\w*|userHome|env|config|command|input|cwd|execPath|pathSeparator|lineNumber|columnNumber|selectedText|defaultBuildTask`;
const variable = new RegExp(String.raw`\$\{(?:${variables})(?::[^}]*)?\}`);

/** The first variable of VS Code's in the value; undefined where there is none. */
export function variableIn(value: string): string | undefined {
  return variable.exec(value)?.[0];
}
