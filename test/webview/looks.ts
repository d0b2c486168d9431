// Measures a page as it is painted: texts that cannot be read on what is behind them, and controls that something covers. Knows nothing
// of Parley. What runs in the page holds all that it needs.
import type { Page } from 'playwright-core';

interface Fault {
  /** The text, or the control's name. */
  readonly what: string;
  /** The contrast and its two colours; the thing that covers, and how many of the points looked at. */
  readonly figures: string;
}

/** WCAG 1.4.3 for text of an ordinary size. */
const leastContrast = 4.5;

/** Everything on the page that is laid out, in sight or scrolled out of it. The scroll positions are the same afterwards. */
export async function faultTexts(page: Page): Promise<readonly string[]> {
  return [...(await paleTexts(page)), ...(await coveredTexts(page))];
}

export async function paleTexts(page: Page): Promise<readonly string[]> {
  const weak: readonly Fault[] = await page.mainFrame().evaluate(weakTexts, { least: leastContrast, onlyNew: false });
  return weak.map(contrastText);
}

/** What is put on for a look. */
export interface Theme<Clothes> {
  readonly name: string;
  readonly clothes: Clothes;
  /** The CSS of each ground that may be behind the page. */
  readonly grounds: readonly string[];
}

/**
 * What is pale in themes that are put on for this look alone, of the elements that `findNewLooks` has found last. `wear` runs in the page. The
 * last theme stays, on its last ground.
 */
export async function newPaleTexts<Clothes>(
  page: Page,
  wear: (clothes: Clothes) => void,
  themes: readonly Theme<Clothes>[],
): Promise<readonly string[]> {
  const inThemes = `(${weakTextsInThemes.toString()})(${wear.toString()}, ${weakTexts.toString()}, ${JSON.stringify({ least: leastContrast, themes })})`;
  // What weakTextsInThemes returns.
  const weak = await page.mainFrame().evaluate<readonly (readonly [where: string, fault: Fault])[]>(inThemes);
  return weak.map(([where, fault]) => `${where}: ${contrastText(fault)}`);
}

/**
 * Runs in the page. The style is computed for what is measured alone, and nothing is painted. Another ground is no other theme, because to put on a
 * theme computes every style anew.
 */
function weakTextsInThemes<Clothes>(
  wear: (clothes: Clothes) => void,
  measure: typeof weakTexts,
  { least, themes }: { least: number; themes: readonly Theme<Clothes>[] },
): (readonly [where: string, fault: Fault])[] {
  return themes.flatMap(({ name, clothes, grounds }) => {
    wear(clothes);
    return grounds.flatMap(ground => {
      document.documentElement.style.background = ground;
      return measure({ least, onlyNew: true }).map(fault => [`in ${name} on ${ground}`, fault] as const);
    });
  });
}

const contrastText = ({ what, figures }: Fault): string => `“${what}” has a contrast of ${figures}`;

export async function coveredTexts(page: Page): Promise<readonly string[]> {
  const covered: readonly Fault[] = await page.mainFrame().evaluate(coveredControls);
  return covered.map(({ what, figures }) => `“${what}” is covered: ${figures}`);
}

/** Whether there is an element, and a link, that differs from all that were found in this document before in what a style sheet can tell apart. */
export interface Looks {
  readonly any: boolean;
  readonly links: boolean;
}

export function findNewLooks(page: Page): Promise<Looks> {
  return page.mainFrame().evaluate(newLooks);
}

declare global {
  /** Holds in the page the looks that were found, by the parent's look and the element's own attributes. */
  var parleyLooks: Map<string, number> | undefined;
  /** Holds in the page the elements whose look was found last. */
  var parleyNewLooks: WeakSet<Element> | undefined;
}

/** Runs in the page. What only names or places an element is no look: the number of looks would grow with the texts. */
function newLooks(): { any: boolean; links: boolean } {
  const names =
    /^(id|title|href|src|for|name|alt|value|placeholder|datetime|d|points|viewBox|width|height|data-item|aria-(label|labelledby|describedby|description|controls|owns|details|rowcount|rowindex|setsize|posinset|valuenow|valuetext))$/;
  const known = (globalThis.parleyLooks ??= new Map<string, number>());
  const found = (globalThis.parleyNewLooks = new WeakSet<Element>());
  const kinds = { any: false, links: false };
  function look(element: Element, parent: number): void {
    const attributes = [...element.attributes].filter(({ name }) => !names.test(name)).map(({ name, value }) => `${name}=${value}`);
    const isChecked = element instanceof HTMLInputElement && element.checked;
    const isEmpty = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value === '' : false;
    const key = [parent, element.localName, ...attributes.sort(), isChecked, isEmpty].join(' ');
    let number = known.get(key);
    if (number === undefined) {
      number = known.size;
      known.set(key, number);
      found.add(element);
      kinds.any = true;
      if (element.localName === 'a') kinds.links = true;
    }
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) look(child, number);
  }
  look(document.body, -1);
  return kinds;
}

/** Runs in the page: texts, placeholders and values whose colour is too near to the colours behind them. */
function weakTexts({ least, onlyNew }: { least: number; onlyNew: boolean }): { what: string; figures: string }[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const clear: Colour = [0, 0, 0, 0];

  function colour(css: string): Colour {
    const numbers = (css.match(/[\d.]+(?:e-?\d+)?%?/g) ?? []).map(Number);
    const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
    if (/^rgba?\(/.test(css)) return [red, green, blue, alpha];
    // What color-mix() computes to. The name of the colour space has no digits.
    if (css.startsWith('color(srgb ')) return [red * 255, green * 255, blue * 255, alpha];
    throw new Error(`A colour in a form that is not known: ${css}`);
  }

  function over(above: Colour, below: Colour): Colour {
    const alpha = above[3] + below[3] * (1 - above[3]);
    if (alpha === 0) return clear;
    const part = (channel: 0 | 1 | 2): number => (above[channel] * above[3] + below[channel] * below[3] * (1 - above[3])) / alpha;
    return [part(0), part(1), part(2), alpha];
  }

  function luminance([red, green, blue]: Colour): number {
    const linear = [red, green, blue].map(value => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  }

  function hex([red, green, blue]: Colour): string {
    return `#${[red, green, blue].map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
  }

  /** The parent by which the element is drawn, through slots and shadow roots. */
  function parentOf(element: Element): Element | null {
    if (element.assignedSlot !== null) return element.assignedSlot;
    const { parentNode } = element;
    return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
  }

  const grounds = new Map<Element, { own: Colour; opacity: number }>();
  function groundOf(element: Element): { own: Colour; opacity: number } {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, opacity } = getComputedStyle(element);
    const ground = { own: colour(backgroundColor), opacity: Number(opacity) };
    grounds.set(element, ground);
    return ground;
  }

  /** The colours of a text and of what is behind it, where each ancestor adds its ground and then its opacity. */
  function painted(text: Colour, element: Element): { fore: Colour; ground: Colour } {
    let [fore, ground] = [text, clear];
    for (let at: Element | null = element; at !== null; at = parentOf(at)) {
      const { own, opacity } = groundOf(at);
      if (own[3] === 0 && opacity === 1) continue;
      const faded = ([red, green, blue, alpha]: Colour): Colour => [red, green, blue, alpha * opacity];
      [fore, ground] = [faded(over(fore, own)), faded(over(ground, own))];
    }
    const canvas: Colour = [255, 255, 255, 1];
    return { fore: over(fore, canvas), ground: over(ground, canvas) };
  }

  const cut = new Map<Element, boolean>();
  /** Whether the element is for screen readers only: it, or one around it, is cut down to nothing. */
  function isCut(element: Element): boolean {
    const known = cut.get(element);
    if (known !== undefined) return known;
    const parent = parentOf(element);
    const { clipPath, overflowX } = getComputedStyle(element);
    const isOwn = clipPath !== 'none' && overflowX !== 'visible' && element.getBoundingClientRect().width <= 1;
    const isAny = isOwn || (parent !== null && isCut(parent));
    cut.set(element, isAny);
    return isAny;
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isCut(element);
  }

  const found = new Map<string, { what: string; figures: string }>();
  function measure(what: string, css: string, element: Element): void {
    const { fore, ground } = painted(colour(css), element);
    const [dark = 0, light = 0] = [luminance(fore), luminance(ground)].sort((one, other) => one - other);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast >= least) return;
    const fault = { what: what.replace(/\s+/g, ' ').slice(0, 60), figures: `${contrast.toFixed(2)} (${hex(fore)} on ${hex(ground)})` };
    found.set(`${fault.what} ${fault.figures}`, fault);
  }

  function look(root: Document | ShadowRoot): void {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) look(element.shadowRoot);
      if (onlyNew && globalThis.parleyNewLooks?.has(element) !== true) continue;
      if (!isShown(element)) continue;
      const own = [...element.childNodes].filter(child => child instanceof Text).map(({ data }) => data);
      const words = own.join('').trim();
      if (words !== '' && !(element instanceof HTMLTextAreaElement)) {
        const { color, fill } = getComputedStyle(element);
        measure(words, element instanceof SVGTextElement ? fill : color, element);
      }
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        const content = /^"(.*?\S.*?)"/.exec(style.content)?.[1];
        if (content !== undefined) measure(content, style.color, element);
      }
      const isBox =
        element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && /^(text|search|number)$/.test(element.type));
      if (!isBox) continue;
      if (element.value !== '') measure(element.value, getComputedStyle(element).color, element);
      else if (element.placeholder !== '') measure(element.placeholder, getComputedStyle(element, '::placeholder').color, element);
    }
  }
  look(document);
  return [...found.values()];
}

/** Runs in the page: controls that are not on top at one of their points, once they are scrolled into sight. */
function coveredControls(): { what: string; figures: string }[] {
  const controls =
    'button, a[href], input, textarea, select, summary, [role=button], [role=tab], [role=radio], [role=checkbox], [role=link], [role=switch], [role=menuitem]';

  function parentOf(node: Node): Node | null {
    if (node instanceof Element && node.assignedSlot !== null) return node.assignedSlot;
    return node instanceof ShadowRoot ? node.host : node.parentNode;
  }

  function isWithin(node: Node, outer: Node): boolean {
    for (let at: Node | null = node; at !== null; at = parentOf(at)) if (at === outer) return true;
    return false;
  }

  function topmost(x: number, y: number): Element | null {
    let top = document.elementFromPoint(x, y);
    for (;;) {
      const inner = top?.shadowRoot?.elementFromPoint(x, y) ?? null;
      if (inner === null || inner === top) return top;
      top = inner;
    }
  }

  function isShown(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).clipPath === 'none';
  }

  function nameOf(element: Element): string {
    const words = element.getAttribute('aria-label') ?? element.textContent;
    return `${element.tagName.toLowerCase()} ${words.trim()}`.replace(/\s+/g, ' ').slice(0, 60);
  }

  const found: { what: string; figures: string }[] = [];
  function look(control: Element): void {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const boxes = [...control.getClientRects()];
    const points = boxes.flatMap(({ x, y, width, height }) =>
      // Not the very corners, which a round control does not have.
      [
        [0.5, 0.5],
        [0.2, 0.2],
        [0.8, 0.2],
        [0.2, 0.8],
        [0.8, 0.8],
      ].map(([right = 0, down = 0]) => [x + width * right, y + height * down] as const),
    );
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    // What the person has opened over the page covers what is behind it.
    const over = document.querySelector('[data-over-page]');
    const isOver = (top: Element): boolean => over !== null && isWithin(top, over) && !isWithin(control, over);
    const tops = points
      .map(([x, y]) => topmost(x, y))
      .filter(top => top !== null)
      .filter(top => !isOver(top));
    // Where something around the control is on top, the control is cut off there and not covered.
    const covering = tops.filter(top => !isWithin(top, control) && !isWithin(control, top) && !labels.some(label => isWithin(top, label)));
    const first = covering[0];
    if (first === undefined) return;
    found.push({
      what: nameOf(control),
      figures: `“${nameOf(first)}” (${first.className}) is above ${covering.length} of ${points.length} points`,
    });
  }

  function all(root: Document | ShadowRoot): Element[] {
    return [...root.querySelectorAll('*')].flatMap(element => [
      ...(element.matches(controls) ? [element] : []),
      ...(element.shadowRoot === null ? [] : all(element.shadowRoot)),
    ]);
  }

  // What lets the pointer through still covers what a person reads.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(sheet);
  const scrolled = [...document.querySelectorAll('*')].map(element => [element, element.scrollLeft, element.scrollTop] as const);
  for (const control of all(document)) if (isShown(control)) look(control);
  for (const [element, left, top] of scrolled) {
    if (element.scrollLeft !== left) element.scrollLeft = left;
    if (element.scrollTop !== top) element.scrollTop = top;
  }
  document.adoptedStyleSheets.pop();
  return found;
}
