// Which branch and commit a folder is at, compared with what git itself says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gitPlaceOf, mainFolderOf, placeInWorktree, worktreesOf } from '../../../src/memory/gitPlace.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('the place in git', () => {
  let root: string;
  let repository: string;
  const git = (folder: string, ...given: readonly string[]): string => {
    const settings = ['user.name=a', 'user.email=a@b', 'commit.gpgsign=false', 'protocol.file.allow=always'].flatMap(one => ['-c', one]);
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', ['-C', folder, ...settings, ...given], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  };
  const commit = (folder: string): string => {
    git(folder, 'commit', '--allow-empty', '-q', '-m', 'one');
    return git(folder, 'rev-parse', 'HEAD');
  };
  const inRepository = (path: string, content: string): void => writeFileSync(join(repository, '.git', path), content);

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-git-')));
    repository = join(root, 'repository');
    mkdirSync(join(repository, 'in', 'it'), { recursive: true });
    git(repository, 'init', '-q', '-b', 'main');
  });
  afterEach(() => removeFolder(root));

  it('is empty outside of git', async () => {
    assert.deepEqual(await gitPlaceOf(root), {});
    assert.deepEqual(await gitPlaceOf(join(root, 'not', 'there')), {});
  });

  it('has a branch before the first commit, and then a commit', async () => {
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'main' });
    const first = commit(repository);
    for (const folder of [repository, join(repository, 'in', 'it')])
      assert.deepEqual(await gitPlaceOf(folder), { branch: 'main', commit: first });
  });

  it('has the branch with its whole name, and none where none is checked out', async () => {
    const first = commit(repository);
    git(repository, 'checkout', '-q', '-b', 'feature/grün/x');
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'feature/grün/x', commit: first });
    git(repository, 'checkout', '-q', '--detach');
    assert.deepEqual(await gitPlaceOf(repository), { commit: first });
  });

  it('is found where refs are packed, also among very many, and where a loose one is newer', async () => {
    const first = commit(repository);
    git(repository, 'tag', '-a', '-m', 'x', 'v1');
    git(repository, 'pack-refs', '--all');
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'main', commit: first });
    const others = Array.from({ length: 20_000 }, (_, index) => `${'1'.repeat(40)} refs/heads/a${index}/main\n`).join('');
    inRepository('packed-refs', `# pack-refs with: peeled fully-peeled sorted \n${others}${first} refs/heads/main\n`);
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'main', commit: first });
    git(repository, 'pack-refs', '--all');
    const second = commit(repository);
    assert.notEqual(second, first);
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'main', commit: second });
  });

  it('is that of a worktree, and of a submodule', async () => {
    const first = commit(repository);
    const worktree = join(root, 'worktree');
    git(repository, 'worktree', 'add', '-q', '-b', 'side', worktree);
    assert.deepEqual(await gitPlaceOf(worktree), { branch: 'side', commit: first });
    const side = commit(worktree);
    assert.deepEqual(await gitPlaceOf(worktree), { branch: 'side', commit: side });
    git(repository, 'pack-refs', '--all');
    assert.deepEqual(await gitPlaceOf(worktree), { branch: 'side', commit: side });
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'main', commit: first });

    const outer = join(root, 'outer');
    git(root, 'init', '-q', '-b', 'outer', outer);
    git(outer, 'submodule', '--quiet', 'add', repository, 'sub');
    assert.deepEqual(await gitPlaceOf(join(outer, 'sub')), { branch: 'main', commit: first });
    assert.deepEqual(await gitPlaceOf(outer), { branch: 'outer' });
  });

  it('leads from a worktree to the main one, also by relative paths', async () => {
    commit(repository);
    const worktree = join(root, 'worktree');
    git(repository, 'worktree', 'add', '-q', '-b', 'side', worktree);
    assert.equal(await mainFolderOf(join(worktree, 'in')), join(repository, 'in'));
    // As git writes them with `worktree.useRelativePaths`.
    const own = join(repository, '.git', 'worktrees', 'worktree');
    writeFileSync(join(worktree, '.git'), `gitdir: ${relative(worktree, own)}\n`);
    writeFileSync(join(own, 'gitdir'), `${relative(own, join(worktree, '.git'))}\n`);
    assert.equal(await mainFolderOf(join(worktree, 'in')), join(repository, 'in'));
  });

  it('leads from a folder to the same one in another worktree, and into no other repository', async () => {
    commit(repository);
    const worktree = join(root, 'worktree');
    git(repository, 'worktree', 'add', '-q', '-b', 'side', worktree);
    mkdirSync(join(worktree, 'in'));
    const [sub, other, link] = [join(repository, 'sub'), join(root, 'other'), join(root, 'link')];
    for (const folder of [sub, other]) git(root, 'init', '-q', folder);
    symlinkSync(repository, link, 'junction');
    for (const [folder, at, place] of [
      [repository, worktree, worktree],
      [repository, join(worktree, 'in'), worktree],
      [join(repository, 'in', 'it'), join(worktree, 'in'), join(worktree, 'in', 'it')],
      [worktree, join(repository, 'in'), repository],
      [join(link, 'in'), worktree, join(worktree, 'in')],
      [link, join(repository, 'in'), link],
      [repository, join(repository, 'in'), repository],
      [repository, sub, repository],
      [repository, other, repository],
      [repository, root, repository],
      [root, repository, root],
    ] as const)
      assert.equal(await placeInWorktree(folder, at), place, `${folder} at ${at}`);
  });

  it('follows a branch that names another one, and no circle', async () => {
    const first = commit(repository);
    git(repository, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    inRepository('HEAD', 'ref: refs/heads/alias\n');
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'alias', commit: first });
    inRepository('refs/heads/main', 'ref: refs/heads/alias\n');
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'alias' });
  });

  it('names the worktrees of the repository from each of them, and none where there is one alone', async () => {
    assert.deepEqual([await worktreesOf(root), await worktreesOf(repository)], [[], []]);
    commit(repository);
    const other = join(root, 'another one');
    git(repository, 'worktree', 'add', '-q', '-b', 'other', other);
    for (const folder of [repository, join(repository, 'in', 'it'), other])
      assert.deepEqual(await worktreesOf(folder), [repository, other]);
    inRepository('worktrees/another-one/gitdir', '//elsewhere/share/.git');
    assert.deepEqual(await worktreesOf(repository), []);
  });

  it('names no place as a worktree that is another folder, whatever the files say', async () => {
    commit(repository);
    const other = join(root, 'other');
    git(repository, 'worktree', 'add', '-q', '-b', 'other', other);
    const evil = join(root, 'evil');
    mkdirSync(evil);
    git(evil, 'init', '-q');
    const record = (name: string, place: string): void => {
      mkdirSync(join(evil, '.git/worktrees', name), { recursive: true });
      writeFileSync(join(evil, '.git/worktrees', name, 'gitdir'), join(place, '.git'));
    };
    for (const [at, place] of ['/', root, repository, other].entries()) record(`x${at}`, place);
    assert.deepEqual(await worktreesOf(evil), []);
    record('long', `/${'x/'.repeat(30_000)}`);
    assert.deepEqual(await worktreesOf(evil), []);
    record('gone', join(root, 'gone'));
    assert.deepEqual(await worktreesOf(evil), [evil, join(root, 'gone')]);
    for (const named of [join(repository, '.git'), join(repository, '.git/worktrees/other')]) {
      rmSync(join(evil, '.git'), { recursive: true });
      writeFileSync(join(evil, '.git'), `gitdir: ${named}\n`);
      assert.deepEqual(await worktreesOf(evil), [], named);
    }
  });

  it('says nothing where the files hold something else', async () => {
    commit(repository);
    writeFileSync(join(root, 'secret'), 'a'.repeat(40));
    for (const head of [
      '',
      'secret',
      'ref: ../../secret',
      'ref: refs/../../../secret',
      'ref: refs/heads/\u0007x',
      'ref: refs/heads/a\\..\\b',
      'ref: refs/heads/.invalid',
      `ref: refs/heads/${'x'.repeat(2_000)}`,
      `ref: refs/heads/${'x'.repeat(70_000)}`,
    ]) {
      inRepository('HEAD', head);
      assert.deepEqual(await gitPlaceOf(repository), {}, head.slice(0, 40));
    }
    inRepository('HEAD', 'ref: refs/heads/main\n');
    inRepository('refs/heads/main', 'words that are no hash\n');
    assert.deepEqual(await gitPlaceOf(repository), { branch: 'main' });
  });

  it('does not wait for a pipe in place of a file', async function () {
    if (process.platform === 'win32') return this.skip();
    rmSync(join(repository, '.git', 'HEAD'));
    execFileSync('mkfifo', [join(repository, '.git', 'HEAD')]);
    assert.deepEqual(await gitPlaceOf(repository), {});
    execFileSync('mkfifo', [join(repository, 'in', '.git')]);
    assert.deepEqual(await gitPlaceOf(join(repository, 'in')), {});
  });

  it('goes past an empty .git, as git does', async () => {
    const first = commit(repository);
    mkdirSync(join(repository, 'in', '.git'));
    assert.deepEqual(await gitPlaceOf(join(repository, 'in', 'it')), { branch: 'main', commit: first });
  });
});
