// The product as a person has it: the VSIX in a real VS Code, the real CLI, a scripted Messages API. Knows where things
// are on screen by role and name only.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { killMarked, processesMarked } from '../../scripts/lib/system/processes.mjs';
import type { Replies, ScriptedApi, Step } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { packedVsix } from '../../scripts/lib/pack/vsix.mjs';
import { dropProfile, ensureWorkbench, makeProfile, profileMark, startServer, writeSettings } from '../../scripts/lib/vscode/workbench.mjs';
import { focusArrived } from './focusArrived.js';
import { eventually } from '../webview/harness.js';
import { endsOf } from './hostLog.js';
import { installedClaudes } from './claudes.js';
import { startCompanion } from './companion.js';
import { commandTitled } from './manifest.js';
import { pickRow } from './quickPick.js';
import { removeFolder } from './removeFolder.js';

/** The frames of the view, and of a chat in an editor tab. VS Code marks the view's own, but only until it is hidden. */
const parleyFrame = 'iframe.webview.ready[src*="extensionId=parley.parley"]';
const markedFrame = `${parleyFrame}[src*="purpose=webviewView"]`;
export const viewFrame = `${markedFrame}, body:not(:has(${markedFrame})) ${parleyFrame}`;
export const tabFrame = `${parleyFrame}:not([src*="purpose=webviewView"])`;

/** What the folder that is open holds. */
export const fixtureFolder = 'test/fixtures/workspace';

/** The word in the command line of a window's process. */
const extensionHost = '--type=extensionHost';

export interface Parley {
  /** The home folder of the CLI. */
  readonly home: string;
  readonly api: ScriptedApi;
  readonly page: Page;
  /** Absolute path of the open folder; empty without one. */
  readonly folder: string;
  /** Absolute path of what VS Code keeps for its person: all storage, settings, logs. */
  readonly userData: string;
  /** The setting `parley.claude.environment` that the window was opened with. */
  readonly environment: Readonly<Record<string, string>>;
  /** The view's own document. */
  readonly view: FrameLocator;
  /** The document of the webview in an editor tab. */
  readonly tab: FrameLocator;
  readonly card: (index?: number) => Locator;
  readonly log: Locator;
  send(prompt: string): Promise<void>;
  /** The texts of `tool_result`s as the model read them, by the request that brought them. */
  toolResults(): { readonly isError: boolean; readonly text: string }[];
  openView(): Promise<void>;
  /** Shows another one in its place. */
  hideView(): Promise<void>;
  /** Moves the view by its menu, which offers the second way only where it has been moved. */
  moveView(...way: readonly ['Move To', 'Secondary Side Bar'] | readonly ['Reset Location']): Promise<void>;
  /** A fresh chat in the same window. */
  newChat(): Promise<void>;
  /** Shows the chat that began with `prompt`. */
  goTo(prompt: string): Promise<void>;
  /** The process ids of the CLIs that run, and of what they have started. */
  claudes(): readonly number[];
  /** Resolves once no CLI runs, or none of these. */
  claudeGone(ids?: readonly number[]): Promise<void>;
  /** SIGKILL for the CLI and all it has started. */
  killClaude(): void;
  /** Resolves once the journal of the chat in which `prompt` was sent contains `part` on the disk. */
  onDisk(prompt: string, part: string): Promise<void>;
  /** Resolves once the CLI's transcript of the chat with this prompt contains `part`, which a CLI writes some 0.1 s after it has told it. */
  inTranscript(prompt: string, part: string): Promise<void>;
  /** Resolves when the open window has them. */
  changeSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** The window ends in its order and comes back. */
  reload(): Promise<void>;
  /** A new window after the end of all of it: the page and the server closed in their order, or everything gone by SIGKILL. */
  restart(how: 'closed' | 'killed'): Promise<void>;
  /**
   * Begins a command; a command that asks the person something ends when the person has answered.
   * @param given a place as `{ file: PATH }`
   */
  run(command: string, ...given: readonly unknown[]): Promise<void>;
  /** `run`, by the title in the Command Palette: `Parley: Show Chats`. */
  runTitled(title: string): Promise<void>;
  /** Picks the first row of this name in the list that is open, or opens a moment later. */
  pick(name: string | RegExp): Promise<void>;
  /** Resolves once an open list has such a row. */
  sees(name: string | RegExp): Promise<void>;
  closeList(): Promise<void>;
  /** Presses a button of a notice or a dialog with these words. */
  press(words: string | RegExp, button: string): Promise<void>;
  /** Resolves with the text of a notice or a dialog with these words, once it is open. */
  told(words: string | RegExp): Promise<string>;
  /** The end of Parley’s log, for a test that fails. */
  logged(): string;
  /**
   * Begins as if the window had just been opened with these options: their script and settings, the fixture's files, no editor. Only in a real VS
   * Code.
   */
  begin(options: ParleyOptions): Promise<void>;
  /** Ends all of it. The command lines of processes that outlived the window: there should be none. */
  stop(): Promise<readonly string[]>;
}

export interface ParleyOptions {
  readonly replies: Replies;
  /** Answers prompts that no reply is for. */
  readonly otherwise?: Step;
  readonly claudePath?: string;
  /** Set only without a window. */
  readonly measuresMemory?: true;
  /** The window's `PATH` has all programs but git. Set only without a window. */
  readonly withoutGit?: true;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly workbench?: 'oldest' | 'newest';
  /** Names of further folders, which lie beside the folder that is open and are roots of the workspace as it is. */
  readonly roots?: readonly string[];
  readonly noFolder?: boolean;
  readonly trust?: boolean;
  readonly browser?: Browser;
}

/** `eventually`, for what is seen at once. */
function eventuallyIs<T>(look: () => T, expected: T): Promise<void> {
  return eventually(() => Promise.resolve(look()), expected);
}

/** The journals of all chats of all work folders, whole. */
function journals(userData: string): readonly string[] {
  const folders = join(userData, 'User', 'globalStorage', 'parley.parley', 'folders');
  if (!existsSync(folders)) return [];
  return readdirSync(folders)
    .map(folder => join(folders, folder, 'chats'))
    .filter(chats => existsSync(chats))
    .flatMap(chats => readdirSync(chats).map(name => join(chats, name)))
    .filter(file => file.endsWith('.journal'))
    .map(file => readOrEmpty(file));
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Its window has replaced or removed the journal since the folder was listed; the next look finds the newer one.
    return '';
  }
}

/** The setting `parley.claude.environment`: the CLI has a home and an API of its own. */
export function environmentOf(home: string, api: ScriptedApi, options: ParleyOptions): Readonly<Record<string, string>> {
  return {
    HOME: home,
    ANTHROPIC_BASE_URL: api.url,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ...options.environment,
  };
}

export function settingsOf(environment: Readonly<Record<string, string>>, options: ParleyOptions): Readonly<Record<string, unknown>> {
  return {
    'parley.claude.path': options.claudePath ?? installedClaudes.newest,
    // A title would be a request more, in every test.
    'parley.chat.titles': false,
    'parley.claude.environment': environment,
    // What a test puts into the folder counts, but where that is in question.
    'parley.claude.projectSettings': 'use',
    // In the narrow side bar the default shows one question at a time, and most tests answer all of a set.
    'parley.questions.layout': 'stacked',
    // A word that VS Code suggests would take the place of what a test types.
    'editor.wordBasedSuggestions': 'off',
    // What a test decides would be told in the chats of the tests behind it, and shown on their cards.
    'parley.memory.decisions': false,
    'parley.memory.productDoc': false,
    ...options.settings,
  };
}

/** Resolves once the journal of the chat in which `prompt` was sent contains `part` on the disk. */
export function journalHas(userData: string, prompt: string, part: string): Promise<void> {
  return eventuallyIs(() => journals(userData).some(journal => journal.includes(prompt) && journal.includes(part)), true);
}

/** The key of the stored chat with this prompt. */
export function storedKeyOf(userData: string, prompt: string): string {
  const journal = journals(userData).find(words => words.includes(prompt));
  return /"key":"([^"]+)"/.exec(journal ?? '')?.[1] ?? '';
}

/** Resolves once a transcript of the CLI with this home folder contains the prompt and `part`. */
export function transcriptHas(home: string, prompt: string, part: string): Promise<void> {
  const projects = join(home, '.claude', 'projects');
  const transcripts = (): readonly string[] =>
    existsSync(projects)
      ? readdirSync(projects, { recursive: true, encoding: 'utf8' })
          .filter(name => name.endsWith('.jsonl'))
          .map(name => readOrEmpty(join(projects, name)))
      : [];
  return eventuallyIs(() => transcripts().some(words => words.includes(prompt) && words.includes(part)), true);
}

/** Milliseconds. Only what will never happen takes so long, also on a busy machine; less than mocha's limit, because this error names the element. */
export const lookLimit = 120_000;

export async function openParley(options: ParleyOptions): Promise<Parley> {
  const api = await startScriptedApi({
    replies: options.replies,
    ...(options.otherwise !== undefined && { otherwise: options.otherwise }),
  });
  const home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  const environment = environmentOf(home, api, options);
  let settings = settingsOf(environment, options);
  const workbench = await ensureWorkbench(options.workbench ?? 'newest');
  const profile = await makeProfile(workbench, {
    vsix: [packedVsix],
    workspace: fixtureFolder,
    ...(options.roots !== undefined && { roots: options.roots }),
    noFolder: options.noFolder ?? false,
    trust: options.trust ?? false,
    settings,
  });
  const companion = await startCompanion(profile.builtIns ?? '', profile.folder);
  const start = (port?: number) => startServer(profile, { env: companion.environment, port });
  let server = await start();
  const browser = options.browser ?? (await launchChromium());
  // Without a GPU, a fifth of the processor time went into pictures of the turning signs of the view and of VS Code.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(lookLimit);
  const openPage = async (): Promise<{ readonly page: Page; readonly view: FrameLocator }> => {
    const page = await context.newPage();
    await page.goto(server.url, { waitUntil: 'domcontentloaded' });
    return { page, view: page.frameLocator(viewFrame).frameLocator('#active-frame') };
  };
  let { page, view } = await openPage();
  const openView = async (): Promise<void> => {
    const tab = page.getByRole('tab', { name: 'Parley' }).first();
    const composer = view.getByRole('textbox', { name: 'Message Claude' });
    // A window that comes back opens by itself what was open; a click before that would close it again.
    await page.waitForFunction(() => performance.getEntriesByName('code/didStartWorkbench').length > 0);
    for (let attempt = 1; ; attempt++) {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      const isThere = await composer.waitFor({ timeout: 30_000 }).then(
        () => true,
        () => false,
      );
      // The composer of a chat in an editor tab is taken for that of a view that is not open.
      if (isThere && (await tab.getAttribute('aria-selected')) === 'true') return;
      if (attempt === 7) throw new Error('The view did not open.');
    }
  };
  const claudes = (): readonly number[] => processesMarked('HOME', home).map(({ pid }) => pid);
  const claudeGone = (ids?: readonly number[]): Promise<void> => eventuallyIs(() => claudes().some(id => ids?.includes(id) ?? true), false);
  const windowGone = async (): Promise<void> => {
    await claudeGone();
    await eventuallyIs(() => processesMarked(profileMark, profile.folder).some(({ command }) => command.includes(extensionHost)), false);
  };
  const parley: Parley = {
    api,
    get page() {
      return page;
    },
    get view() {
      return view;
    },
    get tab() {
      return page.frameLocator(tabFrame).frameLocator('#active-frame');
    },
    environment,
    home,
    folder: profile.workspace ?? '',
    userData: profile.userData,
    get log() {
      return view.getByRole('log', { name: 'Conversation' });
    },
    card: (index = 0) => view.getByRole('form', { name: 'Claude asks' }).nth(index),
    async send(prompt) {
      await view.getByRole('textbox', { name: 'Message Claude' }).fill(prompt);
      await view.getByRole('button', { name: 'Send', exact: true }).click();
    },
    toolResults: () =>
      api.requests
        .filter(request => !request.side)
        .at(-1)
        ?.toolResults.map(({ isError, text }) => ({ isError, text })) ?? [],
    openView,
    async hideView() {
      const another = page.getByRole('tab', { name: /^Explorer/ }).first();
      await another.click();
      await page.locator(viewFrame).waitFor({ state: 'detached' });
    },
    async moveView(...way) {
      await page.getByRole('tab', { name: 'Parley' }).first().click({ button: 'right' });
      const items = way.map(name => page.getByRole('menuitem', { name, exact: true }));
      for (const item of items) {
        // A menu that has just been opened takes keys, and no clicks yet.
        await item.hover();
        await page.keyboard.press(item === items.at(-1) ? 'Enter' : 'ArrowRight');
      }
      await items[0]?.waitFor({ state: 'detached' });
      await openView();
    },
    async newChat() {
      const box = view.getByRole('textbox', { name: 'Message Claude' });
      // An empty chat that is shown stays: what a test writes before the command arrives would make it a chat, and the command another.
      if ((await view.getByText('Try one of these').isVisible()) && (await box.inputValue()) === '') return;
      // VS Code puts the key of a command behind its name.
      await page
        .getByRole('button', { name: /^New Chat \(/ })
        .first()
        .click();
      await view.getByText('Try one of these').waitFor();
      await focusArrived(page, view);
    },
    async goTo(prompt) {
      await page.getByRole('button', { name: 'Show Chats' }).click();
      await pickRow(page, new RegExp(prompt));
      await parley.log.getByText(prompt).waitFor();
      await focusArrived(page, view);
    },
    claudes,
    claudeGone,
    killClaude() {
      if (killMarked('HOME', home).length === 0) throw new Error('no CLI is running');
    },
    onDisk: (prompt, part) => journalHas(profile.userData, prompt, part),
    inTranscript: (prompt, part) => transcriptHas(home, prompt, part),
    async begin(next) {
      api.play({ replies: next.replies, otherwise: next.otherwise });
      // Only what has a file: a test that leaves an editor without one has left a question to the person.
      await companion.run('workbench.action.files.saveFiles');
      await companion.run('workbench.action.closeAllEditors');
      for (const name of readdirSync(parley.folder)) rmSync(join(parley.folder, name), { recursive: true });
      cpSync(fixtureFolder, parley.folder, { recursive: true });
      const wanted = settingsOf(environmentOf(home, api, next), next);
      const gone = Object.keys(settings).filter(id => !(id in wanted));
      await parley.changeSettings({ ...Object.fromEntries(gone.map(id => [id, undefined])), ...wanted });
    },
    async changeSettings(more) {
      settings = { ...settings, ...more };
      // The title comes out of the same file, and shows that it has been read.
      const title = JSON.stringify(more);
      writeSettings(join(profile.userData, 'Machine/settings.json'), { ...more, 'window.title': title });
      await eventually(() => page.title(), title);
    },
    async reload() {
      await page.reload({ waitUntil: 'domcontentloaded' });
      await openView();
    },
    run: (command, ...given) => companion.begin(command, ...given),
    runTitled: title => companion.begin(commandTitled(title)),
    pick: name => pickRow(page, name),
    sees: name => page.getByRole('option', { name }).first().waitFor(),
    closeList: () => page.keyboard.press('Escape'),
    press: (words, button) =>
      page.getByRole('dialog').filter({ hasText: words }).getByRole('button', { name: button, exact: true }).click(),
    told: words => page.getByRole('dialog').filter({ hasText: words }).first().innerText(),
    logged: () => endsOf('Parley.log', join(profile.userData, 'logs')),
    async restart(how) {
      const { port } = server;
      if (how === 'killed') killMarked(profileMark, profile.folder);
      // As a person leaves: the page says so, and the window ends in its order.
      else await page.goto('about:blank').then(() => windowGone());
      await page.close();
      await server.stop();
      server = await start(port);
      ({ page, view } = await openPage());
      await openView();
    },
    async stop() {
      await context.close();
      const { leftovers } = await server.stop();
      if (options.browser === undefined) await browser.close();
      companion.close();
      await api.close();
      dropProfile(profile);
      await removeFolder(home);
      return leftovers;
    },
  };
  try {
    await openView();
  } catch (error) {
    await parley.stop();
    throw error;
  }
  return parley;
}
