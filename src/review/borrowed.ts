// Whether the objects that an index names are still there: those that the repository lends it removes as it likes, such as of a file that is no longer tracked.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from './place.js';

/** Another one where git may have removed objects of the repository, which packs the others then; undefined where none are borrowed. */
export async function lenderOf({ repository }: Place): Promise<string | undefined> {
  if (repository === undefined) return undefined;
  const found = await stat(join(repository.common, 'objects', 'pack')).catch(() => undefined);
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
}

/** False also where git cannot say. */
export async function hasObjectsOf(place: Place, index: string): Promise<boolean> {
  const listed = await place.git(['ls-files', '-s', '-z', '--full-name', ':/'], { env: { GIT_INDEX_FILE: index } });
  if (listed.code !== 0) return false;
  const ids = new Set(Array.from(listed.stdout.toString('latin1').matchAll(/(?:^|\0)1[02]\d{4} ([0-9a-f]+) /g), ([, id = '']) => id));
  if (ids.size === 0) return true;
  const input = Buffer.from(`${[...ids].join('\n')}\n`);
  const { code, stdout } = await place.git(['cat-file', '--batch-check=', '--buffer'], { input });
  return code === 0 && !stdout.includes(' missing\n');
}
