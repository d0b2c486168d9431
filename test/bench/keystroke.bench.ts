// A key pressed in the own-answer box of a card with four questions of four options, and one in the message box with the list of `@` open, to
// its letter painted, against the same key in a bare text area of the same page. Real keys of a real Chromium; the clock begins with the key's event.
import type { Page } from 'playwright-core';
import { atMostTimes, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { choice } from '../support/questions.js';
import { questionItem, snapshot } from '../webview/gallery.js';
import { waiting } from '../webview/questionStatus.js';
import { Harness } from '../webview/harness.js';
import { roundsOf, warmUpsOf } from './smoke.js';

const rounds = roundsOf(80);
const warmUps = warmUpsOf(20);

const questions = [1, 2, 3, 4].map(number => {
  const labels = ['one', 'two', 'three', 'four'].map(word => `Option ${word} of question ${number}`);
  const asked = choice(`What about the part with the number ${number}?`, `Part ${number}`, labels, { multiSelect: number % 2 === 0 });
  return { ...asked, options: asked.options.map(option => ({ ...option, description: 'A line that says what choosing this leads to.' })) };
});

export async function bench(): Promise<Row[]> {
  const harness = await Harness.start();
  try {
    beginStep('the keys on a card');
    const webview = await harness.open();
    const { page } = webview;
    await webview.send(snapshot([questionItem({ questions })], waiting));
    await addBareTextArea(page);
    await page.evaluate(listen);
    const bare: number[] = [];
    const ours: number[] = [];
    for (let round = -warmUps; round < rounds; round++) {
      const times = [
        await timeKey(page, page.getByRole('textbox', { name: 'bare' })),
        await timeKey(page, webview.card.getByRole('textbox', { name: 'Other answer: Part 2' })),
      ] as const;
      if (round < 0) continue;
      bare.push(times[0]);
      ours.push(times[1]);
    }
    await webview.close();
    const listed = await withList(harness);
    const figure = { name: 'keystroke in Other, 4 × 4 card', now: median(ours), unit: 'ms', note: spread(ours) };
    return [atMostTimes(figure, { value: median(bare), name: 'bare text area' }, { bound: 1.5 }), listed];
  } finally {
    await harness.stop();
  }
}

/** The letter finds all of the files again, so that the list stays as long as it can be. */
async function withList(harness: Harness): Promise<Row> {
  beginStep('the keys in the message box');
  const webview = await harness.open();
  const { page, composer } = webview;
  await webview.send(snapshot([], { turn: 'idle' }));
  await addBareTextArea(page);
  await page.evaluate(listen);
  const paths = Array.from({ length: 50 }, (_, number) => `packages/server/src/xylophone/x${number}.ts`);
  const options = page.getByRole('listbox', { name: 'Files and more to add' }).getByRole('option');
  const open = async (): Promise<void> => {
    await composer.fill('');
    await composer.press('@');
    const asked = (await webview.intentsOf('chat')).flatMap(({ act }) => (act.type === 'findMentions' ? [act.id] : [])).at(-1);
    if (asked === undefined) throw new Error('The list has not asked for files.');
    await webview.send({ type: 'chat', session: 's', news: { type: 'mentions', id: asked, paths, problems: 0 } });
    await options.first().waitFor();
  };
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const bareTime = await timeKey(page, page.getByRole('textbox', { name: 'bare' }));
    await open();
    const ownTime = await timeKey(page, composer);
    if ((await options.count()) === 0) throw new Error('The list was closed by the key.');
    if (round < 0) continue;
    bare.push(bareTime);
    ours.push(ownTime);
  }
  await webview.close();
  const figure = { name: 'keystroke in the message box, list of @ open', now: median(ours), unit: 'ms', note: spread(ours) };
  return atMostTimes(figure, { value: median(bare), name: 'bare text area' }, { bound: 1.5 });
}

async function addBareTextArea(page: Page): Promise<void> {
  await page.evaluate(() => {
    const bare = document.createElement('textarea');
    bare.setAttribute('aria-label', 'bare');
    document.body.append(bare);
  });
}

declare global {
  // Of the page: milliseconds from the last key's event to the frame after its letter.
  var lastKey: Promise<number>;
}

/** In the page. A task posted from the frame's callback runs after that frame is painted. */
function listen(): void {
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      globalThis.lastKey = new Promise(resolve => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(undefined);
        });
      });
    },
    { capture: true },
  );
}

async function timeKey(page: Page, box: ReturnType<Page['getByRole']>): Promise<number> {
  await box.focus();
  // What the focus has drawn is not the key's.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.keyboard.press('x');
  return page.evaluate(() => globalThis.lastKey);
}
