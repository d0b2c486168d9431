// The names of the files of the window's folders, for the list behind `@`: read anew when a list is opened; what was read before is there meanwhile.
import { isAbsolute, relative, sep } from 'node:path';
import { inSlices } from '../../../memory/slices.js';
import { PathIndex, PathRanking } from './pathIndex.js';

/** Milliseconds after which the list shows more: it shows at once what is found first, soon the more that came with it, and then what else there is. */
const [soon, later] = [20, 300];
/** Milliseconds without another name after which the list waits for no more: a folder's disk may not answer. */
const longestSilence = 10_000;

interface FilesOfFolder {
  /** Absolute. */
  readonly folder: string;
  readonly index: PathIndex;
}

interface Listing {
  readonly key: string;
  readonly folders: readonly FilesOfFolder[];
  /** Resolves with the first path. */
  readonly begun: Promise<void>;
  readonly whole: Promise<void>;
}

export class WorkspaceFiles {
  /** The newest that is whole. */
  #last: Listing | undefined;
  #reading: Listing | undefined;

  /** `wait`: resolves after so many milliseconds. */
  constructor(private readonly wait: (ms: number) => Promise<void>) {}

  /**
   * Reads the files of these folders, where they are not being read.
   * @param folders absolute paths
   * @param list calls `found` with each path, relative to the folder, `/` between its parts; never rejects
   */
  refresh(folders: readonly string[], list: (folder: string, found: (path: string) => void) => Promise<void>): void {
    const key = folders.join('\0');
    if (this.#reading?.key === key) return;
    let begin = (): void => undefined;
    const begun = new Promise<void>(resolve => (begin = resolve));
    const read = folders.map(folder => {
      const index = new PathIndex();
      // A folder of the window inside of this one lists its own.
      const others = folders.flatMap(other => insideOf(folder, other));
      const found = (path: string): void => {
        if (others.some(other => path.startsWith(other))) return;
        index.add(path);
        begin();
      };
      return { folder, index, whole: list(folder, found) };
    });
    const whole = Promise.all(read.map(one => one.whole)).then(() => {
      if (this.#reading !== listing) return;
      this.#last = listing;
      this.#reading = undefined;
    });
    const listing: Listing = { key, folders: read, begun, whole };
    this.#reading = listing;
    // It is of other folders.
    if (this.#last?.key !== key) this.#last = undefined;
  }

  /** The best paths, at most `most`, of what is known now, then again as more is found, until all of it is. `prefixOf`: what is shown in front of a folder's paths. */
  async *rows(query: string, most: number, prefixOf: (folder: string) => string): AsyncGenerator<readonly string[], void> {
    let known: { readonly folders: readonly FilesOfFolder[]; readonly ranking: PathRanking } | undefined;
    for await (const folders of this.found()) {
      if (known?.folders !== folders) known = { folders, ranking: new PathRanking(query, most) };
      yield await inSlices(known.ranking.rank(folders.map(({ folder, index }) => ({ index, prefix: prefixOf(folder) }))));
    }
  }

  /** What is known now, then again as more is found, until all of it is. */
  async *found(): AsyncGenerator<readonly FilesOfFolder[], void> {
    const [last, reading] = [this.#last, this.#reading];
    if (last !== undefined) yield last.folders;
    if (reading === undefined) return;
    let isWhole = false;
    const whole = reading.whole.then(() => void (isWhole = true));
    let shown = 0;
    for (let [silent, ms] = [0, later]; !isWhole;) {
      await Promise.race([whole, this.wait(ms), ...(shown === 0 ? [reading.begun] : [])]);
      if (isWhole) break;
      const count = countOf(reading);
      silent = count === shown ? silent + ms : 0;
      if (silent >= longestSilence) return;
      if (count !== shown && last === undefined) yield reading.folders;
      ms = shown === 0 && count > 0 ? soon : later;
      shown = count;
    }
    if (last !== undefined || shown === 0 || countOf(reading) !== shown) yield reading.folders;
  }
}

function countOf({ folders }: Listing): number {
  return folders.reduce((sum, { index }) => sum + index.count, 0);
}

/** The path of `other` from `folder`, with `/` at its end; none where it is outside. */
function insideOf(folder: string, other: string): readonly string[] {
  const inside = relative(folder, other);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? [] : [`${inside.split(sep).join('/')}/`];
}
