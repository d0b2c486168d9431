// Owns the project's folder in the user's cache and its atomic installs: a folder is complete or absent. Knows nothing about the
// contents. Imports Node's own modules only, because `npm start` runs before anything is installed.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** @type {Map<string, Promise<string>>} */
const installing = new Map();

/** The project's cache folder; made when it is missing. */
export function cacheFolder() {
  const folder = join(userCache(), 'parley-dev');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * The folder `key` of the cache. When it is missing, `make` fills a temporary folder, which is then renamed in one step, so a folder
 * with the final name is complete. When two processes install the same thing at once, the later one deletes its copy.
 * @param {string} key a folder name which contains every version that matters
 * @param {(folder: string) => Promise<void>} make
 * @returns {Promise<string>}
 */
export function installOnce(key, make) {
  const running = installing.get(key);
  if (running) return running;
  const done = install(join(cacheFolder(), key), make).finally(() => installing.delete(key));
  installing.set(key, done);
  return done;
}

/** @param {string} folder @param {(folder: string) => Promise<void>} make */
async function install(folder, make) {
  if (existsSync(folder)) return folder;
  removeUnfinished(folder);
  const unfinished = `${folder}.${process.pid}.tmp`;
  mkdirSync(unfinished);
  try {
    await make(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Claims a folder for this process until it ends. False when a running process has claimed it.
 * @param {string} folder
 */
export function claim(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'claimed-by');
  if (existsSync(file) && isRunning(Number(readFileSync(file, 'utf8')))) return false;
  writeFileSync(file, String(process.pid));
  process.once('exit', () => rmSync(file, { force: true }));
  return true;
}

/** Removes unfinished installs whose process no longer exists. @param {string} folder */
function removeUnfinished(folder) {
  for (const name of readdirSync(cacheFolder())) {
    const [, key, pid] = /^(.*)\.(\d+)\.tmp$/.exec(name) ?? [];
    if (pid === undefined || join(cacheFolder(), key ?? '') !== folder || isRunning(Number(pid))) continue;
    rmSync(join(cacheFolder(), name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

function userCache() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  return process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}
