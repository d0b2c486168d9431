// Work folders that are not as most: what a snapshot of them has, and that it gives back nothing that did not stand there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeBeside } from '../../../src/review/beside.js';
import { pathsOf } from '../../../src/review/changes.js';
import { findGit } from '../../../src/review/gitCommand.js';
import { presentOf, replaceAt } from '../../../src/review/presentFiles.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('snapshots of odd work folders', () => {
  let root: string;
  let folder: string;
  let git: string;
  let others = 0;

  before(async () => {
    git = (await findGit(process.env)) ?? assert.fail('git is not there');
  });
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-odd-')));
    folder = join(root, 'work');
    for (const name of ['work', 'home']) fs.mkdirSync(join(root, name));
  });
  afterEach(() => removeFolder(root));

  const snapshotsOf = (store = join(root, 'store'), most?: number): Snapshots =>
    new Snapshots({
      git,
      folder,
      store,
      home: join(root, 'home'),
      env: { ...process.env, HOME: join(root, 'home') },
      now: () => 1,
      ...(most !== undefined && { most }),
    });
  const put = (path: string, content: string | Buffer): void => fs.writeFileSync(join(folder, path), content);
  const treeOf = async (snapshots: Snapshots): Promise<string> => {
    const taken = await snapshots.take();
    return taken.ok ? taken.tree : assert.fail(`${taken.why}: ${taken.detail}`);
  };

  it('are taken of a repository that was made from no template, which has no file of what it ignores', async () => {
    execFileSync('git', ['init', '-q', '--template=', folder]);
    put('a.txt', 'a');
    const snapshots = snapshotsOf();
    assert.equal(String(await snapshots.bytesAt(await treeOf(snapshots), 'a.txt')), 'a');
  });

  it('have nothing of what Parley keeps, where that lies in the work folder', async () => {
    const store = join(folder, '.da[t]a', 'folders x', 'snapshots');
    fs.mkdirSync(store, { recursive: true });
    fs.writeFileSync(join(store, '..', 'journal'), 'one');
    put('a.txt', 'a');
    const snapshots = snapshotsOf(store);
    const first = await treeOf(snapshots);
    fs.writeFileSync(join(store, '..', 'journal'), 'two');
    assert.equal(await treeOf(snapshots), first);
    assert.equal(String(await snapshots.run(['ls-tree', '--full-tree', '-r', '--name-only', first])), 'a.txt\n');
  });

  it('do not say that a file which has grown too large still has its old content', async () => {
    const snapshots = snapshotsOf();
    put('log', 'old');
    await treeOf(snapshots);
    put('log', Buffer.alloc(6_000_000, 1));
    const before = await treeOf(snapshots);
    fs.rmSync(join(folder, 'log'));
    const changes = await snapshots.changes(before, await treeOf(snapshots));
    for (const { path, before: was, after: left } of changes.flatMap(pathsOf))
      await replaceAt(folder, { path, from: left, to: was }, blob => snapshots.bytes(blob));
    assert.equal(fs.existsSync(join(folder, 'log')), false);
  });

  it('write no file of another name in the place of one whose name is no text', async function () {
    if (process.platform !== 'linux') this.skip();
    const name = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('caf\u00e9', 'latin1')]);
    fs.writeFileSync(name, 'a');
    const snapshots = snapshotsOf();
    const before = await treeOf(snapshots);
    fs.rmSync(name);
    const [change = assert.fail()] = (await snapshots.changes(before, await treeOf(snapshots))).flatMap(pathsOf);
    assert.equal(await presentOf(folder, change), 'other');
    const written = await replaceAt(folder, { path: change.path, from: change.after, to: change.before }, blob => snapshots.bytes(blob));
    assert.equal(written.ok, false);
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  it('of before can be read where the folder has too many files now', async () => {
    const snapshots = snapshotsOf(join(root, 'store'), 2);
    put('a', 'a');
    const tree = await treeOf(snapshots);
    for (const name of ['b', 'c']) put(name, name);
    for (const _ of ['first', 'again']) {
      const taken = await snapshots.take();
      assert.ok(!taken.ok && taken.why === 'many');
    }
    assert.equal(String(await snapshots.bytesAt(tree, 'a')), 'a');
  });

  it('cost no list of what git ignores where the folder has too many files for them', async () => {
    const snapshots = snapshotsOf(join(root, 'store'), 2);
    put('.gitignore', 'left\n');
    put('left', 'left');
    assert.deepEqual([(await snapshots.take()).ok, await snapshots.ignored()], [true, ['left']]);
    for (const name of ['b', 'c']) put(name, name);
    assert.deepEqual([(await snapshots.take()).ok, await snapshots.ignored()], [false, []]);
  });

  it('keep what the repository has lent them and removes, while it still stands in the folder', async () => {
    const run = (...args: readonly string[]): void => void execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
    run('init', '-q');
    put('a.txt', 'precious');
    run('add', 'a.txt');
    const snapshots = snapshotsOf();
    const collect = async (one: Snapshots): Promise<void> => {
      await treeOf(one);
      run('rm', '-q', '-r', '-f', '--cached', '.');
      put('other.txt', String(++others));
      run('add', 'other.txt');
      run('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'other');
      run('gc', '-q', '--prune=now');
    };
    const lives = async (one: Snapshots): Promise<void> => {
      const before = await treeOf(one);
      put('a.txt', 'overwritten');
      const changes = await one.changes(before, await treeOf(one));
      assert.deepEqual(
        changes.map(({ path }) => path),
        ['a.txt'],
      );
      assert.equal(String(await one.bytesAt(before, 'a.txt')), 'precious');
    };
    await collect(snapshots);
    await lives(snapshots);
    // In another window.
    fs.rmSync(join(root, 'store'), { recursive: true });
    put('a.txt', 'precious');
    run('add', 'a.txt');
    await collect(snapshotsOf());
    await lives(snapshotsOf());
  });

  it('have nothing of what was written beside a file and has not taken its place; what a killed window has left so is removed', async () => {
    const name = '.0f8fad5b-d9cb-469f-a165-70867728950e.parley';
    fs.mkdirSync(join(folder, 'in'));
    for (const path of ['a.txt', name, `in/${name}`, 'in/b.parley']) put(path, path);
    const snapshots = snapshotsOf();
    const taken = await snapshots.take();
    assert.ok(taken.ok);
    assert.equal(String(await snapshots.run(['ls-tree', '--full-tree', '-r', '--name-only', taken.tree])), 'a.txt\nin/b.parley\n');
    assert.deepEqual([...taken.beside].sort(), [name, `in/${name}`]);
    // One that was written just now another window may need.
    fs.utimesSync(join(folder, name), 1, 1);
    await removeBeside(folder, [...taken.beside, 'a.txt'], Date.now());
    assert.deepEqual(fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort(), ['a.txt', 'in', `in/${name}`, 'in/b.parley']);
    const again = await snapshots.take();
    assert.ok(again.ok && again.tree === taken.tree);
    assert.deepEqual(again.beside, [`in/${name}`]);
  });

  it('remove no file that the repository tracks, whatever its name', async () => {
    const name = '.0f8fad5b-d9cb-469f-a165-70867728950e.parley';
    const run = (...args: readonly string[]): void => void execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
    run('init', '-q');
    put(name, 'tracked');
    run('add', '.');
    const taken = await snapshotsOf().take();
    assert.deepEqual(taken.ok && taken.beside, []);
  });

  it('of a sparse checkout have what stands there: nothing outside of it has changed, before something is written there', async () => {
    const run = (...args: readonly string[]): void =>
      void execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'ignore' });
    run('init', '-q');
    for (const name of ['in', 'out']) fs.mkdirSync(join(folder, name));
    for (const path of ['in/a', 'out/b', 'out/c']) put(path, path);
    run('add', '.');
    run('commit', '-q', '-m', 'all');
    run('sparse-checkout', 'init', '--cone', '--sparse-index');
    run('sparse-checkout', 'set', 'in');
    assert.equal(fs.existsSync(join(folder, 'out')), false);
    const index = fs.readFileSync(join(folder, '.git', 'index'));
    const snapshots = snapshotsOf();
    const before = await treeOf(snapshots);
    assert.equal(String(await snapshots.run(['ls-tree', '--full-tree', '-r', '--name-only', before])), 'in/a\n');
    put('in/a', 'changed');
    fs.mkdirSync(join(folder, 'out'));
    put('out/b', 'written');
    const changes = await snapshots.changes(before, await treeOf(snapshots));
    assert.deepEqual(
      changes.map(({ kind, path }) => [kind, path]),
      [
        ['modified', 'in/a'],
        ['added', 'out/b'],
      ],
    );
    assert.deepEqual(fs.readFileSync(join(folder, '.git', 'index')), index);
  });

  it('of a repository whose files a filter fetches from elsewhere have what stands there, and give it back; the filter never runs for it', async () => {
    const run = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const [mark, filter] = [join(root, 'ran'), join(root, 'filter.sh')];
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n';
    fs.writeFileSync(filter, `#!/bin/sh\necho "$1" >> '${mark}'\ncat > /dev/null\nprintf '${pointer.replaceAll('\n', '\\n')}'\n`, {
      mode: 0o755,
    });
    run('init', '-q');
    for (const way of ['clean', 'smudge']) run('config', `filter.lfs.${way}`, `'${filter}' ${way}`);
    run('config', 'filter.lfs.required', 'true');
    put('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    const content = Buffer.from([0, 1, 2, 13, 10, 255]);
    // One has its content here, the other one has not been fetched.
    put('here.bin', content);
    put('elsewhere.bin', pointer);
    run('add', '.');
    run('commit', '-q', '-m', 'all');
    assert.equal(run('show', 'HEAD:here.bin'), pointer);
    fs.rmSync(mark);
    const snapshots = snapshotsOf();
    const before = await treeOf(snapshots);
    put('here.bin', 'Claude’s');
    fs.rmSync(join(folder, 'elsewhere.bin'));
    const changes = await snapshots.changes(before, await treeOf(snapshots));
    for (const { path, before: was, after: left } of changes.flatMap(pathsOf))
      assert.deepEqual(await replaceAt(folder, { path, from: left, to: was }, blob => snapshots.bytes(blob)), { ok: true });
    assert.deepEqual(
      [fs.readFileSync(join(folder, 'here.bin')), fs.readFileSync(join(folder, 'elsewhere.bin'), 'utf8')],
      [content, pointer],
    );
    assert.equal(await treeOf(snapshots), before);
    assert.equal(fs.existsSync(mark), false);
    // The person's own git does run it.
    assert.equal(run('status', '--porcelain'), '');
    assert.equal(fs.existsSync(mark), true);
  });

  it('say that the disk takes nothing more, and are whole when it does again', async () => {
    const broken = join(root, 'git.sh');
    const full = join(root, 'full');
    fs.writeFileSync(full, '');
    const script = `#!/bin/sh\nif [ -e '${full}' ]; then for one in "$@"; do case "$one" in update-index|write-tree|update-ref)\necho 'fatal: unable to write: No space left on device' >&2; exit 128;; esac; done; fi\nexec '${git}' "$@"\n`;
    fs.writeFileSync(broken, script, { mode: 0o755 });
    put('a.txt', 'a');
    const options = { folder, store: join(root, 'store'), home: join(root, 'home'), env: process.env, now: () => 1 };
    const snapshots = new Snapshots({ ...options, git: broken });
    const refused = await snapshots.take();
    assert.ok(!refused.ok && refused.why === 'failed');
    assert.match(refused.detail, /No space left/);
    fs.rmSync(full);
    const tree = await treeOf(snapshots);
    assert.equal(String(await snapshots.bytesAt(tree, 'a.txt')), 'a');
    fs.writeFileSync(full, '');
    put('b.txt', 'b');
    assert.equal((await snapshots.take()).ok, false);
    fs.rmSync(full);
    assert.equal(String(await snapshots.bytesAt(await treeOf(snapshots), 'b.txt')), 'b');
    assert.deepEqual(fs.readdirSync(await snapshots.gitFolder()).filter(name => name.startsWith('index-')).length, 1);
  });

  it('leave out all that cannot be read, however many', async function () {
    // Root reads everything.
    if (process.getuid === undefined || process.getuid() === 0) this.skip();
    const names = Array.from({ length: 120 }, (_, at) => `u${at}`);
    for (const name of names) fs.writeFileSync(join(folder, name), 'x', { mode: 0 });
    put('z', 'z');
    const snapshots = snapshotsOf();
    const taken = await snapshots.take();
    assert.ok(taken.ok);
    assert.equal(taken.left.filter(({ why }) => why === 'unreadable').length, 120);
    assert.equal(String(await snapshots.run(['ls-tree', '--full-tree', '-r', '--name-only', taken.tree])), 'z\n');
  });
});
