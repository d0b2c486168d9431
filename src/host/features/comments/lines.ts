// Where commented lines are once their text has moved: by the changes that an editor tells, or by the text itself and its surroundings where nobody
// tells what has changed. Lines are numbered from 0. Pure.

export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** What is known of commented lines: enough to find them again in a text that has changed unseen. */
export interface Anchor extends Lines {
  /** Their text, without line ends; the first ones of many, and of a long line the beginning. */
  readonly text: readonly string[];
  /** The lines around them, in the order of the file. `edge` stands in front of the first line and behind the last one. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** They were taken out of the file, which had them last at this place. */
  readonly gone?: true | undefined;
}

const surroundings = 4;
const mostLines = 400;
/** Characters of a line that are kept. */
const longestLine = 1_000;
/** How far from their place lines are looked for whose own text has changed. */
const nearby = 2_000;
/** No line of a text, which has no line ends in it. */
const edge = '\n';

/** The lines as VS Code counts them. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}

/** `first` and `last` may lie beyond the end of the file, which has become shorter. */
export function anchorAt(lines: readonly string[], { first, last }: Lines): Anchor {
  const end = Math.max(0, Math.min(last, lines.length - 1));
  const begin = Math.max(0, Math.min(first, end));
  const around = (from: number, to: number): string[] => {
    const found: string[] = [];
    for (let at = Math.max(from, -1); at <= Math.min(to, lines.length); at++) found.push(lineAt(lines, at));
    return found;
  };
  return {
    first: begin,
    last: end,
    text: around(begin, Math.min(end, begin + mostLines - 1)),
    before: around(begin - surroundings, begin - 1),
    after: around(end + 1, end + surroundings),
  };
}

export interface TextChange {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/**
 * Where the lines are behind this change. `touched`: the change has reached into them. `inside`: and nowhere else, so this is where they are;
 * `across`: and beyond, so this is a guess.
 */
export function shifted(
  { first, last }: Lines,
  { range: { start, end }, text }: TextChange,
): Lines & { readonly touched: 'no' | 'inside' | 'across' } {
  const added = linesOf(text).length - 1;
  const by = added - (end.line - start.line);
  const leavesLine = /[\n\r]$/.test(text) || (text === '' && start.character === 0);
  if (end.line < first || (end.line === first && end.character === 0 && leavesLine))
    return { first: first + by, last: last + by, touched: 'no' };
  if (start.line > last) return { first, last, touched: 'no' };
  if (start.line >= first && end.line <= last) return { first, last: last + by, touched: 'inside' };
  if (start.line >= first) return { first, last: Math.max(first, start.line + added), touched: 'across' };
  return { first: Math.min(start.line + added, Math.max(start.line, last + by)), last: Math.max(start.line, last + by), touched: 'across' };
}

/** The anchor behind the changes of one edit, in VS Code's order: the last one in the file first. `lines`: of the text as it is now, read only where it is needed. */
export function followed(anchor: Anchor, changes: readonly TextChange[], lines: () => readonly string[]): Anchor {
  let place: Lines = anchor;
  let touched: ReturnType<typeof shifted>['touched'] = 'no';
  for (const change of changes) {
    const next = shifted(place, change);
    place = next;
    if (next.touched !== 'no') touched = touched === 'across' ? touched : next.touched;
  }
  if (touched === 'no' && anchor.gone !== true) return place.first === anchor.first ? anchor : moved(anchor, place);
  const now = lines();
  if (anchor.gone === true) {
    const back = sameText(anchor, now, place.first);
    return back === undefined ? moved(anchor, clipped(place, now)) : anchorAt(now, back);
  }
  if (touched === 'across') {
    const found = located(anchor, now, place.first);
    return found === undefined ? gone(anchor, clipped(place, now)) : anchorAt(now, found);
  }
  // A new line below the last one, or above the first one, is none of theirs.
  const same = sameText(anchor, now, place.first, place.first);
  if (same !== undefined) return anchorAt(now, same);
  const isEmptied = now.slice(place.first, place.last + 1).every(isBlank) && !anchor.text.every(isBlank);
  return isEmptied ? gone(anchor, clipped(place, now)) : anchorAt(now, place);
}

/** The anchor in a text that has changed in a way that nobody has told. */
export function foundAgain(anchor: Anchor, lines: readonly string[]): Anchor {
  const found = anchor.gone === true ? sameText(anchor, lines, anchor.first) : located(anchor, lines, anchor.first);
  return found === undefined ? gone(anchor, clipped(anchor, lines)) : anchorAt(lines, found);
}

function moved(anchor: Anchor, { first, last }: Lines): Anchor {
  return { ...anchor, first, last };
}

function gone(anchor: Anchor, { first, last }: Lines): Anchor {
  return { ...anchor, first, last, gone: true };
}

function clipped({ first, last }: Lines, lines: readonly string[]): Lines {
  const most = lines.length - 1;
  return { first: Math.max(0, Math.min(first, most)), last: Math.max(0, Math.min(last, most)) };
}

/** Finds the lines by their text, else by the lines around them; undefined where neither is there. */
function located(anchor: Anchor, lines: readonly string[], near: number): Lines | undefined {
  return sameText(anchor, lines, near) ?? between(anchor, lines, near);
}

/**
 * Where the whole text stands: of several places the one whose surroundings fit best, then the nearest one. `only`: nowhere but there. A text that says
 * nothing by itself, as a bracket, counts only where a line beside it fits too.
 */
function sameText({ text, before, after, first, last }: Anchor, lines: readonly string[], near: number, only?: number): Lines | undefined {
  // The file they are gone from may have had fewer lines.
  const height = Math.max(last - first, text.length - 1);
  const own = text.reduce((sum, line) => sum + weight(line), 0);
  let best: { readonly at: number; readonly fits: number } | undefined;
  const look = (at: number): void => {
    if (!text.every((line, by) => lineAt(lines, at + by) === line)) return;
    const fits = above(before, lines, at) + below(after, lines, at + height + 1);
    if (own < 3 && fits < 3) return;
    const isBetter = best === undefined || fits > best.fits || (fits === best.fits && Math.abs(at - near) < Math.abs(best.at - near));
    if (isBetter) best = { at, fits };
  };
  look(only ?? near);
  // Nothing around it has changed.
  const isSure = best !== undefined && best.fits === [...before, ...after].reduce((sum, line) => sum + weight(line), 0);
  if (only === undefined && !isSure) for (let at = 0; at + text.length <= lines.length; at++) if (lineAt(lines, at) === text[0]) look(at);
  return best && { first: best.at, last: Math.min(best.at + height, lines.length - 1) };
}

/** What stands between the surroundings; undefined where nothing does, or they are gone too. */
function between({ before, after, first, last }: Anchor, lines: readonly string[], near: number): Lines | undefined {
  const height = last - first + 1;
  const upper = bestPlace(lines, near, at => above(before, lines, at));
  const lower = bestPlace(lines, (upper?.at ?? near) + height, at => (at < (upper?.at ?? 0) ? 0 : below(after, lines, at)));
  if ((upper?.fits ?? 0) + (lower?.fits ?? 0) < 3) return undefined;
  if (upper !== undefined && lower !== undefined) return lower.at > upper.at ? { first: upper.at, last: lower.at - 1 } : undefined;
  if (upper !== undefined)
    return upper.at < lines.length ? { first: upper.at, last: Math.min(upper.at + height, lines.length) - 1 } : undefined;
  if (lower === undefined || lower.at === 0) return undefined;
  return { first: Math.max(0, lower.at - height), last: lower.at - 1 };
}

function bestPlace(
  lines: readonly string[],
  near: number,
  fitsAt: (at: number) => number,
): { readonly at: number; readonly fits: number } | undefined {
  let best: { readonly at: number; readonly fits: number } | undefined;
  for (let at = Math.max(0, near - nearby); at <= Math.min(lines.length, near + nearby); at++) {
    const fits = fitsAt(at);
    const isNearer = best !== undefined && fits === best.fits && Math.abs(at - near) < Math.abs(best.at - near);
    if (fits > (best?.fits ?? 0) || (fits > 0 && isNearer)) best = { at, fits };
  }
  return best;
}

/** How well what stood above stands above this line: up to the first line that differs. */
function above(before: readonly string[], lines: readonly string[], at: number): number {
  let fits = 0;
  for (let by = 1; by <= before.length && before[before.length - by] === lineAt(lines, at - by); by++)
    fits += weight(lineAt(lines, at - by));
  return fits;
}

function below(after: readonly string[], lines: readonly string[], at: number): number {
  let fits = 0;
  for (let by = 0; by < after.length && after[by] === lineAt(lines, at + by); by++) fits += weight(lineAt(lines, at + by));
  return fits;
}

/** How much a line that is the same says: an empty one and a bracket stand everywhere. */
function weight(line: string): number {
  if (line === edge) return 2;
  const { length } = line.trim();
  return length === 0 ? 0 : length < 3 ? 1 : 3;
}

function lineAt(lines: readonly string[], at: number): string {
  return shortened(lines[at] ?? edge);
}

function shortened(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
