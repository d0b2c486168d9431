// Which snapshots stay, and that the others leave nothing behind.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datedRefs } from '../../../src/review/datedRefs.js';
import { findGit } from '../../../src/review/gitCommand.js';
import { markSeen } from '../../../src/review/seenMarks.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import { removeUnused, tidySnapshots } from '../../../src/review/upkeep.js';
import { removeFolder } from '../../support/removeFolder.js';

const day = 86_400_000;

describe('old snapshots', () => {
  let root: string;
  let clock: number;
  let snapshots: Snapshots;

  beforeEach(async () => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-upkeep-')));
    for (const name of ['work', 'home']) fs.mkdirSync(join(root, name));
    clock = 100 * day;
    snapshots = await open();
  });
  afterEach(() => removeFolder(root));

  const open = async (): Promise<Snapshots> => {
    const git = (await findGit(process.env)) ?? assert.fail();
    const [folder = '', store = '', home = ''] = ['work', 'store', 'home'].map(name => join(root, name));
    return new Snapshots({ git, folder, store, home, env: process.env, now: () => clock });
  };
  const take = async (content: Buffer): Promise<string> => {
    fs.writeFileSync(join(root, 'work', 'a'), content);
    const taken = await snapshots.take();
    return taken.ok ? taken.tree : assert.fail(taken.detail);
  };
  /** As if the objects had been written long ago. */
  const age = async (): Promise<void> => {
    const objects = join(await snapshots.gitFolder(), 'objects');
    for (const name of fs.readdirSync(objects, { recursive: true, encoding: 'utf8' })) fs.utimesSync(join(objects, name), 1, 1);
  };

  it('go after 30 days, with what only they had; the others stay', async () => {
    const [old, kept] = [Buffer.from('old'), Buffer.from('kept')];
    const first = await take(old);
    clock += 31 * day;
    const second = await take(kept);
    await age();
    await tidySnapshots(snapshots, clock);
    assert.equal(await snapshots.bytesAt(first, 'a'), undefined);
    assert.deepEqual(await snapshots.bytesAt(second, 'a'), kept);
    assert.equal(await take(kept), second);
  });

  it('go from the oldest on while they take too much room, and the newest stays', async () => {
    const contents = Array.from({ length: 8 }, () => randomBytes(50_000));
    const trees: string[] = [];
    for (const content of contents) {
      clock += 1_000;
      trees.push(await take(content));
    }
    await age();
    await tidySnapshots(snapshots, clock, 120_000);
    const there = await Promise.all(trees.map(async tree => (await snapshots.bytesAt(tree, 'a')) !== undefined));
    assert.deepEqual(there, [false, false, false, false, false, false, true, true]);
  });

  it('that were just written stay where no ref has them yet: another window may be about to name them', async () => {
    await take(Buffer.from('one'));
    const written = String(await snapshots.run(['hash-object', '-w', '--stdin'], Buffer.from('of another window'))).trim();
    clock += 31 * day;
    await tidySnapshots(snapshots, clock);
    assert.equal(String(await snapshots.bytes(written)), 'of another window');
  });

  it('are there from each day on which there was a turn, so the day has a beginning', async () => {
    const at = async (): Promise<readonly number[]> => (await datedRefs(snapshots, 'kept')).map(one => one.at);
    const noon = new Date(2026, 5, 1, 12).getTime();
    for (const hours of [0, 6, 13, 14]) {
      clock = noon + hours * 3_600_000;
      await take(Buffer.from('same'));
    }
    assert.deepEqual(await at(), [noon, noon + 13 * 3_600_000]);
  });

  it('go as a whole in a folder in which none was taken for 30 days, and are taken there again by a window that is still open', async () => {
    const tree = await take(Buffer.from('one'));
    const [used, unused] = ['used', 'unused'].map(name => join(root, 'folders', name));
    for (const storage of [used ?? '', unused ?? '']) {
      fs.cpSync(join(root, 'store'), join(storage, 'snapshots'), { recursive: true });
      fs.writeFileSync(join(storage, 'other'), '');
    }
    fs.mkdirSync(join(root, 'folders', 'without', 'snapshots.x.new', 'git'), { recursive: true });
    for (const name of fs.readdirSync(unused ?? '', { recursive: true, encoding: 'utf8' })) fs.utimesSync(join(unused ?? '', name), 1, 1);
    await removeUnused(join(root, 'folders'), 'snapshots', Date.now());
    assert.deepEqual([fs.readdirSync(unused ?? ''), fs.readdirSync(join(root, 'folders', 'without'))], [['other'], []]);
    assert.deepEqual(fs.readdirSync(used ?? '').sort(), ['other', 'snapshots']);
    await removeUnused(join(root, 'folders'), 'snapshots', Date.now() + 32 * day);
    assert.deepEqual(fs.readdirSync(used ?? ''), ['other']);
    await removeUnused(join(root, 'nowhere'), 'snapshots', Date.now());
    fs.rmSync(join(root, 'store'), { recursive: true });
    assert.equal(await take(Buffer.from('one')), tree);
    assert.equal(String(await snapshots.bytesAt(tree, 'a')), 'one');
  });

  it('go as a whole also where those of another folder cannot be read, which stay', async () => {
    await take(Buffer.from('one'));
    const at = (name: string): string => join(root, 'folders', name, 'snapshots');
    for (const name of ['a', 'b', 'c']) fs.mkdirSync(join(root, 'folders', name), { recursive: true });
    for (const name of ['a', 'c']) fs.symlinkSync('snapshots', at(name));
    fs.cpSync(join(root, 'store'), at('b'), { recursive: true });
    await assert.rejects(removeUnused(join(root, 'folders'), 'snapshots', Date.now() + 32 * day), { code: 'ELOOP' });
    assert.deepEqual(
      ['a', 'b', 'c'].map(name => fs.readdirSync(join(root, 'folders', name))),
      [['snapshots'], [], ['snapshots']],
    );
  });

  it('are also tidied where the repository has forgotten what it lent: what no ref has goes, the rest stays', async () => {
    const work = join(root, 'work');
    await take(Buffer.from('old'));
    clock += day;
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: work, encoding: 'utf8' }).trim();
    git('init', '-q');
    fs.mkdirSync(join(work, 'd'));
    fs.writeFileSync(join(work, 'd', 'lent'), 'lent');
    git('add', '-A');
    git('commit', '-q', '-m', 'lent');
    snapshots = await open();
    await take(Buffer.from('one'));
    await markSeen(snapshots, [{ path: 'd/lent', content: Buffer.from('lent') }], clock);
    fs.rmSync(join(work, 'd'), { recursive: true });
    const unnamed = String(await snapshots.run(['hash-object', '-w', '--stdin'], Buffer.from('of no ref'))).trim();
    fs.rmSync(join(work, '.git', 'objects'), { recursive: true });
    for (const name of ['pack', 'info']) fs.mkdirSync(join(work, '.git', 'objects', name), { recursive: true });
    clock += 1_000;
    const second = await take(Buffer.from('two'));
    await age();
    clock += 30 * day - 1_000;
    const third = await take(Buffer.from('three'));
    await tidySnapshots(snapshots, clock);
    assert.equal(await snapshots.bytes(unnamed), undefined);
    assert.equal(String(await snapshots.bytesAt(second, 'a')), 'two');
    assert.equal(String(await snapshots.bytesAt(third, 'a')), 'three');
  });

  it('and the indexes and locks of windows that were killed are removed after a day', async () => {
    await take(Buffer.from('one'));
    const gitFolder = await snapshots.gitFolder();
    const [left, lock] = ['index-00000000000000ff.0-0.lock', 'packed-refs.lock'].map(name => join(gitFolder, name));
    fs.writeFileSync(left ?? '', '');
    await tidySnapshots(snapshots, Date.now());
    assert.ok(fs.existsSync(left ?? ''));
    await markSeen(snapshots, [{ path: 'a', content: Buffer.from('one') }], Date.now());
    fs.writeFileSync(lock ?? '', '');
    await assert.rejects(markSeen(snapshots, [{ path: 'a', content: undefined }], Date.now()), /packed-refs\.lock/);
    await tidySnapshots(snapshots, Date.now() + 2 * day);
    assert.deepEqual(
      [left, lock].filter(file => fs.existsSync(file ?? '')),
      [],
    );
    await markSeen(snapshots, [{ path: 'a', content: undefined }], Date.now());
  });
});
