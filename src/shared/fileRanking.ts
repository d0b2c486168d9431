// Which paths the person may mean by a part of a name, best first. Pure; behind what the CLI ranks.

/** Paths of files as they come, with all folders that hold them, which end with `/`. */
export class PathIndex {
  readonly paths: string[] = [];
  /** The same paths in lower case, as composed characters; the same string where it is so already, which takes no memory. */
  readonly folded: string[] = [];
  readonly #folders = new Set<string>();

  add(path: string): void {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at + 1);
      if (this.#folders.has(folder)) break;
      this.#folders.add(folder);
      this.#keep(folder);
    }
    this.#keep(path);
  }

  #keep(path: string): void {
    this.paths.push(path);
    const text = folded(path);
    this.folded.push(text === path ? path : text);
  }
}

/** `prefix`: what is shown in front of each path of the index. */
interface IndexedFolder {
  readonly prefix: string;
  readonly index: PathIndex;
}

/** So many are ranked in less than a millisecond. */
const perStep = 512;

/** The best paths, at most `most`. Equally good ones begin with the shorter. Yields now and then, so that other work goes on. */
export function* rankPaths(query: string, folders: readonly IndexedFolder[], most: number): Generator<void, readonly string[], void> {
  const sought = folded(query);
  const best: { readonly path: string; readonly rank: number }[] = [];
  for (const { prefix, index } of folders) {
    const start = folded(prefix);
    for (const [position, text] of index.folded.entries()) {
      if (position % perStep === perStep - 1) yield;
      const rank = rankOf(sought, start + text);
      const worst = best.at(-1);
      if (rank === undefined || (best.length === most && worst !== undefined && rank > worst.rank)) continue;
      const path = prefix + (index.paths[position] ?? '');
      if (best.length === most && worst !== undefined && !isBefore({ path, rank }, worst)) continue;
      const at = best.findIndex(one => isBefore({ path, rank }, one));
      best.splice(at === -1 ? best.length : at, 0, { path, rank });
      if (best.length > most) best.pop();
    }
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
  // Nearly all names are ASCII, which has nothing to compose.
  return (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFC')).toLowerCase();
}
