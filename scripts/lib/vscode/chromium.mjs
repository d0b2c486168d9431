// Finds, installs and launches the Chromium of the tests and of the demo's checks.
// Knows nothing about VS Code.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { isExecutable, onPath } from '../system/executables.mjs';
import { childEnvironment, run } from '../system/processes.mjs';
import { borrowBrowser } from './sharedBrowser.mjs';

const windows = process.platform === 'win32';
const isRoot = process.getuid?.() === 0;
const byHand = 'Install Chromium or Chrome, or set PARLEY_CHROMIUM to the path of its executable.';
/** The first has no window of its own, so it takes a seventh less processor time than the others, for the same engine. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];

/** @typedef {import('playwright-core').Browser} Browser */

/**
 * Launches a headless Chromium without services that use the network. The caller closes it.
 * @param {import('playwright-core').LaunchOptions} [options]
 * @returns {Promise<Browser>}
 */
export async function launchChromium(options = {}) {
  return Object.keys(options).length > 0 ? launch(options) : borrowBrowser(() => launch({}));
}

/**
 * Launches a browser for pages in which nothing moves by itself: a frame follows the one before at once, so that waiting for a frame takes no time.
 * A page with something that moves, as VS Code, would take a whole processor.
 * @param {readonly string[]} [more] flags of Chromium
 * @returns {Promise<Browser>}
 */
export async function launchForStillPages(more = []) {
  return borrowBrowser(() => launch({ args: ['--disable-frame-rate-limit', '--disable-gpu-vsync', ...more] }));
}

/** @param {import('playwright-core').LaunchOptions} options @returns {Promise<Browser>} */
async function launch({ args = [], ...options }) {
  return chromium.launch({
    executablePath: await ensureChromium(),
    chromiumSandbox: !isRoot, // Chromium refuses to run as root with its sandbox
    args: [...quietFlags, ...args],
    ...options,
  });
}

const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The path of a Chromium; installs Debian's when there is none and we may.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  return findChromium() ?? (installing ??= install());
}

/** @type {Promise<string> | undefined} */
let installing;

async function install() {
  if (!isRoot || !onPath('apt-get')) throw new Error(byHand);
  process.stderr.write('Installing Chromium…\n');
  const env = childEnvironment({ DEBIAN_FRONTEND: 'noninteractive' });
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], { env });
  } catch (error) {
    throw new Error(byHand, { cause: error });
  }
  const installed = findChromium();
  if (!installed) throw new Error(byHand);
  return installed;
}

/** @returns {string | undefined} */
export function findChromium() {
  const chosen = process.env['PARLEY_CHROMIUM'];
  if (chosen) return chosen;
  return names.map(name => onPath(windows ? `${name}.exe` : name)).find(path => path !== undefined) ?? usualPlaces().find(isExecutable);
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (!windows) return [];
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(name => process.env[name] ?? []);
  const programs = [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ];
  return roots.flatMap(root => programs.map(program => join(root, program)));
}
