// The bundle of all that is imported later has everything that is looked for there.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hiddenNames, importedLater } from '../../../../../scripts/lib/pack/importedLater.mjs';
import { removeFolder } from '../../../../support/removeFolder.js';

describe('what is imported later', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parley-later-'))));
  afterEach(() => removeFolder(folder));

  it('is refused where two files export one name, or one exports a default, which `export *` hides', async () => {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'main.ts'), "import('./deep/a.js'); import('./b.js'); let typed: typeof import('./c.js');");
    writeFileSync(join(folder, 'deep', 'a.ts'), "import('../d.js'); export const open = 1, one = 1; export interface Told {}");
    writeFileSync(join(folder, 'b.ts'), 'export function close() {} export interface Told {}');
    writeFileSync(join(folder, 'c.ts'), 'export const one = 1;');
    writeFileSync(join(folder, 'd.ts'), 'export const two = 1;');
    const paths = importedLater(folder);
    assert.deepEqual([...paths].map(path => path.slice(folder.length + 1)).sort(), ['b.js', 'd.js', 'deep/a.js']);
    assert.deepEqual(await hiddenNames(paths), []);
    writeFileSync(join(folder, 'b.ts'), 'export function open() {} export default 1;');
    assert.deepEqual((await hiddenNames(paths)).map(text => /`(\w+)`/.exec(text)?.[1]).sort(), ['default', 'open']);
  });
});
