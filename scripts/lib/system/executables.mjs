// Owns: finding a program by its name. Imports Node's own modules only.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} name with its ending, where the platform wants one @returns {string | undefined} */
export function onPath(name) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map(folder => join(folder, name)).find(isExecutable);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
