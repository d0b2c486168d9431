// One update of the output of a running command, 8 KiB of it, from its message to its last line painted in a chat of 200 rows, against the
// same text set in a bare element of the same page.
import type { Page } from 'playwright-core';
import { atMostTimes, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import { longestOutput } from '../../src/shared/contract/news.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { running, snapshot } from '../webview/gallery.js';
import { Harness } from '../webview/harness.js';
import { newsOf } from '../webview/asideStates.js';
import { runningNews, runningTask } from '../webview/runningStates.js';
import { roundsOf, warmUpsOf } from './smoke.js';

const rounds = roundsOf(80);
const warmUps = warmUpsOf(20);

const rows = Array.from({ length: 200 }, (_, position): TranscriptItem => ({
  kind: 'tool',
  id: `tool${position}`,
  name: 'Bash',
  summary: `npm test ${position}`,
  state: 'done',
  result: 'ok',
}));

const outputOf = (round: number): string => `ok ${round} - the notes are kept as they are\n`.repeat(400).slice(-longestOutput);

export async function bench(): Promise<Row[]> {
  const harness = await Harness.start();
  try {
    beginStep('opening the page');
    const webview = await harness.open();
    const { page } = webview;
    await webview.send(snapshot(rows, running), runningNews([runningTask()]));
    await page.getByRole('button', { name: /^Running: / }).click();
    await webview.button('Show output: Run all tests').click();
    const update = (round: number): HostMessage =>
      newsOf({ type: 'taskOutput', id: 't1', total: round + warmUps + 1, text: outputOf(round) });
    await webview.send(update(-warmUps - 1));
    await page.getByRole('region', { name: 'Output: Run all tests' }).waitFor();
    await addBareElement(page);
    const bare: number[] = [];
    const ours: number[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      beginStep(`round ${round}`);
      const times = [await timeBare(page, outputOf(round)), await timeOurs(page, update(round), outputOf(round))] as const;
      if (round < 0) continue;
      bare.push(times[0]);
      ours.push(times[1]);
    }
    await webview.close();
    const figure = { name: 'live output, one update of 8 KiB', now: median(ours), unit: 'ms', note: spread(ours) };
    return [atMostTimes(figure, { value: median(bare), name: 'text of a bare element' }, { bound: 1.5 })];
  } finally {
    await harness.stop();
  }
}

async function addBareElement(page: Page): Promise<void> {
  await page.evaluate(() => {
    const bare = document.createElement('pre');
    bare.id = 'bare';
    bare.style.cssText = 'position: fixed; inset: 0 0 auto; height: 12em; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere';
    document.body.append(bare);
  });
}

/** The milliseconds until the frame with the text is painted: a task posted from the frame's callback runs after that frame. */
async function timeBare(page: Page, text: string): Promise<number> {
  return page.evaluate(async words => {
    await new Promise(resolve => requestAnimationFrame(resolve));
    const from = performance.now();
    const bare = document.getElementById('bare');
    if (bare === null) throw new Error('the element is gone');
    bare.textContent = words;
    bare.scrollTop = bare.scrollHeight;
    return new Promise<number>(resolve => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - from);
        port2.postMessage(undefined);
      });
    });
  }, text);
}

async function timeOurs(page: Page, message: HostMessage, text: string): Promise<number> {
  return page.evaluate(
    async ([data, words]) => {
      await new Promise(resolve => requestAnimationFrame(resolve));
      const from = performance.now();
      window.dispatchEvent(new MessageEvent('message', { data }));
      return new Promise<number>(resolve => {
        const look = () => {
          const isThere = document.querySelector('.runningOutput')?.textContent === words;
          if (!isThere) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - from);
          return port2.postMessage(undefined);
        };
        requestAnimationFrame(look);
      });
    },
    [message, text] as const,
  );
}
