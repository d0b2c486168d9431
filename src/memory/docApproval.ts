// Which texts of the folder's own Product Doc Claude may be told: what Parley or the person has written here, and what the person has let through. A
// repository can bring any other text, in the place of the person's own document. Kept in Parley's storage, where no folder reaches it.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { nodeFileSystem, readRange, withFile, writeWhole } from '../disk/fileSystem.js';
import { sectionHash } from './productDocFile.js';
import type { Clock } from '../shared/clock.js';

/** `sectionHash` of each text, the newest last. Several, because a branch brings its own, and is left and entered again. */
const form = z.strictObject({ approved: z.array(z.string()), refused: z.array(z.string()) });
type Kept = z.infer<typeof form>;

const none: Kept = { approved: [], refused: [] };

/** The most entries of each of the two lists. */
const mostKept = 50;
/** Bytes. */
const maximumSize = 100_000;

interface DocApprovalOptions {
  readonly storage: string;
  readonly log: { warn(message: string): void };
  readonly clock: Clock;
}

export class DocApproval {
  readonly #file: string;
  #writing: Promise<unknown> = Promise.resolve();
  /** What the disk has refused to keep, by hash: it counts in this window. */
  readonly #unwritten = new Map<string, keyof Kept>();
  /** The texts that the person was asked about in this window. */
  readonly asked = new Set<string>();

  constructor(private readonly options: DocApprovalOptions) {
    this.#file = join(options.storage, 'memory', 'workspace-doc-told.json');
  }

  async isApproved(text: string): Promise<boolean> {
    return (await this.#read()).approved.includes(hashOf(text));
  }

  async isRefused(text: string): Promise<boolean> {
    return (await this.#read()).refused.includes(hashOf(text));
  }

  approve(text: string): Promise<void> {
    return this.#judge(text, 'approved');
  }

  /** Takes back an approval, too. */
  refuse(text: string): Promise<void> {
    return this.#judge(text, 'refused');
  }

  /**
   * Parley is about to write `after` where `before` stands: that adds nothing of others to what Claude may be told, and lets nothing of others through.
   * An empty `before` is a file that is not there.
   */
  async writing(before: string, after: string): Promise<void> {
    if (before === '' || (await this.isApproved(before))) return this.approve(after);
    if (this.asked.has(before)) this.asked.add(after);
    if (await this.isRefused(before)) return this.refuse(after);
  }

  #judge(text: string, as: keyof Kept): Promise<void> {
    const hash = hashOf(text);
    const written = this.#writing.then(async () => {
      try {
        // A list that cannot be read is not known, so nothing takes its place.
        const next = judged(this.#withUnwritten(await this.#stored()), hash, as);
        await writeWhole({ fileSystem: nodeFileSystem, clock: this.options.clock }, this.#file, Buffer.from(JSON.stringify(next)));
        this.#unwritten.clear();
      } catch (error) {
        this.#unwritten.set(hash, as);
        this.options.log.warn(
          `Which Product Doc Claude may be told could not be stored, so it counts in this window alone: ${String(error)}`,
        );
      }
    });
    this.#writing = written;
    return written;
  }

  async #read(): Promise<Kept> {
    return this.#withUnwritten(await this.#stored().catch((error: unknown) => this.#notRead(error)));
  }

  #withUnwritten(stored: Kept): Kept {
    return [...this.#unwritten].reduce((kept, [hash, as]) => judged(kept, hash, as), stored);
  }

  /** Rejects where the disk refuses the list. A damaged one is empty. */
  async #stored(): Promise<Kept> {
    if ((await nodeFileSystem.stat(this.#file)) === undefined) return none;
    const bytes = await withFile(nodeFileSystem, this.#file, 'read', file => readRange(file, 0, maximumSize));
    try {
      return form.parse(JSON.parse(bytes.toString('utf8')));
    } catch (error) {
      return this.#notRead(error);
    }
  }

  #notRead(error: unknown): Kept {
    this.options.log.warn(`Which Product Doc Claude may be told cannot be read, so the person is asked: ${String(error)}`);
    return none;
  }
}

/** What is kept once the text of this hash is judged so. */
function judged(kept: Kept, hash: string, as: keyof Kept): Kept {
  const without = (list: readonly string[]): string[] => list.filter(one => one !== hash);
  const other = as === 'approved' ? 'refused' : 'approved';
  return { ...kept, [other]: without(kept[other]), [as]: [...without(kept[as]), hash].slice(-mostKept) };
}

/** Git and editors change the ends of lines, and the mark in front, without a word of the text being another. */
function hashOf(text: string): string {
  return sectionHash(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
}
