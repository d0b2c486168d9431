// Measures where things are on the page: what reaches beyond its sides, and what the buttons over the conversation lie upon. Both run in the
// page, so each function holds all that it needs.

/** Runs in the page: what can be acted on and reaches beyond the page's sides, and a conversation or a part of the message box that scrolls sideways. */
export function outside(): string[] {
  const controls = [...document.querySelectorAll('button, input, textarea, vscode-button, a, [role=tab]')];
  const cut = controls
    .filter(control => control.closest('[hidden], pre, table, [role=tablist]') === null)
    .map(control => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > innerWidth + 1))
    .map(({ control }) => `${control.outerHTML.slice(0, 120)} reaches beyond the page`);
  const wide = [...document.querySelectorAll('.composer, .composer *, [role=log]')]
    .filter(box => /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
    .filter(box => box.closest('pre, table, textarea') === null)
    .map(box => `${box.outerHTML.slice(0, 80)} scrolls sideways: ${box.scrollWidth} px of ${box.clientWidth}`);
  return [...cut, ...wide];
}

/**
 * Runs in the page: what can be acted on or read under Jump to latest and Copy, at a grid of points in each. The conversation is scrolled away from
 * its end for that, and back to it. `name`: the name of Jump to latest.
 */
export async function coveredByJump(name: string): Promise<string[]> {
  const log = document.querySelector('[role=log]');
  if (log === null) return ['there is no conversation'];
  const scrollTo = async (top: number): Promise<void> => {
    log.scrollTop = top;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve));
  };
  await scrollTo(log.scrollHeight - log.clientHeight * 1.6);
  const jump = document.querySelector(`vscode-button[aria-label="${name}"]`);
  const buttons = [...(jump === null ? [] : [jump]), ...document.querySelectorAll('.codeBlock > button')];
  const hasText = (element: Element, x: number, y: number): boolean =>
    [...element.childNodes].some(node => {
      if (node.nodeType !== Node.TEXT_NODE) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some(({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom);
    });
  const found = new Set<string>(jump === null ? ['there is no Jump to latest'] : []);
  for (const button of buttons) {
    const { left, top, width, height } = button.getBoundingClientRect();
    for (let step = 0; step < 25; step++) {
      const [x, y] = [left + (width * (0.5 + (step % 5))) / 5, top + (height * (0.5 + Math.floor(step / 5))) / 5];
      const stack = document.elementsFromPoint(x, y);
      const at = stack.findIndex(element => button.contains(element));
      for (const element of at < 0 ? [] : stack.slice(at + 1)) {
        if (element.contains(button) || button.contains(element)) continue;
        if (element.matches('button, input, textarea, vscode-button, a, [role=tab], [tabindex]') || hasText(element, x, y))
          found.add(`${button.textContent} over ${element.outerHTML.slice(0, 80)}`);
      }
    }
  }
  await scrollTo(log.scrollHeight);
  return [...found];
}
