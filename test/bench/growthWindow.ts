// Bench `growth`, long chats in a real workbench, by a CLI that takes no time: from the list of chats to the conversation, from a
// question to its card and from Submit to the CLI, and a long answer while it is streamed.
import type { FrameLocator } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { atMost, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { pointAtRow } from '../support/quickPick.js';
import type { Measured } from './growthRun.js';
import { grownRows, named } from './growthRun.js';
import { answerName, answerPieces, lastWords, pace } from './growthAnswer.js';
import type { OpenWindow, Workbench } from './growthWorkbench.js';
import { makeWorkbench } from './growthWorkbench.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';
import type { ViewWatch } from './viewWatch.js';
import { watchView } from './viewWatch.js';

const longest = lessInSmoke(20_000, 1_000);
const sizes = [10, ...lessInSmoke([1_000, 5_000], []), longest];
const shows = roundsOf(15);
const showWarmUps = warmUpsOf(1);
const rounds = roundsOf(11);
const warmUps = warmUpsOf(2);

const titleOf = (items: number): string => `Chat of ${items} items`;
/** Shown between two others. */
const between = 'A chat between';

export async function windowRows(): Promise<Row[]> {
  beginStep('opening the window');
  const browser = await launchChromium();
  const chats = [{ items: 5, title: between }, ...sizes.map(items => ({ items, title: titleOf(items) }))];
  const workbench = await makeWorkbench(browser, chats, answerPieces);
  try {
    const window = await workbench.open();
    const watch = await watchView(window.view);
    const shown = await showEach(workbench, window, watch);
    const answer = await longAnswer(workbench, window);
    const long = await askRounds(workbench, window, watch, titleOf(longest), 2_000);
    const fresh = await askRounds(workbench, window, watch, undefined, 1_000);
    await window.close();
    return [...grownRows(shown, 1.2), ...cardRows(fresh, long), ...answer];
  } finally {
    await workbench.close();
    await browser.close();
  }
}

/** Takes turns, because VS Code and the extension become faster with each show; the first turn is not counted. */
async function showEach(workbench: Workbench, window: OpenWindow, watch: ViewWatch): Promise<Measured[]> {
  const times = sizes.map((): number[] => []);
  for (let turn = -showWarmUps; turn < shows; turn++) {
    for (const [index, size] of sizes.entries()) {
      beginStep(`turn ${turn}: the chat of ${size} items`);
      const time = await showChat(workbench, window, watch, titleOf(size));
      if (turn >= 0) times[index]?.push(time);
      await showChat(workbench, window, watch, between);
    }
  }
  return sizes.map((size, index) => {
    const measured = times[index] ?? [];
    return { name: named('Show Chats → conversation', size), size, now: median(measured), unit: 'ms', note: spread(measured) };
  });
}

/** Milliseconds from the list to its rows, and from the choice to the last words of the chat; what a person does between is left out. */
async function showChat({ chats }: Workbench, { page, view }: OpenWindow, watch: ViewWatch, title: string): Promise<number> {
  const words = chats.find(chat => chat.title === title)?.conversation.lastWords ?? '';
  const listed = await pointAt(page, title);
  const painted = watch.textPainted(words);
  // What the page is asked next is answered once it watches.
  await view.locator('body').evaluate(() => undefined);
  const chosen = performance.timeOrigin + performance.now();
  await page.mouse.down();
  await page.mouse.up();
  const shown = (await painted) - chosen;
  // The person sees where to type; the next list opens after that.
  await view.getByRole('textbox', { name: 'Message Claude' }).and(view.locator(':focus')).waitFor();
  return listed + shown;
}

/** Milliseconds until the list of chats is there; then the pointer is on the chat. */
async function pointAt(page: OpenWindow['page'], title: string): Promise<number> {
  const began = performance.now();
  await page.getByRole('button', { name: 'Show Chats' }).click();
  await page.getByRole('option', { name: 'New chat' }).waitFor();
  const listed = performance.now() - began;
  await pointAtRow(page, title);
  return listed;
}

interface AskTimes {
  readonly card: number[];
  readonly submit: number[];
}

/** Asks in the chat of this title, or in a new one. */
async function askRounds(
  workbench: Workbench,
  window: OpenWindow,
  watch: ViewWatch,
  title: string | undefined,
  first: number,
): Promise<AskTimes> {
  const { page, view } = window;
  if (title === undefined) await page.getByRole('button', { name: 'New Chat' }).first().click();
  else await showChat(workbench, window, watch, title);
  const times: AskTimes = { card: [], submit: [] };
  for (let round = first - warmUps; round < first + rounds; round++) {
    beginStep(`round ${round} in ${title ?? 'a new chat'}`);
    const painted = watch.cardPainted(`in round ${round}?`);
    await send(view, `ASK ${round}`);
    const cardAt = await painted;
    const card = view.getByRole('form', { name: 'Claude asks' }).filter({ hasText: `in round ${round}?` });
    await card.getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
    await card.getByRole('button', { name: 'Submit' }).click();
    const answeredAt = await workbench.noted(`answered ${round}`);
    await view.getByText(`Round ${round} is over.`).waitFor();
    if (round < first) continue;
    times.card.push(cardAt - workbench.notedAt(`asked ${round}`));
    times.submit.push(answeredAt - (await watch.lastClick()));
  }
  return times;
}

async function send(view: FrameLocator, prompt: string): Promise<void> {
  await view.getByRole('textbox', { name: 'Message Claude' }).fill(prompt);
  await view.getByRole('button', { name: 'Send', exact: true }).click();
}

function cardRows(fresh: AskTimes, long: AskTimes): Row[] {
  const row = (name: string, part: keyof AskTimes): Row =>
    atMostTimes(
      { name: named(name, longest), now: median(long[part]), unit: 'ms', note: spread(long[part]) },
      { value: median(fresh[part]), name: 'in a new chat' },
      { bound: 1.2 },
    );
  return [row('question → card', 'card'), row('Submit → the CLI', 'submit')];
}

async function longAnswer(workbench: Workbench, { page, view }: OpenWindow): Promise<Row[]> {
  beginStep('the long answer');
  await page.getByRole('button', { name: 'New Chat' }).first().click();
  await view.getByText('Try one of these').waitFor();
  const ended = view.locator('body').evaluate(seeAnswer, [lastWords, answerPieces.length * pace] as const);
  await send(view, 'STREAM');
  const { painted, longestTask, longTasks } = await awaiting('the last words of the answer in the page', ended);
  const name = `${answerName} in the workbench`;
  return [
    atMost({ name: `${name}: last word → painted`, now: painted - workbench.notedAt('streamed'), unit: 'ms' }, { bound: 300 }),
    told({ name: '  longest task', now: longestTask, unit: 'ms', note: `${longTasks} over 50 ms, the workbench’s own among them` }),
  ];
}

/** Runs in the page. Reads the text only from the end of the answer on, because reading it costs time too. */
function seeAnswer(
  _body: unknown,
  [words, streamTime]: readonly [string, number],
): Promise<{ readonly painted: number; readonly longestTask: number; readonly longTasks: number }> {
  const tasks: number[] = [];
  const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  return new Promise(resolve => {
    const look = (): void => {
      if (!(document.querySelector('[role="log"]')?.textContent.includes(words) ?? false)) return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const painted = performance.timeOrigin + performance.now();
        // An entry comes after its task.
        setTimeout(() => {
          observer.disconnect();
          resolve({ painted, longestTask: Math.max(0, ...tasks), longTasks: tasks.length });
        }, 500);
      };
      port2.postMessage(undefined);
    };
    setTimeout(look, streamTime);
  });
}
