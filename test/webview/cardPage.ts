// A page with one open card, and the words that tests of open cards use for what a person does and sees.
import type { Locator } from 'playwright-core';
import type { Answer } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import type { Preferences } from '../../src/shared/chatStatus.js';
import type { PageOptions, WebviewPage } from './harness.js';
import { Harness } from './harness.js';
import { waitingFor } from './openCards.js';

export const layouts: readonly Preferences['layout'][] = ['stacked', 'tabs'];

/** Sets mocha's hooks up and gives what always means the page of the current test. */
export function useCardPage(options: PageOptions = { height: 900 }): CardPage {
  const page = new CardPage();
  let harness: Harness;
  before(async () => {
    page.harness = harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    page.webview = await harness.open(options);
  });
  afterEach(() => page.webview.close());
  return page;
}

export class CardPage {
  harness!: Harness;
  /** Set before each test. */
  webview!: WebviewPage;

  get card(): Locator {
    return this.webview.card;
  }

  ask(item: QuestionItem, layout: Preferences['layout'] = 'stacked'): Promise<void> {
    return this.webview.send(waitingFor(item, layout));
  }

  /** Answers a change as the host does: the same item once more. */
  update(version: number, item: QuestionItem, preferences?: Preferences): Promise<void> {
    return this.webview.send({ type: 'items', version, items: [item], ...(preferences !== undefined && { preferences }) });
  }

  /** Goes to the question as the command does. */
  async goToQuestion(): Promise<void> {
    await this.webview.send({ type: 'focus', target: 'question' });
    await this.webview.page.waitForFunction(() => document.activeElement !== document.body);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.webview.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.webview.page.keyboard.type(text);
  }

  button(name: string): Locator {
    return this.card.getByRole('button', { name, exact: true });
  }

  tab(name: string): Locator {
    return this.card.getByRole('tab', { name, exact: true });
  }

  radio(name: string): Locator {
    return this.card.getByRole('radio', { name, exact: true });
  }

  checkbox(name: string): Locator {
    return this.card.getByRole('checkbox', { name, exact: true });
  }

  textbox(name: string): Locator {
    return this.card.getByRole('textbox', { name, exact: true });
  }

  /** The name of what has the focus, also inside of a toolkit's element. */
  focused(): Promise<string | null> {
    return this.webview.page.evaluate(() => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const named = document.getElementById(active?.getAttribute('aria-labelledby') ?? '');
      return active?.getAttribute('aria-label') ?? (named ?? active)?.textContent?.trim() ?? null;
    });
  }

  lastDraft(): Promise<readonly Answer[] | undefined> {
    return this.webview.lastDraft();
  }

  async sent(): Promise<readonly Answer[] | undefined> {
    return (await this.webview.intentsOf('answerQuestion')).at(-1)?.answers;
  }

  /** What a screen reader hears of an element after its name. */
  description(locator: Locator): Promise<string> {
    return locator.evaluate(element =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent?.trim() ?? '')
        .join(' '),
    );
  }
}
