// What a turn has not made although only the snapshot behind it has it, with real git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findGit } from '../../../src/review/gitCommand.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import type { First } from '../../../src/review/uncovered.js';
import { withUncovered } from '../../../src/review/uncovered.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('what stood in a folder before a turn and in no snapshot from before it', () => {
  let root: string;
  let folder: string;
  let snapshots: Snapshots;
  let clock = 0;

  beforeEach(async () => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-uncovered-')));
    folder = join(root, 'work');
    for (const name of ['work', 'home']) fs.mkdirSync(join(root, name));
    const git = (await findGit(process.env)) ?? assert.fail('git is not there');
    const [home, env] = [join(root, 'home'), { ...process.env, HOME: join(root, 'home') }];
    snapshots = new Snapshots({ git, folder, store: join(root, 'store'), home, env, now: () => ++clock });
  });
  afterEach(() => removeFolder(root));

  const put = (path: string, content: string): void => {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.writeFileSync(join(folder, path), content);
  };
  const taken = async (): Promise<First> => {
    const found = await snapshots.take();
    return found.ok ? { tree: found.tree, left: found.left, ignored: await snapshots.ignored() } : assert.fail(found.detail);
  };
  /** What differs then, as `kind path`. */
  const differs = async (first: First): Promise<readonly string[]> => {
    const { tree: after } = await taken();
    const { tree } = await withUncovered(snapshots, first, after);
    return (await snapshots.changes(tree, after)).map(({ kind, path }) => `${kind} ${path}`).sort();
  };

  it('is no change where Git ignored it', async () => {
    put('.gitignore', '.env\ndist/\n');
    for (const path of ['.env', 'dist/a', 'dist/b/c d\u{1F600}']) put(path, `${path}\n`);
    const first = await taken();
    put('.gitignore', '# nothing\n');
    for (const name of [':(top)made', 'made']) put(name, 'new\n');
    fs.renameSync(join(folder, 'made'), join(folder, 'moved'));
    const { tree: after } = await taken();
    const { tree, left } = await withUncovered(snapshots, first, after);
    assert.deepEqual(
      (await snapshots.differences(tree, after)).map(({ path }) => path),
      ['.gitignore', ':(top)made', 'moved'],
    );
    assert.deepEqual(
      left,
      ['.env', 'dist/a', 'dist/b/c d\u{1F600}'].map(path => ({ path, why: 'ignored' })),
    );
    assert.equal(String(await snapshots.bytesAt(tree, 'dist/a')), 'dist/a\n');
  });

  it('is no change where the turn has written it too, once it had changed the rules by which Git ignored it', async () => {
    put('.gitignore', '/.env\ndata/\n');
    put('sub/.gitignore', '*.key\n!own.key\n');
    for (const path of ['.env', 'data/a b', 'sub/x.key']) put(path, 'mine\n');
    const first = await taken();
    put('.gitignore', '# nothing\n');
    fs.rmSync(join(folder, 'sub/.gitignore'));
    for (const path of ['.env', 'data/a b', 'sub/x.key', 'sub/own.key', 'sub/.env', 'made']) put(path, 'Claude’s\n');
    assert.deepEqual(await differs(first), [
      'added made',
      'added sub/.env',
      'added sub/own.key',
      'deleted sub/.gitignore',
      'modified .gitignore',
    ]);
  });

  it('is no change where the turn has changed another file by which Git ignored it, or has rewritten that too', async () => {
    execFileSync('git', ['init', '-q', root]);
    fs.appendFileSync(join(root, '.git/info/exclude'), '/work/a.cfg\n/work/data/\n');
    fs.writeFileSync(join(root, '.gitignore'), '/work/b.cfg\n/store\n/home\n');
    put('.gitignore', '*.env\n.gitignore\n*.tmp\n');
    for (const path of ['a.cfg', 'b.cfg', 'c.env', 'sub/d.env', 'new/e.tmp']) put(path, 'mine\n');
    put('kept', 'mine\n');
    put('data/deep/file', 'mine\n');
    const first = await taken();
    // Nobody looks into it: it may be large, or closed to this user.
    assert.ok(first.ignored.includes('data'), first.ignored.join());
    for (const path of ['.git/info/exclude', '.gitignore']) fs.writeFileSync(join(root, path), '/store\n/home\n');
    put('.gitignore', '*.env\n!c.env\n');
    put('sub/.gitignore', '!d.env\n');
    for (const path of ['a.cfg', 'b.cfg', 'c.env', 'sub/d.env', 'new/e.tmp', 'made.tmp']) put(path, 'Claude’s\n');
    assert.deepEqual(await differs(first), ['added made.tmp', 'added sub/.gitignore']);
  });

  it('is no change where a file that is gone looks like it', async () => {
    put('.gitignore', '.env\n');
    for (const path of ['.env', '.env.example']) put(path, 'key=\n'.repeat(9));
    const first = await taken();
    put('.gitignore', '# nothing\n');
    fs.rmSync(join(folder, '.env.example'));
    assert.deepEqual(await differs(first), ['deleted .env.example', 'modified .gitignore']);
  });

  it('is no change where the first snapshot had left it out, also where the turn has written it', async () => {
    put('large', 'x'.repeat(6_000_000));
    put('sub/own', 'mine\n');
    fs.mkdirSync(join(folder, 'sub/.git'));
    for (const [name, text] of [
      ['HEAD', 'ref: refs/heads/main\n'],
      ['config', '[core]\n'],
    ] as const)
      put(`sub/.git/${name}`, text);
    for (const name of ['objects', 'refs']) fs.mkdirSync(join(folder, 'sub/.git', name));
    const first = await taken();
    assert.deepEqual(first.left.map(({ why }) => why).sort(), ['large', 'repository']);
    put('large', 'short\n');
    fs.rmSync(join(folder, 'sub/.git'), { recursive: true });
    put('sub/own', 'Claude’s\n');
    put('made', 'new\n');
    assert.deepEqual(await differs(first), ['added made']);
  });

  it('is no change where Git tracks it now although it ignores it', async () => {
    execFileSync('git', ['init', '-q', folder]);
    put('.gitignore', 'dist/\n');
    put('dist/a', 'a\n');
    const first = await taken();
    execFileSync('git', ['-C', folder, 'add', '-f', 'dist/a']);
    put('made', 'new\n');
    assert.deepEqual(await differs(first), ['added made']);
  });

  it('is a change where the turn has made or moved it', async () => {
    put('src/a', 'a\n'.repeat(9));
    const first = await taken();
    fs.renameSync(join(folder, 'src'), join(folder, 'lib'));
    put('lib/new', 'new\n');
    assert.deepEqual(await differs(first), ['added lib/new', 'renamed lib/a']);
  });
});
