// Bench `growth`, a long answer: 200 kB in 2,000 deltas through the host's half into the built page in a real Chromium, against
// the same text appended to a <pre> there. The host's messages are recorded with their times first and then played in the page, so
// that nothing but the page works while the page is timed.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { build } from 'esbuild';
import { atMost, atMostTimes, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { Harness } from '../webview/harness.js';
import type { Played, Timed } from './growthPage.js';
import { playMessages } from './growthPage.js';
import { answerPieces, lastWords, pace } from './growthAnswer.js';
import { stateOf } from './growthSubject.js';
import type { Run } from './growthRun.js';
import type { ShowChat } from './growthView.js';

export async function streamRows(run: Run): Promise<Row[]> {
  const pieces = answerPieces;
  const { messages, hostTime } = await record(run, pieces);
  const harness = await Harness.start();
  try {
    const [snapshot, ...changes] = messages;
    const ours = await play(harness, changes, 'view', snapshot);
    const texts = pieces.map((text, index) => ({ at: index * pace, data: text }));
    const bare = await play(harness, texts, 'pre');
    return rowsOf(ours, bare, messages.length, hostTime);
  } finally {
    await harness.stop();
  }
}

function rowsOf(ours: Measured, bare: Measured, messages: number, hostTime: number): Row[] {
  const name = '200 kB in 2,000 deltas';
  const { script, layout, style } = ours;
  const note = `script ${Math.round(script)}, layout ${Math.round(layout)}, style ${Math.round(style)} ms`;
  return [
    atMost({ name: `${name}: last word → painted`, now: ours.latency, unit: 'ms' }, { bound: 300 }),
    told({ name: '  in a <pre>', now: bare.latency, unit: 'ms' }),
    atMost({ name: `${name}: longest task`, now: ours.longestTask, unit: 'ms', note: `${ours.longTasks} over 50 ms` }, { bound: 50 }),
    told({ name: '  in a <pre>', now: bare.longestTask, unit: 'ms' }),
    atMostTimes({ name: `${name}: main thread`, now: ours.busy, unit: 'ms', note }, { value: bare.busy, name: 'in a <pre>' }, { bound: 2 }),
    told({ name: '  frames lost', now: ours.framesLost, unit: '' }, { value: bare.framesLost, name: 'in a <pre>' }),
    told({ name: '  messages to the view', now: messages, unit: '' }),
    told({ name: '  processor time of the host', now: hostTime, unit: 'ms' }),
  ];
}

/** What the host posts, and when, while the CLI writes one delta every `pace` milliseconds; the first is the snapshot. */
async function record(run: Run, pieces: readonly string[]): Promise<{ readonly messages: readonly Timed[]; readonly hostTime: number }> {
  const { showChat } = await hostHalf();
  const messages: Timed[] = [];
  let began = Infinity;
  const first = await stateOf(run.conversation(100));
  const chat = await showChat(first, data => messages.push({ at: Math.max(0, performance.now() - began), data: structuredClone(data) }));
  const event = (said: object): void =>
    chat.receive(JSON.stringify({ type: 'stream_event', event: said, session_id: 's', parent_tool_use_id: null, uuid: 'u' }));
  event({ type: 'message_start', message: { id: 'm' } });
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  const cpu = process.cpuUsage();
  began = performance.now();
  for (const [index, text] of pieces.entries()) {
    const wait = began + index * pace - performance.now();
    if (wait > 0) await sleep(wait);
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  }
  chat.receive(JSON.stringify({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: pieces.join('') }] } }));
  await sleep(100);
  const { user, system } = process.cpuUsage(cpu);
  chat.dispose();
  return { messages, hostTime: (user + system) / 1000 };
}

/** growthView.ts, for Node. */
async function hostHalf(): Promise<{ readonly showChat: ShowChat }> {
  const folder = resolve('out/test/bench/host');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'growthView.mjs');
  await build({
    ...{
      entryPoints: ['test/bench/growthView.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'error',
    },
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
export const Uri = { joinPath: () => ({}) };`;

interface Measured extends Played {
  /** Milliseconds of the page's main thread, and what of it were these. */
  readonly busy: number;
  readonly script: number;
  readonly layout: number;
  readonly style: number;
}

async function play(harness: Harness, messages: readonly Timed[], where: 'view' | 'pre', snapshot?: Timed): Promise<Measured> {
  const webview = await harness.open({ height: 900 });
  try {
    // The chat is open before the answer begins; what it costs to open a chat is a row of its own.
    if (snapshot !== undefined) await webview.sendRaw(snapshot.data);
    await webview.painted();
    const session = await webview.page.context().newCDPSession(webview.page);
    await session.send('Performance.enable');
    // The whole text comes once more behind the last piece.
    const due = messages.find(({ data }) => JSON.stringify(data).includes(lastWords))?.at ?? NaN;
    const install = await webview.page.evaluateHandle(playMessages);
    const before = await metricsOf(session);
    const played = await install.evaluate((start, [all, ...how]) => start(all, ...how), [messages, where, lastWords, due] as const);
    const after = await metricsOf(session);
    const grown = (name: string): number => ((after.get(name) ?? NaN) - (before.get(name) ?? NaN)) * 1000;
    return {
      ...played,
      ...{ busy: grown('TaskDuration'), script: grown('ScriptDuration') },
      ...{ layout: grown('LayoutDuration'), style: grown('RecalcStyleDuration') },
    };
  } finally {
    await webview.close();
  }
}

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
