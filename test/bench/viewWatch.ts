// Times inside the webview's page, on the clock that all processes of a machine share. Knows how a card is found by role
// and name, and nothing of who measures what.
import type { FrameLocator } from 'playwright-core';
import { awaiting } from '../../scripts/lib/suites/benchSteps.mjs';

export interface ViewWatch {
  /** Resolves when the card of this question is painted and its options answer to the keyboard. Ask before the question is sent. `asker`: Claude, without it. */
  cardPainted(question: string, asker?: string): Promise<number>;
  /** Resolves when a text that holds `part` is painted. Ask before it is sent. */
  textPainted(part: string): Promise<number>;
  /** The time at which the last click reached the page. */
  lastClick(): Promise<number>;
}

export async function watchView(view: FrameLocator): Promise<ViewWatch> {
  const page = view.locator('body');
  await page.evaluate(install);
  return {
    cardPainted: (question, asker = 'Claude') =>
      awaiting(
        `the card “${question}” in the page`,
        page.evaluate((_body, asked) => (globalThis as unknown as Watched).parleyWatch.card(asked.question, asked.asker), {
          question,
          asker,
        }),
      ),
    textPainted: part =>
      awaiting(
        `the text “${part}” in the page`,
        page.evaluate((_body, name) => (globalThis as unknown as Watched).parleyWatch.text(name), part),
      ),
    lastClick: () => page.evaluate(() => (globalThis as unknown as Watched).parleyWatch.clicked),
  };
}

interface Watched {
  parleyWatch: { clicked: number; card(question: string, asker: string): Promise<number>; text(part: string): Promise<number> };
}

/** Runs in the page, so it can use nothing from here. Looks at what has changed only: the page may be long. */
function install(): void {
  const now = (): number => performance.timeOrigin + performance.now();

  /** A task posted from the frame's callback runs after that frame is painted. */
  const painted = (): Promise<number> =>
    new Promise(resolve => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(now());
        port2.postMessage(undefined);
      });
    });

  const until = (happened: (changed: Element) => boolean): Promise<number> =>
    new Promise(resolve => {
      const observer = new MutationObserver(records => {
        const changed = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
        const elements = changed.flatMap(node => (node instanceof Element ? node : (node.parentElement ?? [])));
        if (!elements.some(happened)) return;
        observer.disconnect();
        void painted().then(resolve);
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });

  const watch: Watched['parleyWatch'] = {
    clicked: 0,
    card: (question, asker) =>
      until(changed => {
        const form = `form[aria-label="${asker} asks"]`;
        // Earlier cards are forms too.
        const card = changed.closest(form) ?? [...changed.querySelectorAll(form)].at(-1);
        const option = card?.querySelector('input[type="radio"]');
        return option !== null && option !== undefined && (card?.textContent.includes(question) ?? false);
      }),
    text: part =>
      until(
        changed =>
          changed.closest('form') === null &&
          changed !== document.body &&
          changed.childElementCount < 50 &&
          changed.textContent.includes(part),
      ),
  };
  window.addEventListener('click', () => (watch.clicked = now()), { capture: true });
  (globalThis as unknown as Watched).parleyWatch = watch;
}
