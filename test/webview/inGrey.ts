// What is on the page without what comes later for code that is near the view.
import type { Locator } from 'playwright-core';

/** The page without the colours and the buttons of code, which come where it is near the view. */
export const inGrey = (log: Locator): Promise<string> =>
  log.evaluate(shown => {
    const grey = shown.cloneNode(true) as Element;
    for (const code of grey.querySelectorAll('[data-coloured]')) {
      code.textContent = code.textContent;
      code.removeAttribute('data-coloured');
    }
    for (const acts of grey.querySelectorAll('.codeActs')) acts.remove();
    return grey.innerHTML;
  });
