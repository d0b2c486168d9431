// The built webview in a real Chromium, served from this machine (servedPage.ts). Tests find things by role and name only, and wait for what they expect.
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AddressInfo } from 'node:net';
import type { Browser, ConsoleMessage, Locator, Page } from 'playwright-core';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { ChatAct } from '../../src/shared/chatParts.js';
import type { HostMessage, Intent } from '../../src/shared/messages.js';
import type { OptionImage } from '../../src/shared/optionImages.js';
import type { Answer } from '../../src/shared/question.js';
import type { GalleryState } from './gallery.js';
import { snapshot } from './gallery.js';
import type { Place, ThemeName } from './servedPage.js';
import { answerTo, themes, wear } from './servedPage.js';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';

export interface PageOptions {
  readonly theme?: ThemeName;
  readonly place?: Place;
  /** As VS Code's display language; without it English. */
  readonly language?: 'de';
  readonly width?: number;
  readonly height?: number;
  /** Stop the page's clock; the test moves it. */
  readonly clock?: boolean;
  readonly reducedMotion?: boolean;
}

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
 * Milliseconds that one look at a page may take. Shorter than mocha's limit for a test, because the error of this limit names the element; so
 * long that only what will never happen reaches it, also on a busy machine.
 */
const lookLimit = 40_000;
/** Milliseconds. */
const betweenLooks = 25;

/** A browser and a server. */
export class Harness {
  /** Pages that were closed and wait for the next test. */
  private readonly idle: Page[] = [];
  private opened = 0;

  private constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    private readonly origin: string,
  ) {}

  static start(): Promise<Harness> {
    return shared ? (globalThis.parleyHarness ??= Harness.launch()) : Harness.launch();
  }

  private static async launch(): Promise<Harness> {
    const server = createServer((request, response) => {
      const { type, body } = answerTo(request.url ?? '/');
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
    return new Harness(await launchChromium(), server, `http://127.0.0.1:${port}`);
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
  async open({
    theme = 'dark',
    place = 'view',
    language,
    width = 400,
    height = 800,
    clock = false,
    reducedMotion = false,
  }: PageOptions = {}): Promise<WebviewPage> {
    const page = (clock ? undefined : this.idle.pop()) ?? (await this.browser.newPage());
    page.setDefaultTimeout(lookLimit);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: reducedMotion ? 'reduce' : 'no-preference' });
    if (clock) {
      await page.clock.install({ time: new Date(2026, 10, 21, 15, 0) });
      await page.clock.pauseAt(new Date(2026, 10, 21, 15, 1));
    }
    // A clock that was stopped stays so.
    const webview = new WebviewPage(page, () => (shared && !clock ? this.putBack(page) : page.context().close()));
    // An address of its own, because at the same one the browser keeps the state that the page before has stored.
    this.opened += 1;
    await page.goto(`${this.origin}/${theme}-${place}${language === undefined ? '' : `.${language}`}~${this.opened}`);
    await webview.intent('ready');
    return webview;
  }

  /** The page of an option's preview or image in an editor tab, which says nothing by itself. */
  async openPreview(label: string, shown: { readonly text: string } | { readonly image: string }): Promise<WebviewPage> {
    const page = this.idle.pop() ?? (await this.browser.newPage());
    page.setDefaultTimeout(8000);
    await page.setViewportSize({ width: 700, height: 800 });
    const webview = new WebviewPage(page, () => (shared ? this.putBack(page) : page.context().close()));
    await page.goto(`${this.origin}/dark-tab?${encodeURIComponent(JSON.stringify({ label, ...shown }))}`);
    return webview;
  }

  private async putBack(page: Page): Promise<void> {
    await page.context().clearPermissions();
    this.idle.push(page);
  }
}

/** Waits until `read` gives `expected`: what follows a click or a key is painted a moment later. Fails with the last that was read. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const giveUp = performance.now() + lookLimit;
  for (;;) {
    const actual = await read();
    if (isDeepStrictEqual(actual, expected)) return;
    if (performance.now() > giveUp) assert.deepEqual(actual, expected);
    // Looks without end would take the processor from what they wait for.
    await pause(betweenLooks);
  }
}

export class WebviewPage {
  /** What the browser refused or threw. */
  readonly complaints: string[] = [];

  constructor(
    readonly page: Page,
    private readonly end: () => Promise<void>,
  ) {
    page.on('pageerror', this.onError);
    page.on('console', this.onConsole);
  }

  private readonly onError = (error: Error): void => {
    this.complaints.push(String(error));
  };

  private readonly onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' && !knownRefusal.test(message.text())) this.complaints.push(message.text());
  };

  /** In the last card that was sent. */
  private questions = 0;
  private request = 0;

  /** Says what the host would say. When this returns the page has taken it in. */
  async send(...messages: readonly HostMessage[]): Promise<void> {
    for (const message of messages) this.countQuestions(message);
    await this.sendRaw(...messages);
  }

  private countQuestions(message: HostMessage): void {
    const items = 'items' in message ? message.items : [];
    for (const item of items) if (item.kind === 'question') this.questions = item.questions.length;
  }

  async sendRaw(...messages: readonly unknown[]): Promise<void> {
    await this.page.evaluate(all => {
      for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
    }, messages);
  }

  /** Shows a state of the gallery on a page that remembers nothing of the one before: a card keeps what is typed into it. */
  async show({ hostMessages, presses = [], replies = [], images = [], readFails, finds }: GalleryState): Promise<void> {
    const { searching, request } = await this.page.evaluate(() => ({
      searching: document.querySelector('[role=search]') !== null,
      request: globalThis.parleyIntents.map(said => ('id' in said && typeof said.id === 'number' ? said.id : 0)),
    }));
    if (searching) await this.page.getByRole('search').getByRole('button').last().click();
    this.request = Math.max(this.request, ...request);
    await this.sendInTurn(emptyChat, ...hostMessages);
    // As assistive technology presses, because a card that has just come lets a pointer through.
    for (const name of presses) {
      await this.button(name)
        .first()
        .evaluate(button => {
          (button as HTMLElement).click();
        });
    }
    await this.send(...replies);
    if (images.length > 0) await this.sendImages(images);
    if (presses.length > 0) await this.painted();
    if (readFails === true) await this.send({ type: 'readFailed', session: 's', id: await this.lastRequest('readPage') });
    if (finds === undefined) return;
    await this.page.keyboard.press('Control+f');
    await this.page.getByRole('searchbox', { name: 'Find' }).fill(finds.words);
    const hits = [{ item: finds.item, at: 1, cursor: '' }];
    await this.send({ type: 'found', session: 's', id: await this.lastRequest('find'), hits, state: 'done' });
    await this.page.getByRole('search').getByText('1 of 1').waitFor();
    await this.painted();
  }

  /** Replies to the requests for images that the page has made since the last state, once it has made as many. */
  private async sendImages(images: readonly OptionImage[]): Promise<void> {
    for (;;) {
      const asked = (await this.intentsOf('readOptionImage')).filter(({ id }) => id > this.request);
      if (asked.length === images.length) {
        await this.send(...asked.map(({ id }, index) => ({ type: 'optionImage' as const, id, shown: images[index] ?? assert.fail() })));
        return this.painted();
      }
      await this.painted();
    }
  }

  /** Sends the messages, the second once the first is drawn, all in one call of the page. */
  private async sendInTurn(...messages: readonly HostMessage[]): Promise<void> {
    for (const message of messages) this.countQuestions(message);
    await this.page.evaluate(async ([first, ...others]) => {
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
      const send = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }));
      send(first);
      await frame();
      while (document.querySelector('h1') === null) await frame();
      others.forEach(send);
      for (let count = 0; count < 3; count += 1) await frame();
    }, messages);
  }

  /** Changes the theme of the page, as VS Code does while the page stays. */
  async wear(theme: ThemeName, place: Place): Promise<void> {
    const { kind, variables, ...grounds } = themes[theme];
    await this.page.evaluate(wear, { kind, variables, ground: grounds[place] });
  }

  /** The id of the last request of this kind, once the page has made one that was not asked for here before. */
  private async lastRequest(type: 'readPage' | 'find'): Promise<number> {
    for (;;) {
      const id = (await this.intentsOf(type)).at(-1)?.id ?? 0;
      if (id > this.request) return (this.request = id);
      await this.painted();
    }
  }

  /** Everything the page has said so far. */
  async intents(): Promise<readonly Intent[]> {
    return this.page.evaluate(() => globalThis.parleyIntents);
  }

  async intentsOf<Type extends Intent['type']>(type: Type): Promise<readonly Extract<Intent, { type: Type }>[]> {
    const all = await this.intents();
    return all.filter((said): said is Extract<Intent, { type: Type }> => said.type === type);
  }

  /** What was done in the parts beside the conversation, without what the page reads there by itself. */
  async acts(): Promise<readonly ChatAct[]> {
    const all = (await this.intentsOf('chat')).map(({ act }) => act);
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
      await this.page.evaluate(
        heard => new Promise<void>(resolve => (globalThis.parleyIntents.length > heard ? resolve() : globalThis.parleyHeard.push(resolve))),
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

  /** When what was sent is laid out and drawn: the toolkit's elements and the scroll position follow a frame later. */
  async painted(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve));
    });
  }

  /**
   * When the pointer reaches every card again. A card that has moved holds presses back from the frame in which it was laid out. Never
   * resolves where the page's clock stands still.
   */
  async settled(): Promise<void> {
    await this.painted();
    await eventually(() => this.page.locator('[data-settling]').count(), 0);
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

const emptyChat = snapshot([]);

/** The toolkit asks by an empty style sheet, recognized by its hash, whether the browser knows `:focus-visible`; nothing is lost. */
const knownRefusal = /inline style.*'sha256-47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU='/;

declare global {
  // Of a mocha: each test file is a bundle of its own, with a `Harness` of its own.
  var parleyHarness: Promise<Harness> | undefined;
  // Of the page: what it has said, and who waits for it to say more.
  var parleyIntents: Intent[];
  /** The session that each intent named. */
  var parleySessions: string[];
  var parleyHeard: (() => void)[];
}
