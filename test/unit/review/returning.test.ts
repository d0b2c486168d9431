// Going back over turns of Claude's and hand edits, in any order, with real git: what the turns alone have left goes, everything else stays, and all of it
// comes again.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { findGit } from '../../../src/review/gitCommand.js';
import type { Returned, Span } from '../../../src/review/returning.js';
import { returning } from '../../../src/review/returning.js';
import { Snapshots } from '../../../src/review/snapshots.js';
import { replaceChanges } from '../../../src/review/takeBack.js';
import { removeFolder } from '../../support/removeFolder.js';
import { runs } from '../../support/tier.js';

const paths = ['a', 'b', 'c d', 'd/a', 'd/e/b', '\u{1F600}'];
const act = fc.record({
  path: fc.constantFrom(...paths),
  content: fc.constantFrom(undefined, '', 'x\n', 'x\r\ny\n', '\0\u00ff', 'long\n'.repeat(40)),
  form: fc.constantFrom('file', 'program', 'link'),
});
/** Who acts; what a turn has done is known. */
const period = fc.record({ isTurn: fc.boolean(), acts: fc.array(act, { minLength: 1, maxLength: 5 }) });

describe('a work folder that goes back', () => {
  let root: string;
  let folder: string;
  let git: string;
  let clock = 0;
  before(async () => void (git = (await findGit(process.env)) ?? assert.fail('git is not there')));
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-returning-')));
    folder = join(root, 'work');
  });
  afterEach(() => removeFolder(root));

  const begin = (): Snapshots => {
    for (const name of ['work', 'store', 'home']) fs.rmSync(join(root, name), { recursive: true, force: true });
    for (const name of ['work', 'home']) fs.mkdirSync(join(root, name));
    const env = { ...process.env, HOME: join(root, 'home') };
    return new Snapshots({ git, folder, store: join(root, 'store'), home: join(root, 'home'), env, now: () => ++clock });
  };
  const treeOf = async (snapshots: Snapshots): Promise<string> => {
    const taken = await snapshots.take();
    return taken.ok ? taken.tree : assert.fail(`${taken.why}: ${taken.detail}`);
  };
  const doAct = ({ path, content, form }: typeof act extends fc.Arbitrary<infer A> ? A : never): void => {
    const file = join(folder, path);
    fs.rmSync(file, { force: true });
    if (content === undefined) return;
    fs.mkdirSync(dirname(file), { recursive: true });
    if (form === 'link') fs.symlinkSync(content === '' ? 'nowhere' : Buffer.from(content, 'latin1').toString('hex'), file);
    else fs.writeFileSync(file, content, { encoding: 'latin1', mode: form === 'program' ? 0o755 : 0o644 });
  };
  const standing = (path: string): string => {
    const stat = fs.lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (stat === undefined || stat.isDirectory()) return 'nothing';
    if (stat.isSymbolicLink()) return `link ${fs.readlinkSync(join(folder, path))}`;
    return `${(stat.mode & 0o100) === 0 ? 'file' : 'program'} ${fs.readFileSync(join(folder, path), 'latin1')}`;
  };
  const all = (): Readonly<Record<string, string>> => Object.fromEntries(paths.map(path => [path, standing(path)]));
  const write = async (snapshots: Snapshots, files: readonly Returned[]): Promise<void> => {
    const how = { contentOf: (blob: string) => snapshots.bytes(blob), isUnsaved: () => false };
    const changes = files.map(({ change }) => change);
    assert.deepEqual((await replaceChanges(folder, changes, 'back', how)).refused, []);
  };
  const wanted = async (snapshots: Snapshots, tree: string, turns: readonly Span[]) => {
    const found = await returning(snapshots, tree, turns);
    return found.ok ? found : assert.fail(found.why);
  };

  it('stands as before the turn but for what somebody else has written, then whole, and comes again', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(period, { minLength: 1, maxLength: 6 }), fc.nat(5), async (periods, chosen) => {
        const snapshots = begin();
        const spans: Span[] = [];
        const stood: Readonly<Record<string, string>>[] = [];
        /** For each turn on, what it has found and left at the paths that it has changed. */
        const left: (readonly { readonly path: string; readonly was: string | undefined; readonly is: string }[])[] = [];
        /** Of the folder as it stands, where that is known. */
        let tree: string | undefined;
        for (const { isTurn, acts } of [...periods, { isTurn: true, acts: [] }]) {
          const [before, was] = [tree ?? (await treeOf(snapshots)), all()];
          acts.forEach(doAct);
          tree = isTurn ? await treeOf(snapshots) : undefined;
          if (tree === undefined) continue;
          spans.push({ before, after: tree });
          stood.push(was);
          left.push(paths.filter(path => standing(path) !== was[path]).map(path => ({ path, was: was[path], is: standing(path) })));
        }
        const at = chosen % spans.length;
        const present = all();
        const found = await wanted(snapshots, spans[at]?.before ?? '', spans.slice(at));
        /** Since it stood as is wanted, each turn has found there what is wanted or what one of them has left, and one of them has left what stands there. */
        const isOfTurns = (path: string): boolean => {
          const goal = stood[at]?.[path];
          const all = left.slice(at).flatMap(turn => turn.filter(one => one.path === path));
          const since = all.slice(
            Math.max(
              0,
              all.findLastIndex(({ was }) => was === goal),
              all.findLastIndex(({ is }) => is === goal) + 1,
            ),
          );
          const isLeft = (content: string | undefined, turns: typeof since): boolean => turns.some(({ is }) => is === content);
          return isLeft(present[path], since) && since.every(({ was }, nth) => was === goal || isLeft(was, since.slice(0, nth)));
        };
        await write(
          snapshots,
          found.files.filter(({ by }) => by === 'turns'),
        );
        for (const path of paths) assert.equal(standing(path), isOfTurns(path) ? stood[at]?.[path] : present[path], path);
        await write(
          snapshots,
          found.files.filter(({ by }) => by !== 'turns'),
        );
        assert.deepEqual(all(), stood[at]);
        assert.equal(await treeOf(snapshots), spans[at]?.before);
        // Undone: what going back has written is nobody else's.
        const again = await wanted(snapshots, found.present, [{ before: found.present, after: spans[at]?.before ?? '' }]);
        assert.ok(again.files.every(({ by }) => by === 'turns'));
        await write(snapshots, again.files);
        assert.deepEqual(all(), present);
      }),
      { numRuns: runs(60) },
    );
  });

  it('tells apart what a turn has left, what has changed since, and what no turn has touched; and what is not there any more', async () => {
    const snapshots = begin();
    for (const path of ['a', 'b', 'c d']) doAct({ path, content: 'x\n', form: 'file' });
    const before = await treeOf(snapshots);
    for (const path of ['a', 'b']) doAct({ path, content: 'y\n', form: 'file' });
    const after = await treeOf(snapshots);
    for (const path of ['b', 'c d']) doAct({ path, content: 'mine\n', form: 'file' });
    const found = await wanted(snapshots, before, [{ before, after }]);
    assert.deepEqual(
      found.files.map(({ change: { path }, by }) => [path, by]),
      [
        ['a', 'turns'],
        ['b', 'both'],
        ['c d', 'others'],
      ],
    );
    // What the person has saved in the turn as well is not the turn's alone.
    const all = await wanted(snapshots, before, [{ before, after, shared: 'all' }]);
    assert.ok(all.files.every(({ by }) => by !== 'turns'));
    const shared = await wanted(snapshots, before, [{ before, after, shared: ['a'] }]);
    assert.equal(shared.files.find(({ change: { path } }) => path === 'a')?.by, 'both');
    assert.deepEqual(await returning(snapshots, '0'.repeat(40), []), { ok: false, why: 'lost' });
  });

  it('takes no file for the turns’ own that somebody else has written between two of them, until it stands as is wanted again', async () => {
    const snapshots = begin();
    const put = async (a: string, b: string): Promise<string> => {
      doAct({ path: 'a', content: a, form: 'file' });
      doAct({ path: 'b', content: b, form: 'file' });
      return treeOf(snapshots);
    };
    const before = await put('x\n', 'x\n');
    const first = { before, after: await put('y\n', 'y\n') };
    const edited = await put('my own words\n', 'x\n');
    const second = { before: edited, after: await put('y, and my own words\n', 'z\n') };
    const { files } = await wanted(snapshots, before, [first, second]);
    assert.deepEqual(
      files.map(({ change: { path }, by }) => [path, by]),
      [
        ['a', 'both'],
        ['b', 'turns'],
      ],
    );
  });

  it('is whole at each path wherever a window is killed meanwhile, and the next one brings all of it on, or again', async function () {
    this.timeout(240_000);
    const before: readonly (readonly [string, string | undefined, 'file' | 'program' | 'link'])[] = [
      ['a', 'x\n', 'file'],
      ['b', 'gone with the turn', 'file'],
      ['c d', undefined, 'file'],
      ['d', undefined, 'file'],
      ['d/a', 'in a folder', 'program'],
      ['\u{1F600}', 'nowhere', 'link'],
    ];
    const after: typeof before = [
      ['a', 'y\n', 'program'],
      ['b', undefined, 'file'],
      ['c d', 'new', 'file'],
      ['d/a', undefined, 'program'],
      ['d', 'a file in its place', 'file'],
      ['\u{1F600}', 'no link', 'file'],
    ];
    const place = (acts: typeof before): void => {
      for (const [path, content, form] of acts) {
        doAct({ path, content, form });
        if (path === 'd/a' && content === undefined) fs.rmSync(join(folder, 'd'), { recursive: true, force: true });
      }
    };
    const isBelowFile = (path: string): boolean => fs.statSync(join(folder, dirname(path)), { throwIfNoEntry: false })?.isFile() === true;
    const stands = (): Readonly<Record<string, string>> =>
      Object.fromEntries(before.map(([path]) => [path, isBelowFile(path) ? 'nothing' : standing(path)]));
    const snapshots = begin();
    const treeAfter = async (acts: typeof before): Promise<readonly [string, ReturnType<typeof stands>]> => {
      place(acts);
      return [await treeOf(snapshots), stands()];
    };
    const [wantedTree, goal] = await treeAfter(before);
    const [presentTree, present] = await treeAfter(after);
    const turn = { before: wantedTree, after: presentTree };
    // Each window begins with the same folder, and so with the same files to write.
    const { files } = await wanted(snapshots, wantedTree, [turn]);
    let cuts = 0;
    // By turns, unless there is time for both.
    for (const ways of runs(60) < 60 ? [['on', 'again']] : [['on'], ['again']])
      for (let calls = 0, isOver = false; !isOver; calls++) {
        const way = ways[calls % ways.length];
        fs.rmSync(folder, { recursive: true });
        fs.mkdirSync(folder);
        for (const acts of [before, after]) place(acts);
        isOver = !(await killedAfter(calls, () => write(snapshots, files)));
        if (!isOver) cuts++;
        for (const [path, stood] of Object.entries(stands()))
          assert.ok([goal[path], present[path], 'nothing'].includes(stood), `${path} after ${calls} calls: ${stood}`);
        const next = new Snapshots({
          git,
          folder,
          store: join(root, 'store'),
          home: join(root, 'home'),
          env: process.env,
          now: () => ++clock,
        });
        const found =
          way === 'on'
            ? await wanted(next, wantedTree, [turn])
            : await wanted(next, presentTree, [{ before: presentTree, after: wantedTree }]);
        await write(next, found.files);
        assert.deepEqual(stands(), way === 'on' ? goal : present, `${way} after ${calls} calls`);
        assert.equal(await treeOf(next), way === 'on' ? wantedTree : presentTree);
      }
    assert.ok(cuts > 15, String(cuts));
  });
});

/** Whether the process that does `work` was killed after so many of its calls that write. What it writes last is half on the disk. */
async function killedAfter(calls: number, work: () => Promise<void>): Promise<boolean> {
  const names = ['mkdir', 'writeFile', 'chmod', 'symlink', 'rename', 'rm', 'rmdir'] as const;
  const own = Object.fromEntries(names.map(name => [name, fsPromises[name]]));
  let left = calls;
  const killed = new Promise<true>(resolve => {
    for (const name of names)
      Object.assign(fsPromises, {
        async [name](...given: unknown[]) {
          if (left-- > 0) return (own[name] as (...all: unknown[]) => Promise<unknown>)(...given);
          const [file, content] = given;
          if (name === 'writeFile' && Buffer.isBuffer(content)) fs.writeFileSync(String(file), content.subarray(0, content.length / 2));
          resolve(true);
          return new Promise(() => undefined);
        },
      });
  });
  syncBuiltinESMExports();
  try {
    return await Promise.race([killed, work().then(() => false)]);
  } finally {
    Object.assign(fsPromises, own);
    syncBuiltinESMExports();
  }
}
