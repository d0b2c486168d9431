// Bench `growth`, a real workbench in which chats are kept already, with growthPeer.mjs for the CLI. Owns the profile, its windows
// one after the other, and what their extension host uses; knows nothing of rows.
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { packedVsix } from '../../scripts/lib/pack/vsix.mjs';
import { awaiting } from '../../scripts/lib/suites/benchSteps.mjs';
import { processesMarked } from '../../scripts/lib/system/processes.mjs';
import { dropProfile, ensureWorkbench, makeProfile, profileMark, startServer } from '../../scripts/lib/vscode/workbench.mjs';
import { viewFrame } from '../support/parley.js';
import type { ChatToKeep } from './growthSubject.js';
import { keepChats } from './growthSubject.js';
import { writeConversation } from './growthTranscripts.js';

export interface ChatWanted {
  readonly items: number;
  readonly title: string;
  readonly waits?: boolean;
}

export interface OpenWindow {
  readonly page: Page;
  readonly view: FrameLocator;
  /** Milliseconds from the page's request to the last words of the chat that was shown last. */
  readonly startTime: number;
  /** Milliseconds of processor time that the extension host has taken. */
  cpuMs(): number;
  /** Megabytes that are in use in the extension host, without what is only not collected yet. */
  megabytes(): Promise<number>;
  /** Per cent of a core that Parley's code takes in the extension host, measured for `ms` milliseconds. */
  parleysShare(ms: number): Promise<number>;
  close(): Promise<void>;
}

export interface Workbench {
  /** The chats as they are kept; the first is shown. */
  readonly chats: readonly ChatToKeep[];
  open(): Promise<OpenWindow>;
  /** The time at which the peer noted `what`; milliseconds by the clock that all processes share. */
  notedAt(what: string): number;
  /** Resolves with the same once the peer has noted it. The view loses no time to this wait. */
  noted(what: string): Promise<number>;
  close(): Promise<void>;
}

/** `pieces`: what the peer streams. */
export async function makeWorkbench(browser: Browser, wanted: readonly ChatWanted[], pieces: readonly string[] = []): Promise<Workbench> {
  const profile = await makeProfile(await ensureWorkbench('newest'), { vsix: [packedVsix], workspace: 'test/fixtures/workspace' });
  const { workspace: cwd = '' } = profile;
  const home = join(profile.folder, 'home');
  const log = join(profile.folder, 'growth.log');
  const piecesFile = join(profile.folder, 'pieces.json');
  writeFileSync(piecesFile, JSON.stringify(pieces));
  writeFileSync(log, '');
  const environment = { HOME: home, GROWTH_LOG: log, GROWTH_PIECES: piecesFile };
  const settings = { 'parley.claude.path': resolve('test/bench/growthPeer.mjs'), 'parley.claude.environment': environment };
  const machine = join(profile.userData, 'Machine/settings.json');
  writeFileSync(machine, JSON.stringify(settings));
  const transcripts = join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(transcripts, { recursive: true });
  const chats = wanted.map(({ items, title, waits = false }, number) => ({
    title,
    waits,
    conversation: writeConversation(transcripts, items, { cwd, number, waits }),
  }));
  const [shown] = chats;
  if (shown === undefined) throw new Error('a workbench needs a chat to show');
  await keepChats(join(profile.userData, 'User/globalStorage/parley.parley'), cwd, chats, shown);
  // The browser keeps the layout by the page's origin, so that all windows have the view open that the first one opened.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(120_000);
  let port: number | undefined;
  let stop = (): Promise<unknown> => Promise.resolve();
  return {
    chats,
    async open() {
      const server = await startServer(profile, { port });
      ({ port, stop } = server);
      const page = await context.newPage();
      const began = performance.now();
      await page.goto(server.url, { waitUntil: 'domcontentloaded' });
      const view = page.frameLocator(viewFrame).frameLocator('#active-frame');
      const there = view.getByText(shown.conversation.lastWords).first();
      await Promise.race([there.waitFor({ state: 'attached' }), openView(page)]);
      await there.waitFor({ state: 'attached' });
      const startTime = performance.now() - began;
      return {
        page,
        view,
        startTime,
        cpuMs: () => cpuOf(hostOf(profile.folder)),
        megabytes: () => memoryOf(context, hostOf(profile.folder)),
        parleysShare: ms => parleysShare(context, hostOf(profile.folder), ms),
        async close() {
          await page.goto('about:blank');
          await page.close();
          await stop();
        },
      };
    },
    notedAt(what) {
      const at = noteIn(log, what);
      if (at === undefined) throw new Error(`the peer has not noted “${what}”`);
      return at;
    },
    noted: what => awaiting(`“${what}” in the notes of the peer`, noteComes(log, what)),
    async close() {
      await context.close();
      await stop();
      dropProfile(profile);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function noteIn(log: string, what: string): number | undefined {
  const notes = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean);
  return notes.map(line => JSON.parse(line) as { what: string; at: number }).findLast(note => note.what === what)?.at; // growthPeer wrote them
}

function noteComes(log: string, what: string): Promise<number> {
  return new Promise(resolve => {
    const check = (): void => {
      const at = noteIn(log, what);
      if (at === undefined) return;
      watcher.close();
      resolve(at);
    };
    const watcher = watch(log, check);
    check();
  });
}

/** Opens the view, which only the first window has closed. Never resolves in the others. */
async function openView(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Parley' }).first();
  await tab.waitFor();
  await page.getByRole('tablist', { name: 'Active View Switcher' }).getByRole('tab', { selected: true }).first().waitFor();
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await new Promise(() => undefined);
}

/** The milliseconds of a clock tick, which Linux gives to programs everywhere. */
const tick = 10;

/** The process id of the extension host. */
function hostOf(folder: string): number {
  const host = processesMarked(profileMark, folder).find(({ command }) => command.includes('--type=extensionHost'));
  if (host === undefined) throw new Error('no extension host runs');
  return host.pid;
}

/** The address at which Node listens for a debugger after SIGUSR1. */
const debuggerTargets = 'http://127.0.0.1:9229/json/list';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds of each sample. */
  readonly timeDeltas: readonly number[];
}

/** Per cent of a core that Parley's code takes, and what it calls, in `ms` milliseconds. */
async function parleysShare(context: BrowserContext, pid: number, ms: number): Promise<number> {
  const results = await debug(context, pid, [
    ['Profiler.enable', 0],
    ['Profiler.start', ms],
    ['Profiler.stop', 0],
  ]);
  const { nodes, samples, timeDeltas } = (results[2] as { profile: Profile }).profile; // as the protocol says
  const byId = new Map(nodes.map(node => [node.id, node]));
  const ours = new Set<number>();
  const add = (node: ProfileNode | undefined, isOurs: boolean): void => {
    if (node === undefined) return;
    const isIn = isOurs || node.callFrame.url.includes('/parley.parley-');
    if (isIn) ours.add(node.id);
    for (const child of node.children ?? []) add(byId.get(child), isIn);
  };
  add(nodes[0], false);
  const taken = samples.reduce((sum, sample, index) => sum + (ours.has(sample) ? (timeDeltas[index] ?? 0) : 0), 0);
  return (taken / 1_000 / ms) * 100;
}

/** Sends each method to the process and then waits as many milliseconds. Resolves with the results. */
async function debug(context: BrowserContext, pid: number, methods: readonly (readonly [string, number])[]): Promise<readonly unknown[]> {
  process.kill(pid, 'SIGUSR1');
  const url = await debuggerUrl();
  const page = await context.newPage();
  // Node 20 has no WebSocket of its own.
  const results = await page.evaluate(
    ([address, all]) =>
      new Promise<readonly unknown[]>((resolve, reject) => {
        const answers: unknown[] = [];
        const socket = new WebSocket(address);
        const send = (): void => {
          const next = all[answers.length];
          if (next === undefined) resolve(answers);
          else socket.send(JSON.stringify({ id: answers.length, method: next[0] }));
        };
        socket.onerror = () => reject(new Error('the debugger closed the connection'));
        socket.onopen = send;
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          const { id, result } = JSON.parse(data) as { id?: number; result?: unknown }; // as the protocol says
          if (id !== answers.length) return;
          answers.push(result);
          setTimeout(send, all[id]?.[1]);
        };
      }),
    [url, methods] as const,
  );
  await page.close();
  return results;
}

async function debuggerUrl(): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [target] = (await (await fetch(debuggerTargets)).json()) as { webSocketDebuggerUrl: string }[]; // Node wrote it
      if (target !== undefined) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (attempt === 100) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

async function memoryOf(context: BrowserContext, pid: number): Promise<number> {
  const results = await debug(context, pid, [
    ['HeapProfiler.collectGarbage', 0],
    ['HeapProfiler.collectGarbage', 0],
    ['Runtime.getHeapUsage', 0],
  ]);
  return (results[2] as { usedSize: number }).usedSize / 1e6; // as the protocol says
}

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tick;
}
