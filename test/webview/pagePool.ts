// Owns the browser's pages: which of them wait for a next test, and how one of them is made as good as new. Knows nothing of what is shown.
import type { Browser, Page } from 'playwright-core';
import { putBarrierOnLocators, putBarrierOnPage } from './acts.js';
import type { Place, ThemeName } from './servedPage.js';
import { clothesOf } from './servedPage.js';

export interface Look {
  readonly theme: ThemeName;
  readonly place: Place;
  readonly language: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly motion: boolean;
}

export interface PageTime {
  /** Milliseconds that pass after each act. */
  pause: number;
}

interface Known extends PageTime {
  readonly language: string | undefined;
  readonly motion: boolean;
  /** How often the product has begun in the document. */
  readonly begun: number;
}

/** What the product has left of its earlier beginnings is in the way of no test, but takes memory. */
const mostBeginnings = 25;

export class PagePool {
  private readonly idle: Page[] = [];
  /** Pages with the product in them. */
  private readonly known = new Map<Page, Known>();
  private opened = 0;
  private hasBarrier = false;

  /** `ownTime`: time passes in the pages only as the test lets it pass. */
  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
    private readonly ownTime: boolean,
  ) {}

  /** A page in which the product has just begun. After each act the page is painted, and `pause` milliseconds pass there. */
  async take(look: Look, pause: number): Promise<{ readonly page: Page; readonly time: PageTime | undefined }> {
    const index = this.idle.findIndex(page => this.known.get(page)?.language === look.language);
    const [page = await this.make()] = index < 0 ? [] : this.idle.splice(index, 1);
    const before = this.known.get(page);
    this.known.delete(page);
    const { width, height } = page.viewportSize() ?? {};
    if (width !== look.width || height !== look.height) await page.setViewportSize({ width: look.width, height: look.height });
    if (before?.motion !== look.motion) await page.emulateMedia({ reducedMotion: look.motion ? 'no-preference' : 'reduce' });
    // Where the test before has left the pointer, it would point at something of this test.
    await page.mouse.move(0, 0);
    // Where a press of the mouse was the last to be heard, Chromium takes a move of the focus by the page for one that is not to be seen.
    await page.keyboard.press('Pause');
    const isAnew = before !== undefined && before.begun < mostBeginnings && (await this.beginAnew(page, look));
    if (!isAnew) await this.load(page, look);
    const known = { language: look.language, motion: look.motion, begun: isAnew ? before.begun + 1 : 1, pause };
    this.known.set(page, known);
    return { page, time: this.ownTime ? known : undefined };
  }

  /** A page without the product. */
  async takeEmpty(): Promise<Page> {
    const page = this.idle.pop() ?? (await this.make());
    this.known.delete(page);
    return page;
  }

  async putBack(page: Page): Promise<void> {
    await page.context().clearPermissions();
    const known = this.known.get(page);
    if (known?.motion === true) {
      // What turns on a page that waits would take a processor from the tests of the others.
      this.known.set(page, { ...known, motion: false });
      await page.emulateMedia({ reducedMotion: 'reduce' });
    }
    this.idle.push(page);
  }

  /** Resolves when what was done to the page is painted, and a while has passed. */
  private readonly rest = async (page: Page): Promise<void> => {
    const pause = this.known.get(page)?.pause;
    // Not `page.evaluate`, which is an act.
    if (pause !== undefined && this.ownTime) await page.mainFrame().evaluate(restAndPass, pause);
  };

  private async make(): Promise<Page> {
    const page = await this.browser.newPage();
    if (!this.ownTime) return page;
    putBarrierOnPage(page, this.rest);
    if (!this.hasBarrier) putBarrierOnLocators(page, this.rest);
    this.hasBarrier = true;
    return page;
  }

  private async beginAnew(page: Page, { theme, place }: Look): Promise<boolean> {
    return page.mainFrame().evaluate(clothes => globalThis.parleyPage?.begin(clothes) ?? false, clothesOf(theme, place));
  }

  private async load(page: Page, { theme, place, language }: Look): Promise<void> {
    // An address of its own, because at the same one the page finds the state that the page before has stored.
    this.opened += 1;
    await page.goto(`${this.origin}/${theme}-${place}${language === undefined ? '' : `.${language}`}~${this.opened}`);
    await page.mainFrame().evaluate(() => globalThis.parleyPage?.begun);
  }
}

/** Runs in the page. */
export async function restAndPass(milliseconds: number): Promise<void> {
  // Not there where the test has gone to another address.
  const { parleyPage } = globalThis;
  await parleyPage?.rest();
  if (milliseconds > 0) await parleyPage?.pass(milliseconds);
}
