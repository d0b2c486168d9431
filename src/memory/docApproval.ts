// Which text of the folder's own Product Doc Claude may be told: what Parley or the person has written here, and what the person has let through.
// A repository can bring any other text, in the place of the person's own document. Kept in Parley's storage, where no folder reaches it.
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { SetTimer } from '../disk/fileSystem.js';
import { nodeFileSystem, readRange, withFile, writeWhole } from '../disk/fileSystem.js';
import { sectionHash } from './productDocFile.js';

/** `refused`: `sectionHash` of the text that the person does not want Claude to be told. */
const form = z.strictObject({ approved: z.string(), refused: z.optional(z.string()) });
type Kept = z.infer<typeof form>;

/** Bytes: a document of 1 MB, each letter of it escaped. */
const maximumSize = 8_000_000;

export interface DocApprovalOptions {
  readonly storage: string;
  readonly log: { warn(message: string): void };
  readonly setTimer: SetTimer;
}

export class DocApproval {
  readonly #file: string;
  /** The texts that the person was asked about in this window. */
  readonly asked = new Set<string>();

  constructor(private readonly options: DocApprovalOptions) {
    this.#file = join(options.storage, 'memory', 'workspace-doc-told.json');
  }

  /** The text that Claude may be told, with `\n` at the ends of lines; undefined where there is none yet. */
  async text(): Promise<string | undefined> {
    return (await this.#read())?.approved;
  }

  async isApproved(text: string): Promise<boolean> {
    return (await this.text()) === normalised(text);
  }

  async isRefused(text: string): Promise<boolean> {
    return (await this.#read())?.refused === sectionHash(normalised(text));
  }

  approve(text: string): Promise<void> {
    return this.#write({ approved: normalised(text) });
  }

  async refuse(text: string): Promise<void> {
    await this.#write({ approved: '', ...(await this.#read()), refused: sectionHash(normalised(text)) });
  }

  /** Parley has written `after`: it adds nothing of others to what Claude may be told. An empty `before` is a file that was not there. */
  async written(before: string, after: string): Promise<void> {
    if (before === '' || (await this.isApproved(before))) await this.approve(after);
  }

  async #read(): Promise<Kept | undefined> {
    try {
      if ((await nodeFileSystem.stat(this.#file)) === undefined) return undefined;
      const bytes = await withFile(nodeFileSystem, this.#file, 'read', file => readRange(file, 0, maximumSize));
      return form.parse(JSON.parse(bytes.toString('utf8')));
    } catch (error) {
      this.options.log.warn(`Which Product Doc Claude may be told cannot be read, so the person is asked: ${String(error)}`);
      return undefined;
    }
  }

  async #write(kept: Kept): Promise<void> {
    try {
      await writeWhole({ fileSystem: nodeFileSystem, setTimer: this.options.setTimer }, this.#file, Buffer.from(JSON.stringify(kept)));
    } catch (error) {
      this.options.log.warn(`Which Product Doc Claude may be told could not be stored, so the person is asked again: ${String(error)}`);
    }
  }
}

/** As Git and editors may change it without a word of it being another. */
function normalised(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}
