// npm start: Parley, built, packed and installed into a real VS Code with a profile of its own, beside a small sample project.
// usage: npm start -- [--live] [--port N] [--no-open]      --port and --no-open: in a browser, also where there is a desktop VS Code
// Without --live the real Claude CLI talks to a scripted API, without network or cost. With --live it is your Claude.
// Import only Node's own modules, and modules that need no others, before the packages are installed.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, claim } from './lib/system/cache.mjs';
import { ensureDependencies } from './lib/system/dependencies.mjs';
import { exitOnSignals, untilSignal } from './lib/system/processes.mjs';

const root = join(import.meta.dirname, '..');
/** The same port each time, where it is free, because a browser stores the window's data by address. */
const usualPort = 8137;

const { values: flags } = parseArgs({
  options: { live: { type: 'boolean', default: false }, port: { type: 'string' }, 'no-open': { type: 'boolean', default: false } },
});

exitOnSignals(name => console.log(`${name}: everything has ended.`));
try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(0);

async function start() {
  const folder = join(cacheFolder(), flags.live ? 'start-live' : 'start-demo');
  if (!claim(folder)) throw new Error('npm start is running already: end that one first (Ctrl+C).');
  const port = await choosePort();
  ensureDependencies();
  console.log('Packing Parley…');
  // In this process, because a script between could not end what it has started when it is killed.
  await (await import('./lib/pack/vsix.mjs')).packVsix();

  const workspace = sampleProject(folder);
  const demo = flags.live ? undefined : await startDemo(folder, workspace);
  const editor = await openEditor(folder, workspace, port, { 'workbench.startupEditor': 'none', ...demo?.settings });
  console.log(`${flags.live ? 'Your own Claude, in a sample project' : 'The demo'}: ${editor.where}`);
  console.log('Parley opens beside a page that says what to try. Ctrl+C here ends all of it.');

  const reason = await Promise.race([untilSignal(), editor.ended.then(() => 'VS Code was closed')]);
  console.log(`${reason}: ending VS Code and everything that runs in it…`);
  await editor.stop();
  await demo?.close();
  console.log('Everything has ended.');
}

/** The demo starts with a fresh project; changes by a real Claude stay. @param {string} folder */
function sampleProject(folder) {
  const workspace = join(folder, 'jotter');
  if (!flags.live) rmSync(workspace, { recursive: true, force: true });
  if (!existsSync(workspace)) cpSync(join(root, 'test/fixtures/workspace'), workspace, { recursive: true });
  return workspace;
}

/** @param {string} folder @param {string} workspace @returns {Promise<{ settings: Record<string, unknown>, close: () => Promise<void> }>} */
async function startDemo(folder, workspace) {
  const { startScriptedApi } = await import('./lib/api/scriptedApi.mjs');
  const { demoOtherwise, demoPace, demoReplies, demoTitle } = await import('./lib/demo/demoReplies.mjs');
  const { claudeCommand } = await import('./lib/record/recordedClaude.mjs');
  const { writeDemoPage } = await import('./lib/demo/demoGuide.mjs');
  writeDemoPage(workspace);
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const api = await startScriptedApi({ replies: demoReplies, otherwise: demoOtherwise, titleOf: demoTitle, ...demoPace });
  const settings = {
    'parley.claude.path': claudeCommand('newest').command,
    'parley.claude.environment': {
      HOME: home,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'demo',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  };
  return { settings, close: () => api.close() };
}

/**
 * Opens the person's desktop VS Code where there is one, else a VS Code in a browser.
 * @param {string} folder
 * @param {string} workspace
 * @param {number | undefined} port
 * @param {Record<string, unknown>} settings
 * @returns {Promise<{ where: string, ended: Promise<void>, stop: () => Promise<unknown> }>}
 */
async function openEditor(folder, workspace, port, settings) {
  const { findDesktopCode, hasDisplay, openDesktop } = await import('./lib/vscode/desktopCode.mjs');
  const { packGuide } = await import('./lib/demo/demoGuide.mjs');
  // The guide last: it opens what the other brings.
  const vsix = [join(root, 'out/parley.vsix'), await packGuide()];
  const code = flags['no-open'] || flags.port !== undefined ? undefined : findDesktopCode();
  if (code)
    return {
      where: 'in a new VS Code window',
      ...(await openDesktop(code, { folder: join(folder, 'desktop'), workspace, vsix, settings })),
    };

  const { ensureWorkbench, makeProfile, startServer } = await import('./lib/vscode/workbench.mjs');
  const workbench = await ensureWorkbench('newest');
  const profile = await makeProfile(workbench, { folder: join(folder, 'browser'), openFolder: workspace, vsix, settings });
  const env = flags.live ? { XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] } : {}; // your Claude's tools find their configuration
  const server = await startServer(profile, { env, port });
  if (hasDisplay() && !flags['no-open']) openInBrowser(server.url);
  return { where: server.url, ended: server.ended, stop: server.stop };
}

async function choosePort() {
  if (flags.port === undefined) return (await isFree(usualPort)) ? usualPort : undefined;
  const port = Number(flags.port);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new Error(`--port takes a number from 1 to 65535, not ${flags.port}.`);
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use.`);
  return port;
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise(resolve => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** @param {string} url */
function openInBrowser(url) {
  const opener = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [url], { stdio: 'ignore', detached: true });
  opener.on('error', () => {}); // the address is printed anyway
  opener.unref();
}
