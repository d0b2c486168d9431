// Which paths the person may mean by a part of a name, best first. Pure; used where the CLI does not rank.

export interface RankedPath {
  readonly path: string;
  /** In lower case, as composed characters. */
  readonly folded: string;
}

/** The paths with all folders that hold them, which end with `/`. */
export function rankable(paths: readonly string[]): readonly RankedPath[] {
  const all = new Set<string>();
  for (const path of paths) {
    for (let at = path.indexOf('/', 1); at !== -1; at = path.indexOf('/', at + 1)) all.add(path.slice(0, at + 1));
    all.add(path);
  }
  return [...all].map(path => ({ path, folded: folded(path) }));
}

/** At most `most` paths. Equally good ones begin with the shorter. */
export function rankPaths(query: string, all: readonly RankedPath[], most: number): readonly string[] {
  const sought = folded(query);
  const best: { readonly path: string; readonly rank: number }[] = [];
  for (const { path, folded: text } of all) {
    const rank = rankOf(sought, text);
    const worst = best.at(-1);
    if (rank === undefined || (best.length === most && worst !== undefined && !isBefore({ path, rank }, worst))) continue;
    const at = best.findIndex(one => isBefore({ path, rank }, one));
    best.splice(at === -1 ? best.length : at, 0, { path, rank });
    if (best.length > most) best.pop();
  }
  return best.map(({ path }) => path);
}

export function isMatch(query: string, path: string): boolean {
  return rankOf(folded(query), folded(path)) !== undefined;
}

/** The smaller, the better; undefined where the letters do not occur in this order. */
function rankOf(sought: string, text: string): number | undefined {
  if (sought === '') return 0;
  const name = text.lastIndexOf('/', text.length - 2) + 1;
  // The last occurrence, because the name stands at the end.
  const at = text.lastIndexOf(sought);
  if (at === name) return text.length === name + sought.length ? 0 : 1;
  if (at > name) return /\w/.test(text[at - 1] ?? '') ? 3 : 2;
  if (at !== -1) return 4;
  return hasLetters(sought, text) ? 5 : undefined;
}

function hasLetters(sought: string, text: string): boolean {
  let at = -1;
  for (const letter of sought) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}

function isBefore(one: { path: string; rank: number }, other: { path: string; rank: number }): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  if (one.path.length !== other.path.length) return one.path.length < other.path.length;
  return one.path < other.path;
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
