// Who wrote which section of the Product Doc last, and when: a JSON file in Parley's storage, which the Markdown has no place for. Owns its
// form; a file that is damaged counts as empty, and then every section counts as the person's.
import * as z from 'zod/mini';
import type { FileSystem } from '../disk/fileSystem.js';
import { readRange, withFile } from '../disk/fileSystem.js';

const note = z.strictObject({ hash: z.string(), updated_at: z.string(), updated_by: z.enum(['user', 'llm']) });
const form = z.strictObject({ sections: z.record(z.string(), z.array(note)) });

/** The notes by name of the section, newest first: as Parley wrote it last, and as it was before, because a crash can leave either in the file. */
export type DocNotes = z.infer<typeof form>;

const noNotes: DocNotes = { sections: {} };

/** Bytes. 200 sections of two notes each take 100 kB. */
const maximumSize = 1_000_000;

export async function readNotes(disk: FileSystem, path: string, log: { warn(message: string): void }): Promise<DocNotes> {
  try {
    if ((await disk.stat(path)) === undefined) return noNotes;
    const bytes = await withFile(disk, path, 'read', file => readRange(file, 0, maximumSize));
    return form.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    log.warn(`product doc: who wrote its sections could not be read: ${String(error)}`);
    return noNotes;
  }
}

export function textOfNotes(notes: DocNotes): string {
  return JSON.stringify(notes);
}
