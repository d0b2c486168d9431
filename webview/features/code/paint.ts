// Puts runs of colour into an element that holds a text: the characters stay the same, and so do a selection and what the browser has marked
// in them. Knows nothing of languages.
import type { Run } from './runs.js';

/** What each element has, a node for each run. */
const painted = new WeakMap<Element, readonly Run[]>();

/** Whether nothing has changed the colours since. */
export function isPainted(holder: HTMLElement): boolean {
  return 'coloured' in holder.dataset && painted.has(holder);
}

/** `runs`: of the beginning of the element's text; the rest stands by itself. */
export function paint(holder: HTMLElement, runs: readonly Run[]): void {
  const text = holder.textContent;
  const wanted: { readonly part: string; readonly look: string }[] = [];
  let at = 0;
  for (const { length, look } of runs) wanted.push({ part: text.slice(at, (at += length)), look });
  if (at < text.length) wanted.push({ part: text.slice(at), look: '' });
  // What stays is laid out already.
  const before = isPainted(holder) ? (painted.get(holder) ?? []) : [];
  let same = 0;
  while (same < before.length && before[same] === runs[same]) same += 1;
  for (let node = holder.childNodes[same]; node !== undefined; node = holder.childNodes[same]) {
    const next = wanted[same];
    if (next === undefined || !isAs(node, next)) break;
    same += 1;
  }
  holder.dataset['coloured'] = '';
  painted.set(holder, runs);
  if (same === wanted.length && holder.childNodes.length === same) return;
  keepingRanges(holder, () => {
    for (let rest = holder.childNodes[same]; rest !== undefined; rest = holder.childNodes[same]) rest.remove();
    holder.append(...wanted.slice(same).map(({ part, look }) => (look === '' ? part : within(look, part))));
  });
}

function isAs(node: Node, { part, look }: { readonly part: string; readonly look: string }): boolean {
  return node instanceof Element ? node.className === look && node.textContent === part : look === '' && node.textContent === part;
}

function within(look: string, part: string): HTMLElement {
  const span = document.createElement('span');
  span.className = look;
  span.append(part);
  return span;
}

/** A place in the text of an element, in UTF-16 units. */
type Place = number;

/** What is selected and marked in `holder` stays on the same characters while `change` makes its nodes anew. */
function keepingRanges(holder: HTMLElement, change: () => void): void {
  const selection = getSelection();
  const { anchorNode = null, anchorOffset = 0, focusNode = null, focusOffset = 0 } = selection ?? {};
  const [anchor, focus] = [placeOf(holder, anchorNode, anchorOffset), placeOf(holder, focusNode, focusOffset)];
  const marked = rangesOfHighlights().flatMap(range => {
    const start = placeOf(holder, range.startContainer, range.startOffset);
    const end = placeOf(holder, range.endContainer, range.endOffset);
    return start === undefined && end === undefined ? [] : [{ range, start, end }];
  });
  change();
  if (selection !== null && anchorNode !== null && focusNode !== null && (anchor !== undefined || focus !== undefined)) {
    const from = anchor === undefined ? ([anchorNode, anchorOffset] as const) : pointAt(holder, anchor);
    const to = focus === undefined ? ([focusNode, focusOffset] as const) : pointAt(holder, focus);
    selection.setBaseAndExtent(...from, ...to);
  }
  for (const { range, start, end } of marked) {
    if (start !== undefined) range.setStart(...pointAt(holder, start));
    if (end !== undefined) range.setEnd(...pointAt(holder, end));
  }
}

function rangesOfHighlights(): readonly Range[] {
  if (!('highlights' in CSS)) return [];
  return [...CSS.highlights.values()].flatMap(highlight => [...highlight].filter(range => range instanceof Range));
}

/** Undefined where the point is outside of the element. */
function placeOf(holder: HTMLElement, node: Node | null, offset: number): Place | undefined {
  if (node === null || !holder.contains(node)) return undefined;
  const before = new Range();
  before.setStart(holder, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

function pointAt(holder: HTMLElement, place: Place): readonly [Node, number] {
  const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  let rest = place;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    if (rest <= node.length) return [node, rest];
    rest -= node.length;
  }
  return [holder, holder.childNodes.length];
}
