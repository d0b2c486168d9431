// The comments of a work folder on the disk, a file for each, so that no write of one window takes another one's comment along. Owns their form; must not
// know where the lines are now.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isCode, nodeFileSystem, writeWhole, ifMissing } from '../../../disk/fileSystem.js';
import { readSmallFile } from '../../../disk/smallFile.js';
import { messageOf } from '../../../shared/error.js';
import { WorkByKey } from '../../chats/workByKey.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Anchor } from './lines.js';
import { realClock } from '../../../disk/clock.js';

export interface LineComment {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Where the lines were last. */
  readonly anchor: Anchor;
  readonly words: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Nothing lies at the path. */
  readonly fileGone?: true | undefined;
  /** The key of the chat whose message the comment was last taken into. `out`: that message is not known to be lost. */
  readonly taken?: { readonly chat: string; readonly out: boolean } | undefined;
}

const texts = z.array(z.string());
const whole = z.int().check(z.nonnegative());
const gone = z.exactOptional(z.literal(true));
const stored = z.object({
  format: z.literal(1),
  path: z.string(),
  anchor: z.object({ first: whole, last: whole, text: texts, before: texts, after: texts, gone }),
  words: z.string(),
  madeAt: z.number(),
  fileGone: gone,
  taken: z.exactOptional(z.object({ chat: z.string(), out: z.boolean() })),
});

/** Files that are read at once. */
const atOnce = 16;
const ending = '.json';

export class CommentFiles {
  readonly #work: WorkByKey;

  /** `folder` is made with the first comment. */
  constructor(
    private readonly folder: string,
    private readonly log: Pick<Log, 'warn' | 'error'>,
  ) {
    this.#work = new WorkByKey(log, 'A comment could not be stored');
  }

  /**
   * The comments by their ids; undefined is one that cannot be read, or that a later version of Parley wrote: it is left as it is and named in the log.
   * Rejects where nobody can say which there are.
   */
  async readAll(): Promise<ReadonlyMap<string, LineComment | undefined>> {
    const names = await readdir(this.folder).catch(ifMissing([]));
    const own = names.filter(name => name.endsWith(ending));
    const found = new Map<string, LineComment | undefined>();
    for (let at = 0; at < own.length; at += atOnce)
      await Promise.all(
        own.slice(at, at + atOnce).map(async name => {
          const comment = await this.#read(name);
          if (comment !== 'removed') found.set(idIn(name), comment);
        }),
      );
    return found;
  }

  async #read(name: string): Promise<LineComment | 'removed' | undefined> {
    try {
      const { format: _, ...comment } = stored.parse(JSON.parse(await readSmallFile(join(this.folder, name))));
      return { id: idIn(name), ...comment };
    } catch (error) {
      if (isCode(error, 'ENOENT')) return 'removed';
      this.log.warn(`The comment ${name} is left as it is, because it could not be read: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Rejects where the disk does not take it. */
  write(comment: LineComment): Promise<void> {
    return this.#work.run(comment.id, () => this.#write(comment));
  }

  /**
   * Stores where the lines are now, and leaves what another window has stored of the comment; nothing where it has removed it. Rejects where the disk
   * does not take it.
   */
  move({ id, anchor, fileGone }: Pick<LineComment, 'id' | 'anchor' | 'fileGone'>): Promise<void> {
    return this.#work.run(id, async () => {
      const stored = await this.#read(`${id}${ending}`);
      if (stored !== undefined && stored !== 'removed') await this.#write({ ...stored, anchor, fileGone });
    });
  }

  #write({ id, ...comment }: LineComment): Promise<void> {
    const data = Buffer.from(JSON.stringify({ format: 1, ...comment }));
    return writeWhole({ fileSystem: nodeFileSystem, clock: realClock }, this.#pathOf(id), data);
  }

  remove(id: string): Promise<void> {
    return this.#work.run(id, () => nodeFileSystem.remove(this.#pathOf(id)));
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#work.settled();
  }

  #pathOf(id: string): string {
    return join(this.folder, `${id}${ending}`);
  }
}

function idIn(name: string): string {
  return name.slice(0, -ending.length);
}
