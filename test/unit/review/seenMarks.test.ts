// What the person has seen: kept by version, for all windows on the folder, and gone with old snapshots.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGit } from '../../../src/review/gitCommand.js';
import { lookAt } from '../../../src/review/presentFiles.js';
import { keyOf, markSeen, seenVersions, unmarkSeen } from '../../../src/review/seenMarks.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import { tidySnapshots } from '../../../src/review/upkeep.js';
import { removeFolder } from '../../support/removeFolder.js';

const day = 86_400_000;

describe('what the person has seen', () => {
  let root: string;
  let open: () => Snapshots;

  beforeEach(async () => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-seen-')));
    for (const name of ['work', 'home']) fs.mkdirSync(join(root, name));
    const git = (await findGit(process.env)) ?? assert.fail();
    const [folder, store, home] = ['work', 'store', 'home'].map(name => join(root, name));
    open = () => new Snapshots({ git, folder: folder ?? '', store: store ?? '', home: home ?? '', env: process.env, now: () => 1 });
  });
  afterEach(() => removeFolder(root));

  const seen = async (path: string): Promise<string | undefined> => (await seenVersions(open())).get(keyOf(path));

  it('is the version of the content, that of the last mark; another window knows it, and it can be read', async () => {
    const path = 'a "b"\n😀.txt';
    const versions: (string | undefined)[] = [];
    for (const [at, content] of ['one', 'two'].entries()) {
      fs.writeFileSync(join(root, 'work', path), content);
      await markSeen(open(), [{ path, content: Buffer.from(content) }], at);
      const entry = { mode: '100644', blob: '0'.repeat(40) };
      const { version } = await lookAt(join(root, 'work'), { path, before: entry, after: undefined });
      assert.equal(await seen(path), version);
      versions.push(version);
    }
    assert.notEqual(versions[0], versions[1]);
    assert.equal(String(await open().bytes((await seen(path)) ?? '')), 'two');
    assert.equal((await seenVersions(open())).size, 1);
  });

  it('is the last of two versions that are marked in one moment', async () => {
    for (const content of ['one', 'two']) await markSeen(open(), [{ path: 'a', content: Buffer.from(content) }], 7);
    assert.equal(String(await open().bytes((await seen('a')) ?? '')), 'two');
  });

  it('is also that nothing stands there, and is nothing once the mark is taken off', async () => {
    await markSeen(
      open(),
      [
        { path: 'gone', content: undefined },
        { path: 'empty', content: Buffer.alloc(0) },
      ],
      1,
    );
    assert.equal(await seen('gone'), 'gone');
    assert.match((await seen('empty')) ?? '', /^[0-9a-f]{40}$/);
    await unmarkSeen(open(), ['gone', 'never marked']);
    assert.deepEqual([await seen('gone'), (await seenVersions(open())).size], [undefined, 1]);
  });

  it('goes after 30 days, with the text that only it had', async () => {
    const snapshots = open();
    await markSeen(snapshots, [{ path: 'a', content: Buffer.from('mine') }], day);
    const version = (await seen('a')) ?? assert.fail();
    const objects = join(await snapshots.gitFolder(), 'objects');
    for (const name of fs.readdirSync(objects, { recursive: true, encoding: 'utf8' })) fs.utimesSync(join(objects, name), 1, 1);
    await tidySnapshots(snapshots, 30 * day);
    assert.equal(await seen('a'), version);
    await tidySnapshots(snapshots, 32 * day);
    assert.deepEqual([await seen('a'), await snapshots.bytes(version)], [undefined, undefined]);
  });

  it('can be read where a text that was seen is no longer kept', async () => {
    await markSeen(open(), [{ path: 'a', content: Buffer.from('a') }], 1);
    await markSeen(open(), [{ path: 'b', content: Buffer.from('b') }], 1);
    const version = (await seen('a')) ?? assert.fail();
    fs.rmSync(join(await open().gitFolder(), 'objects', version.slice(0, 2), version.slice(2)));
    assert.equal(await seen('a'), version);
    await markSeen(open(), [{ path: 'b', content: Buffer.from('c') }], 2);
    await unmarkSeen(open(), ['a']);
    assert.equal((await seenVersions(open())).size, 1);
  });
});
