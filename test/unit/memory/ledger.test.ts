// What a ledger keeps, in which order it gives it back, and what of a deleted decision is left on the disk.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../../src/disk/fileSystem.js';
import type { Judgement } from '../../../src/memory/decision.js';
import { LaterLedgerError } from '../../../src/memory/ledgerFolder.js';
import { decidedAt, decisionFor, firstOf, idsOf, ledgerIn, nameOf, putDecisions } from '../../support/ledgers.js';
import { MemoryDisk } from '../../support/memoryDisk.js';
import { runs } from '../../support/tier.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('a ledger', () => {
  const day = 24 * 3_600_000;
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-ledger-'));
    folder = join(root, 'hash', 'decisions');
  });
  afterEach(() => removeFolder(root));

  it('that was never written is empty, and makes no folder', async () => {
    const { ledger, said } = ledgerIn(folder);
    assert.deepEqual(await ledger.all(), []);
    assert.deepEqual(await firstOf(ledger, 1), []);
    await ledger.add([]);
    await ledger.delete(['a']);
    assert.deepEqual(readdirSync(root), []);
    assert.deepEqual(said, []);
  });

  it('gives back what was added, once, in the order of time, to this window and another', async () => {
    const first = ledgerIn(folder).ledger;
    await first.add([decisionFor('b', { at: decidedAt + 1 }), decisionFor('b', { at: decidedAt + 1 })]);
    await first.add([decisionFor('c', { at: decidedAt + 2, note: 'for now' })]);
    await first.add([decisionFor('a')]);
    assert.deepEqual(idsOf(await first.all()), ['a', 'b', 'c']);
    await first.add([decisionFor('b', { at: decidedAt + 1 })]);
    const second = ledgerIn(folder).ledger;
    await second.add([decisionFor('c', { at: decidedAt + 2 })]);
    for (const ledger of [first, second]) assert.deepEqual(idsOf(await ledger.all()), ['a', 'b', 'c']);
    const known = { ...decisionFor('a'), status: 'current', notLike: [] };
    assert.deepEqual((await second.all())[0], known);
  });

  it('is private to the account', async function () {
    if (process.platform === 'win32') return this.skip();
    await ledgerIn(folder).ledger.add([decisionFor('a')]);
    await ledgerIn(folder).ledger.delete(['b']);
    const files = readdirSync(folder).map(name => join(folder, name));
    assert.deepEqual(
      [join(root, 'hash'), folder, ...files].map(path => statSync(path).mode & 0o777),
      [0o700, 0o700, 0o600, 0o600],
    );
  });

  it('puts what a person said later over what they said earlier', async () => {
    const { ledger } = ledgerIn(folder);
    await ledger.add([decisionFor('a'), decisionFor('b', { at: decidedAt + 1 })]);
    const held = { status: 'current', judgedAt: decidedAt + 2 };
    const said: readonly (readonly [Judgement, object])[] = [
      [{ type: 'once' }, { status: 'once', judgedAt: decidedAt }],
      [
        { type: 'supersede', reason: 'too slow', by: 'b' },
        { status: 'superseded', judgedAt: decidedAt + 1, superseded: { reason: 'too slow', by: 'b', at: decidedAt + 1 } },
      ],
      [{ type: 'accept' }, held],
      [
        { type: 'tell', told: false },
        { ...held, untold: true },
      ],
      [{ type: 'tell', told: true }, held],
      [
        { type: 'notLike', question: 'Which one?' },
        { ...held, notLike: ['Which one?'] },
      ],
      [
        { type: 'notLike', question: 'And now?' },
        { ...held, notLike: ['And now?', 'Which one?'] },
      ],
      [
        { type: 'like', question: 'Which one?' },
        { ...held, notLike: ['And now?'] },
      ],
    ];
    for (const [judgement, more] of said) {
      await ledger.judge('a', judgement);
      const known = { ...decisionFor('a'), notLike: [], ...more };
      for (const one of [ledger, ledgerIn(folder).ledger]) {
        assert.deepEqual((await one.all())[0], known);
        assert.deepEqual((await firstOf(ledgerIn(folder).ledger, 2))[1], known);
      }
    }
  });

  it('does not write a judgement that is so already', async () => {
    const { ledger } = ledgerIn(folder);
    await ledger.add([decisionFor('a'), decisionFor('b', { at: decidedAt + 1 })]);
    // The name of a file says its content.
    const files = (): readonly string[] => readdirSync(folder).sort();
    const said: readonly (readonly [Judgement, Judgement])[] = [
      [{ type: 'accept' }, { type: 'once' }],
      [{ type: 'once' }, { type: 'supersede', reason: 'too slow', by: 'b' }],
      [
        { type: 'supersede', reason: 'too slow', by: 'b' },
        { type: 'supersede', reason: 'too slow' },
      ],
      [
        { type: 'supersede', reason: 'too slow' },
        { type: 'supersede', reason: 'too dear' },
      ],
      [
        { type: 'tell', told: true },
        { type: 'tell', told: false },
      ],
      [
        { type: 'tell', told: false },
        { type: 'tell', told: true },
      ],
      [
        { type: 'like', question: 'Which one?' },
        { type: 'notLike', question: 'Which one?' },
      ],
      [
        { type: 'notLike', question: 'Which one?' },
        { type: 'like', question: 'Which one?' },
      ],
    ];
    for (const [again, next] of said) {
      const before = files();
      // As another window says it too, which has read nothing yet.
      for (const one of [ledger, ledgerIn(folder).ledger]) await one.judge('a', again);
      assert.deepEqual(files(), before, JSON.stringify(again));
      await ledger.judge('a', next);
      assert.notDeepEqual(files(), before, JSON.stringify(next));
      assert.equal(files().length, 2);
    }
    const before = files();
    await ledger.judge('not there', { type: 'once' });
    assert.deepEqual(files(), before);
  });

  it('puts a later judgement over one that was made while the clock was ahead', async () => {
    const day = 24 * 3_600_000;
    const ahead = ledgerIn(folder, undefined, undefined, () => decidedAt + day).ledger;
    await ahead.add([decisionFor('a'), decisionFor('b')]);
    await ahead.judge('a', { type: 'supersede', reason: 'too slow' });
    await ahead.judge('a', { type: 'tell', told: false });
    // Another window, which has read nothing yet, after the clock was set right.
    const { ledger } = ledgerIn(folder);
    await Promise.all([
      ledger.judge('a', { type: 'once' }),
      ledger.judge('a', { type: 'accept' }),
      ledger.judge('a', { type: 'tell', told: true }),
    ]);
    await ledger.judge('b', { type: 'supersede', reason: 'too slow' });
    const superseded = { reason: 'too slow', at: decidedAt };
    assert.deepEqual(await ledger.all(), [
      { ...decisionFor('a'), status: 'current', judgedAt: decidedAt + day + 3, notLike: [] },
      { ...decisionFor('b'), status: 'superseded', judgedAt: decidedAt, superseded, notLike: [] },
    ]);
  });

  it('keeps a draft of a file proposed until it is accepted', async () => {
    const { ledger } = ledgerIn(folder);
    await ledger.add([{ ...decisionFor('a'), status: 'proposed' }]);
    assert.equal((await ledger.all())[0]?.status, 'proposed');
    await ledger.judge('a', { type: 'accept' });
    assert.equal((await ledger.all())[0]?.status, 'current');
  });

  it('has not a word of a deleted decision on the disk', async () => {
    const { ledger } = ledgerIn(folder);
    const secret = (word: string): string => `xyzzy-${word}`;
    const question = { ...decisionFor('a').question, question: secret('question'), options: [{ label: secret('label') }] };
    await ledger.add([
      decisionFor('b'),
      decisionFor('a', { question, chosen: [secret('label')], words: secret('words'), note: secret('note') }),
    ]);
    await ledger.judge('a', { type: 'supersede', reason: secret('reason'), by: 'b' });
    await ledger.judge('b', { type: 'notLike', question: secret('question') });
    await ledger.judge('b', { type: 'notLike', question: 'Something else?' });
    await ledger.judge('b', { type: 'supersede', reason: 'other', by: 'a' });
    const other = ledgerIn(folder).ledger;
    assert.equal((await other.all()).length, 2);
    writeFileSync(join(folder, `${nameOf(decisionFor('c'))}.cut.new`), secret('note'));
    await ledger.delete(['a']);
    // Taken in again, and judged, by windows that have read it and not.
    for (const one of [ledger, other, ledgerIn(folder).ledger]) {
      await one.add([decisionFor('a', { question })]);
      await one.judge('a', { type: 'supersede', reason: secret('reason') });
    }
    const [kept = '', mark = '', ...others] = readdirSync(folder).sort();
    assert.match(kept, /\.json$/);
    assert.match(mark, /^[\da-f]{24}\.deleted$/);
    assert.deepEqual([others, statSync(join(folder, mark)).size], [[], 0]);
    for (const name of readdirSync(folder)) assert.equal(readFileSync(join(folder, name)).includes('xyzzy'), false);
    const superseded = { reason: 'other', at: decidedAt + 2 };
    for (const one of [ledger, other, ledgerIn(folder).ledger])
      assert.deepEqual(await one.all(), [
        { ...decisionFor('b'), status: 'superseded', judgedAt: superseded.at, superseded, notLike: ['Something else?'] },
      ]);
  });

  it('of a later version is neither read nor changed, and an answer is kept beside it', async () => {
    mkdirSync(folder, { recursive: true });
    const name = nameOf(decisionFor('a'));
    const later = JSON.stringify({ format: 2, decision: decisionFor('a') });
    writeFileSync(join(folder, name), later);
    const { ledger } = ledgerIn(folder);
    for (const act of [() => ledger.all(), () => firstOf(ledger, 1), () => ledger.judge('a', { type: 'once' })])
      await assert.rejects(act, LaterLedgerError);
    await ledger.add([decisionFor('b')]);
    assert.deepEqual(readdirSync(folder).sort(), [name, nameOf(decisionFor('b'))].sort());
    assert.equal(readFileSync(join(folder, name), 'utf8'), later);
  });

  it('gives the newest first, whenever they were taken in, and those of one moment by their ids', async () => {
    const { ledger } = ledgerIn(folder);
    await ledger.add([decisionFor('new'), decisionFor('ancient', { at: Date.UTC(-300, 0) })]);
    await ledger.add([decisionFor('old', { at: decidedAt - 2 * day }), ...['x', 'z', 'y'].map(id => decisionFor(id))]);
    assert.deepEqual(idsOf(await firstOf(ledgerIn(folder).ledger, 9)), ['z', 'y', 'x', 'new', 'old', 'ancient']);
    assert.deepEqual(idsOf(await ledger.all()), ['ancient', 'old', 'new', 'x', 'y', 'z']);
  });

  it('has one file of a decision, however often it was judged', async () => {
    const { ledger, said } = ledgerIn(folder);
    await ledger.add([decisionFor('a')]);
    for (let time = 0; time < 12; time++) {
      await ledger.judge('a', { type: 'supersede', reason: 'too slow' });
      await ledger.judge('a', { type: 'accept' });
    }
    assert.equal(readdirSync(folder).length, 1);
    const known = { ...decisionFor('a'), status: 'current', judgedAt: decidedAt + 23, notLike: [] };
    assert.deepEqual(await ledgerIn(folder).ledger.all(), [known]);
    assert.deepEqual(said, []);
  });

  it('has ended once all is written that was asked for', async () => {
    const disk = new MemoryDisk();
    const { ledger } = ledgerIn('/d', disk);
    await ledger.add([decisionFor('a'), decisionFor('b')]);
    void ledger.judge('a', { type: 'once' });
    void ledger.delete(['b']);
    await ledger.end();
    const calls = disk.calls.length;
    assert.deepEqual(
      (await ledgerIn('/d', disk.afterPowerLoss(0, 'all')).ledger.all()).map(({ id, status }) => [id, status]),
      [['a', 'once']],
    );
    assert.equal(disk.calls.length, calls);
  });

  it('reads again only what is new', async () => {
    const { fileSystem, count } = countingReads();
    putDecisions(
      folder,
      Array.from({ length: 500 }, (_, index) => decisionFor(`d${index}`)),
    );
    const { ledger } = ledgerIn(folder, fileSystem);
    assert.equal((await ledger.all()).length, 500);
    const before = count();
    assert.equal(await ledger.all(), await ledger.all());
    assert.equal(count(), before);
    await ledgerIn(folder).ledger.add([decisionFor('z')]);
    await ledgerIn(folder).ledger.judge('d7', { type: 'once' });
    assert.equal((await ledger.all()).length, 501);
    assert.ok(count() - before < 2_000, `${count() - before} bytes`);
  });

  it('gives a window that has read it before the same as one that has not', async () => {
    const disk = new MemoryDisk();
    const [one, two] = [ledgerIn('/d', disk).ledger, ledgerIn('/d', disk).ledger];
    const same = async (): Promise<void> => assert.deepEqual(await two.all(), await ledgerIn('/d', disk).ledger.all());
    const add = (id: string, at: number): Promise<void> => one.add([decisionFor(id, { at: decidedAt + at })]);
    for (const act of [
      () => add('d', 4),
      () => add('b', 2),
      () => Promise.all([add('a', 2), add('e', 5)]),
      () => one.judge('b', { type: 'supersede', reason: 'r', by: 'd' }),
      () => add('c', 3),
      () => ledgerIn('/d', disk).ledger.add([decisionFor('e', { at: decidedAt + 1 })]),
      () => one.delete(['d']),
      () => Promise.all([two.delete(['a']), add('f', 0)]),
      () => two.judge('e', { type: 'once' }),
      () => one.add(Array.from({ length: 300 }, (_, index) => decisionFor(`x${index}`, { at: decidedAt - index }))),
      () => one.judge('x7', { type: 'notLike', question: 'q' }),
    ]) {
      await act();
      await same();
    }
  });

  it('of thousands of decisions gives the newest 20 without reading the others', async function () {
    this.timeout(60_000);
    const many = runs(10_000);
    const decisions = Array.from({ length: many }, (_, index) => decisionFor(`toolu_${index}:0`, { at: decidedAt + index }));
    putDecisions(folder, decisions);
    await ledgerIn(folder).ledger.judge(`toolu_${many - 10}:0`, { type: 'once' });
    const { fileSystem, count } = countingReads();
    const { ledger } = ledgerIn(folder, fileSystem);
    const newest = await firstOf(ledger, 20);
    assert.ok(count() < 50_000, `${count()} bytes`);
    assert.deepEqual(idsOf(newest), idsOf(decisions.slice(-20).reverse()));
    assert.deepEqual(
      newest.filter(({ status }) => status === 'once').map(({ id }) => id),
      [`toolu_${many - 10}:0`],
    );
    assert.deepEqual(idsOf(await ledger.all()), idsOf(decisions));
    let given = 0;
    for await (const known of ledgerIn(folder).ledger.newest()) if (known.id === decisions.at(-1 - given)?.id) given++;
    assert.equal(given, many);
  });
});

/** The real disk, with the number of bytes that were read from it. */
function countingReads(): { fileSystem: FileSystem; count: () => number } {
  let bytes = 0;
  const fileSystem: FileSystem = {
    ...nodeFileSystem,
    open: async (path, use) => {
      const file = await nodeFileSystem.open(path, use);
      return {
        ...file,
        read: async (position, length) => {
          const data = await file.read(position, length);
          bytes += data.length;
          return data;
        },
      };
    },
  };
  return { fileSystem, count: () => bytes };
}
