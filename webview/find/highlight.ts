// Marks the words that were looked for in a row: with the browser's highlights, which change nothing in the page, and the row as a whole where
// its words cannot be marked. Knows nothing of the search.
const name = 'found';
const mark = 'data-found';

/** Marks every place of `query` in the row. Returns what to bring into view: the first place, or the row when it shows the words nowhere. */
export function markWords(row: Element, query: string): Range | Element {
  unmarkWords();
  const ranges = rangesOf(row, query);
  const [first] = ranges;
  if (first !== undefined && 'highlights' in CSS) {
    CSS.highlights.set(name, new Highlight(...ranges));
    return first;
  }
  row.setAttribute(mark, '');
  return first ?? row;
}

export function unmarkWords(): void {
  if ('highlights' in CSS) CSS.highlights.delete(name);
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
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  return [...text.matchAll(pattern)].flatMap(({ index, 0: { length } }) => {
    const [from, to] = [place(index, false), place(index + length, true)];
    if (from === undefined || to === undefined) return [];
    const range = new Range();
    range.setStart(...from);
    range.setEnd(...to);
    return [range];
  });
}
