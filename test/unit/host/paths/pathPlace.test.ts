// Where a path leads, on a real file system.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeOf } from '../../../../src/host/paths/pathPlace.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the place of a path', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-place-')));
  const folder = join(base, 'project');
  const other = join(base, 'project-other');
  before(() => {
    for (const made of [join(folder, 'src'), other]) mkdirSync(made, { recursive: true });
    writeFileSync(join(folder, 'src', 'a.ts'), '');
    writeFileSync(join(other, 'secret'), '');
    symlinkSync(other, join(folder, 'link'));
    symlinkSync(join(other, 'secret'), join(folder, 'harmless.txt'));
    symlinkSync(join(other, 'not-there'), join(folder, 'dangling'));
    symlinkSync(folder, join(base, 'linked-project'));
  });
  after(() => removeFolder(base));

  it('in the folder is relative, also of a file that does not exist yet', async () => {
    assert.deepEqual(await placeOf(join(folder, 'src', 'a.ts'), folder), { outside: false, relative: join('src', 'a.ts') });
    assert.deepEqual(await placeOf(join(folder, 'new', 'b.ts'), folder), { outside: false, relative: join('new', 'b.ts') });
    assert.deepEqual(await placeOf(join('src', 'a.ts'), folder), { outside: false, relative: join('src', 'a.ts') });
    assert.deepEqual(await placeOf(join(folder, '..a'), folder), { outside: false, relative: '..a' });
  });

  it('elsewhere is outside, also where the name begins like the folder', async () => {
    assert.deepEqual(await placeOf(join(other, 'secret'), folder), { outside: true });
    assert.deepEqual(await placeOf(`${folder}x`, folder), { outside: true });
    assert.deepEqual(await placeOf(base, folder), { outside: true });
  });

  it('names the target where the path says another: by dots, by the home folder, by a symbolic link', async () => {
    const target = join(other, 'secret');
    assert.deepEqual(await placeOf(`${folder}/src/../../project-other/secret`, folder), { outside: true, target });
    assert.deepEqual(await placeOf(`${folder}/src/../src/a.ts`, folder), { outside: false, target: join(folder, 'src', 'a.ts') });
    assert.deepEqual(await placeOf(join(folder, 'link', 'secret'), folder), { outside: true, target });
    assert.deepEqual(await placeOf(join(folder, 'link', 'new', 'file'), folder), { outside: true, target: join(other, 'new', 'file') });
    assert.deepEqual(await placeOf(join(folder, 'harmless.txt'), folder), { outside: true, target });
    assert.deepEqual(await placeOf('~', folder), { outside: true, target: realpathSync(homedir()) });
    assert.deepEqual(await placeOf(`${folder}/./src/a.ts`, folder), { outside: false, target: join(folder, 'src', 'a.ts') });
  });

  it('names the target of a link that leads to a file which does not exist yet, because writing makes that file', async () => {
    assert.deepEqual(await placeOf(join(folder, 'dangling'), folder), { outside: true, target: join(other, 'not-there') });
  });

  it('is where the file system leads, which goes up from behind a link', async () => {
    mkdirSync(join(other, 'deep', 'sub'), { recursive: true });
    writeFileSync(join(other, 'deep', 'file'), '');
    symlinkSync(join(other, 'deep', 'sub'), join(folder, 'assets'));
    symlinkSync(join(folder, 'assets', 'not-there'), join(base, 'absolute'));
    symlinkSync('assets/./not-there/below', join(folder, 'missing'));
    symlinkSync('src/../not-there', join(folder, 'up'));
    assert.deepEqual(await placeOf(join(folder, 'up'), folder), { outside: false, target: join(folder, 'not-there') });
    assert.deepEqual(await placeOf(join(base, 'absolute'), folder), { outside: true, target: join(other, 'deep', 'sub', 'not-there') });
    assert.deepEqual(await placeOf(join(folder, 'missing'), folder), {
      outside: true,
      target: join(other, 'deep', 'sub', 'not-there', 'below'),
    });
  });

  for (const [name, file] of [
    ['exists', 'file'],
    ['does not exist yet', 'not-there'],
  ] as const)
    it(`of a link that versions of the CLI follow to two places is not known: its file ${name}`, async () => {
      const link = join(folder, `to-${file}`);
      symlinkSync(`assets/../${file}`, link);
      // Versions before 2.1.329 write to the file beside the link, where the words `assets/..` cancel out.
      await assert.rejects(placeOf(link, folder), /two places/);
    });

  it('is relative in a folder that is opened by a symbolic link', async () => {
    const linked = join(base, 'linked-project');
    assert.deepEqual(await placeOf(join(linked, 'src', 'a.ts'), linked), { outside: false, relative: join('src', 'a.ts') });
  });

  it('is where the CLI goes, which trims white space off the path', async () => {
    for (const path of [` ${join(other, 'secret')}`, `\u00a0${folder}/../project-other/secret\n`, '\t../project-other/secret'])
      assert.deepEqual(await placeOf(path, folder), { outside: true, target: join(other, 'secret') });
    assert.deepEqual(await placeOf(' ~ ', folder), { outside: true, target: realpathSync(homedir()) });
    assert.deepEqual(await placeOf(' ~/.', folder), { outside: true, target: realpathSync(homedir()) });
    // The target says it, because the file is not the one that a relative path with the space would name.
    assert.deepEqual(await placeOf(' src/a.ts', folder), { outside: false, target: join(folder, 'src', 'a.ts') });
    assert.deepEqual(await placeOf(`${folder}/src/a.ts `, folder), { outside: false, target: join(folder, 'src', 'a.ts') });
  });

  it('is where the CLI goes, which composes accents', async () => {
    assert.deepEqual(await placeOf('e\u0301.ts', folder), { outside: false, target: join(folder, '\u00e9.ts') });
  });

  it('is where a Claude that works in another folder begins it, which the target says', async () => {
    const place = (path: string) => placeOf(path, folder, join(folder, 'src'));
    assert.deepEqual(await place('a.ts'), { outside: false, target: join(folder, 'src', 'a.ts') });
    assert.deepEqual(await place(' ../../project-other/secret'), { outside: true, target: join(other, 'secret') });
    assert.deepEqual(await place(join(folder, 'src', 'a.ts')), { outside: false, relative: join('src', 'a.ts') });
  });

  it('of a path that cannot be one is not known', async () => {
    await assert.rejects(placeOf(`${folder}/a\u0000b`, folder));
  });
});
