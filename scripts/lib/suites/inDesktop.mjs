// Owns: one test run in the extension host of a desktop VS Code, which is downloaded into the cache. Needs a display. Judges nothing.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SilentReporter, downloadAndUnzipVSCode, runVSCodeCommand } from '@vscode/test-electron';
import { cacheFolder } from '../system/cache.mjs';
import { atExit, childEnvironment, endGroup, signalGroup } from '../system/processes.mjs';
import { quietSettings, writeSettings } from '../vscode/workbench.mjs';

/**
 * @param {string} version as @vscode/test-electron takes it
 * @param {import('./inHost.mjs').HostJob} job
 * @returns {Promise<import('./inHost.mjs').HostRun>}
 */
export async function runInDesktop(version, { scenario, extensions, vsix, tests, env, untilEnd }) {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    throw new Error('Desktop VS Code needs a display: run this under xvfb-run, or without --desktop.');
  }
  const download = { version, cachePath: join(cacheFolder(), 'desktop'), reporter: new SilentReporter() };
  const executable = await downloadAndUnzipVSCode(download);
  const folder = mkdtempSync(join(tmpdir(), 'parley-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const forget = atExit(remove);
  const profile = [`--user-data-dir=${join(folder, 'user')}`, `--extensions-dir=${join(folder, 'extensions')}`];
  const workspace = join(folder, 'workspace');
  try {
    mkdirSync(join(folder, 'user/User'), { recursive: true });
    mkdirSync(workspace);
    if (scenario.workspace) cpSync(scenario.workspace, workspace, { recursive: true });
    const settings = { ...quietSettings, 'security.workspace.trust.enabled': scenario.trust ?? false, ...scenario.settings };
    writeSettings(join(folder, 'user/User/settings.json'), settings);
    for (const file of vsix) {
      await runVSCodeCommand([...profile, '--install-extension', file], { ...download, reuseMachineInstall: true });
    }
    // Not test-electron's own runTests: it always switches workspace trust off, and it prints everything.
    const flags = [...windowFlags, ...(scenario.trust ? [] : ['--disable-workspace-trust']), ...profile];
    const paths = [...extensions.map(folder => `--extensionDevelopmentPath=${folder}`), `--extensionTestsPath=${tests}`];
    const args = [...(scenario.noFolder ? [] : [workspace]), ...flags, ...paths];
    return await runWindow(executable, args, childEnvironment(env), untilEnd);
  } finally {
    remove();
    forget();
  }
}

const windowFlags = [
  '--no-sandbox', // a container or CI has none; the tests open only their own files
  '--disable-gpu-sandbox',
  '--disable-updates',
  '--disable-telemetry',
  '--skip-welcome',
  '--skip-release-notes',
];

/**
 * @param {string} executable
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {import('./inHost.mjs').HostJob['untilEnd']} untilEnd
 * @returns {Promise<import('./inHost.mjs').HostRun>}
 */
async function runWindow(executable, args, env, untilEnd) {
  /** @type {string[]} */
  const output = [];
  const child = spawn(executable, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' });
  const pid = child.pid ?? 0;
  const forget = atExit(() => pid && signalGroup(pid, 'SIGKILL'));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => output.push(...text.trimEnd().split('\n')));
  }
  /** @type {Promise<number | string>} */
  const ended = new Promise(done => {
    child.once('error', error => done(error.message));
    child.once('exit', (code, signal) => done(code ?? signal ?? 'unknown'));
  });
  const code = await untilEnd(ended);
  if (pid) await endGroup(pid, 2000);
  forget();
  return { code, output, leftovers: [] };
}
