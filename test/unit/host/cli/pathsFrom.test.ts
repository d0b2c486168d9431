// The paths that a program writes: one that has no end is ended.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { pathsFrom } from '../../../../src/host/cli/pathsFrom.js';

describe('the paths that a program writes', () => {
  let found: string[];
  beforeEach(() => {
    found = [];
  });
  const run = (script: string, more: { readonly most?: number; readonly longest?: number } = {}): Promise<void> =>
    pathsFrom(process.execPath, ['-e', script], process.cwd(), {
      most: 10,
      found: path => found.push(path),
      ...more,
    });
  const isThere = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const isGone = async (): Promise<void> => {
    const pid = Number(found[0]);
    assert.ok(pid > 0);
    for (let left = 100; left > 0 && isThere(pid); left--) await wait(20);
    assert.equal(isThere(pid), false);
  };
  const endless = 'process.stdout.write(`${process.pid}\\0b\\0c\\0`); setInterval(() => {}, 1000);';

  it('are all there when it has ended', async () => {
    await run('process.stdout.write("a b\\0c/\\u00e4\\0"); process.exitCode = 2;');
    assert.deepEqual(found, ['a b', 'c/ä']);
  });

  it('end after a time, and after as many as are wanted, and the program with them', async () => {
    await run(endless, { longest: 3_000 });
    assert.deepEqual(found.slice(1), ['b', 'c']);
    await isGone();
    found = [];
    await run(endless, { most: 2 });
    assert.deepEqual(found.slice(1), ['b']);
    await isGone();
  });

  it('are asked of another where it finds fault with what it is given, or does not run', async () => {
    await assert.rejects(run('process.exitCode = 2;'), /it ends with 2/);
    await run('process.exitCode = 1;');
    await assert.rejects(pathsFrom('/no/such/program', [], process.cwd(), { most: 1, found: () => undefined }), /ENOENT/);
  });
});
