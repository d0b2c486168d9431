// Owns: the product without a window: the extension as it ships in a Node process, its page in a real Chromium, the real CLI, a scripted
// Messages API. For everything in which no part of the workbench is in question; the same interface as in a real VS Code (parley.ts).
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { startScriptedApi } from '../../../scripts/lib/api/scriptedApi.mjs';
import { launchChromium } from '../../../scripts/lib/vscode/chromium.mjs';
import { killMarked, processesMarked } from '../../../scripts/lib/system/processes.mjs';
import { profileMark } from '../../../scripts/lib/vscode/workbench.mjs';
import type { Cli } from '../tier.js';
import { claudePaths } from '../claudes.js';
import { commandTitled } from '../manifest.js';
import type { Parley, ParleyOptions } from '../parley.js';
import { endsOf } from '../hostLog.js';
import { environmentOf, fixtureFolder, journalHas, storedKeyOf, lookLimit, settingsOf, transcriptHas } from '../parley.js';
import type { Host } from './host.js';
import { startHost } from './host.js';
import type { FromHost, Words } from './messages.js';
import { servePages } from './pageServer.js';
import { pathWithoutGit } from '../pathWithoutGit.js';
import { removeFolder } from '../removeFolder.js';

export interface Windowless extends Parley {
  /** The key of the stored chat with this prompt. */
  storedKey(prompt: string): string;
  /** The web pages and programs that were opened outside. */
  readonly opened: readonly string[];
  /**
   * The turn has ended, and the next one is in the same chat and session: `log` and `card` show from now on what comes behind, until the chat
   * or the window is another.
   */
  goOn(): Promise<void>;
  /** Chats begin with this CLI; where they began with another one, in a new chat, because a chat keeps its CLI. */
  useCli(cli: Cli): Promise<void>;
  /** Resolves when nothing is left to write or to paint for what has happened so far. */
  idle(): Promise<void>;
  /** Moves the extension's clock; what was due has happened. */
  advance(milliseconds: number): Promise<void>;
  /** The person goes to another program, or comes back. */
  setFocused(focused: boolean): Promise<void>;
  /** The words of all rows of the list that has, or comes to have, such a row. */
  rows(name: string | RegExp): Promise<readonly string[]>;
  /** Presses the button. Without a button the message is closed, as by Escape. */
  press(words: string | RegExp, button: string | undefined): Promise<void>;
  /** Megabytes of the extension's process over the same process before the extension was loaded; only where the options measure memory. */
  memory(): Promise<{ readonly heap: number; readonly resident: number }>;
  /** Types into the list that is open, or opens a moment later. */
  typeInList(words: string): Promise<void>;
  /** What the next dialog for files gives; without paths it is closed. */
  choose(...paths: readonly string[]): Promise<void>;
  /** The window ends in its order, and does not come back by itself. */
  leave(): Promise<void>;
  /** Another window on the same folder, of the same person. */
  another(): Promise<Windowless>;
}

function wordsOf(name: string | RegExp): Words {
  return typeof name === 'string'
    ? { source: name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags: '' }
    : { source: name.source, flags: name.flags };
}

/** A person: the home folder of the CLI, what VS Code keeps, the folder that is open. */
interface Place {
  readonly home: string;
  readonly profile: string;
  readonly folder: string;
  readonly userData: string;
  readonly roots: readonly string[];
}

function makePlace(options: ParleyOptions): Place {
  const profile = mkdtempSync(join(tmpdir(), 'parley-')); // a short name: a Unix socket lies in it
  const folder = join(profile, 'workspace');
  const userData = join(profile, 'user');
  const roots = (options.roots ?? []).map(name => join(profile, name));
  for (const made of [userData, ...roots]) mkdirSync(made);
  cpSync(fixtureFolder, folder, { recursive: true });
  return { home: mkdtempSync(join(tmpdir(), 'parley-home-')), profile, folder, userData, roots };
}

export async function openWindowless(options: ParleyOptions): Promise<Windowless> {
  const api = await startScriptedApi({
    replies: options.replies,
    ...(options.otherwise !== undefined && { otherwise: options.otherwise }),
  });
  const place = makePlace(options);
  const close = async (): Promise<readonly string[]> => {
    const leftovers = killMarked(profileMark, place.profile);
    await api.close();
    for (const made of [place.profile, place.home]) await removeFolder(made);
    return leftovers;
  };
  return openIn(place, api, options, close);
}

async function openIn(
  place: Place,
  api: Parley['api'],
  options: ParleyOptions,
  close: () => Promise<readonly string[]>,
): Promise<Windowless> {
  const { home, profile, folder, userData, roots } = place;
  const environment = environmentOf(home, api, options);
  let settings = settingsOf(environment, options);
  const opened: string[] = [];
  let host: Host | undefined;
  const pages = await servePages(({ webview, message }) => {
    // What a page says to a window that has ended reaches nobody.
    void host?.tell({ type: 'received', webview, message }).catch(() => undefined);
  });
  const heard = (message: FromHost): void => {
    if (message.type === 'opened') opened.push(message.url);
    else if (message.type === 'html') {
      pages.setHtml(message.webview, message.html);
      pages.tell({ type: 'html', webview: message.webview, place: message.place });
    } else pages.tell(message);
  };
  const start = (): Promise<Host> =>
    startHost(
      {
        extension: resolve('.'),
        origin: pages.origin,
        settings,
        userData,
        log: join(profile, 'parley.log'),
        folders: options.noFolder === true ? [] : [folder, ...roots],
        isTrusted: options.trust !== true,
        ...(options.measuresMemory === true && { measuresMemory: true }),
        ...(options.withoutGit === true && { path: pathWithoutGit(profile) }),
      },
      profile,
      heard,
    );
  const ends: (() => Promise<unknown>)[] = [];
  const others = new Set<Windowless>();
  const browser = options.browser ?? (await launchChromium());
  if (options.browser === undefined) ends.push(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(lookLimit);
  const page = await context.newPage();
  await page.goto(pages.origin);
  await pages.listening;
  const view: FrameLocator = page.frameLocator('iframe.parley.view');
  const running = (): Host => {
    if (host === undefined) throw new Error('No window is open.');
    return host;
  };
  /** What the pages have said is with the extension, as VS Code delivers it before a page goes. */
  const arrived = (): Promise<unknown> => page.evaluate('parleySettled(0)');
  const openView = async (): Promise<void> => {
    await running().tell({ type: 'show', state: await page.evaluate('parleyState()') });
    await view.getByRole('textbox', { name: 'Message Claude' }).waitFor();
  };
  const end = async (how: 'closed' | 'killed'): Promise<void> => {
    seen = [];
    if (how === 'closed' && host !== undefined) await arrived();
    await host?.end(how);
    await host?.gone();
    host = undefined;
    pages.tell({ type: 'none' });
  };
  const wholeLog = () => view.getByRole('log', { name: 'Conversation' });
  /** Rows at which the test does not look any more. A row that is scrolled out of sight is not in the page, so it takes all of them. */
  let seen: readonly string[] = [];
  const log = () => (seen.length === 0 ? wholeLog() : wholeLog().locator(`.row:not(${seen.map(id => `[data-item="${id}"]`).join(', ')})`));
  const settle = async (): Promise<void> => {
    for (let [before, posted] = [-1, 0]; before !== posted;) {
      before = posted;
      posted = Number(await running().tell({ type: 'quiet' }));
      await page.evaluate(`parleySettled(${posted})`);
    }
  };
  const claudes = (): readonly number[] => processesMarked('HOME', home).map(({ pid }) => pid);
  const parley: Windowless = {
    api,
    environment,
    home,
    folder,
    userData,
    page,
    view,
    tab: page.frameLocator('iframe.parley.tab'),
    opened,
    get log() {
      return log();
    },
    card: (index = 0) => log().getByRole('form', { name: 'Claude asks' }).nth(index),
    async send(prompt) {
      await view.getByRole('textbox', { name: 'Message Claude' }).fill(prompt);
      await view.getByRole('button', { name: 'Send', exact: true }).click();
    },
    toolResults: () => api.requests.findLast(({ side }) => !side)?.toolResults.map(({ isError, text }) => ({ isError, text })) ?? [],
    openView,
    async hideView() {
      await arrived();
      await running().tell({ type: 'hide' });
      await page.locator('iframe.parley.view').waitFor({ state: 'detached' });
    },
    moveView: () => Promise.reject(new Error('Only a real VS Code moves a view.')),
    async goOn() {
      await view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
      await settle();
      const rows = await wholeLog()
        .locator('.row')
        .evaluateAll(all => all.map(row => row.getAttribute('data-item') ?? ''));
      seen = [...new Set([...seen, ...rows])];
    },
    async useCli(cli) {
      const path = claudePaths[cli];
      if (settings['parley.claude.path'] === path) return;
      await parley.changeSettings({ 'parley.claude.path': path });
      await parley.newChat();
    },
    async newChat() {
      seen = [];
      const box = view.getByRole('textbox', { name: 'Message Claude' });
      if ((await view.getByText('Try one of these').isVisible()) && (await box.inputValue()) === '') return;
      await parley.run('parley.newChat');
      await view.getByText('Try one of these').waitFor();
    },
    async goTo(prompt) {
      seen = [];
      await parley.run('parley.showChats');
      await parley.pick(prompt);
      await log().getByText(prompt).waitFor();
    },
    claudes,
    async claudeGone(pids) {
      await host?.gone(pids);
    },
    killClaude() {
      const pids = claudes();
      if (pids.length === 0) throw new Error('no CLI is running');
      killMarked('HOME', home);
    },
    onDisk: (prompt, part) => journalHas(userData, prompt, part),
    storedKey: prompt => storedKeyOf(userData, prompt),
    inTranscript: (prompt, part) => transcriptHas(home, prompt, part),
    begin: () => Promise.reject(new Error('A process without a window is opened anew.')),
    async changeSettings(more) {
      settings = { ...settings, ...more };
      await running().tell({ type: 'settings', settings: more });
    },
    async reload() {
      await parley.restart('closed');
    },
    async restart(how) {
      await end(how);
      host = await start();
      await openView();
    },
    async run(command, ...given) {
      await running().tell({ type: 'run', command, given });
    },
    async runTitled(title) {
      await parley.run(commandTitled(title));
    },
    async pick(name) {
      await running().tell({ type: 'pick', name: wordsOf(name) });
    },
    async sees(name) {
      await running().tell({ type: 'sees', name: wordsOf(name) });
    },
    async rows(name) {
      return (await running().tell({ type: 'rows', name: wordsOf(name) })) as readonly string[];
    },
    async closeList() {
      await running().tell({ type: 'closeList' });
    },
    async press(words, button) {
      await running().tell({ type: 'press', name: wordsOf(words), button });
    },
    async told(words) {
      return String(await running().tell({ type: 'told', name: wordsOf(words) }));
    },
    logged: () => endsOf('parley.log', profile),
    memory: async () => (await running().tell({ type: 'memory' })) as { heap: number; resident: number },
    async typeInList(typed) {
      await running().tell({ type: 'typeInList', words: typed });
    },
    async choose(...paths) {
      await running().tell({ type: 'choose', paths });
    },
    idle: settle,
    async advance(milliseconds) {
      await running().tell({ type: 'advance', milliseconds });
    },
    async setFocused(focused) {
      await running().tell({ type: 'focused', focused });
    },
    leave: () => end('closed'),
    async another() {
      const other = await openIn(place, api, { ...options, browser, settings }, () => Promise.resolve([]));
      others.add(other);
      return other;
    },
    async stop() {
      for (const other of others) await other.stop();
      await end('closed');
      await context.close();
      pages.close();
      for (const one of ends) await one();
      return close();
    },
  };
  try {
    host = await start();
    await openView();
  } catch (error) {
    console.log(parley.logged());
    await parley.stop();
    throw error;
  }
  return parley;
}
