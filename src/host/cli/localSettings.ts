// Where a CLI keeps the person's own settings of a project, `.claude/settings.local.json`. The rules were measured with 2.1.329: _Being asked for a permission_ in
// docs/protocol.md. Knows the disk; nothing of VS Code.
import { lstat, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ifMissing } from '../../disk/fileSystem.js';
import { mainFolderOf, repositoryAround } from '../../memory/gitPlace.js';

/**
 * The files of a CLI that works in `cwd`, an absolute path. The first one counts before the others, and the CLI writes there. 2.1.100 reads the file
 * of `cwd` alone.
 */
export async function localSettingsFiles(cwd: string): Promise<readonly string[]> {
  const main = await sharedFolderOf(cwd);
  return [...(main === undefined ? [] : [main]), cwd].map(folder => join(folder, '.claude', 'settings.local.json'));
}

/** The folder of the repository's main worktree where the CLI goes by that; undefined where it goes by `cwd` alone. */
async function sharedFolderOf(cwd: string): Promise<string | undefined> {
  const repository = await repositoryAround(cwd);
  if (repository === undefined) return undefined;
  const main = await mainFolderOf(repository.root);
  const [real, own, home] = await Promise.all([main, cwd, homedir()].map(path => realpath(path).catch(() => path)));
  return real === own || real === home || !(await isOwn(main)) ? undefined : main;
}

/** Whether the folder, its `.git` and its `.claude` belong to the person. The CLI trusts no other, and none on Windows, where it cannot tell. */
async function isOwn(folder: string): Promise<boolean> {
  const user = process.geteuid?.();
  if (user === undefined) return false;
  try {
    const looks = [stat(folder), lstat(join(folder, '.git')), lstat(join(folder, '.claude')).catch(ifMissing(undefined))];
    return (await Promise.all(looks)).every(found => found === undefined || found.uid === user);
  } catch {
    // The CLI goes by its own folder where it cannot look.
    return false;
  }
}
