// Bench `growth`, many chats: how a window starts with 10 and with 1,000 kept chats, what its extension host then holds, and
// what it does while nobody does anything.
import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { atMost, atMostMore, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { ChatWanted } from './growthWorkbench.js';
import { makeWorkbench } from './growthWorkbench.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const few = lessInSmoke(10, 2);
const many = lessInSmoke(1_000, 4);
/** The number of chats that wait among the many. */
const waiting = lessInSmoke(200, 1);
const itemsInChat = 60;
const starts = roundsOf(2);
/** The first window opens the view, fills VS Code's caches and takes over what is kept. */
const warmUps = warmUpsOf(1);
/** Milliseconds after a start in which VS Code still works by itself. */
const settleTime = lessInSmoke(6_000, 0);
/** Milliseconds in which nobody does anything. */
const idleTime = lessInSmoke(20_000, 1_000);

interface Started {
  readonly times: readonly number[];
  /** What is in use in the extension host. */
  readonly megabytes: readonly number[];
  /** Per cent of a core. */
  readonly idle: { readonly parley: number; readonly host: number };
}

export async function startRows(): Promise<Row[]> {
  const small = await measure(few, 0);
  const large = await measure(many, 0);
  const asking = await measure(many, waiting);
  const name = `with ${few}`;
  return [
    atMostTimes(
      { name: `window start with ${many} chats`, now: median(large.times), unit: 'ms', note: spread(large.times) },
      { value: median(small.times), name },
      { bound: 1.2 },
    ),
    atMostMore(
      { name: '  memory of the extension host', now: median(large.megabytes), unit: 'MB', note: spread(large.megabytes) },
      { value: median(small.megabytes), name },
      { bound: 20 },
    ),
    told(
      { name: `  start when ${waiting} questions wait in them`, now: median(asking.times), unit: 'ms', note: spread(asking.times) },
      { value: median(small.times), name },
    ),
    told(
      { name: '  memory then', now: median(asking.megabytes), unit: 'MB', note: spread(asking.megabytes) },
      { value: median(small.megabytes), name },
    ),
    atMost(
      { name: `idle window, ${many} chats, ${waiting} questions wait: Parley`, now: asking.idle.parley, unit: '% of a core' },
      { bound: 1 },
    ),
    told({ name: '  the extension host as a whole', now: asking.idle.host, unit: '% of a core' }, { value: small.idle.host, name }),
  ];
}

async function measure(count: number, waits: number): Promise<Started> {
  const chats: readonly ChatWanted[] = Array.from({ length: count }, (_, number) => ({
    items: itemsInChat,
    title: `Chat number ${number}`,
    waits: number > 0 && number <= waits,
  }));
  beginStep(`${count} chats, of which ${waits} wait`);
  const browser = await launchChromium();
  const workbench = await makeWorkbench(browser, chats);
  const [times, megabytes]: [number[], number[]] = [[], []];
  let idle = { parley: NaN, host: NaN };
  try {
    for (let start = -warmUps; start < starts; start++) {
      beginStep(`${count} chats, of which ${waits} wait: start ${start}`);
      const window = await workbench.open();
      await sleep(settleTime);
      if (start >= 0) {
        times.push(window.startTime);
        if (start === starts - 1) {
          const before = window.cpuMs();
          await sleep(idleTime);
          idle = { host: ((window.cpuMs() - before) / idleTime) * 100, parley: await window.parleysShare(idleTime) };
        }
        megabytes.push(await window.megabytes());
      }
      await window.close();
    }
  } finally {
    await workbench.close();
    await browser.close();
  }
  return { times, megabytes, idle };
}
