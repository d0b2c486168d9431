// Without git: what calls that edit one file have changed, to the byte, and going back over it.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { EditStore } from '../../../src/review/editStore.js';
import { tidyEdits } from '../../../src/review/editUpkeep.js';
import type { Returned, Span } from '../../../src/review/returning.js';
import { returning } from '../../../src/review/returning.js';
import { replaceChanges } from '../../../src/review/takeBack.js';
import { removeFolder } from '../../support/removeFolder.js';
import { runs } from '../../support/tier.js';

const paths = ['a', 'b', 'c d', 'd/a', 'd/e/b', '\u{1F600}'];
const act = fc.record({
  path: fc.constantFrom(...paths),
  content: fc.constantFrom(undefined, '', 'x\n', 'x\r\ny\n', 'x\ny\r\n', '\u00ef\u00bb\u00bfx', '\0\u00ff', 'long\n'.repeat(40)),
  isProgram: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;
/** In a turn it is told before each act. */
const period = fc.record({ isTurn: fc.boolean(), acts: fc.array(act, { minLength: 1, maxLength: 5 }) });

describe('what is kept of edits without git', () => {
  let root: string;
  let folder: string;
  let store: EditStore;
  beforeEach(() => {
    root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'parley-edits-')));
    folder = join(root, 'work');
    begin();
  });
  afterEach(() => removeFolder(root));

  const storeFolder = (): string => join(root, 'store');
  function begin(): void {
    for (const place of [folder, storeFolder()]) fs.rmSync(place, { recursive: true, force: true });
    fs.mkdirSync(folder);
    store = new EditStore(folder, storeFolder());
  }
  const doAct = ({ path, content, isProgram }: Act): void => {
    const file = join(folder, path);
    fs.rmSync(file, { force: true });
    if (content === undefined) return;
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, content, { encoding: 'latin1', mode: isProgram ? 0o755 : 0o644 });
  };
  const put = (path: string, content: string): void => doAct({ path, content, isProgram: false });
  /** As a call does that edits the file. */
  const edit = async (one: Act): Promise<void> => {
    await store.willWrite(one.path);
    doAct(one);
  };
  const standing = (path: string): string => {
    const stat = fs.statSync(join(folder, path), { throwIfNoEntry: false });
    return stat === undefined ? 'nothing' : `${stat.mode & 0o100} ${fs.readFileSync(join(folder, path), 'latin1')}`;
  };
  const all = (): Readonly<Record<string, string>> => Object.fromEntries(paths.map(path => [path, standing(path)]));
  const write = async (files: readonly Returned[]): Promise<void> => {
    const how = { contentOf: (blob: string) => store.bytes(blob), isUnsaved: () => false };
    const changes = files.map(({ change }) => change);
    assert.deepEqual((await replaceChanges(folder, changes, 'back', how)).refused, []);
  };
  const wanted = async (tree: string, turns: readonly Span[]) => {
    const found = await returning(store, tree, turns);
    return found.ok ? found : assert.fail(found.why);
  };

  it('lets a call write in time where the disk does not take what stood there, or which files these are', async () => {
    const { rename } = fsPromises;
    const slow = new EditStore(folder, storeFolder(), 10);
    const kept: (string | undefined)[] = [];
    slow.begin(tree => kept.push(tree));
    put('a', 'x');
    await slow.willWrite('a');
    let hangs = (_: string): boolean => true;
    try {
      Object.assign(fsPromises, {
        rename: (from: string, to: string) => (hangs(to) ? new Promise(() => undefined) : rename(from, to)),
      });
      syncBuiltinESMExports();
      for (const [path, where] of [
        ['b', 'trees'],
        ['c d', 'contents'],
      ] as const) {
        put(path, path);
        hangs = to => to.includes(where);
        await slow.willWrite(path);
        // The tree from before this file says less than is so.
        assert.equal(kept.at(-1), undefined);
      }
    } finally {
      Object.assign(fsPromises, { rename });
      syncBuiltinESMExports();
    }
  });

  it('goes back to the byte for each file that edits have changed, but for what somebody else has written there since, and comes again', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(period, { minLength: 1, maxLength: 6 }), fc.nat(5), async (periods, chosen) => {
        begin();
        const spans: Span[] = [];
        const stood: Readonly<Record<string, string>>[] = [];
        const edited: ReadonlySet<string>[] = [];
        /** Written by nobody but turns since the first one of these had it. */
        for (const { isTurn, acts } of [...periods, { isTurn: true, acts: [] }]) {
          const was = all();
          const { end } = store.begin();
          for (const one of acts) await (isTurn ? edit(one) : Promise.resolve(doAct(one)));
          const { left, ...trees } = await end();
          assert.deepEqual(left, []);
          if (!isTurn) continue;
          spans.push(trees);
          stood.push(was);
          edited.push(new Set(acts.map(({ path }) => path)));
        }
        const at = chosen % spans.length;
        const present = all();
        const touched = paths.filter(path => edited.slice(at).some(turn => turn.has(path)));
        /** As it stood before the first of the turns that have edited it. */
        const before = (path: string): string | undefined => stood[at + edited.slice(at).findIndex(turn => turn.has(path))]?.[path];
        const found = await wanted(spans[at]?.before ?? '', spans.slice(at));
        await write(found.files.filter(({ by }) => by === 'turns'));
        for (const path of paths)
          assert.ok([present[path], touched.includes(path) ? before(path) : present[path]].includes(standing(path)), path);
        await write(found.files.filter(({ by }) => by !== 'turns'));
        for (const path of paths) assert.equal(standing(path), touched.includes(path) ? before(path) : present[path], path);
        // Undone: what going back has written is nobody else's.
        const again = await wanted(found.present, [{ before: found.present, after: found.target }]);
        assert.ok(again.files.every(({ by }) => by === 'turns'));
        await write(again.files);
        assert.deepEqual(all(), present);
      }),
      { numRuns: runs(60) },
    );
  });

  it('says what changed as git does, and nothing of a file that stands as it did; what the person wrote in between is theirs', async () => {
    for (const [path, content] of Object.entries({ changed: 'a\nb\nc', gone: 'x\ny\n', same: 'x\n', binary: 'a' })) put(path, content);
    const { end } = store.begin();
    await edit({ path: 'changed', content: 'a\nB\nc\n', isProgram: false });
    await edit({ path: 'gone', content: undefined, isProgram: false });
    await edit({ path: 'new', content: 'one\ntwo\n', isProgram: false });
    await edit({ path: 'binary', content: '\0', isProgram: false });
    await edit({ path: 'same', content: 'y\n', isProgram: false });
    await edit({ path: 'same', content: 'x\n', isProgram: false });
    put('by a command', 'unseen');
    const first = await end();
    const changes = await store.changes(first.before, first.after);
    assert.deepEqual(
      changes.map(({ path, kind, plus, minus, binary = false }) => [path, kind, plus, minus, binary]),
      [
        ['binary', 'modified', 0, 0, true],
        ['changed', 'modified', 2, 2, false],
        ['gone', 'deleted', 0, 2, false],
        ['new', 'added', 2, 0, false],
      ],
    );
    put('new', 'mine\n');
    const { files } = await wanted(first.before, [first]);
    assert.deepEqual(
      files.map(({ change: { path }, by }) => [path, by]),
      [
        ['binary', 'turns'],
        ['changed', 'turns'],
        ['gone', 'turns'],
        ['new', 'both'],
      ],
    );
    assert.deepEqual(await returning(store, '0'.repeat(40), []), { ok: false, why: 'lost' });
  });

  it('has of two turns at once what each has found, and of one that nobody wants to know of nothing', async () => {
    put('a', '1');
    const first = store.begin();
    await edit({ path: 'a', content: '2', isProgram: false });
    const [second, third] = [store.begin(), store.begin()];
    third.drop();
    await edit({ path: 'a', content: '3', isProgram: false });
    for (const [turn, was] of [
      [first, '1'],
      [second, '2'],
      [third, undefined],
    ] as const) {
      const { before, after } = await turn.end();
      const [change] = await store.changes(before, after);
      assert.equal(change?.before && String(await store.bytes(change.before.blob)), was);
    }
    fs.rmSync(storeFolder(), { recursive: true });
    await edit({ path: 'b', content: '1', isProgram: false });
    assert.equal(fs.existsSync(storeFolder()), false);
  });

  it('names what it cannot keep, and never says that such a file stood otherwise than it did', async () => {
    const large = 'x'.repeat(6_000_000);
    for (const [path, content] of Object.entries({ large, grows: 'x', b: 'x' })) put(path, content);
    fs.symlinkSync('b', join(folder, 'a'));
    fs.mkdirSync(join(folder, 'd'));
    fs.symlinkSync('../d', join(folder, 'd/e'));
    const { end } = store.begin();
    await edit({ path: 'large', content: 'y', isProgram: false });
    await edit({ path: 'grows', content: large, isProgram: false });
    await store.willWrite('d/e/b');
    const { left, before, after } = await end();
    assert.deepEqual(left, [
      { path: 'large', why: 'large' },
      { path: 'grows', why: 'large' },
      { path: 'd/e/b', why: 'unreadable' },
    ]);
    assert.deepEqual(await store.changes(before, after), []);
  });

  it('lets a call go on whose file is not read in time, and does not take what is read later for what stood there', async () => {
    put('a', 'x'.repeat(4_000_000));
    const hurried = new EditStore(folder, storeFolder(), 0);
    const { end } = hurried.begin();
    await hurried.willWrite('a');
    put('a', 'y');
    assert.deepEqual((await end()).left, [{ path: 'a', why: 'unreadable' }]);
  });

  it('goes after 30 days, and the older half above its size; what a tree needs stays', async () => {
    const turn = async (content: string): Promise<Span> => {
      const { end } = store.begin();
      await edit({ path: 'a', content, isProgram: false });
      return end();
    };
    const [now, day] = [Date.now(), 86_400_000];
    const aged = (days: number): void => {
      for (const name of fs.readdirSync(storeFolder(), { recursive: true, encoding: 'utf8' })) {
        const file = join(storeFolder(), name);
        const at = (fs.statSync(file).mtimeMs - days * day) / 1000;
        if (fs.statSync(file).isFile()) fs.utimesSync(file, at, at);
      }
    };
    const old = await turn('one');
    aged(20);
    const kept = await turn('two');
    aged(20);
    const last = await turn('three');
    await tidyEdits(storeFolder(), now);
    await assert.rejects(store.changes(old.before, old.after));
    for (const { before, after } of [kept, last]) {
      const [change] = await store.changes(before, after);
      for (const side of [change?.before, change?.after]) assert.ok(side !== undefined && (await store.bytes(side.blob)) !== undefined);
    }
    aged(1);
    await tidyEdits(storeFolder(), now, 1);
    await assert.rejects(store.changes(kept.before, kept.after));
    await tidyEdits(join(root, 'none'), now);
  });

  it('keeps every content where a tree cannot be read', async () => {
    const { end } = store.begin();
    await edit({ path: 'a', content: 'one', isProgram: false });
    const { after } = await end();
    const trees = join(storeFolder(), 'trees');
    fs.mkdirSync(join(trees, 'unreadable'));
    const contents = fs.readdirSync(join(storeFolder(), 'contents'));
    await assert.rejects(tidyEdits(storeFolder(), Date.now() + 8 * 86_400_000), { code: 'EISDIR' });
    fs.renameSync(trees, `${trees}.away`);
    fs.writeFileSync(trees, 'no folder');
    await assert.rejects(tidyEdits(storeFolder(), Date.now() + 8 * 86_400_000), { code: 'ENOTDIR' });
    assert.ok(contents.length > 0 && after !== undefined);
    assert.deepEqual(fs.readdirSync(join(storeFolder(), 'contents')), contents);
  });

  it('has what stood there before a turn that waits for the person longer than a day, whatever is removed meanwhile', async () => {
    put('a', 'before');
    const { end } = store.begin();
    await edit({ path: 'a', content: 'after', isProgram: false });
    await tidyEdits(storeFolder(), Date.now() + 36 * 3_600_000);
    const { before, after } = await end();
    const [change] = await store.changes(before, after);
    assert.equal(String(await store.bytes(change?.before?.blob ?? '')), 'before');
  });

  it('tells the tree before as it grows, each time before the call writes, and another window goes back by it alone', async () => {
    const trees: (string | undefined)[] = [];
    put('a', 'was\n');
    store.begin(tree => trees.push(tree));
    await edit({ path: 'a', content: 'is\n', isProgram: false });
    await edit({ path: 'b', content: 'new\n', isProgram: false });
    await edit({ path: 'a', content: 'once more\n', isProgram: false });
    const [, first, both] = trees;
    assert.equal(trees.length, 3);
    store = new EditStore(folder, storeFolder());
    const paths = async (tree = '') => {
      const { target, present } = await store.standing(tree, []);
      return (await store.changes(target, present)).map(({ path }) => path);
    };
    assert.deepEqual([await paths(trees[0]), await paths(first), await paths(both)], [[], ['a'], ['a', 'b']]);
    await write((await wanted(both ?? '', [])).files);
    assert.deepEqual([standing('a'), standing('b')], ['0 was\n', 'nothing']);
  });
});
