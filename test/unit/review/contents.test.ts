// Many contents are read in few runs of git, each as it is.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChange } from '../../../src/review/changes.js';
import { contentsOf, storedOf } from '../../../src/review/contents.js';
import { findGit } from '../../../src/review/gitCommand.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('the contents of a store', () => {
  let root: string;
  let snapshots: Snapshots;
  let runs: number;

  beforeEach(async () => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-contents-')));
    for (const name of ['work', 'home']) fs.mkdirSync(join(root, name));
    const git = (await findGit(process.env)) ?? assert.fail();
    const at = (name: string): string => join(root, name);
    snapshots = new Snapshots({ git, folder: at('work'), store: at('store'), home: at('home'), env: process.env, now: () => 1 });
    runs = 0;
  });
  afterEach(() => removeFolder(root));

  const counted: Pick<Snapshots, 'run' | 'bytes'> = {
    run: (...given) => {
      runs++;
      return snapshots.run(...given);
    },
    bytes: blob => {
      runs++;
      return snapshots.bytes(blob);
    },
  };
  const blobOf = async (content: Buffer): Promise<string> => String(await snapshots.run(['hash-object', '-w', '--stdin'], content)).trim();

  it('are read in few runs, whatever is in them, and one that is missing is none', async () => {
    const contents = ['', '\n', 'a\n\nb', `${'0'.repeat(40)} missing\n`, '\0\n\0'].map(text => Buffer.from(text));
    const blobs = await Promise.all(contents.map(blobOf));
    const missing = '1'.repeat(40);
    const read = contentsOf(counted, [blobs[0] ?? '', missing, ...blobs, ...blobs]);
    const found: (Buffer | undefined)[] = [];
    for (const blob of blobs) found.push(await read(blob));
    assert.deepEqual(found, contents);
    assert.equal(runs, 1);
    assert.equal(await read(missing), undefined);
    assert.deepEqual(await storedOf(counted, [missing, 'gone', ...blobs]), new Set(blobs));
  });

  it('are read in few runs also where every second file has the same content, as empty ones have', async () => {
    const all = Array.from({ length: 300 }, (_, at) => String(at % 2 === 0 ? at : ''));
    const files = all.map(text => join(root, `content${text}`));
    for (const [at, text] of all.entries()) fs.writeFileSync(files[at] ?? '', text);
    const blobs = String(await snapshots.run(['hash-object', '-w', '--stdin-paths'], Buffer.from(files.join('\n'))))
      .trim()
      .split('\n');
    const read = contentsOf(counted, blobs);
    const found: string[] = [];
    for (const blob of blobs) found.push(String(await read(blob)));
    assert.deepEqual(found, all);
    assert.equal(runs, 3);
  });

  it('are never taken out of another object, such as a commit whose message looks like one', async () => {
    const blob = await blobOf(Buffer.from('right'));
    const tree = String(await snapshots.run(['mktree'], Buffer.alloc(0))).trim();
    const person = 'A <a@b> 1 +0000';
    const commit = Buffer.from(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${blob} blob 5\nwrong\n`);
    const other = String(await snapshots.run(['hash-object', '-w', '-t', 'commit', '--stdin'], commit)).trim();
    assert.equal(String(await contentsOf(snapshots, [blob, other])(blob)), 'right');
  });

  it('are read alone where git does not read them together', async () => {
    const blob = await blobOf(Buffer.from('one'));
    const read = contentsOf({ ...counted, run: () => Promise.reject(new Error('too long')) }, [blob]);
    assert.equal(String(await read(blob)), 'one');
    assert.equal(runs, 1);
  });

  it('and the changes of many turns are read in one run, each as it has them alone, but for those whose snapshots are gone', async () => {
    const at = (name: string): string => join(root, 'work', name);
    const trees: string[] = [];
    const steps: readonly (() => void)[] = [
      () => fs.writeFileSync(at('a'), ''),
      () => fs.writeFileSync(at('a'), 'one\n'.repeat(20)),
      // A name that looks like what git says in front of a turn.
      () => fs.writeFileSync(at(`${trees[0]} ${trees[1]}\n:100644 a`), 'x'),
      () => fs.renameSync(at('a'), at('b')),
      () => fs.writeFileSync(at('b'), '\0'),
    ];
    for (const step of steps) {
      step();
      const taken = await snapshots.take();
      trees.push(taken.ok ? taken.tree : assert.fail(taken.why));
    }
    const [first = '', second = '', , , last = ''] = trees;
    const gone = '1'.repeat(40);
    const pairs = [
      ...trees.slice(1).map((after, nth) => ({ before: trees[nth] ?? '', after })),
      { before: second, after: second },
      { before: gone, after: second },
      { before: first, after: last },
    ];
    const alone: (readonly FileChange[] | undefined)[] = [];
    for (const { before, after } of pairs) alone.push(before === gone ? undefined : await snapshots.changes(before, after));
    assert.deepEqual(await snapshots.changesOfAll(pairs), alone);
  });
});
