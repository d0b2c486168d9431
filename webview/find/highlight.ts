// Marks the words that were looked for in a row: with the browser's highlights, which change nothing in the page, and the row as a whole where
// its words cannot be marked. Knows nothing of the search.
import { createFinder } from '../../src/shared/textSearch.js';

const name = 'found';
const nameHere = 'foundHere';
const mark = 'data-found';

/**
 * Marks every place of `query` in the row, and the one at `position` (from the end where that is negative, else the last one) as the one that is
 * shown. Returns what to bring into view, the row where it shows the words nowhere, and the number of places.
 */
export function markWords(row: Element, query: string, position: number): { readonly shown: Range | Element; readonly places: number } {
  unmarkWords();
  const ranges = rangesOf(row, query);
  const places = ranges.length;
  const here = ranges.at(position) ?? (position < 0 ? ranges[0] : ranges.at(-1));
  if (here === undefined || !('highlights' in CSS)) row.setAttribute(mark, '');
  else {
    CSS.highlights.set(name, new Highlight(...ranges));
    if (places > 1) CSS.highlights.set(nameHere, new Highlight(here));
  }
  return { shown: here ?? row, places };
}

export function unmarkWords(): void {
  if ('highlights' in CSS) for (const one of [name, nameHere]) CSS.highlights.delete(one);
  for (const row of document.querySelectorAll(`[${mark}]`)) row.removeAttribute(mark);
}

/** The words may go across elements: a part of them may be bold. */
function rangesOf(row: Element, query: string): Range[] {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.checkVisibility() !== true) continue;
    if (node.parentElement.closest('.visuallyHidden') !== null) continue;
    nodes.push(node);
    starts.push(text.length);
    text += node.data;
  }
  const place = (offset: number, isEnd: boolean): readonly [Text, number] | undefined => {
    const index = starts.findLastIndex(start => (isEnd ? start < offset : start <= offset));
    const [node, start] = [nodes[index], starts[index]];
    return node === undefined || start === undefined ? undefined : [node, offset - start];
  };
  const find = createFinder(query);
  const ranges: Range[] = [];
  for (let found = find(text); found !== undefined; found = find(text, found.end)) {
    const [from, to] = [place(found.start, false), place(found.end, true)];
    if (from === undefined || to === undefined) continue;
    const range = new Range();
    range.setStart(...from);
    range.setEnd(...to);
    ranges.push(range);
  }
  return ranges;
}
