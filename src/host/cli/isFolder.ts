// Whether a folder is there, also on a disk that does not answer. Knows nothing of VS Code.
import { stat } from 'node:fs/promises';
import { limitLooks } from '../../claude/process/placeLooks.js';
import { within } from '../../claude/process/within.js';
import { isCode } from '../../disk/fileSystem.js';

/** Milliseconds that a look at a folder may take. */
const lookLimit = 1_000;

const lookAt = limitLooks((path: string) =>
  stat(path).then(
    found => found.isDirectory(),
    (error: unknown) => !isCode(error, 'ENOENT', 'ENOTDIR'),
  ),
);
const looks = new Map<string, Promise<boolean>>();

/** False where the disk says within a second that it has no such folder. A look that waits for others to end says nothing in time either. */
export async function isFolder(path: string): Promise<boolean> {
  const looking = looks.get(path) ?? lookAt(path).finally(() => looks.delete(path));
  looks.set(path, looking);
  return within(looking, lookLimit, () => true);
}
