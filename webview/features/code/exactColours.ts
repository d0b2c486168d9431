// The colours of code that is shown character by character, as in a permission: as highlights over the page's own text, so that no element and no
// character of it is another one than without them.
import { codeKinds } from '../../../src/shared/features/code/codeKinds.js';
import { whenIdle } from '../../ui/idleQueue.js';
import { readLater } from './colouring.js';

/** A text of the page that is a piece of code. `end`: what follows it in the code. `isShown`: it gets its colours by this reading. */
export interface CodePiece {
  readonly node: Text;
  readonly end: '' | '\n';
  readonly isShown: boolean;
}

/** The highlights by the class of the same colour. */
const names: ReadonlyMap<string, string> = new Map(codeKinds.map(kind => [`tok-${kind}`, `exact-${kind}`]));

/** Colours what is on the page, once there is time. @returns takes the colours away */
export function colourExact(pieces: readonly CodePiece[], language: string): () => void {
  const painted: (readonly [highlight: Highlight, range: Range])[] = [];
  let isOver = false;
  const forget = whenIdle(() => {
    const text = pieces.map(({ node, end }) => `${node.data}${end}`).join('');
    void readLater(text, language).then(read => {
      if (isOver || read === undefined || !('highlights' in CSS)) return;
      let from = 0;
      let piece = 0;
      let start = 0;
      for (const { length, look } of read.runs) {
        const to = from + length;
        for (let one = pieces[piece]; one !== undefined && start < to; one = pieces[piece]) {
          const behind = start + one.node.length + one.end.length;
          const name = one.isShown ? names.get(look) : undefined;
          const [begin, stop] = [Math.max(from - start, 0), Math.min(to - start, one.node.length)];
          if (name !== undefined && begin < stop) painted.push(paintRange(name, one.node, begin, stop));
          if (behind > to) break;
          start = behind;
          piece++;
        }
        from = to;
      }
    });
  });
  return () => {
    isOver = true;
    forget();
    for (const [highlight, range] of painted) highlight.delete(range);
  };
}

function paintRange(name: string, node: Text, begin: number, stop: number): readonly [Highlight, Range] {
  const range = new Range();
  range.setStart(node, begin);
  range.setEnd(node, stop);
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.add(range);
  // What the person searches lies above.
  highlight.priority = -1;
  CSS.highlights.set(name, highlight);
  return [highlight, range];
}
