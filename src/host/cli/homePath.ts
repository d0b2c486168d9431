// A path as a person writes it.
import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';

/** The absolute path with `~` for the person's own folder. */
export function homePath(path: string): string {
  const inHome = relative(homedir(), path);
  return isBelow(inHome) ? `~${sep}${inHome}` : path;
}

/** Whether a relative path leads into the folder that it begins at. */
export function isBelow(path: string): boolean {
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}
