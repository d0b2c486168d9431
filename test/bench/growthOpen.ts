// Bench `growth`, an earlier chat: from its transcript to its last words on the screen, in the built page in a real Chromium; and
// what the page then holds, once it has nothing more to do by itself.
import type { CDPSession } from 'playwright-core';
import { median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { WebviewPage } from '../webview/harness.js';
import { Harness } from '../webview/harness.js';
import type { Measured, Run } from './growthRun.js';
import { grownRows, named, notMeasured, sizes } from './growthRun.js';
import { openConversation, snapshotOf } from './growthSubject.js';
import type { Conversation } from './growthTranscripts.js';
import { roundsOf, warmUpsOf } from './smoke.js';

const rounds = roundsOf(5);
const warmUps = warmUpsOf(1);
/** Milliseconds: what took longer is opened once, and nothing ten times as long is tried. */
const slow = 3_000;
/** Milliseconds that a page may go on adding to itself before it is looked at as it is. */
const settleLimit = 15_000;

interface Opened {
  readonly time: number;
  readonly nodes: number;
  readonly heap: number;
  readonly settled: boolean;
}

export async function openedRows(run: Run): Promise<Row[]> {
  const [times, nodes, heaps]: [Measured[], Measured[], Measured[]] = [[], [], []];
  for (const { size, opened } of await openEach(run)) {
    const note = opened.every(({ settled }) => settled) ? undefined : 'still growing';
    const row = (what: string, unit: string, part: 'time' | 'nodes' | 'heap'): Measured => {
      const values = opened.map(one => one[part]);
      return { name: named(what, size), size, now: median(values), unit, note: part === 'time' ? spread(values) : note };
    };
    const [time, node, heap] = [
      row('an earlier chat → first paint', 'ms', 'time'),
      row('DOM nodes of the view', '', 'nodes'),
      row('JS heap of the view', 'MB', 'heap'),
    ];
    const [slowTime, slowNode, slowHeap] = [times.at(-1), nodes.at(-1), heaps.at(-1)];
    const isSkipped = opened.length === 0 && slowTime && slowNode && slowHeap;
    times.push(isSkipped ? notMeasured(time.name, slowTime, size) : time);
    nodes.push(isSkipped ? notMeasured(node.name, slowNode, size) : node);
    heaps.push(isSkipped ? notMeasured(heap.name, slowHeap, size) : heap);
  }
  return [...grownRows(times, 2), ...grownRows(nodes, 1.5), ...grownRows(heaps, 1.5)];
}

interface OpenedSize {
  readonly size: number;
  readonly opened: Opened[];
}

/** Takes turns, so that no size has the compiler's or the machine's worse moments to itself. The first round warms up, unless it is slow. */
async function openEach(run: Run): Promise<readonly OpenedSize[]> {
  const all = sizes.map((size): OpenedSize => ({ size, opened: [] }));
  const harness = await Harness.start();
  try {
    let quick: readonly OpenedSize[] = all;
    for (let round = -warmUps; round < rounds; round++) {
      for (const one of quick) {
        beginStep(`round ${round}, ${one.size} items`);
        const opened = await open(harness, run.conversation(one.size));
        const isSlow = opened.time > slow || !opened.settled;
        if (round >= 0 || isSlow) one.opened.push(opened);
        // Nothing longer is tried.
        if (isSlow) quick = quick.slice(0, quick.indexOf(one));
        if (isSlow) break;
      }
    }
  } finally {
    await harness.stop();
  }
  return all;
}

async function open(harness: Harness, conversation: Conversation): Promise<Opened> {
  const webview = await harness.open({ height: 900 });
  try {
    const session = await webview.page.context().newCDPSession(webview.page);
    await session.send('Performance.enable');
    const began = performance.now();
    const message = snapshotOf(await openConversation(conversation));
    await webview.page.evaluate(showUntilPainted, [message, conversation.lastWords] as const);
    const time = performance.now() - began;
    const settled = await settle(webview);
    await session.send('HeapProfiler.collectGarbage');
    const { nodes, heap } = await contents(session);
    return { time, nodes, heap, settled };
  } finally {
    await webview.close();
  }
}

/** Runs in the page. */
function showUntilPainted([message, lastWords]: readonly [unknown, string]): Promise<void> {
  return new Promise(resolve => {
    const look = (): void => {
      if (!(document.querySelector('[role="log"]')?.textContent.includes(lastWords) ?? false)) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(undefined);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    window.dispatchEvent(new MessageEvent('message', { data: message }));
    look();
  });
}

/** Waits until the page adds nothing more by itself. False when it still does at the limit. */
function settle({ page }: WebviewPage): Promise<boolean> {
  return page.evaluate(async limit => {
    const count = (): number => document.getElementsByTagName('*').length;
    const end = performance.now() + limit;
    let quiet = 0;
    for (let before = count(); quiet < 4 && performance.now() < end;) {
      await new Promise(resolve => setTimeout(resolve, 150));
      const now = count();
      quiet = now === before ? quiet + 1 : 0;
      before = now;
    }
    return quiet === 4;
  }, settleLimit);
}

async function contents(session: CDPSession): Promise<{ readonly nodes: number; readonly heap: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const valueOf = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return { nodes: valueOf('Nodes'), heap: valueOf('JSHeapUsedSize') / 1e6 };
}
