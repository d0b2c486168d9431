// What is known of transcripts without opening them, by path, size and time of the last write: in memory, and from one window to the next in a file.
// Knows nothing of what a transcript says.

/** A transcript as its folder lists it. */
export interface SessionFile {
  readonly sessionId: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly usedAt: number;
}

export interface Description {
  readonly title: string;
  /** The folders in which the session says that it works, the most reliable first. */
  readonly places: readonly string[];
}

/** Reads and writes the stored text. Both may reject. */
interface KeptText {
  /** Empty where there is none. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => Promise<void>;
}

interface Known {
  readonly size: number;
  readonly usedAt: number;
  /** Undefined where no person has said anything. */
  readonly description: Description | undefined;
}

const mostInMemory = 10_000;
const mostKept = 2_000;
/** Characters of one session. */
const longestKept = 2_000;
/** So few are read again by the next window, rather than that all are written for each. */
const fewNew = 5;

export class KnownSessions {
  readonly #known = new Map<string, Known>();
  #loading: Promise<void> | undefined;
  #new = 0;

  constructor(
    private readonly kept?: KeptText,
    private readonly warn: (text: string) => void = () => undefined,
  ) {}

  /** Reads what was kept, once. What cannot be read is nothing: the transcripts tell it all again. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<void> {
    try {
      for (const [path, known] of decoded((await this.kept?.read()) ?? '')) if (!this.#known.has(path)) this.#known.set(path, known);
    } catch (error) {
      this.warn(`The titles of earlier sessions are read again: ${String(error)}`);
    }
  }

  /** The file has not been written since it was `set`. */
  has({ path, size, usedAt }: SessionFile): boolean {
    const known = this.#known.get(path);
    return known?.size === size && known.usedAt === usedAt;
  }

  get({ path }: SessionFile): Description | undefined {
    return this.#known.get(path)?.description;
  }

  set({ path, size, usedAt }: SessionFile, description: Description | undefined): void {
    if (this.#known.size >= mostInMemory) this.#known.clear();
    this.#known.set(path, { size, usedAt, description });
    this.#new++;
  }

  /** Keeps all, where enough of it is new. */
  async save(): Promise<void> {
    if (this.#new <= fewNew || this.kept === undefined) return;
    this.#new = 0;
    try {
      await this.kept.write(encoded(this.#known));
    } catch (error) {
      this.warn(`The titles of earlier sessions could not be kept: ${String(error)}`);
    }
  }
}

const format = 1;

function encoded(known: ReadonlyMap<string, Known>): string {
  const newest = [...known].sort(([, one], [, other]) => other.usedAt - one.usedAt).slice(0, mostKept);
  const sessions = newest.map(([path, { size, usedAt, description }]) => [path, size, usedAt, description?.title, description?.places]);
  const short = sessions.map(session => JSON.stringify(session)).filter(({ length }) => length <= longestKept);
  return `{"format":${format},"sessions":[\n${short.join(',\n')}\n]}\n`;
}

/** What is not as `encoded` writes it is left out. Throws where the text is no JSON. */
function decoded(text: string): readonly (readonly [string, Known])[] {
  const all: unknown = text === '' ? undefined : JSON.parse(text);
  if (typeof all !== 'object' || all === null || !('format' in all) || all.format !== format) return [];
  const sessions: readonly unknown[] = 'sessions' in all && Array.isArray(all.sessions) ? all.sessions : [];
  return sessions.flatMap((session): (readonly [string, Known])[] => {
    const [path, size, usedAt, title, places] = Array.isArray(session) ? (session as readonly unknown[]) : [];
    if (typeof path !== 'string' || typeof size !== 'number' || typeof usedAt !== 'number') return [];
    if (title === null) return [[path, { size, usedAt, description: undefined }]];
    if (typeof title !== 'string' || !isTexts(places)) return [];
    return [[path, { size, usedAt, description: { title, places } }]];
  });
}

function isTexts(given: unknown): given is readonly string[] {
  return Array.isArray(given) && given.every(one => typeof one === 'string');
}
