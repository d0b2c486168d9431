// Comments on the lines of a plan, as the one text that Claude reads: it is the note of the plan's permission, so it is kept and told as any note
// is. The view reads its comments back out of that text. Pure.

/** `first` and `last`: lines of the plan, from 1. */
export interface PlanComment {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** `general`: what the person says of the whole plan. */
export interface PlanWords {
  readonly general: string;
  readonly comments: readonly PlanComment[];
}

/** Claude has the plan, so a long passage is quoted by its beginning. */
const mostQuoted = 8;
const longestLine = 300;

/** The lines as an editor counts them: a newline at the end begins no line. */
export function linesOfPlan(plan: string): readonly string[] {
  const lines = plan.split('\n');
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The words that Claude gets, in the order of the plan. A comment without words is left out. */
export function writePlanWords({ general, comments }: PlanWords, lines: readonly string[]): string {
  const said = comments.filter(({ text }) => text.trim() !== '').sort((one, other) => one.first - other.first || one.last - other.last);
  const passages = said.map(one => `${headOf(one)}\n${quoteOf(one, lines)}\n${one.text}`);
  return [...(general.trim() === '' ? [] : [general]), ...passages].join('\n\n');
}

/** A text of other words is all general, and so is the passage that quotes what the plan does not say. */
export function readPlanWords(text: string, lines: readonly string[]): PlanWords {
  const starts = [...text.matchAll(heads)].flatMap(({ 0: head, 1: from, 2: to, index }) => {
    const place = { first: Number(from), last: Number(to ?? from) };
    if (place.first < 1 || place.last < place.first || place.last > lines.length) return [];
    const quote = `${quoteOf(place, lines)}\n`;
    const at = index + head.length;
    return text.startsWith(quote, at) ? [{ ...place, index, words: at + quote.length }] : [];
  });
  const general = text.slice(0, starts[0]?.index ?? text.length);
  const comments = starts.map(({ first, last, words }, nth) => ({ first, last, text: text.slice(words, starts[nth + 1]?.index) }));
  return { general, comments };
}

/** The same text for a reader without the plan: what was said of it, each part with the passage that it quotes, without the marks in front of its lines. */
export function passagesOf(text: string): readonly { readonly quote: string; readonly words: string }[] {
  const starts = [...text.matchAll(heads)];
  const general = text.slice(0, starts[0]?.index ?? text.length);
  const passages = starts.map(({ 0: head, 1: first, 2: last = first, index }, nth) => {
    const lines = text.slice(index + head.length, starts[nth + 1]?.index).split('\n');
    // The words may begin with such a mark too.
    const most = Math.min(Number(last) - Number(first) + 1, mostQuoted);
    const end = lines.findIndex((line, at) => at >= most || !line.startsWith('> '));
    const quoted = end < 0 ? lines : lines.slice(0, end);
    return { quote: quoted.map(line => line.slice(2)).join('\n'), words: lines.slice(quoted.length).join('\n') };
  });
  return [...(general === '' ? [] : [{ quote: '', words: general }]), ...passages];
}

const heads = /(?:^|\n\n)Lines? (\d{1,7})(?:-(\d{1,7}))? of the plan:\n/g;

function headOf({ first, last }: Omit<PlanComment, 'text'>): string {
  return first === last ? `Line ${first} of the plan:` : `Lines ${first}-${last} of the plan:`;
}

/** No line of the plan can leave its quote: each has a mark in front, and nothing inside of it that looks like a line end. */
function quoteOf({ first, last }: Omit<PlanComment, 'text'>, lines: readonly string[]): string {
  const passage = lines.slice(first - 1, last);
  const shown = passage.length > mostQuoted ? [...passage.slice(0, mostQuoted - 1), '…'] : passage;
  return shown.map(line => `> ${shortened(line.replace(/[\r\v\f\u0085\u2028\u2029]/g, ' '))}`).join('\n');
}

function shortened(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).replace(/[\ud800-\udbff]$/, '')}…`;
}
