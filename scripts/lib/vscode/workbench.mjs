// Owns: a real VS Code (workbench in a browser, server, extension host) on a machine without a display: the two versions the project is
// tested on, a profile, a running server. Knows nothing about Parley, browsers or tests.
import { spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder, installOnce } from '../system/cache.mjs';
import { atExit, childEnvironment, endGroup, killMarked, processesMarked, run, signalGroup } from '../system/processes.mjs';
import { builtInExtensions, installWorkbench, needsOwnNode, workbenchPrograms } from './workbenchInstall.mjs';

/** @typedef {'oldest' | 'newest'} WorkbenchName */
/** @typedef {{ name: WorkbenchName, vscode: string, node: string, entry: string }} Workbench */

/** `oldest` is what package.json's `engines.vscode` promises. `node`: the major version each code-server is made for; where it is not ours, it is installed beside it. */
export const workbenchVersions = /** @type {const} */ ({
  oldest: { codeServer: '4.100.3', vscode: '1.100.3', node: 20 },
  newest: { codeServer: '4.139.1', vscode: '1.139.1', node: 24 },
});

/** Raise this when the way of installing changes, so that old installs are replaced. */
const recipe = 1;

/**
 * The workbench, installed into the user's cache when it is not there yet.
 * @param {WorkbenchName} name
 * @returns {Promise<Workbench>}
 */
export async function ensureWorkbench(name) {
  const version = workbenchVersions[name];
  const node = needsOwnNode(version) ? version.node : `${version.node}-ours`;
  const key = `code-server-${version.codeServer}-node-${node}-${process.platform}-${process.arch}-${recipe}`;
  const log = join(cacheFolder(), `install-${name}.log`);
  const folder = await installOnce(key, async unfinished => {
    const short = version.vscode.split('.').slice(0, 2).join('.');
    process.stderr.write(`Installing VS Code ${short} workbench (about a minute)…\n`);
    writeFileSync(log, '');
    try {
      await installWorkbench(unfinished, version, log);
      await checkWorkbench({ name, vscode: version.vscode, ...workbenchPrograms(unfinished) });
    } catch (error) {
      const advice = 'see that npm reaches its registry and that python3, make and a C++ compiler are installed, then run this again';
      throw new Error(`VS Code ${short} could not be installed: ${advice} (log: ${log}).`, { cause: error });
    }
  });
  return { name, vscode: version.vscode, ...workbenchPrograms(folder) };
}

/** Checks the page, because a server reports health even where it can load nothing. @param {Workbench} workbench */
async function checkWorkbench(workbench) {
  const profile = await makeProfile(workbench);
  try {
    const server = await startServer(profile);
    try {
      const page = await (await fetch(server.url)).text();
      if (!page.includes('vscode-workbench-web-configuration')) throw new Error(`The page has no workbench: ${page.slice(0, 300)}`);
    } finally {
      await server.stop();
    }
  } finally {
    dropProfile(profile);
  }
}

/**
 * @typedef {object} Profile
 * @property {Workbench} workbench
 * @property {string} folder everything below lies in it
 * @property {string} userData
 * @property {string} extensions
 * @property {string | undefined} builtIns the folder of the few extensions that stand for those of VS Code's own; undefined: all of them
 * @property {string | undefined} workspace the folder that is opened; none: an empty window
 * @property {string | undefined} roots the file of a workspace that has `workspace` and further folders; undefined without such
 * @property {boolean} trust is workspace trust on (and so the workspace untrusted)?
 */
/**
 * @typedef {object} ProfileOptions
 * @property {Record<string, unknown>} [settings] user settings, over the quiet ones below
 * @property {readonly string[]} [vsix] packed extensions to install
 * @property {string | undefined} [workspace] a folder, which is copied into the profile and opened there; without it an empty one
 * @property {string | undefined} [openFolder] a folder to open where it is, instead
 * @property {readonly string[]} [roots] names of further folders of the profile, empty ones, that are open beside the first
 * @property {boolean} [noFolder] open no folder at all
 * @property {boolean} [trust] switch workspace trust on: the workspace is untrusted until somebody trusts it
 * @property {string | undefined} [folder] keep the profile in this folder, between runs as well; without it a temporary one, with few of
 *   VS Code's own extensions
 */

/**
 * @param {Workbench} workbench
 * @param {ProfileOptions} [options]
 * @returns {Promise<Profile>}
 */
export async function makeProfile(
  workbench,
  { settings = {}, vsix = [], workspace, openFolder, roots = [], noFolder = false, trust = false, folder } = {},
) {
  const root = folder ?? mkdtempSync(join(tmpdir(), 'parley-')); // a short name: a Unix socket lies in it
  const copy = join(root, 'workspace');
  if (folder === undefined)
    temporary.set(
      root,
      atExit(() => remove(root)),
    );
  /** @type {Profile} */
  const profile = {
    workbench,
    folder: root,
    userData: join(root, 'user'),
    extensions: join(root, 'extensions'),
    builtIns: folder === undefined ? join(root, 'built-in') : undefined,
    workspace: noFolder ? undefined : (openFolder ?? copy),
    roots: roots.length === 0 ? undefined : join(root, 'roots.code-workspace'),
    trust,
  };
  for (const made of [join(profile.userData, 'User'), join(profile.userData, 'Machine'), profile.extensions, join(root, 'xdg')])
    mkdirSync(made, { recursive: true });
  if (profile.builtIns !== undefined) linkBuiltIns(workbench, profile.builtIns);
  if (profile.workspace === copy) mkdirSync(copy, { recursive: true });
  if (profile.workspace === copy && workspace !== undefined) cpSync(resolve(workspace), copy, { recursive: true });
  for (const name of roots) mkdirSync(join(root, name), { recursive: true });
  if (profile.roots !== undefined)
    writeFileSync(profile.roots, JSON.stringify({ folders: [profile.workspace, ...roots].map(path => ({ path })) }));
  writeFileSync(join(root, 'config.yaml'), ''); // else one with a password is written into the person's home
  writeSettings(join(profile.userData, 'User/settings.json'), { ...quietSettings, 'security.workspace.trust.enabled': trust, ...settings });
  // Every code-server window is a remote window, where settings of machine scope count only in the machine's file.
  writeSettings(join(profile.userData, 'Machine/settings.json'), settings);
  for (const file of vsix) {
    await run(workbench.node, [workbench.entry, ...profileFlags(profile), '--install-extension', resolve(file), '--force'], {
      env: serverEnvironment(profile),
    });
  }
  return profile;
}

/** Those that our tests and pictures use. With all of the hundred the first window of a profile takes a fifth more processor time to open. */
const usedBuiltIns = [
  'configuration-editing',
  'javascript',
  'json',
  'markdown-basics',
  'markdown-language-features',
  'media-preview',
  'sql',
  'theme-defaults',
  'typescript-basics',
];

/** @param {Workbench} workbench @param {string} folder */
function linkBuiltIns({ entry }, folder) {
  mkdirSync(folder);
  for (const name of usedBuiltIns) symlinkSync(join(builtInExtensions(entry), name), join(folder, name));
}

/** Settings without pop-ups, network access and background programs. @type {Readonly<Record<string, unknown>>} */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'json.schemaDownload.enable': false,
};

/** Writes our settings over those that a person has made in a kept profile. @param {string} file @param {Record<string, unknown>} settings */
export function writeSettings(file, settings) {
  /** @type {unknown} */
  let earlier = {};
  if (existsSync(file)) {
    try {
      earlier = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      renameSync(file, `${file}.backup`); // it holds comments
    }
  }
  writeFileSync(file, JSON.stringify({ .../** @type {object} */ (earlier), ...settings }, null, 2));
}

/** Temporary profiles, each with the function that cancels its removal at our exit. @type {Map<string, () => void>} */
const temporary = new Map();

/** Removes a profile, unless it has a folder of its own between runs. @param {Profile} profile */
export function dropProfile({ folder }) {
  const forget = temporary.get(folder);
  if (!forget) return;
  temporary.delete(folder);
  remove(folder);
  forget();
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * @typedef {object} Server
 * @property {string} origin
 * @property {string} url the page, with the profile's folder open
 * @property {number} port
 * @property {number} pid
 * @property {string} log
 * @property {Promise<void>} ended resolves when the server's process is gone, for whatever reason
 * @property {() => Promise<{ leftovers: string[] }>} stop ends everything that was started in it. `leftovers` (Linux): command lines of
 *   processes which had left the server's group and outlived it by seconds; they are ended too
 */

/**
 * @param {Profile} profile
 * @param {{ env?: Record<string, string | undefined>, port?: number | undefined, args?: readonly string[] }} [options] `undefined` removes a variable
 * @returns {Promise<Server>}
 */
export async function startServer(profile, { env = {}, port: wanted, args = [] } = {}) {
  const port = wanted ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const log = join(profile.folder, 'server.log');
  const output = openSync(log, 'a');
  const flags = [...profileFlags(profile), ...serverFlags, ...(profile.trust ? [] : ['--disable-workspace-trust'])];
  const child = spawn(profile.workbench.node, [profile.workbench.entry, ...flags, '--bind-addr', `127.0.0.1:${port}`, ...args], {
    env: serverEnvironment(profile, env),
    stdio: ['ignore', output, output],
    detached: true, // a group of its own, so that all of it can be ended
  });
  closeSync(output);
  /** @type {Promise<void>} */
  const ended = new Promise(done => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const pid = child.pid ?? 0;
  const forget = atExit(() => {
    if (pid) signalGroup(pid, 'SIGKILL');
    killMarked(profileMark, profile.folder);
  });
  const stop = async () => {
    if (pid) await endGroup(pid);
    await ended;
    const leftovers = await endMarked(profile);
    forget();
    return { leftovers };
  };
  if (!(await answers(`${origin}/healthz`, ended))) {
    await stop();
    throw new Error(`VS Code ${profile.workbench.vscode} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
  }
  const { workspace, roots } = profile;
  const opened = roots === undefined ? workspace && { folder: workspace } : { workspace: roots };
  const query = new URLSearchParams(opened ?? { ew: 'true' }).toString();
  return { origin, url: `${origin}/?${query}`, port, pid, log, ended, stop };
}

const serverFlags = [
  '--auth=none',
  '--disable-telemetry',
  '--disable-update-check',
  '--disable-getting-started-override',
  '--disable-proxy',
  '--ignore-last-opened',
];

/** @param {Profile} profile */
function profileFlags({ folder, userData, extensions, builtIns }) {
  const flags = ['--config', join(folder, 'config.yaml'), '--user-data-dir', userData, '--extensions-dir', extensions];
  return builtIns === undefined ? flags : [...flags, '--builtin-extensions-dir', builtIns];
}

/** Every process of a profile carries this variable, so that stray processes are found. */
export const profileMark = 'PARLEY_PROFILE';

/** @param {Profile} profile @param {Record<string, string | undefined>} [changes] */
function serverEnvironment({ folder }, changes = {}) {
  const xdg = join(folder, 'xdg');
  const own = { XDG_DATA_HOME: xdg, XDG_CONFIG_HOME: xdg, XDG_RUNTIME_DIR: xdg, EXTENSIONS_GALLERY: '{}', [profileMark]: folder };
  return childEnvironment({ ...own, ...changes });
}

/**
 * Milliseconds for the processes of a window to end by themselves. A Claude that waits for an answer takes four seconds of an idle machine;
 * a busy one takes several times as long.
 */
const grace = 7_000;

/** @param {Profile} profile @returns {Promise<string[]>} */
async function endMarked({ folder }) {
  for (let waited = 0; waited < grace && processesMarked(profileMark, folder).length > 0; waited += 50) await sleep(50);
  return killMarked(profileMark, folder);
}

/** Milliseconds. A server that fails ends, which is noticed at once; this is for one that neither answers nor ends. */
const longestStart = 120_000;

/** @param {string} url @param {Promise<void>} ended */
async function answers(url, ended) {
  let gone = false;
  void ended.then(() => (gone = true));
  for (const giveUp = performance.now() + longestStart; performance.now() < giveUp && !gone;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(50);
  }
  return false;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
