// The product as a person has it: the VSIX in a real VS Code, the real CLI, a scripted Messages API. Knows where things
// are on screen by role and name only.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { killMarked, processesMarked } from '../../scripts/lib/processes.mjs';
import type { Replies, ScriptedApi, Step } from '../../scripts/lib/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/scriptedApi.mjs';
import { packedVsix } from '../../scripts/lib/vsix.mjs';
import { dropProfile, ensureWorkbench, makeProfile, profileMark, startServer } from '../../scripts/lib/workbench.mjs';
import { eventually } from '../webview/harness.js';

const { resolve } = createRequire(import.meta.url);

/** The pinned CLI, and the oldest one we support. */
export const claudePaths = {
  newest: join(dirname(resolve(`@anthropic-ai/claude-code-${process.platform}-${process.arch}/package.json`)), 'claude'),
  oldest: join(dirname(resolve('claude-code-oldest/package.json')), 'cli.js'),
};

/** The frames of the view, and of a chat in an editor tab. */
const parleyFrame = 'iframe.webview.ready[src*="extensionId=parley.parley"]';
export const viewFrame = `${parleyFrame}[src*="purpose=webviewView"]`;
export const tabFrame = `${parleyFrame}:not([src*="purpose=webviewView"])`;

export interface Parley {
  readonly api: ScriptedApi;
  readonly page: Page;
  /** The view's own document. */
  readonly view: FrameLocator;
  readonly card: (index?: number) => Locator;
  readonly log: Locator;
  send(prompt: string): Promise<void>;
  /** The texts of `tool_result`s as the model read them, by the request that brought them. */
  toolResults(): { readonly isError: boolean; readonly text: string }[];
  openView(): Promise<void>;
  /** A fresh chat in the same window. */
  newChat(): Promise<void>;
  /** Resolves once no CLI runs. */
  claudeGone(): Promise<void>;
  /** SIGKILL for the CLI and all it has started. */
  killClaude(): void;
  /** What lies on the disk for the next window, as it is written; empty before that. */
  kept(): string;
  /** A new window after the end of all of it: the page and the server closed in their order, or everything gone by SIGKILL. */
  restart(how: 'closed' | 'killed'): Promise<void>;
  /** Ends all of it. The command lines of processes that outlived the window: there should be none. */
  stop(): Promise<readonly string[]>;
}

export interface ParleyOptions {
  readonly replies: Replies;
  /** Answers prompts that no reply is for. */
  readonly otherwise?: Step;
  readonly claudePath?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly workbench?: 'oldest' | 'newest';
  readonly noFolder?: boolean;
  readonly trust?: boolean;
  readonly browser?: Browser;
}

export async function openParley(options: ParleyOptions): Promise<Parley> {
  const api = await startScriptedApi({
    replies: options.replies,
    ...(options.otherwise !== undefined && { otherwise: options.otherwise }),
  });
  const home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  const workbench = await ensureWorkbench(options.workbench ?? 'newest');
  const profile = await makeProfile(workbench, {
    vsix: [packedVsix],
    workspace: 'test/fixtures/workspace',
    noFolder: options.noFolder ?? false,
    trust: options.trust ?? false,
    settings: {
      'parley.claude.path': options.claudePath ?? claudePaths.newest,
      'parley.claude.environment': {
        HOME: home,
        ANTHROPIC_BASE_URL: api.url,
        ANTHROPIC_API_KEY: 'scripted',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        ...options.environment,
      },
      ...options.settings,
    },
  });
  let server = await startServer(profile);
  const browser = options.browser ?? (await launchChromium());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(30_000);
  const openPage = async (): Promise<{ readonly page: Page; readonly view: FrameLocator }> => {
    const page = await context.newPage();
    await page.goto(server.url, { waitUntil: 'domcontentloaded' });
    return { page, view: page.frameLocator(viewFrame).frameLocator('#active-frame') };
  };
  let { page, view } = await openPage();
  const openView = async (): Promise<void> => {
    const tab = page.getByRole('tab', { name: 'Parley' }).first();
    const composer = view.getByRole('textbox', { name: 'Message Claude' });
    await tab.waitFor();
    // A window that comes back opens it by itself, at any moment; a click on the open one would close it.
    for (let attempt = 1; ; attempt++) {
      if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      const isThere = await composer.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (isThere) return;
      if (attempt === 3) throw new Error('The view did not open.');
    }
  };
  const claudeGone = (): Promise<void> => eventually(() => Promise.resolve(processesMarked('HOME', home).length), 0);
  await openView();
  return {
    api,
    get page() {
      return page;
    },
    get view() {
      return view;
    },
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
    async newChat() {
      await view.getByRole('button', { name: 'New chat' }).click();
      await view.getByText('Try one of these').waitFor();
    },
    claudeGone,
    killClaude() {
      const found = processesMarked('HOME', home);
      if (found.length === 0) throw new Error('no CLI is running');
      for (const { pid } of found) process.kill(pid, 'SIGKILL');
    },
    kept() {
      const folder = join(profile.userData, 'User', 'globalStorage', 'parley.parley', 'folders');
      if (!existsSync(folder)) return '';
      return readdirSync(folder)
        .map(workspace => join(folder, workspace, 'sessions'))
        .flatMap(sessions =>
          readdirSync(sessions)
            .filter(name => name.endsWith('.json'))
            .map(name => join(sessions, name)),
        )
        .map(file => readFileSync(file, 'utf8'))
        .join('');
    },
    async restart(how) {
      const { port } = server;
      if (how === 'killed') killMarked(profileMark, profile.folder);
      // As a person leaves: the page says so, and the window ends in its order.
      else await page.goto('about:blank').then(() => claudeGone());
      await page.close();
      await server.stop();
      server = await startServer(profile, { port });
      ({ page, view } = await openPage());
      await openView();
    },
    async stop() {
      await context.close();
      const { leftovers } = await server.stop();
      if (options.browser === undefined) await browser.close();
      await api.close();
      dropProfile(profile);
      rmSync(home, { recursive: true, force: true });
      return leftovers;
    },
  };
}
