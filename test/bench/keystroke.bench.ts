// A key pressed in the own-answer box of a card with four questions of four options, in a card of a hundred fields, and in the message box with the
// list of `@` or of `/` open, to its letter painted, against the same key in a bare text area of the same page. Real keys of a real Chromium; the clock begins with the key's event.
import type { Locator, Page } from 'playwright-core';
import { atMostTimes, median, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { choice } from '../support/questions.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import { formItem } from '../webview/elicitations.js';
import { questionItem, snapshot } from '../webview/gallery.js';
import { waiting } from '../webview/questionStatus.js';
import type { WebviewPage } from '../webview/harness.js';
import { Harness } from '../webview/harness.js';
import type { Question } from '../../src/shared/question.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';

const rounds = roundsOf(80);
const warmUps = warmUpsOf(20);

const questions = [1, 2, 3, 4].map(number => {
  const labels = ['one', 'two', 'three', 'four'].map(word => `Option ${word} of question ${number}`);
  const asked = choice(`What about the part with the number ${number}?`, `Part ${number}`, labels, { multiSelect: number % 2 === 0 });
  return { ...asked, options: asked.options.map(option => ({ ...option, description: 'A line that says what choosing this leads to.' })) };
});

const fields = lessInSmoke(100, 10);
const form = Array.from({ length: fields }, (_, number): Question => {
  const name = `Field ${number}`;
  return { kind: 'text', question: name, header: name, multiSelect: false, options: [] };
});
const commands = Array.from({ length: 300 }, (_, number) => ({
  name: `plugin${number}:extract-x${number}`,
  hint: '[name]',
  description: `Extracts what the part with the number ${number} needs, and says where it has it from`,
}));

export async function bench(): Promise<Row[]> {
  const harness = await Harness.start();
  try {
    const card = await timeKeys(harness, 'keystroke in Other, 4 × 4 card', async webview => {
      await webview.send(snapshot([questionItem({ questions })], waiting));
      return { box: webview.card.getByRole('textbox', { name: 'Other answer: Part 2' }) };
    });
    const many = await timeKeys(harness, `keystroke in a card of ${fields} fields`, async webview => {
      await webview.send(snapshot([formItem({ draft: form.map(() => emptyAnswer) }, form)], waiting));
      return { box: webview.page.getByRole('textbox', { name: `Field ${fields / 2}`, exact: true }) };
    });
    const mentions = await timeKeys(harness, 'keystroke in the message box, list of @ open', async webview => {
      await webview.send(snapshot([], { turn: 'idle' }));
      return { box: webview.composer, before: () => openMentions(webview), stays: optionsOf(webview, mentionsName) };
    });
    const offered = await timeKeys(harness, `keystroke in the message box, list of / open, ${commands.length} commands`, async webview => {
      await webview.send(snapshot([], { turn: 'idle' }));
      await webview.send({ type: 'news', chat: 's', news: { type: 'offers', models: [], commands } });
      return { box: webview.composer, before: () => openCommands(webview), stays: optionsOf(webview, commandsName) };
    });
    return [card, many, mentions, offered];
  } finally {
    await harness.stop();
  }
}

interface Typing {
  readonly box: Locator;
  /** Runs before each key. */
  readonly before?: () => Promise<void>;
  /** What the key must leave there. */
  readonly stays?: Locator;
}

/** Both boxes by turns. */
async function timeKeys(harness: Harness, name: string, begin: (webview: WebviewPage) => Promise<Typing>): Promise<Row> {
  beginStep(name);
  const webview = await harness.open();
  const { page } = webview;
  const { box, before, stays = box } = await begin(webview);
  await addBareTextArea(page);
  await page.evaluate(listen);
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const bareTime = await timeKey(page, page.getByRole('textbox', { name: 'bare' }));
    await before?.();
    const ownTime = await timeKey(page, box);
    if ((await stays.count()) === 0) throw new Error('The list was closed by the key.');
    if (round < 0) continue;
    bare.push(bareTime);
    ours.push(ownTime);
  }
  await webview.close();
  return atMostTimes(
    { name, now: median(ours), unit: 'ms', note: spread(ours) },
    { value: median(bare), name: 'bare text area' },
    { bound: 1.5 },
  );
}

const paths = Array.from({ length: 50 }, (_, number) => `packages/server/src/xylophone/x${number}.ts`);

/** The letter finds all of the files again, so that the list stays as long as it can be. */
async function openMentions(webview: WebviewPage): Promise<void> {
  await webview.composer.fill('');
  await webview.composer.press('@');
  const asked = (await webview.intentsOf('findMentions')).map(({ id }) => id).at(-1);
  if (asked === undefined) throw new Error('The list has not asked for files.');
  await webview.send({ type: 'news', chat: 's', news: { type: 'mentions', id: asked, paths, problems: 0 } });
  await optionsOf(webview, mentionsName).first().waitFor();
}

/** The letter finds all of the commands again. */
async function openCommands(webview: WebviewPage): Promise<void> {
  await webview.composer.fill('');
  await webview.composer.press('/');
  await optionsOf(webview, commandsName).first().waitFor();
}

const mentionsName = 'Files and more to add';
const commandsName = 'Commands';

function optionsOf({ page }: WebviewPage, name: string): Locator {
  return page.getByRole('listbox', { name }).getByRole('option');
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

/** Runs in the page. A task posted from the frame's callback runs after that frame is painted. */
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

async function timeKey(page: Page, box: Locator): Promise<number> {
  await box.focus();
  // What the focus has drawn is not the key's.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.keyboard.press('x');
  return page.evaluate(() => globalThis.lastKey);
}
