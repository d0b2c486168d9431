// Changes of several files, taken back in one go.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChange, TreeEntry } from '../../../src/review/changes.js';
import { presentOf } from '../../../src/review/presentFiles.js';
import type { Way } from '../../../src/review/takeBack.js';
import { replaceChanges } from '../../../src/review/takeBack.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('changes that are taken back', () => {
  let folder: string;
  let store: Map<string, Buffer>;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-takeBack-')));
    store = new Map();
  });
  afterEach(() => removeFolder(folder));

  const entry = (text: string, mode = '100644'): TreeEntry => {
    const blob = createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
    store.set(blob, Buffer.from(text));
    return { mode, blob };
  };
  const changed = (path: string, before: string | undefined, after: string | undefined, from?: string): FileChange => ({
    path,
    kind: from === undefined ? 'modified' : 'renamed',
    plus: 0,
    minus: 0,
    ...(from !== undefined && { from }),
    ...(before !== undefined && { before: entry(before) }),
    ...(after !== undefined && { after: entry(after) }),
  });
  const put = (path: string, text: string): void => {
    fs.mkdirSync(join(folder, path, '..'), { recursive: true });
    fs.writeFileSync(join(folder, path), text);
  };
  const files = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => fs.statSync(join(folder, name)).isFile())
        .sort()
        .map(name => [name, fs.readFileSync(join(folder, name), 'utf8')]),
    );
  const replace = (changes: readonly FileChange[], way: Way, unsaved: readonly string[] = []) =>
    replaceChanges(folder, changes, way, {
      contentOf: blob => Promise.resolve(store.get(blob)),
      isUnsaved: path => unsaved.includes(path),
    });

  it('are told only where something was written: what stands there already was not taken back now', async () => {
    const changes = [changed('a', 'was', 'left'), changed('b', 'was', 'left'), changed('c', undefined, 'left')];
    put('a', 'left');
    put('b', 'was');
    assert.deepEqual(await replace(changes, 'back'), { written: ['a'], refused: [] });
    assert.deepEqual(await replace(changes, 'back'), { written: [], refused: [] });
    put('a', 'mine');
    assert.deepEqual(await replace(changes.slice(0, 1), 'again'), { written: [], refused: [{ path: 'a', why: 'changed', detail: '' }] });
  });

  it('leave a file that was renamed as it is, both its names, where one of them does not fit', async () => {
    const renamed = [changed('new', 'text', 'text', 'old')];
    const refuses = async (path: string, why: string, unsaved: readonly string[] = []): Promise<void> => {
      const before = files();
      assert.deepEqual(await replace(renamed, 'back', unsaved), { written: [], refused: [{ path, why, detail: '' }] });
      assert.deepEqual(files(), before);
    };
    put('new', 'mine');
    await refuses('new', 'changed');
    put('new', 'text');
    await refuses('new', 'unsaved', ['new']);
    put('old', 'mine');
    await refuses('old', 'changed');
    fs.rmSync(join(folder, 'old'));
    const { blob } = entry('text');
    store.delete(blob);
    await refuses('old', 'lost');
    entry('text');
    assert.deepEqual(await replace(renamed, 'back'), { written: ['old', 'new'], refused: [] });
    assert.deepEqual(files(), { old: 'text' });
  });

  it('keep a file that was renamed where it is, when it cannot be written at its old place', async () => {
    put('new', 'text');
    put('to', 'a file');
    const { written, refused } = await replace([changed('new', 'text', 'text', `to${'o'.repeat(300)}`)], 'back');
    assert.deepEqual([written, refused.length], [[], 1]);
    assert.deepEqual(files(), { new: 'text', to: 'a file' });
  });

  it('make room: a file that was moved to the place of its folder, or into a folder of its name', async () => {
    const out = [changed('d', 'text', 'text', 'd/a'), changed('d/b', 'b', undefined)];
    put('d', 'text');
    assert.deepEqual((await replace(out, 'back')).refused, []);
    assert.deepEqual(files(), { 'd/a': 'text', 'd/b': 'b' });
    assert.deepEqual((await replace(out, 'again')).refused, []);
    assert.deepEqual(files(), { d: 'text' });
    assert.equal(await presentOf(folder, { path: 'd/b', before: entry('b'), after: undefined }), 'asLeft');
    fs.rmSync(join(folder, 'd'));
    put('d/c', 'mine');
    const { written, refused } = await replace([changed('d', 'text', undefined)], 'back');
    assert.deepEqual([written, refused.map(({ why }) => why), files()], [[], ['changed'], { 'd/c': 'mine' }]);
  });

  it('give a file in the place of a link the rights of a new one', async () => {
    fs.symlinkSync('nowhere', join(folder, 'a'));
    const change: FileChange = { path: 'a', kind: 'modified', plus: 0, minus: 0, before: entry('was'), after: entry('nowhere', '120000') };
    assert.deepEqual((await replace([change], 'back')).written, ['a']);
    put('b', 'new');
    assert.equal(fs.lstatSync(join(folder, 'a')).mode, fs.lstatSync(join(folder, 'b')).mode);
  });
});
