// The CLI's request for a question to the painted card, in the built page in a real Chromium, beside a bare message that
// sets one text in the same page. Both begin at any moment of a frame and end after the frame that shows them.
import { build } from 'esbuild';
import { atMost, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { readRecording } from '../support/replay.js';
import { Harness } from '../webview/harness.js';
import { roundsOf, warmUpsOf } from './smoke.js';
import type { CardTimings, TimeCards } from './cardPage.js';

/** Milliseconds from the CLI's line to the painted card. */
const ownShare = 45;
const rounds = roundsOf(60);
const warmUps = warmUpsOf(10);

export async function bench(): Promise<Row[]> {
  const line = readRecording('answeredSeveral').lines.find(({ dir, line: said }) => dir === 'out' && said.includes('"can_use_tool"'))?.line;
  if (line === undefined) throw new Error('the recording holds no question');
  const script = await pageScript();
  const harness = await Harness.start();
  try {
    const fresh = await timings(harness, script, line, 0);
    const long = await timings(harness, script, line, 500);
    return [...rowsOf('card', fresh), ...rowsOf('card, after 500', long)];
  } finally {
    await harness.stop();
  }
}

async function timings(harness: Harness, script: string, line: string, exchanges: number): Promise<CardTimings> {
  beginStep(`the cards after ${exchanges} exchanges`);
  const webview = await harness.open();
  await webview.page.addInitScript(script);
  await webview.page.reload();
  await webview.intent('ready');
  const measured = await webview.page.evaluate(
    ([said, ...counts]) => (globalThis as unknown as { timeCards: TimeCards }).timeCards(said, ...counts),
    [line, rounds, warmUps, exchanges] as const,
  );
  await webview.close();
  return measured;
}

/** A script for the page, bundled like the webview. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['test/bench/cardPage.ts'],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

function rowsOf(name: string, { card, bare, host }: CardTimings): Row[] {
  return [
    // The CLI's own time ends with its line, so all of it is over the bare CLI.
    atMost({ name: `${name}, over the bare CLI`, now: median(card), unit: 'ms', note: spread(card) }, { bound: ownShare }),
    told({ name: '  a bare message in the same page', now: median(bare), unit: 'ms', note: spread(bare) }),
    told({ name: '  of that the host’s half', now: median(host), unit: 'ms', note: spread(host) }),
  ];
}
