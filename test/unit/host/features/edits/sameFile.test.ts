import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { isSameFile } from '../../../../../src/host/features/edits/sameFile.js';
import { removeFolder } from '../../../../support/removeFolder.js';

describe('the file that an editor holds and the path of a tool call', () => {
  let folder: string;
  let held: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-same-')));
    held = join(folder, 'a.txt');
    writeFileSync(held, 'a');
    mkdirSync(join(folder, 'b'));
    symlinkSync(held, join(folder, 'b', 'link'));
  });
  after(() => removeFolder(folder));

  for (const [name, path] of [
    ['whole', () => held],
    ['from the work folder', () => 'a.txt'],
    ['with a way back', () => 'b/../a.txt'],
    ['from the home folder, as the CLI reads it', () => `~/${relative(homedir(), held)}`],
    ['with white space around, which the CLI trims', () => ` ${held}\n`],
    ['through a link', () => 'b/link'],
  ] as const)
    it(`are the same: ${name}`, async () => assert.equal(await isSameFile(held, path(), folder), true));

  it('are the same where the file is not on the disk yet', async () => {
    assert.equal(await isSameFile(join(folder, 'new'), 'new', folder), true);
  });

  for (const path of ['b', 'missing', 'b/a.txt', '', '\0'])
    it(`are not the same: ${JSON.stringify(path)}`, async () => assert.equal(await isSameFile(held, path, folder), false));

  it('are not compared for longer than a moment where the disk does not answer', async () => {
    const hangs = (): Promise<string> => new Promise(() => undefined);
    assert.equal(await isSameFile(held, '/mnt/other', folder, hangs, 1), false);
  });
});
