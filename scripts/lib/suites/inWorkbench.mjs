// Owns: one test run in the extension host of a code-server, whose page is open in a headless browser. Judges nothing.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import { dropProfile, makeProfile, startServer } from '../vscode/workbench.mjs';

/** What the workbench itself prints in every run. */
const noise = new RegExp(
  [
    '\\[(Service Worker|AgentHost|AccountPolicyGate|reconnection-grace-time|lifecycle)',
    '^Creating a socket',
    '^Resolv(ing|ed) connection token',
    'builtin extensions',
    '^(Extension host \\(|Started local extension host)',
    'not a web extension',
    '^ChatSessionStore',
    'vsda',
  ].join('|'),
);
const longestEntry = 12; // lines

/**
 * @param {import('../vscode/workbench.mjs').Workbench} workbench
 * @param {import('playwright-core').Browser} browser
 * @param {import('./inHost.mjs').HostJob} job
 * @returns {Promise<import('./inHost.mjs').HostRun>}
 */
export async function runInWorkbench(workbench, browser, job) {
  const { scenario, vsix } = job;
  const profile = await makeProfile(workbench, { ...scenario, vsix });
  try {
    const server = await startServer(profile, { env: { ...personalEnvironment(join(profile.folder, 'home')), ...job.env } });
    // Its own storage, because globalState and secrets live in it. No motion, because each frame of it takes processor time.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    let run;
    try {
      run = await runPage(await context.newPage(), server, job);
    } finally {
      await context.close();
      const { leftovers } = await server.stop();
      run?.leftovers.push(...leftovers);
    }
    return run;
  } finally {
    dropProfile(profile);
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('../vscode/workbench.mjs').Server} server
 * @param {import('./inHost.mjs').HostJob} job
 * @returns {Promise<import('./inHost.mjs').HostRun>}
 */
async function runPage(page, server, { scenario, extensions, tests, untilEnd, picture }) {
  /** @type {string[]} */
  const output = [];
  let listening = true; // until the end: the workbench complains at length about the server which then goes away
  /** @type {(code: number | string) => void} */
  let end = () => {};
  /** @type {Promise<number | string>} */
  const ended = new Promise(resolve => (end = resolve));
  page.once('crash', () => end('the page crashed'));
  void server.ended.then(() => end('the server ended'));
  // The workbench calls these two where a page has them; VS Code's own browser tests are run this way.
  await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => end(code));
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
    const line = format(...args.filter(part => part !== undefined)); // the first one may be a printf format, as mocha writes it
    if (listening && !noise.test(line)) output.push(line.split('\n').slice(0, longestEntry).join('\n'));
  });
  await page.addInitScript(addDevelopmentOptions, { authority: new URL(server.origin).host, extensions, tests });
  // Without a limit of its own, because `untilEnd` has one for the start.
  page.goto(server.url, { waitUntil: 'domcontentloaded', timeout: 0 }).catch((/** @type {unknown} */ error) => end(String(error)));
  // No command presses it. The page may end before a test wants that.
  if (scenario.trust)
    void page
      .getByRole('button', { name: 'Trust', exact: true })
      .click({ timeout: 0 })
      .catch(() => {});
  const code = await untilEnd(ended);
  listening = false;
  if (code !== 0) {
    mkdirSync(dirname(picture), { recursive: true });
    await page.screenshot({ path: picture }).catch(() => {});
  }
  return { code, output, leftovers: [] };
}

/**
 * Runs in the page. Neither a query parameter nor a server flag tells every version of the workbench to run tests, but its configuration,
 * a `<meta>` element, does. An observer sees that element before the next script does. (Rewriting the page on its way is no substitute:
 * Chromium then refuses the page's WebSockets to this machine.)
 * @param {{ authority: string, extensions: readonly string[], tests: string }} paths
 */
function addDevelopmentOptions({ authority, extensions, tests }) {
  if (window !== window.top) return;
  const uri = (/** @type {string} */ path) => ({ scheme: 'vscode-remote', authority, path });
  const observer = new MutationObserver(() => {
    const element = document.getElementById('vscode-workbench-web-configuration');
    if (!element) return;
    observer.disconnect();
    /** @type {unknown} */
    const settings = JSON.parse(element.getAttribute('data-settings') ?? '{}');
    const configuration = /** @type {{ developmentOptions?: object }} */ (settings);
    configuration.developmentOptions = {
      ...configuration.developmentOptions,
      extensions: extensions.map(path => uri(path)),
      extensionTestsPath: uri(tests),
    };
    element.setAttribute('data-settings', JSON.stringify(configuration));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Tests see neither the person's files nor the person's Claude. @param {string} home */
function personalEnvironment(home) {
  mkdirSync(home, { recursive: true });
  /** @type {Record<string, string | undefined>} */
  const environment = { HOME: home };
  for (const name of Object.keys(process.env)) {
    if (/^(ANTHROPIC_|CLAUDE_)/.test(name)) environment[name] = undefined;
  }
  return environment;
}
