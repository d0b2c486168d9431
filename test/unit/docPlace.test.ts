// Where a Product Doc may lie, whatever the workspace says: Claude changes it without a permission.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDocPlace } from '../../src/memory/docPlace.js';
import { nodeDocDisk, readText } from '../../src/memory/productDocDisk.js';

describe('the place of a Product Doc in a work folder', () => {
  let root = '';
  let work = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-place-'));
    work = join(root, 'work');
    for (const path of ['.git/hooks', 'docs', '.claude']) mkdirSync(join(work, path), { recursive: true });
    for (const path of ['.git/hooks/pre-commit', '.git/description.md', 'docs/doc.md', 'build.sh']) writeFileSync(join(work, path), '');
    writeFileSync(join(root, 'outside.md'), '');
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const isPlace = (path: string): Promise<boolean> => isDocPlace(work, join(work, path));

  it('is a Markdown file in the folder, there or not yet', async () => {
    for (const path of ['docs/doc.md', 'docs/new.MD', 'not/yet/there.markdown', 'docs/../doc.md'])
      assert.equal(await isPlace(path), true, path);
  });

  it('is nothing outside of the folder, nothing of git, and no other kind of file', async () => {
    for (const path of [
      '../outside.md',
      '.git/hooks/pre-commit',
      '.git/description.md',
      '.GIT/new.md',
      'build.sh',
      '.vscode/tasks.json',
      '',
    ])
      assert.equal(await isPlace(path), false, path);
  });

  it('is not where a link leads to such a file', async function () {
    if (process.platform === 'win32') this.skip();
    const links = {
      'a.md': '../outside.md',
      'b.md': 'build.sh',
      'c.md': '.git/hooks/pre-commit',
      d: '..',
      e: '.git',
      'f.md': 'docs/doc.md',
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(work, name));
    for (const path of ['a.md', 'b.md', 'c.md', 'd/outside.md', 'd/new.md', 'e/description.md'])
      assert.equal(await isPlace(path), false, path);
    assert.equal(await isPlace('f.md'), true);
  });

  // A pipe without another end holds its reader for ever, and mocha's limit of time ends it.
  it('is not read where it is a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    const pipe = join(work, 'docs', 'pipe.md');
    execFileSync('mkfifo', [pipe]);
    const read = await Promise.race([readText(nodeDocDisk, pipe), new Promise<undefined>(resolve => setTimeout(resolve, 20_000))]);
    assert.equal(read?.ok, false);
  });
});
