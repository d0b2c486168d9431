// To which root of the window a folder belongs in which a chat works.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootOf, worktreesInTime } from '../../../../src/host/cli/workPlaces.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the root of a folder in which a chat works', () => {
  let base: string;
  let root: string;
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      stdio: 'ignore',
    });

  before(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-places-')));
    root = join(base, 'jotter');
    mkdirSync(root);
    git('init');
    git('commit', '--allow-empty', '-m', 'one');
    git('worktree', 'add', join(base, 'beside'));
  });
  after(() => removeFolder(base));

  it('is itself, or the one above it', async () => {
    const roots = [join(base, 'other'), root];
    for (const place of [root, join(root, 'web'), join(root, '..web')]) assert.equal(await rootOf(place, roots), root);
  });

  it('is the one of whose repository it is a worktree, or lies in one', async () => {
    for (const place of [join(base, 'beside'), join(base, 'beside', 'web')]) assert.equal(await rootOf(place, [root]), root);
  });

  it('is not waited for where the disk of a root does not answer', async () => {
    let looks = 0;
    const never = (): Promise<readonly string[]> => {
      looks++;
      return new Promise(() => undefined);
    };
    for (let at = 0; at < 2; at++) assert.deepEqual(await worktreesInTime('/dead', never, 1), []);
    assert.equal(looks, 1);
  });

  it('is none for what lies elsewhere', async () => {
    for (const place of [base, join(base, 'jotter-web'), join(base, 'beside2'), '/']) assert.equal(await rootOf(place, [root]), undefined);
    assert.equal(await rootOf(root, []), undefined);
  });

  it('is known in time where a disk does not answer, which is asked once', async () => {
    let asked = 0;
    const hangs = (): Promise<never> => {
      asked++;
      return new Promise(() => undefined);
    };
    assert.deepEqual(await Promise.all([worktreesInTime(base, hangs, 100), worktreesInTime(base, hangs, 100)]), [[], []]);
    assert.equal(asked, 1);
    const places: string[] = [];
    for (const place of ['/hangs', '/answers'])
      places.push(
        ...(await worktreesInTime(
          place,
          async (_, lookAt) => [(await lookAt?.(place === '/hangs' ? hangs : () => Promise.resolve('other'), place)) ?? ''],
          200,
        )),
      );
    assert.deepEqual(places, ['/hangs', 'other']);
  });
});
