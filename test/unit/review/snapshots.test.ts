// Snapshots of work folders by real git: what the tree has, and that neither the folder nor its repository is changed by them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { findGit } from '../../../src/review/gitCommand.js';
import type { FileChange } from '../../../src/review/changes.js';
import { pathsOf } from '../../../src/review/changes.js';
import { presentOf, replaceAt } from '../../../src/review/presentFiles.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import { removeFolder } from '../../support/removeFolder.js';
import { runs } from '../../support/tier.js';

describe('snapshots of a work folder', () => {
  let root: string;
  let folder: string;
  let git: string;
  let clock = 0;

  before(async () => {
    git = (await findGit(process.env)) ?? assert.fail('git is not there');
  });
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-snapshots-')));
    folder = join(root, 'work');
    fs.mkdirSync(folder);
    fs.mkdirSync(join(root, 'home'));
  });
  afterEach(() => removeFolder(root));

  const snapshotsOf = (work = folder, store = 'store'): Snapshots =>
    new Snapshots({
      git,
      folder: work,
      store: join(root, store),
      home: join(root, 'home'),
      env: { ...process.env, HOME: join(root, 'home') },
      now: () => ++clock,
    });
  const run = (...args: readonly string[]): string => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_OPTIONAL_LOCKS: '0' };
    const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', ['-C', folder, ...settings, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const put = (path: string, content: string | Buffer): void => {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.writeFileSync(join(folder, path), content);
  };
  const treeOf = async (snapshots: Snapshots): Promise<string> => {
    const taken = await snapshots.take();
    return taken.ok ? taken.tree : assert.fail(`${taken.why}: ${taken.detail}`);
  };
  const named = (changes: readonly FileChange[]): readonly string[] =>
    changes.map(({ kind, path, from }) => `${kind} ${from === undefined ? '' : `${from} → `}${path}`).sort();
  /** Everything in a folder: paths, rights, contents. */
  const sumOf = (place: string): string => {
    const sum = createHash('sha256');
    for (const name of fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()) {
      const stats = fs.lstatSync(join(place, name));
      sum.update(`${name} ${stats.mode} ${stats.isFile() ? fs.readFileSync(join(place, name), 'latin1') : ''}\n`);
    }
    return sum.digest('hex');
  };

  it('has what is new, changed, deleted, renamed and made a program, with the lines of each', async () => {
    for (const name of ['changed', 'gone', 'moved', 'program']) put(`${name}.txt`, `${name}\n`.repeat(20));
    const snapshots = snapshotsOf();
    const before = await treeOf(snapshots);
    put('changed.txt', `${'changed\n'.repeat(19)}other\n`);
    fs.rmSync(join(folder, 'gone.txt'));
    fs.mkdirSync(join(folder, 'to'));
    fs.renameSync(join(folder, 'moved.txt'), join(folder, 'to/moved.txt'));
    fs.chmodSync(join(folder, 'program.txt'), 0o755);
    put('new.bin', Buffer.from([0, 1, 2]));
    const changes = await snapshots.changes(before, await treeOf(snapshots));
    assert.deepEqual(named(changes), [
      ...['added new.bin', 'deleted gone.txt', 'mode program.txt', 'modified changed.txt', 'renamed moved.txt → to/moved.txt'],
    ]);
    const counts = changes.map(({ path, plus, minus, binary = false }) => [path, plus, minus, binary]);
    assert.deepEqual(counts.sort(), [
      ['changed.txt', 1, 1, false],
      ['gone.txt', 0, 20, false],
      ['new.bin', 0, 0, true],
      ['program.txt', 0, 0, false],
      ['to/moved.txt', 0, 0, false],
    ]);
    assert.equal(String(await snapshots.bytesAt(before, 'gone.txt')), 'gone\n'.repeat(20));
    assert.equal(await snapshots.bytesAt(before, 'new.bin'), undefined);
  });

  it('is of no home folder, of nothing above one, and of no root of a disk', async () => {
    for (const [place, why] of [
      [join(root, 'home'), 'home'],
      [root, 'home'],
      ['/', 'root'],
    ] as const) {
      const taken = await snapshotsOf(place).take();
      assert.deepEqual(taken, { ok: false, why, detail: '' });
    }
    assert.equal(fs.existsSync(join(root, 'store')), false);
  });

  it('leaves out and names a nested repository, also one without a commit, a submodule, and what is large and not tracked', async () => {
    run('init', '-q', '-b', 'main');
    put('tracked.bin', Buffer.alloc(6_000_000, 1));
    run('add', 'tracked.bin');
    run('commit', '-q', '-m', 'one');
    const other = join(root, 'other');
    execFileSync('git', ['init', '-q', other]);
    execFileSync('git', ['-C', other, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'one']);
    run('submodule', 'add', '-q', other, 'module');
    execFileSync('git', ['init', '-q', join(folder, 'nested')]);
    put('nested/a', 'a');
    put('large.bin', Buffer.alloc(6_000_000, 1));
    put('small.bin', 'small');
    const snapshots = snapshotsOf();
    const taken = await snapshots.take();
    assert.ok(taken.ok);
    assert.deepEqual(
      [...taken.left].sort((one, two) => one.path.localeCompare(two.path)),
      [
        { path: 'large.bin', why: 'large' },
        { path: 'module', why: 'repository' },
        { path: 'nested', why: 'repository' },
      ],
    );
    const names = String(await snapshots.run(['ls-tree', '--full-tree', '-r', '--name-only', taken.tree]))
      .trim()
      .split('\n');
    assert.deepEqual(names, ['.gitmodules', 'small.bin', 'tracked.bin']);
    // What has grown is left out from then on.
    put('small.bin', Buffer.alloc(6_000_000, 2));
    const grown = await snapshots.take();
    assert.ok(grown.ok && grown.left.some(({ path }) => path === 'small.bin'));
  });

  it('holds to what is ignored, here, above the folder, in the repository alone and by the person, and has what is tracked all the same', async () => {
    const work = join(folder, 'packages', 'x');
    run('init', '-q', '-b', 'main');
    put('.gitignore', 'built/\n*.log\n');
    fs.appendFileSync(join(folder, '.git', 'info', 'exclude'), 'mine\n');
    fs.mkdirSync(join(root, 'home', '.config', 'git'), { recursive: true });
    fs.writeFileSync(join(root, 'home', '.config', 'git', 'ignore'), 'everywhere\n');
    for (const name of ['a.txt', 'a.log', 'built/b', 'mine', 'everywhere', 'kept.log']) put(`packages/x/${name}`, name);
    put('outside.txt', 'outside');
    run('add', '-f', 'packages/x/kept.log');
    const snapshots = snapshotsOf(work);
    const tree = await treeOf(snapshots);
    assert.equal(String(await snapshots.run(['ls-tree', '--full-tree', '-r', '--name-only', tree])), 'a.txt\nkept.log\n');
    assert.equal(String(await snapshots.bytesAt(tree, 'kept.log')), 'kept.log');
    // Of a folder that the repository ignores.
    assert.equal(
      String(await snapshotsOf(join(work, 'built'), 'built').bytesAt(await treeOf(snapshotsOf(join(work, 'built'), 'built')), 'b')),
      'built/b',
    );
  });

  it('runs nothing of the folder and reads none of its configuration: hooks, filters, monitors, and keeps the bytes as they are', async () => {
    run('init', '-q', '-b', 'main');
    const mark = join(root, 'ran');
    const touch = join(root, 'touch.sh');
    fs.writeFileSync(touch, `#!/bin/sh\ntouch '${mark}'\ncat\n`, { mode: 0o755 });
    for (const name of ['post-index-change', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman'])
      fs.copyFileSync(touch, join(folder, '.git', 'hooks', name));
    const settings = {
      'core.fsmonitor': touch,
      'filter.x.clean': touch,
      'filter.x.process': touch,
      'diff.x.textconv': touch,
      'diff.external': touch,
      'core.hooksPath': join(folder, '.git', 'hooks'),
      'core.autocrlf': 'true',
    };
    for (const [name, value] of Object.entries(settings)) run('config', name, value);
    fs.writeFileSync(join(folder, '.git', 'info', 'attributes'), '* filter=x diff=x\n');
    put('.gitattributes', '* text eol=crlf filter=x diff=x ident\n*.u16 working-tree-encoding=UTF-16\n*.h -diff\n');
    put('lines.txt', 'one\r\ntwo\n$Id$\n');
    put('wide.u16', 'not wide at all');
    const snapshots = snapshotsOf();
    const before = await treeOf(snapshots);
    assert.equal(String(await snapshots.bytesAt(before, 'lines.txt')), 'one\r\ntwo\n$Id$\n');
    assert.equal(String(await snapshots.bytesAt(before, 'wide.u16')), 'not wide at all');
    put('lines.txt', 'one\ntwo\n$Id$\n');
    put('a.h', 'a\n');
    const changes = await snapshots.changes(before, await treeOf(snapshots));
    assert.deepEqual(
      changes.map(({ path, plus, minus }) => [path, plus, minus]),
      [
        ['a.h', 1, 0],
        ['lines.txt', 1, 1],
      ],
    );
    assert.equal(fs.existsSync(mark), false);
    // The person's own git does run it.
    run('status', '--porcelain');
    assert.equal(fs.existsSync(mark), true);
    fs.rmSync(mark);
    // A work folder that is named by the variables of the person's own git, as in a hook.
    const env = {
      ...process.env,
      GIT_DIR: join(root, 'elsewhere'),
      GIT_INDEX_FILE: join(root, 'elsewhere'),
      GIT_EXTERNAL_DIFF: touch,
      HOME: join(root, 'home'),
    };
    const inHook = new Snapshots({ git, folder, store: join(root, 'hook'), home: join(root, 'home'), env, now: () => ++clock });
    assert.equal(await treeOf(inHook), await treeOf(snapshots));
    assert.equal(fs.existsSync(mark), false);
  });

  it('goes on where objects of the repository are gone, where its index cannot be read, and behind a window that was killed', async () => {
    run('init', '-q', '-b', 'main');
    put('a.txt', 'a');
    run('add', '.');
    run('commit', '-q', '-m', 'one');
    const snapshots = snapshotsOf();
    const tree = await treeOf(snapshots);
    const gitFolder = await snapshots.gitFolder();
    const index = fs.readdirSync(gitFolder).find(name => name.startsWith('index-')) ?? assert.fail();
    fs.writeFileSync(join(gitFolder, `${index}.lock`), '');
    fs.rmSync(join(folder, '.git', 'objects'), { recursive: true });
    fs.mkdirSync(join(folder, '.git', 'objects'));
    fs.writeFileSync(join(folder, '.git', 'index'), 'no index');
    put('b.txt', 'b');
    const next = await treeOf(snapshots);
    assert.equal(String(await snapshots.bytesAt(next, 'a.txt')), 'a');
    // The tree of before was the commit's own.
    await assert.rejects(snapshots.changes(tree, next));
    fs.writeFileSync(join(gitFolder, index), 'torn');
    assert.equal(await treeOf(snapshotsOf()), next);
  });

  it('is taken beside a git that holds the repository, and says so where the store cannot be written', async () => {
    run('init', '-q');
    put('a.txt', 'a');
    fs.writeFileSync(join(folder, '.git', 'index.lock'), '');
    assert.equal(String(await snapshotsOf().bytesAt(await treeOf(snapshotsOf()), 'a.txt')), 'a');
    fs.writeFileSync(join(root, 'no folder'), '');
    const refused = await snapshotsOf(folder, 'no folder').take();
    assert.ok(!refused.ok && refused.why === 'failed' && refused.detail !== '');
  });

  it('of a worktree borrows the objects that all worktrees share', async () => {
    run('init', '-q', '-b', 'main');
    put('a.txt', 'a'.repeat(100));
    run('add', '.');
    run('commit', '-q', '-m', 'one');
    run('worktree', 'add', '-q', join(root, 'linked'));
    const snapshots = snapshotsOf(join(root, 'linked'));
    const tree = await treeOf(snapshots);
    assert.equal(String(await snapshots.bytesAt(tree, 'a.txt')), 'a'.repeat(100));
    assert.match(String(await snapshots.run(['count-objects'])), /^0 objects/);
  });

  it('ends with the window: git is ended, and none is started any more', async () => {
    put('a.txt', 'a');
    const ending = new AbortController();
    const options = { git, folder, store: join(root, 'store'), home: join(root, 'home'), env: process.env, now: () => ++clock };
    const snapshots = new Snapshots({ ...options, signal: ending.signal });
    const taking = snapshots.take();
    ending.abort();
    assert.equal((await taking).ok, false);
    assert.equal((await snapshots.take()).ok, false);
  });

  it('of two windows at once has the same tree', async () => {
    for (let at = 0; at < 50; at++) put(`f${at}`, String(at));
    const trees = await Promise.all([1, 2, 3].map(() => treeOf(snapshotsOf())));
    assert.equal(new Set(trees).size, 1);
    assert.deepEqual(
      fs.readdirSync(join(root, 'store', 'git')).filter(name => /^index-.*\./.test(name)),
      [],
    );
  });

  /** What stands in the folder, as its tree should have it. */
  const present = (place = folder, prefix = ''): ReadonlyMap<string, string> => {
    const found = fs.readdirSync(place, { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const path = `${prefix}${entry.name}`;
      const file = join(place, entry.name);
      if (entry.name === '.git') return [];
      if (entry.isDirectory()) return [...present(file, `${path}/`)];
      if (entry.isSymbolicLink()) return [[path, `120000 ${fs.readlinkSync(file)}`]];
      return [[path, `${(fs.lstatSync(file).mode & 0o100) === 0 ? '100644' : '100755'} ${fs.readFileSync(file, 'latin1')}`]];
    });
    return new Map(found);
  };
  const kept = async (snapshots: Snapshots, tree: string): Promise<ReadonlyMap<string, string>> => {
    const lines = String(await snapshots.run(['ls-tree', '--full-tree', '-r', '-z', tree]))
      .split('\0')
      .filter(line => line !== '');
    const entries = lines.map(async (line): Promise<[string, string]> => {
      const [, mode = '', blob = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? assert.fail(line);
      return [path, `${mode} ${(await snapshots.bytes(blob))?.toString('latin1')}`];
    });
    return new Map(await Promise.all(entries));
  };

  const names = [
    'a',
    'b',
    'c',
    'd/a',
    'd/b',
    'd/e/a',
    '-x',
    'a b',
    '"q"',
    'li\nne',
    '\u{1F600}',
    '\u00e9',
    'e\u0301',
    "it's",
    'tab\tin',
    '*',
    'a\\b',
    ':x',
    '!y',
  ];
  const act = fc.oneof(
    fc.record({
      type: fc.constant('write' as const),
      path: fc.constantFrom(...names),
      content: fc.constantFrom('', 'x\n', 'x\r\ny\n', 'long\n'.repeat(50), '\0\u00ff', 'caf\u00e9'),
      mode: fc.constantFrom(0o644, 0o755),
    }),
    fc.record({ type: fc.constant('link' as const), path: fc.constantFrom(...names), to: fc.constantFrom('a', 'd', '../out', 'no where') }),
    fc.record({ type: fc.constant('delete' as const), path: fc.constantFrom(...names, 'd') }),
    fc.record({ type: fc.constant('move' as const), path: fc.constantFrom(...names, 'd'), to: fc.constantFrom(...names, 'd') }),
  );
  const doAct = (one: typeof act extends fc.Arbitrary<infer A> ? A : never): void => {
    // An act that has no place, such as a file in a file, is none.
    try {
      const file = join(folder, one.path);
      if (one.type === 'delete') return fs.rmSync(file, { recursive: true, force: true });
      const target = one.type === 'move' ? join(folder, one.to) : file;
      for (let at = dirname(target); at !== folder; at = dirname(at))
        if (fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
      if (one.type === 'move') return fs.renameSync(file, target);
      fs.mkdirSync(dirname(file), { recursive: true });
      if (one.type === 'link') {
        fs.rmSync(file, { force: true });
        return fs.symlinkSync(one.to, file);
      }
      if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) fs.rmSync(file);
      fs.writeFileSync(file, one.content, 'latin1');
      fs.chmodSync(file, one.mode);
    } catch (error) {
      assert.match(String(error), /ENOTDIR|EISDIR|ENOENT|EEXIST|ELOOP|ENOTEMPTY|EINVAL|ERR_FS_EISDIR/);
    }
  };

  it('have what stands in the folder after any acts, and give it back to the byte, while the repository stays the same', async function () {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { maxLength: 12 }), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        async (turns, isRepository) => {
          fs.rmSync(folder, { recursive: true, force: true });
          fs.rmSync(join(root, 'store'), { recursive: true, force: true });
          fs.mkdirSync(folder);
          if (isRepository) run('init', '-q', '-b', 'main');
          const snapshots = snapshotsOf();
          const trees: string[] = [];
          const folders: ReadonlyMap<string, string>[] = [];
          for (const [at, acts] of turns.entries()) {
            acts.forEach(doAct);
            if (isRepository && at === 0) run('add', '-A');
            const sum = isRepository ? sumOf(join(folder, '.git')) : '';
            trees.push(await treeOf(snapshots));
            folders.push(present());
            assert.deepEqual(await kept(snapshots, trees.at(-1) ?? ''), folders.at(-1));
            if (isRepository) assert.equal(sumOf(join(folder, '.git')), sum);
          }
          // The last turn is taken back, then put back.
          const [before = '', after = ''] = trees.slice(-2);
          const paths = (await snapshots.changes(before, after)).flatMap(pathsOf);
          const bytes = (blob: string): Promise<Buffer | undefined> => snapshots.bytes(blob);
          for (const way of ['back', 'again'] as const) {
            for (const { path, ...one } of paths)
              assert.equal(await presentOf(folder, { path, ...one }), way === 'back' ? 'asLeft' : 'asBefore');
            // A file makes room for a folder, and the other way round, so what goes comes first.
            const wanted = paths.map(({ path, before: was, after: left }) =>
              way === 'back' ? { path, from: left, to: was } : { path, from: was, to: left },
            );
            for (const one of [...wanted.filter(({ to }) => to === undefined), ...wanted.filter(({ to }) => to !== undefined)])
              assert.deepEqual(await replaceAt(folder, one, bytes), { ok: true }, JSON.stringify(one));
            assert.deepEqual(present(), folders.at(way === 'back' ? -2 : -1));
          }
          if (isRepository) run('fsck', '--strict');
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
