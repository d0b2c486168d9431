// The words of one message as Markdown that ends by itself: nothing in them reaches into the message behind it, and no heading of theirs looks
// like the name of who speaks. Pure.

/** The export's own headings have the levels 1 and 2. */
const ownLevels = 2;

/**
 * The message as a part of a Markdown document. Where a block of it would reach out, each line gets a quotation's sign, behind which all blocks end
 * with the last line; most messages need none.
 */
export function messageText(text: string): string {
  const lines = text.trimEnd().split('\n');
  const outside = outsideFences(lines);
  if (outside === undefined || reachesOut(outside)) return `${quoted(lines.join('\n'))}\n\n`;
  const own = new Set(outside);
  const shown = lines.map((line, at) => (own.has(at) ? lowerHeading(line) : line));
  return `${shown.join('\n')}\n\n`;

  function reachesOut(positions: readonly number[]): boolean {
    const words = positions.map(at => lines[at] ?? '');
    return isHtml(words.join('\n')) || words.some((line, at) => isUnderline.test(line) && (words[at - 1] ?? '').trim() !== '');
  }
}

/** The words of whoever asks are one quotation further in, so that nothing in them looks like the answer. */
export function questionText(question: string, outcome: string): string {
  return `${quoted(quoted(`**${question.trim()}**`))}\n>\n${quoted(outcome)}\n\n`;
}

/** Tags stay, but for those that end the quotation or make a heading of the export's. */
export function quoted(text: string): string {
  return text
    .replace(/<(?=\/?(?:blockquote|h[12])\b)/gi, '&lt;')
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n');
}

const fenceSign = /^( *)(`{3,}|~{3,})([^]*)/;
/** A fence whose indentation is not plain to see: behind the sign of a list or a quotation, or behind a tab. */
const hiddenFence = /^(?![^\S\t]*[`~])(?:[\s>*+-]|\d+[.)])*(?:`{3}|~{3})/;

/** Positions of the lines that are in no block of code; undefined where readers of Markdown may not agree on that. */
function outsideFences(lines: readonly string[]): readonly number[] | undefined {
  const outside: number[] = [];
  let open: { readonly indent: number; readonly signs: string } | undefined;
  for (const [at, line] of lines.entries()) {
    const [, { length: indent } = '', signs = '', rest = ''] = fenceSign.exec(line) ?? [];
    if (open === undefined) {
      if (hiddenFence.test(line)) return undefined;
      // Three signs and one more of them later are code within a line.
      if (signs === '' || (signs.startsWith('`') && rest.includes('`'))) outside.push(at);
      else open = { indent, signs };
    } else if (signs.startsWith(open.signs) && rest.trim() === '') {
      if (indent !== open.indent) return undefined;
      open = undefined;
    } else if (line.trim() !== '' && !line.startsWith(' '.repeat(open.indent))) {
      // The item of a list has ended here, and the block in it, or not.
      return undefined;
    }
  }
  return open === undefined ? outside : undefined;
}

/** Code within a line does not count, unless a sign of code stands alone, which may begin or end it elsewhere. An address in brackets is a link. */
function isHtml(text: string): boolean {
  const rest = text.replace(/\\.|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, 'x');
  return /<(?:[!?/]|[a-z](?![a-z\d+.-]*:))/i.test(rest.includes('`') ? text : rest);
}

/** Makes a heading of the paragraph above. */
const isUnderline = /^ {0,3}(?:=+|-+)\s*$/;

function lowerHeading(line: string): string {
  return line.replace(
    /^( {0,3})(#{1,6})(?=\s|$)/,
    (_, indent: string, signs: string) => indent + '#'.repeat(Math.min(6, signs.length + ownLevels)),
  );
}
