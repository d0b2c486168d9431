// The files in which a CLI keeps the person's own settings of a project, by the folder that it works in, on a real disk.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { localSettingsFiles } from '../../../../src/host/cli/localSettings.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the person’s own settings of a project', () => {
  let root: string;
  const { geteuid } = process;
  const { HOME } = process.env;
  beforeEach(function () {
    if (process.platform === 'win32') return this.skip();
    root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-local-')));
    write('main/.git/HEAD', 'ref: refs/heads/main');
    mkdirSync(join(root, 'main', 'sub'));
    write('main/.git/worktrees/linked/HEAD', 'ref: refs/heads/other');
    write('main/.git/worktrees/linked/commondir', '../..');
    write('main/.git/worktrees/linked/gitdir', join(root, 'linked', '.git'));
    write('linked/.git', `gitdir: ${join(root, 'main', '.git', 'worktrees', 'linked')}`);
    mkdirSync(join(root, 'linked', 'sub'));
  });
  afterEach(async () => {
    if (geteuid !== undefined) process.geteuid = geteuid;
    if (HOME !== undefined) process.env['HOME'] = HOME;
    if (root !== undefined) await removeFolder(root);
  });

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  /** The folders that have the files. */
  const foldersOf = async (cwd: string): Promise<readonly string[]> =>
    (await localSettingsFiles(join(root, cwd))).map(file => relative(root, dirname(dirname(file))));

  it('are the repository’s, then those of a folder in it', async () => {
    assert.deepEqual(await foldersOf('main'), ['main']);
    assert.deepEqual(await foldersOf('main/sub'), ['main', 'main/sub']);
  });

  it('are those of the main worktree also in a linked one, whose root has none', async () => {
    assert.deepEqual(await foldersOf('linked'), ['main', 'linked']);
    assert.deepEqual(await foldersOf('linked/sub'), ['main', 'linked/sub']);
  });

  it('are those of the linked worktree where the repository does not name it', async () => {
    rmSync(join(root, 'main', '.git', 'worktrees', 'linked', 'gitdir'));
    assert.deepEqual(await foldersOf('linked'), ['linked']);
    assert.deepEqual(await foldersOf('linked/sub'), ['linked', 'linked/sub']);
  });

  it('are those of the folder alone outside of git, and where the repository is the person’s home', async () => {
    mkdirSync(join(root, 'other'));
    assert.deepEqual(await foldersOf('other'), ['other']);
    process.env['HOME'] = join(root, 'main');
    assert.deepEqual(await foldersOf('main/sub'), ['main/sub']);
    assert.deepEqual(await foldersOf('linked'), ['linked']);
  });

  it('are those of the folder alone where the repository is another user’s, or the system knows no owner', async () => {
    process.geteuid = () => (geteuid?.() ?? 0) + 1;
    assert.deepEqual(await foldersOf('main/sub'), ['main/sub']);
    Object.assign(process, { geteuid: undefined });
    assert.deepEqual(await foldersOf('main/sub'), ['main/sub']);
  });
});
