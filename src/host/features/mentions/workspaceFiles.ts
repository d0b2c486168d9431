// The names of the files of the window's folders, for the list behind `@`: read anew when a list is opened; what was read before is there meanwhile.
import { isAbsolute, relative, sep } from 'node:path';
import { PathIndex } from '../../../shared/fileRanking.js';

/** Milliseconds after which the list shows what is found so far, where that is anything. */
const firstRows = 20;
/** The same, once it shows something. */
const moreRows = 300;
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
    const read = folders.map(folder => {
      const index = new PathIndex();
      // A folder of the window inside of this one lists its own.
      const others = folders.flatMap(other => insideOf(folder, other));
      return { folder, index, whole: list(folder, path => others.some(other => path.startsWith(other)) || index.add(path)) };
    });
    const whole = Promise.all(read.map(one => one.whole)).then(() => {
      if (this.#reading !== listing) return;
      this.#last = listing;
      this.#reading = undefined;
    });
    const listing: Listing = { key, folders: read, whole };
    this.#reading = listing;
    // It is of other folders.
    if (this.#last?.key !== key) this.#last = undefined;
  }

  /** What is known now, then again as more is found, until all of it is. */
  async *found(): AsyncGenerator<readonly FilesOfFolder[], void> {
    const [last, reading] = [this.#last, this.#reading];
    if (last !== undefined) yield last.folders;
    if (reading === undefined) return;
    let isWhole = false;
    const whole = reading.whole.then(() => void (isWhole = true));
    for (let [shown, silent] = [0, 0]; !isWhole;) {
      const ms = shown === 0 ? firstRows : moreRows;
      await Promise.race([whole, this.wait(ms)]);
      if (isWhole) break;
      const count = reading.folders.reduce((sum, { index }) => sum + index.paths.length, 0);
      silent = count === shown ? silent + ms : 0;
      if (silent >= longestSilence) return;
      if (count !== shown && last === undefined) yield reading.folders;
      shown = count;
    }
    yield reading.folders;
  }
}

/** The path of `other` from `folder`, with `/` at its end; none where it is outside. */
function insideOf(folder: string, other: string): readonly string[] {
  const inside = relative(folder, other);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? [] : [`${inside.split(sep).join('/')}/`];
}
