// The paths of a folder's files while they are being found, and the best of them for a part of a name. Knows nothing of where they come from.
import { folded, rankOf } from '../../../shared/fileRanking.js';

/** So many paths are kept as one string: the garbage collector moves each string that stays, and all work waits for it. They are ranked in less than a millisecond. */
const perPiece = 512;

/** Paths with a zero between them, and the same folded. */
interface Piece {
  readonly paths: string;
  /** The same string where it is folded already, which takes no memory. */
  readonly folded: string;
}

/** Paths of files as they come, with all folders that hold them, which end with `/`. */
export class PathIndex {
  /** All but the last have `perPiece` paths. */
  readonly #pieces: Piece[] = [];
  readonly #last: string[] = [];
  readonly #folders = new Set<string>();

  get count(): number {
    return this.#pieces.length * perPiece + this.#last.length;
  }

  add(path: string): void {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at + 1);
      if (this.#folders.has(folder)) break;
      this.#folders.add(apart(folder));
      this.#keep(folder);
    }
    this.#keep(path);
  }

  #keep(path: string): void {
    this.#last.push(path);
    if (this.#last.length === perPiece) this.#pieces.push(pieceOf(this.#last.splice(0)));
  }

  /** The paths from this position on, and the same folded, of one piece after the other. */
  *from(position: number): Generator<readonly [paths: readonly string[], folded: readonly string[]], void> {
    const last = pieceOf(this.#last);
    const pieces = [...this.#pieces, ...(this.#last.length === 0 ? [] : [last])];
    for (let nth = Math.floor(position / perPiece); nth < pieces.length; nth++) {
      const { paths, folded: text } = pieces[nth] ?? last;
      const skipped = Math.max(0, position - nth * perPiece);
      const all = paths.split('\0').slice(skipped);
      yield [all, text === paths ? all : text.split('\0').slice(skipped)];
    }
  }
}

function pieceOf(all: readonly string[]): Piece {
  const paths = all.join('\0');
  const text = all.map(folded).join('\0');
  return { paths, folded: text === paths ? paths : text };
}

/** The same, but no part of a longer string, which would stay in memory with it. */
function apart(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** `prefix`: what is shown in front of each path of the index. */
interface IndexedFolder {
  readonly prefix: string;
  readonly index: Pick<PathIndex, 'count' | 'from'>;
}

/** The best paths for one query in folders whose paths are still being found: each path is looked at once. */
export class PathRanking {
  readonly #sought: string;
  readonly #best: Ranked[] = [];
  /** So many paths of each index are ranked. */
  readonly #ranked = new Map<IndexedFolder['index'], number>();

  /** `most`: so many are kept. */
  constructor(
    query: string,
    private readonly most: number,
  ) {
    this.#sought = folded(query);
  }

  /** The best of all that has been found by now. Equally good ones begin with the shorter. Yields now and then, so that other work goes on. */
  *rank(folders: readonly IndexedFolder[]): Generator<void, readonly string[], void> {
    for (const { prefix, index } of folders) {
      const start = folded(prefix);
      const { count } = index;
      for (const [paths, texts] of index.from(this.#ranked.get(index) ?? 0)) {
        for (const [at, text] of texts.entries()) this.#offer(prefix, paths[at] ?? '', start + text);
        yield;
      }
      this.#ranked.set(index, count);
    }
    return this.#best.map(({ path }) => path);
  }

  #offer(prefix: string, path: string, text: string): void {
    const worst = this.#best.length === this.most ? this.#best.at(-1) : undefined;
    const rank = rankOf(this.#sought, text);
    if (rank === undefined || (worst !== undefined && rank > worst.rank)) return;
    const offered = { path: prefix + path, rank };
    if (worst !== undefined && !isBefore(offered, worst)) return;
    const at = this.#best.findIndex(one => isBefore(offered, one));
    this.#best.splice(at === -1 ? this.#best.length : at, 0, offered);
    if (this.#best.length > this.most) this.#best.pop();
  }
}

interface Ranked {
  readonly path: string;
  readonly rank: number;
}

function isBefore(one: { path: string; rank: number }, other: { path: string; rank: number }): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  if (one.path.length !== other.path.length) return one.path.length < other.path.length;
  return one.path < other.path;
}
