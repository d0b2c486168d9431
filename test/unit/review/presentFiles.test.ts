// A change is taken back only where what stands there is what the turn has left.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedAfter, presentOf, replaceAt } from '../../../src/review/presentFiles.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('what is taken back', () => {
  let folder: string;
  const noBytes = (): Promise<Buffer | undefined> => Promise.resolve(Buffer.from('before'));
  const idOf = (text: string): string => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
  const left = { mode: '100644', blob: idOf('left') };
  const was = { mode: '100644', blob: idOf('before') };

  beforeEach(() => (folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-back-')))));
  afterEach(() => removeFolder(folder));

  it('is nothing where the person has written since, where a folder above is a link, and where the store has lost it', async () => {
    const place = { path: 'a/b', from: left, to: was };
    fs.mkdirSync(join(folder, 'a'));
    fs.writeFileSync(join(folder, 'a/b'), 'mine');
    assert.deepEqual(await replaceAt(folder, place, noBytes), { ok: false, why: 'changed', detail: '' });
    assert.equal(fs.readFileSync(join(folder, 'a/b'), 'utf8'), 'mine');
    assert.equal((await replaceAt(folder, place, () => Promise.resolve(undefined))).ok, false);
    fs.rmSync(join(folder, 'a'), { recursive: true });
    fs.mkdirSync(join(folder, 'out'));
    fs.writeFileSync(join(folder, 'out/b'), 'left');
    fs.symlinkSync('out', join(folder, 'a'));
    const behind = await replaceAt(folder, place, noBytes);
    assert.ok(!behind.ok && behind.why === 'changed');
    assert.equal(fs.readFileSync(join(folder, 'out/b'), 'utf8'), 'left');
    assert.equal(await presentOf(folder, { path: 'a/b', before: was, after: left }), 'other');
  });

  it('is nothing behind a link also where the folder below it is not there', async () => {
    const out = fs.mkdtempSync(join(tmpdir(), 'parley-out-'));
    try {
      fs.symlinkSync(out, join(folder, 'a'));
      const written = await replaceAt(folder, { path: 'a/b/c', from: undefined, to: was }, noBytes);
      assert.ok(!written.ok && written.why === 'changed');
      assert.deepEqual(fs.readdirSync(out), []);
    } finally {
      await removeFolder(out);
    }
  });

  it('is written with the rights that the file has', async () => {
    fs.writeFileSync(join(folder, 'a'), 'left', { mode: 0o640 });
    fs.chmodSync(join(folder, 'a'), 0o640);
    assert.deepEqual(await replaceAt(folder, { path: 'a', from: left, to: { ...was, mode: '100755' } }, noBytes), { ok: true });
    assert.equal(fs.statSync(join(folder, 'a')).mode & 0o777, 0o750);
    for (const [mode, rights, to] of [
      ['100755', 0o754, 0o754],
      ['100644', 0o754, 0o644],
      ['100644', 0o641, 0o641],
    ] as const) {
      fs.writeFileSync(join(folder, 'a'), 'left');
      fs.chmodSync(join(folder, 'a'), rights);
      const from = { ...left, mode: (rights & 0o100) === 0 ? '100644' : '100755' };
      assert.deepEqual(await replaceAt(folder, { path: 'a', from, to: { ...was, mode } }, noBytes), { ok: true });
      assert.equal((fs.statSync(join(folder, 'a')).mode & 0o777).toString(8), to.toString(8));
    }
  });

  it('is not written where the disk takes nothing more, or nothing at all: the file is as it was, and nothing is left beside it', async () => {
    fs.writeFileSync(join(folder, 'a'), 'left');
    const own = { ...fsPromises };
    const place = { path: 'a', from: left, to: was };
    const refused = async (error: Error, more: Partial<typeof fsPromises>, to: typeof was | undefined): Promise<void> => {
      Object.assign(fsPromises, more);
      syncBuiltinESMExports();
      try {
        assert.deepEqual(await replaceAt(folder, { ...place, to }, noBytes), { ok: false, why: 'failed', detail: error.message });
      } finally {
        Object.assign(fsPromises, own);
        syncBuiltinESMExports();
      }
    };
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const writeFile: typeof fsPromises.writeFile = async file => {
      fs.writeFileSync(file as string, 'bef');
      return Promise.reject(full);
    };
    await refused(full, { writeFile }, was);
    // A mount that can only be read.
    const mount = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    const refuse = () => Promise.reject(mount);
    await refused(mount, { writeFile: refuse }, was);
    const rm: typeof fsPromises.rm = async (file, ...how) => (String(file).endsWith('a') ? refuse() : own.rm(file, ...how));
    await refused(mount, { rm }, undefined);
    assert.deepEqual([fs.readdirSync(folder), fs.readFileSync(join(folder, 'a'), 'utf8')], [['a'], 'left']);
  });

  it('is not what the person writes at the very moment, and a content is no more open on the way than the file was', async () => {
    const long = Buffer.alloc(60 * 1024 * 1024);
    fs.writeFileSync(join(folder, 'a'), 'left', { mode: 0o600 });
    const replacing = replaceAt(folder, { path: 'a', from: left, to: was }, () => Promise.resolve(long));
    let beside: string | undefined;
    while (beside === undefined) {
      await new Promise(resolve => setImmediate(resolve));
      beside = fs.readdirSync(folder).find(name => name.endsWith('.parley'));
    }
    const { mode } = fs.statSync(join(folder, beside));
    fs.writeFileSync(join(folder, 'a'), 'mine');
    assert.deepEqual(await replacing, { ok: false, why: 'changed', detail: '' });
    assert.equal(fs.readFileSync(join(folder, 'a'), 'utf8'), 'mine');
    assert.deepEqual(fs.readdirSync(folder), ['a']);
    assert.equal(mode & 0o077, 0);
  });
});

describe('what was written after a time', () => {
  let folder: string;
  /** The time of the disk, which goes by steps. */
  const timeOf = (): number => {
    fs.writeFileSync(join(folder, 'clock'), '');
    return fs.lstatSync(join(folder, 'clock')).ctimeMs;
  };
  const passed = (): number => {
    const before = timeOf();
    let at = before;
    while (at === before) at = timeOf();
    return at;
  };
  beforeEach(() => (folder = fs.mkdtempSync(join(tmpdir(), 'parley-after-'))));
  afterEach(() => removeFolder(folder));

  it('is each path whose content, name, or folder was put there since, and none beside it', async () => {
    for (const name of ['sub', 'moved/deep', 'elsewhere']) fs.mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['same', 'sub/same', 'sub/new', 'moved/deep/file', 'elsewhere/file', 'elsewhere/same'])
      fs.writeFileSync(join(folder, name), '');
    const at = passed();
    passed();
    fs.writeFileSync(join(folder, 'sub/new'), 'new');
    // The times of what lies in a folder stay as they are.
    fs.renameSync(join(folder, 'moved'), join(folder, 'here'));
    fs.renameSync(join(folder, 'elsewhere/file'), join(folder, 'file'));
    const paths = ['same', 'sub/same', 'sub/new', 'here/deep/file', 'file', 'elsewhere/file', 'elsewhere/same'];
    assert.deepEqual(await changedAfter(folder, paths, at), ['sub/new', 'here/deep/file', 'file', 'elsewhere/file']);
  });

  it('is also what has only the later of two times, and on a disk that keeps none', async () => {
    const file = join(folder, 'a');
    fs.writeFileSync(file, '');
    const at = Date.now() + 60_000;
    assert.deepEqual(await changedAfter(folder, ['a'], at), []);
    fs.utimesSync(file, new Date(at), new Date(at + 1_000));
    assert.deepEqual(await changedAfter(folder, ['a'], at), ['a']);
    const { lstat } = fsPromises;
    try {
      Object.assign(fsPromises, { lstat: async (path: string) => Object.assign(await lstat(path), { ctimeMs: 0, mtimeMs: 0 }) });
      syncBuiltinESMExports();
      assert.deepEqual(await changedAfter(folder, ['a'], at), ['a']);
    } finally {
      Object.assign(fsPromises, { lstat });
      syncBuiltinESMExports();
    }
  });
});
