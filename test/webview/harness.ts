// The built webview in a real Chromium, served from this machine (servedPage.ts). Tests find things by role and name only, and wait for what they expect.
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect, isDeepStrictEqual } from 'node:util';
import type { AddressInfo } from 'node:net';
import type { Browser, ConsoleMessage, Locator, Page } from 'playwright-core';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { FeatureIntent } from '../../src/shared/contract/featureIntents.js';
import { intents } from '../../src/shared/contract/fromView.js';
import type { Said } from '../support/inEnvelope.js';
import { inEnvelope } from '../support/inEnvelope.js';
import type { Intent } from '../../src/shared/contract/fromView.js';
import type { Answer } from '../../src/shared/question.js';
import type { Look, PageTime } from './pagePool.js';
import { PagePool, restAndPass } from './pagePool.js';
import { pageTime } from './pageTime.js';
import type { Place, ThemeName } from './servedPage.js';
import { answerTo, clothesOf, wear } from './servedPage.js';
import { launchChromium, launchForStillPages } from '../../scripts/lib/vscode/chromium.mjs';

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly place?: Place;
  /** VS Code's display language; without it English. */
  readonly language?: 'de';
  readonly width?: number;
  readonly height?: number;
  /** The page's clock stands still; the test moves it by `advance`. Otherwise a while passes after each act. */
  readonly clock?: boolean;
  /** Shows the animations that a person sees who has not asked for fewer. */
  readonly motion?: boolean;
}

/** Milliseconds that pass after each act: longer than the page holds back a click, or waits for the next letter. */
const aWhile = 400;

/**
 * All test files of a mocha share one browser, and a page that is closed is used again: to start a browser or to make a page costs
 * several times what loading ours does. Benches and pictures, which run outside of mocha, have theirs to themselves.
 */
const shared = 'after' in globalThis;
if (shared) {
  // The hook is the root's, of each file that is loaded; it runs after all tests of all files.
  after(async () => {
    const harness = await globalThis.parleyHarness;
    globalThis.parleyHarness = undefined;
    await harness?.end();
  });
}

/**
 * Flags for the engine of the tests' pages: it leaves out its two better compilers. No page of a test runs so long that their work pays: they take up
 * to a quarter of its processor time. A bench measures the page as a person has it.
 */
const shortLived = ['--js-flags=--no-opt --no-maglev'];

/**
 * Milliseconds that one look at a page may take. Shorter than mocha's limit for a test, because the error of this limit names the element; so
 * long that only what will never happen reaches it, also on a busy machine.
 */
const lookLimit = 40_000;
/** Milliseconds between two looks: at first, and at most where what the test waits for takes longer, as the start of a CLI does. */
const betweenLooks = { first: 25, most: 100 };

/** A browser and a server. */
export class Harness {
  private readonly pool: PagePool;

  private constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    private readonly origin: string,
    ownTime: boolean,
  ) {
    this.pool = new PagePool(browser, origin, ownTime);
  }

  /** Starts for tests: the pages begin at `pageTime`, and time passes with what the test does. */
  static start(): Promise<Harness> {
    return shared ? (globalThis.parleyHarness ??= Harness.launch(true, () => launchForStillPages(shortLived))) : Harness.launch(false);
  }

  /** Starts as for tests, outside of mocha. */
  static startWithOwnTime(): Promise<Harness> {
    return Harness.launch(true);
  }

  /** Outside of mocha, with 60 frames a second as a person's screen has them. */
  static startWithFrames(): Promise<Harness> {
    return Harness.launch(false, launchChromium);
  }

  /** Starts as for tests, with a browser of its own that writes each of its connections and look-ups of names into a file. The caller ends it. */
  static startRecording(file: string): Promise<Harness> {
    return Harness.launch(true, () => launchChromium({ args: [`--log-net-log=${file}`] }));
  }

  private static async launch(ownTime: boolean, launchBrowser: () => Promise<Browser> = launchForStillPages): Promise<Harness> {
    const server = createServer((request, response) => {
      const { type, body } = answerTo(request.url ?? '/', ownTime ? pageTime : undefined);
      response
        .writeHead(body === undefined ? 404 : 200, {
          'content-type': type,
          ...(/javascript|css/.test(type) && { 'cache-control': 'max-age=3600' }),
        })
        .end(body);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    // An http server's address is never a string.
    const { port } = server.address() as AddressInfo;
    return new Harness(await launchBrowser(), server, `http://127.0.0.1:${port}`, ownTime);
  }

  async stop(): Promise<void> {
    if (!shared) await this.end();
  }

  async end(): Promise<void> {
    await this.browser.close();
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  /** The page, up to where it has said `ready`. */
  async open({ clock = false, ...look }: PageOptions = {}): Promise<WebviewPage> {
    const usual: Look = { theme: 'dark', place: 'view', language: undefined, width: 400, height: 800, motion: false };
    const { page, time } = await this.pool.take({ ...usual, ...look }, clock ? 0 : aWhile);
    page.setDefaultTimeout(lookLimit);
    const webview = new WebviewPage(page, time, () => this.pool.putBack(page));
    await webview.intent('ready');
    return webview;
  }

  /** The page of an option's preview or image in an editor tab, which says nothing by itself. */
  async openPreview(label: string, shown: { readonly text: string } | { readonly image: string }): Promise<WebviewPage> {
    const page = await this.pool.takeEmpty();
    page.setDefaultTimeout(8000);
    await page.setViewportSize({ width: 700, height: 800 });
    const webview = new WebviewPage(page, undefined, () => this.pool.putBack(page));
    await page.goto(`${this.origin}/dark-tab?${encodeURIComponent(JSON.stringify({ label, ...shown }))}`);
    return webview;
  }
}

/** What `read` gives, which changes nothing: nothing has to be painted behind it. */
export async function look<T>(read: () => Promise<T>): Promise<T> {
  globalThis.parleyReading = true;
  return read().finally(() => (globalThis.parleyReading = false));
}

/**
 * Waits until `read` gives `expected`, or a text that `expected` matches. Fails with the last that was read. What a test expects not to come
 * needs no wait: behind each act the page has painted what came of it.
 */
export async function eventually<T>(read: () => Promise<T>, expected: T | RegExp, message?: string): Promise<void> {
  const giveUp = performance.now() + lookLimit;
  for (let wait = betweenLooks.first; ; wait = Math.min(betweenLooks.most, wait * 1.3)) {
    const actual = await look(read);
    if (expected instanceof RegExp ? typeof actual === 'string' && expected.test(actual) : isDeepStrictEqual(actual, expected)) return;
    if (performance.now() > giveUp)
      assert.deepEqual(actual, expected, message && `${message}: ${inspect(actual)}, not ${inspect(expected)}`);
    // Looks without end would take the processor from what they wait for.
    await pause(wait);
  }
}

export class WebviewPage {
  /** What the browser refused or threw. */
  readonly complaints: string[] = [];

  /** `time`: undefined where time passes by itself, or there is no product in the page. */
  constructor(
    readonly page: Page,
    private readonly time: PageTime | undefined,
    private readonly end: () => Promise<void>,
  ) {
    page.on('pageerror', this.onError);
    page.on('console', this.onConsole);
  }

  private readonly onError = (error: Error): void => {
    this.complaints.push(String(error));
  };

  private readonly onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') this.complaints.push(message.text());
  };

  /** The number of questions in the last card that was sent. */
  private questions = 0;

  /** Says what the host would say. When this returns, the page has painted it. */
  async send(...messages: readonly Said[]): Promise<void> {
    for (const message of messages) {
      const items = 'items' in message ? message.items : [];
      for (const item of items) if (item.kind === 'question') this.questions = item.questions.length;
    }
    await this.sendRaw(...messages.map(inEnvelope));
  }

  async sendRaw(...messages: readonly unknown[]): Promise<void> {
    if (this.time === undefined) {
      await this.page.mainFrame().evaluate(dispatch, messages);
      await this.painted();
    } else await this.page.mainFrame().evaluate(dispatchAndRest, { messages, pause: this.time.pause });
  }

  /** Changes the theme of the page, as VS Code does while the page stays. */
  async wear(theme: ThemeName, place: Place): Promise<void> {
    await this.page.mainFrame().evaluate(wear, clothesOf(theme, place));
  }

  /** Everything the page has said so far. */
  async intents(): Promise<readonly Intent[]> {
    return this.page.mainFrame().evaluate(() => globalThis.parleyIntents);
  }

  async intentsOf<Type extends Intent['type']>(type: Type): Promise<readonly Extract<Intent, { type: Type }>[]> {
    const said = await this.page.mainFrame().evaluate(wanted => globalThis.parleyIntents.filter(one => one.type === wanted), type);
    return said as Extract<Intent, { type: Type }>[];
  }

  /** What was done in the parts beside the conversation, without what the page reads there by itself. */
  async acts(): Promise<readonly FeatureIntent[]> {
    const all = (await this.intents()).filter(isOfFeature);
    return all.filter(({ type }) => type !== 'readEditor' && type !== 'readSteering');
  }

  /** The draft as the page has told it, answer by answer; undefined where it has told nothing. Where nothing was said stands an empty answer. */
  async lastDraft(): Promise<readonly Answer[] | undefined> {
    const told = await this.intentsOf('draftAnswer');
    if (told.length === 0) return undefined;
    const draft: Answer[] = [];
    for (const { question, answer } of told) draft[question] = answer;
    return Array.from({ length: this.questions }, (_, index) => draft[index] ?? emptyAnswer);
  }

  /** The first intent of this type, once the page has said it. */
  async intent<Type extends Intent['type']>(type: Type): Promise<Extract<Intent, { type: Type }>> {
    for (;;) {
      const all = await this.intents();
      const first = all.find((said): said is Extract<Intent, { type: Type }> => said.type === type);
      if (first !== undefined) return first;
      // What was said since is there already, and nobody would wake us for it.
      await this.page
        .mainFrame()
        .evaluate(
          heard =>
            new Promise<void>(resolve => (globalThis.parleyIntents.length > heard ? resolve() : globalThis.parleyHeard.push(resolve))),
          all.length,
        );
    }
  }

  get card(): Locator {
    return this.page.getByRole('form', { name: 'Claude asks' });
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message Claude' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Resolves when what was said and done is painted, and a while has passed. Each act waits for this by itself. */
  async painted(): Promise<void> {
    if (this.time === undefined) {
      // The toolkit's elements and the scroll position follow a frame later.
      await this.page.mainFrame().evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve));
      });
    } else await this.page.mainFrame().evaluate(restAndPass, this.time.pause);
  }

  /** Lets no time pass from here on but by `advance`. */
  stopClock(): void {
    if (this.time !== undefined) this.time.pause = 0;
  }

  /** Lets time pass on the page's clock; what comes of that is painted. */
  async advance(milliseconds: number): Promise<void> {
    await this.page.mainFrame().evaluate(restAndPass, milliseconds);
  }

  allowComplaints(allowed: RegExp): void {
    const others = this.complaints.filter(complaint => !allowed.test(complaint));
    this.complaints.splice(0, Infinity, ...others);
  }

  /** Ends the page, which must not have complained. */
  async close(): Promise<void> {
    await this.end();
    this.page.off('pageerror', this.onError).off('console', this.onConsole);
    assert.deepEqual(this.complaints, []);
  }
}

/** Runs in the page. */
function dispatch(messages: readonly unknown[]): void {
  for (const data of messages) window.dispatchEvent(new MessageEvent('message', { data }));
}

/** Runs in the page: `dispatch` and `restAndPass` in one, because each call of the page costs as much as a small message. */
async function dispatchAndRest({ messages, pause: milliseconds }: { messages: readonly unknown[]; pause: number }): Promise<void> {
  for (const data of messages) window.dispatchEvent(new MessageEvent('message', { data }));
  await globalThis.parleyPage?.rest();
  if (milliseconds > 0) await globalThis.parleyPage?.pass(milliseconds);
}

declare global {
  // Of a mocha: each test file is a bundle of its own, with a `Harness` of its own.
  var parleyHarness: Promise<Harness> | undefined;
}

const featureTypes = new Set<unknown>(intents.feature.def.options.map(({ shape }) => shape.type.def.values[0]));

export function isOfFeature(intent: Intent): intent is FeatureIntent {
  return featureTypes.has(intent.type);
}
