// Owns the barrier behind whatever a test does to a page: when the act returns, the page has painted what came of it. So no look comes too
// early, and what is not there then does not come without another act. Knows nothing of Parley.
import type { Locator, Page } from 'playwright-core';

declare global {
  /** Set while a test only looks: then `evaluate` only looks. Of a mocha, whose test files are bundles with modules of their own. */
  var parleyReading: boolean | undefined;
}

/** Called after each act on the page. */
type Barrier = (page: Page) => Promise<void>;

const pageActs = ['evaluate', 'setViewportSize', 'emulateMedia'] as const;
const keyboardActs = ['press', 'type', 'insertText', 'down', 'up'] as const;
const mouseActs = ['click', 'dblclick', 'move', 'down', 'up', 'wheel'] as const;
// `evaluate` too, because a function in the page may change it.
const locatorActs = [
  ...(['click', 'dblclick', 'hover', 'press', 'pressSequentially', 'fill', 'clear', 'check', 'uncheck', 'selectOption'] as const),
  ...(['setInputFiles', 'focus', 'blur', 'dispatchEvent', 'dragTo', 'scrollIntoViewIfNeeded', 'evaluate', 'evaluateAll'] as const),
];

/** Milliseconds. An act that the page takes is done in less. The barrier behind it reports what fails. */
const patience = 1_000;

type Act = (...given: unknown[]) => Promise<unknown>;

function putBarrier(target: object, names: readonly string[], pageOf: (target: unknown) => Page, barrier: Barrier): void {
  // The names are those of methods, whose parameters only go through here.
  const methods = target as Record<string, Act>;
  for (const name of names) {
    const act = methods[name];
    if (act === undefined) throw new Error(`There is no act “${name}”`);
    methods[name] = async function (this: unknown, ...given) {
      // What the page holds back, such as a press on a card that has just moved, is tried again, and a while passes for the person meanwhile.
      const again = setInterval(() => void barrier(pageOf(this)).catch(() => undefined), patience);
      const result = await act.apply(this, given).finally(() => clearInterval(again));
      if (!name.startsWith('evaluate') || globalThis.parleyReading !== true) await barrier(pageOf(this));
      return result;
    };
  }
}

/** Puts the barrier behind each act on this page. */
export function putBarrierOnPage(page: Page, barrier: Barrier): void {
  for (const [target, names] of [
    [page, pageActs],
    [page.keyboard, keyboardActs],
    [page.mouse, mouseActs],
  ] as const) {
    putBarrier(target, names, () => page, barrier);
  }
}

/** Puts the barrier behind each act through a locator, of any page of this process: each look makes locators of its own. Once. */
export function putBarrierOnLocators(page: Page, barrier: Barrier): void {
  const prototype = Object.getPrototypeOf(page.locator('html')) as object;
  // Locators only get here.
  putBarrier(prototype, locatorActs, locator => (locator as Locator).page(), barrier);
}
