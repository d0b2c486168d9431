// Owns what a tested page has in front of the product: the API of VS Code, which records what the page says; time, which passes only where
// the test lets it pass; and the product's beginning, which can be repeated in the same document. Knows nothing of Parley but its files'
// names. Each function runs in the page, so it holds all that it needs.
import type { Intent } from '../../src/shared/contract/fromView.js';
import type { Clothes } from './servedPage.js';

export interface PageOfTests {
  /** The first beginning of the product in this document. */
  begun?: Promise<boolean>;
  /**
   * Runs the product's entry anew, with nothing that the entry before has left. False where a test has changed the document or its globals
   * otherwise: then only a new document is as good as new.
   */
  begin(clothes: Clothes): Promise<boolean>;
  /** Resolves when what was said or done is painted: when a whole frame has changed nothing, and nothing waits for another frame. */
  rest(): Promise<void>;
  /** Lets so many milliseconds pass; what comes of that is painted when it resolves. */
  pass(milliseconds: number): Promise<void>;
}

declare global {
  var parleyPage: PageOfTests | undefined;
  /** What the page has said. */
  var parleyIntents: Intent[];
  /** The versions that it has taken, which are no intents of a person. */
  var parleyTaken: number[];
  /** Hears each of them at once, where somebody plays the host. */
  var parleyTakes: ((version: number) => void) | undefined;
  /** The session that each intent named. */
  var parleyChats: string[];
  /** Who waits for the page to say more. */
  var parleyHeard: (() => void)[];
  /** Begins the lists anew: what an earlier beginning of the product still says is not in them. */
  var parleyListen: () => void;
  var acquireVsCodeApi: () => {
    postMessage(message: { intent: Intent; chat: string }): void;
    getState(): unknown;
    setState(state: unknown): void;
  };
}

/** Runs in the page, before the product. The state outlives the document, and no other address sees it. */
export function installApi(): void {
  const place = `state of ${location.pathname}`;
  let state: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null') ?? undefined;
  addEventListener('pagehide', () => {
    sessionStorage.setItem(place, JSON.stringify(state ?? null));
  });
  globalThis.parleyListen = () => {
    const [intents, taken, chats, heard]: [Intent[], number[], string[], (() => void)[]] = [[], [], [], []];
    globalThis.parleyIntents = intents;
    globalThis.parleyTaken = taken;
    globalThis.parleyChats = chats;
    globalThis.parleyHeard = heard;
    globalThis.acquireVsCodeApi = () => ({
      setState(kept) {
        if (intents === globalThis.parleyIntents) state = kept;
      },
      getState: () => state,
      postMessage({ intent, chat }) {
        if (intent.type === 'taken') {
          taken.push(intent.version);
          globalThis.parleyTakes?.(intent.version);
          return;
        }
        intents.push(structuredClone(intent));
        chats.push(chat);
        for (const wake of heard.splice(0)) wake();
      },
    });
  };
  globalThis.parleyListen();
}

/** Runs in the page, before the product and after `installApi`. `start`: epoch milliseconds at which each beginning of the product happens. */
export function installTime(start: number, wear: (clothes: Clothes) => void): void {
  const real = {
    frame: requestAnimationFrame.bind(globalThis),
    cancelFrame: cancelAnimationFrame.bind(globalThis),
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    Date,
  };
  // What waits for a frame, or for the next task: both are real, and `rest` waits for them.
  const frames = new Set<number>();
  const tasks = new Set<number>();
  // All other timers, which wait for `pass`.
  interface Timer {
    at: number;
    readonly every: number | undefined;
    readonly run: () => void;
  }
  const timers = new Map<number, Timer>();
  let lastTimer = 1_000_000_000;
  let passed = 0;

  function addTimer(run: () => void, delay: number, every?: number): number {
    if (delay > 0) {
      timers.set(++lastTimer, { at: passed + delay, every, run });
      return lastTimer;
    }
    // A number in a page.
    const id = real.setTimeout(() => {
      tasks.delete(id);
      run();
    }) as unknown as number;
    tasks.add(id);
    return id;
  }

  class PageDate extends real.Date {
    constructor(...parts: readonly unknown[]) {
      // The parts are those of the real constructor, which has several signatures.
      super(...((parts.length === 0 ? [start + passed] : parts) as [number]));
    }

    static override now(): number {
      return start + passed;
    }
  }

  const asRun = (run: TimerHandler, given: readonly unknown[]): (() => void) => {
    if (typeof run === 'string') throw new Error('A timer with code in a string');
    return () => {
      Reflect.apply(run, undefined, given);
    };
  };
  const clear = (id?: number): void => {
    if (id === undefined || timers.delete(id)) return;
    tasks.delete(id);
    real.clearTimeout(id);
  };
  Object.assign(globalThis, {
    Date: PageDate,
    setTimeout: (run: TimerHandler, delay = 0, ...given: unknown[]) => addTimer(asRun(run, given), delay),
    setInterval: (run: TimerHandler, every: number, ...given: unknown[]) => addTimer(asRun(run, given), every, every),
    clearTimeout: clear,
    clearInterval: clear,
    requestAnimationFrame(run: FrameRequestCallback) {
      const id = real.frame(() => {
        frames.delete(id);
        run(passed);
      });
      frames.add(id);
      return id;
    },
    cancelAnimationFrame(id: number) {
      frames.delete(id);
      real.cancelFrame(id);
    },
  });
  performance.now = () => passed;

  function task(): Promise<void> {
    return new Promise(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    });
  }

  /** A page that never rests is a fault, of the product or of the test. */
  const mostFrames = 200;
  async function rest(): Promise<void> {
    let isChanged = true;
    const observer = new MutationObserver(() => (isChanged = true));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let frame = 0; isChanged || frames.size > 0 || tasks.size > 0; frame += 1) {
      if (frame > mostFrames) throw new Error(`The page has not come to rest within ${mostFrames} frames`);
      isChanged = false;
      await new Promise(real.frame);
      // By the next task the frame is laid out and painted, and those who observe it have been told.
      await task();
    }
    observer.disconnect();
  }

  async function pass(milliseconds: number): Promise<void> {
    const end = passed + milliseconds;
    let hasRun = false;
    for (;;) {
      const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (next === undefined) break;
      const [id, timer] = next;
      passed = timer.at;
      if (timer.every === undefined) timers.delete(id);
      else timer.at += timer.every;
      timer.run();
      hasRun = true;
      // What it has changed is rendered, and may add or clear timers.
      await task();
    }
    passed = end;
    if (hasRun) await rest();
  }

  // What the product listens to at what outlives it. A new beginning takes these listeners away.
  const listeners: (() => void)[] = [];
  let beginnings = 0;
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target);
    Object.assign(target, {
      addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions | boolean) {
        if (beginnings > 0) {
          listeners.push(() => {
            target.removeEventListener(type, listener, options);
          });
        }
        add(type, listener, options);
      },
    });
  }

  /** The globals, and what the document has beside the product. */
  function surroundings(): ReadonlyMap<string, unknown> {
    const found = new Map<string, unknown>();
    for (const [at, object] of Object.entries({ globalThis, document, performance, navigator, history })) {
      for (const name of Object.getOwnPropertyNames(object)) {
        // Ours, and what the tool that drives the page adds when it needs it.
        if (/^(parley|acquireVsCodeApi$|__p)/.test(name)) continue;
        found.set(`${at}.${name}`, Object.getOwnPropertyDescriptor(object, name)?.value);
      }
    }
    const { documentElement, head, body } = document;
    found.set('attributes', [documentElement, head, body].flatMap(({ attributes }) => [...attributes].map(({ name }) => name)).join());
    found.set('head', head.innerHTML);
    found.set('body', [...body.children].map(({ id, tagName }) => `${tagName} ${id}`).join());
    found.set('styles', document.adoptedStyleSheets.length);
    return found;
  }
  let untouched: ReadonlyMap<string, unknown> | undefined;
  function isUntouched(): boolean {
    const now = surroundings();
    return (
      untouched === undefined || (now.size === untouched.size && [...untouched].every(([name, value]) => Object.is(now.get(name), value)))
    );
  }

  globalThis.parleyPage = {
    rest,
    pass,
    async begin(clothes) {
      if (!isUntouched()) return false;
      if (beginnings > 0) {
        for (const remove of listeners.splice(0)) remove();
        timers.clear();
        // The document has them, and ranges in what is gone would be counted as the next beginning's.
        CSS.highlights.clear();
        passed = 0;
        getSelection()?.removeAllRanges();
        const root = document.createElement('div');
        root.id = 'root';
        document.getElementById('root')?.replaceWith(root);
        globalThis.parleyListen();
        globalThis.acquireVsCodeApi().setState(undefined);
      }
      wear(clothes);
      const entry: string = `/webview.js#${beginnings}`;
      beginnings += 1;
      await import(entry);
      await rest();
      untouched ??= surroundings();
      return true;
    },
  };
}
