// Bench `growth`, a long answer: 200 kB in 2,000 deltas through the host's half into the built page in a real Chromium with 60 frames a second, as fast as
// the page takes it; against the same text appended to a <pre>, and put into the page whole.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { build } from 'esbuild';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { WebviewPage } from '../webview/harness.js';
import { Harness } from '../webview/harness.js';
import type { Watched } from './growthPage.js';
import { putPre, watchPage } from './growthPage.js';
import { answerName, answerPieces, greyPieces, lastWords, pace } from './growthAnswer.js';
import { snapshotOf, stateOf } from './growthSubject.js';
import type { Run } from './growthRun.js';
import type { ShowChat } from './growthView.js';
import { roundsOf } from './smoke.js';

const pairs = roundsOf(7);

export async function streamRows(run: Run): Promise<Row[]> {
  const harness = await Harness.startWithFrames();
  try {
    beginStep('the text whole');
    const whole = await measured(harness, webview => putWhole(run, webview));
    beginStep('the text in a <pre>');
    const bare = await measured(harness, appendToPre);
    beginStep('the answer, streamed');
    const ours = await measured(harness, webview => stream(run, webview));
    return [...rowsOf(ours, bare, whole), await colourRow(run, ours)];
  } finally {
    await harness.stop();
  }
}

/** Takes turns, because what else runs on the machine makes one of two runs a third slower. */
async function colourRow(run: Run, first: Measured): Promise<Row> {
  const [colours, grey]: [number[], number[]] = [[first.busy], []];
  for (let pair = 0; pair < pairs; pair++) {
    beginStep(`the answer without colours, and with them, ${pair}`);
    grey.push((await streamed(run, greyPieces)).busy);
    if (pair < pairs - 1) colours.push((await streamed(run, answerPieces)).busy);
  }
  return atMostTimes(
    { name: `${answerName}, with colours: main thread`, now: median(colours), unit: 'ms', note: spread(colours) },
    { value: median(grey), name: 'without' },
    { bound: 1.1 },
  );
}

/** Streams in a browser of its own, because a page is told once where it says what it has taken. */
async function streamed(run: Run, pieces: readonly string[]): Promise<Measured> {
  const harness = await Harness.startWithFrames();
  try {
    return await measured(harness, webview => stream(run, webview, pieces));
  } finally {
    await harness.stop();
  }
}

function rowsOf(ours: Measured, bare: Measured, whole: Measured): Row[] {
  const name = answerName;
  const { script, layout, style, styles, frames } = ours;
  const note = `script ${Math.round(script)}, layout ${Math.round(layout)}, style ${Math.round(style)} ms`;
  return [
    atMost({ name: `${name}: last word → painted`, now: ours.latency, unit: 'ms' }, { bound: 300 }),
    told({ name: '  in a <pre>', now: bare.latency, unit: 'ms' }),
    atMost({ name: `${name}: longest task`, now: ours.longestTask, unit: 'ms', note: `${ours.longTasks} over 50 ms` }, { bound: 50 }),
    told({ name: '  in a <pre>', now: bare.longestTask, unit: 'ms' }),
    // Whatever paints a frame for each delta costs several times the text at once, so the limit paints as many frames.
    atMostTimes(
      { name: `${name}: main thread`, now: ours.busy, unit: 'ms', note },
      { value: bare.busy, name: 'in a <pre>' },
      { bound: 1.1 },
    ),
    told({ name: '  whole at once', now: whole.busy, unit: 'ms' }),
    atMost({ name: `${name}: frames lost of ${ours.due}`, now: ours.due - frames, unit: '' }, { bound: 40 }),
    told({ name: '  in a <pre>', now: bare.due - bare.frames, unit: '' }),
    atMostTimes({ name: `${name}: style recalculated`, now: styles, unit: '' }, { value: frames, name: 'frames' }, { bound: 1.1 }),
    told({ name: '  messages to the view', now: ours.messages, unit: '' }),
    told({ name: '  processor time of the host', now: ours.hostTime, unit: 'ms' }),
  ];
}

interface Played {
  /** The time at which the last words were given: epoch milliseconds. */
  readonly due: number;
  readonly messages: number;
  readonly hostTime: number;
}

/** The text comes at once, in a snapshot. */
async function putWhole(run: Run, webview: WebviewPage): Promise<Played> {
  const state = await stateOf(run.conversation(100));
  const item = { kind: 'text' as const, id: 'whole', text: answerPieces.join(''), streaming: false };
  await webview.send(snapshotOf({ ...state, items: [...state.items, item] }));
  return { due: Date.now(), messages: 1, hostTime: 0 };
}

async function appendToPre({ page }: WebviewPage): Promise<Played> {
  const append = await page.evaluateHandle(putPre);
  const due = await append.evaluate(
    async (put, [pieces, every]) => {
      const began = performance.now();
      for (const [index, text] of pieces.entries()) {
        const wait = began + index * every - performance.now();
        if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait));
        put(text);
      }
      return performance.timeOrigin + began + (pieces.length - 1) * every;
    },
    [answerPieces, pace] as const,
  );
  return { due, messages: answerPieces.length, hostTime: 0 };
}

/** The CLI writes one delta every `pace` milliseconds, and the host's half and the page talk as they do in VS Code. */
async function stream(run: Run, { page }: WebviewPage, pieces = answerPieces): Promise<Played> {
  const { showChat } = await hostHalf();
  let messages = 0;
  const put = (data: unknown): void => {
    messages += 1;
    void page.evaluate(sent => void window.dispatchEvent(new MessageEvent('message', { data: sent })), data);
  };
  const chat = await showChat(await stateOf(run.conversation(100)), put);
  await page.exposeFunction('parleyTakes', (version: number) => chat.taken(version));
  // The snapshot was taken before anybody heard of it.
  for (const version of await page.evaluate(() => globalThis.parleyTaken)) chat.taken(version);
  const event = (said: object): void =>
    chat.receive(JSON.stringify({ type: 'stream_event', event: said, session_id: 's', parent_tool_use_id: null, uuid: 'u' }));
  event({ type: 'message_start', message: { id: 'm' } });
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  messages = 0;
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (const [index, text] of pieces.entries()) {
    const wait = began + index * pace - performance.now();
    if (wait > 0) await sleep(wait);
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  }
  chat.receive(JSON.stringify({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: pieces.join('') }] } }));
  const { user, system } = process.cpuUsage(cpu);
  return { due: performance.timeOrigin + began + (pieces.length - 1) * pace, messages, hostTime: (user + system) / 1000 };
}

/** growthView.ts, for Node. */
async function hostHalf(): Promise<{ readonly showChat: ShowChat }> {
  const folder = resolve('out/test/bench/host');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'growthView.mjs');
  await build({
    entryPoints: ['test/bench/growthView.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      {
        name: 'no-vscode',
        setup(builder) {
          builder.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'stand-in' }));
          builder.onLoad({ filter: /.*/, namespace: 'stand-in' }, () => ({ contents: standIn }));
        },
      },
    ],
  });
  return (await import(pathToFileURL(outfile).href)) as { readonly showChat: ShowChat };
}

const standIn = `
export const l10n = { t: text => text };
export const env = { language: 'en' };
export const workspace = { getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }) };
export const Uri = { joinPath: () => ({}) };`;

interface Measured extends Watched {
  /** Milliseconds from when the last text was due to where it is painted. */
  readonly latency: number;
  /** Frames that 60 a second are. */
  readonly due: number;
  /** Milliseconds of the page's main thread, and what of it were these. */
  readonly busy: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
  /** How often style was recalculated. */
  readonly styles: number;
  readonly messages: number;
  readonly hostTime: number;
}

async function measured(harness: Harness, play: (webview: WebviewPage) => Promise<Played>): Promise<Measured> {
  const webview = await harness.open({ height: 900 });
  try {
    const session = await webview.page.context().newCDPSession(webview.page);
    await session.send('Performance.enable');
    const watch = await webview.page.evaluateHandle(watchPage);
    const before = await metricsOf(session);
    const watching = watch.evaluate((begin, words) => begin(words), lastWords);
    const [{ due, messages, hostTime }, seen] = await Promise.all([play(webview), watching]);
    const after = await metricsOf(session);
    const grown = (name: string): number => (after.get(name) ?? NaN) - (before.get(name) ?? NaN);
    return {
      ...seen,
      messages,
      hostTime,
      latency: Math.max(0, seen.painted - due),
      due: Math.round(seen.time / (1000 / 60)),
      busy: grown('TaskDuration') * 1000,
      script: grown('ScriptDuration') * 1000,
      layout: grown('LayoutDuration') * 1000,
      style: grown('RecalcStyleDuration') * 1000,
      styles: grown('RecalcStyleCount'),
    };
  } finally {
    await webview.close();
  }
}

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
