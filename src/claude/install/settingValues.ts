// What a value of `parley.claude.*` means: `~` is the home folder, as in a shell, and a variable of VS Code's or of a shell is refused, because
// nothing would put a value in its place, and a folder must not decide which program runs. Pure.
import { delimiter } from 'node:path';

/**
 * Puts the home folder in the place of `~` at the beginning of the value, and of each path of a list, which a variable whose name ends with `PATH`
 * holds.
 */
export function withHome(name: string, value: string, home: string): string {
  const isPath = (part: string): boolean => part === '~' || /^~[\\/]/.test(part);
  const parts = isPathList(name) ? value.split(delimiter) : [value];
  return parts.map(part => (isPath(part) ? `${home}${part.slice(1)}` : part)).join(delimiter);
}

/** Whether a variable of this name holds paths that no program expands: any other may be read by a shell, as `GIT_SSH_COMMAND` is. */
export function isPathList(name: string): boolean {
  return /path$/i.test(name);
}

/** The variables that VS Code documents; each may have `:` and a name behind it. */
const variables = String.raw`workspaceFolder\w*|workspaceRoot\w*|file\w*|relativeFile\w*|userHome|env|config|command|input|cwd|execPath|pathSeparator|lineNumber|columnNumber|selectedText|defaultBuildTask`;
const variable = new RegExp(String.raw`\$\{(?:${variables})(?::[^}]*)?\}`);

/** `$NAME`, `${NAME}` and `%NAME%`. */
const shellVariable = /\$(?:(?<plain>[a-z]\w*)|\{(?<braced>[a-z]\w*)\})|%(?<percent>[^%=\s]+)%/gi;

/**
 * The first variable of VS Code's in the value, else the first of a shell's that `environment` has; undefined where there is none. Any other `$` stays
 * what it is, because a password may have it.
 */
export function variableIn(value: string, environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const ofVsCode = variable.exec(value)?.[0];
  if (ofVsCode !== undefined) return ofVsCode;
  const found = [...value.matchAll(shellVariable)].find(({ groups: { plain, braced, percent } = {} }) => {
    const name = plain ?? braced ?? percent;
    return name !== undefined && Object.hasOwn(environment, name);
  });
  return found?.[0];
}
