// A window ends between any two system calls, the power goes, any call fails, and windows act at the same moment in any order: nothing that
// was said to be on the disk is lost, and nothing that was deleted comes back.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Decisions, KnownDecision } from '../../../src/memory/decision.js';
import { decidedAt, decisionFor, formerLine, idsOf, ledgerIn } from '../../support/ledgers.js';
import { lossesOfData, MemoryDisk } from '../../support/memoryDisk.js';
import { scheduled } from '../../support/scheduledDisk.js';
import { runs } from '../../support/tier.js';

const folder = '/d';
const day = 24 * 3_600_000;
const words = (id: string): string => `Which database for ${id}?`;

const statusesOf = (decisions: readonly KnownDecision[]): readonly string[] => decisions.map(({ id, status }) => `${id} ${status}`).sort();

/** What the person was told so far. */
class Told {
  readonly added = new Set<string>();
  readonly deleted = new Set<string>();
  readonly once = new Set<string>();
  /** Deleted, perhaps. */
  readonly doomed = new Set<string>();

  async add(ledger: Decisions, id: string, at = decidedAt): Promise<void> {
    await ledger.add([decisionFor(id, { at })]);
    this.added.add(id);
  }

  async judge(ledger: Decisions, id: string): Promise<void> {
    await ledger.judge(id, { type: 'once' });
    this.once.add(id);
  }

  async delete(ledger: Decisions, id: string): Promise<void> {
    this.doomed.add(id);
    await ledger.delete([id]);
    this.deleted.add(id);
  }

  /** Nothing is lost, and nothing comes back; a file holds words of a deleted decision only where its deletion was not finished. */
  async check(disk: MemoryDisk, what: string): Promise<void> {
    const { ledger } = ledgerIn(folder, disk);
    const all = await ledger.all();
    const ids = new Set(idsOf(all));
    for (const id of this.added) assert.ok(ids.has(id) || this.doomed.has(id), `${id} is lost: ${what}`);
    for (const { id, status } of all) assert.ok(status === 'once' || !this.once.has(id), `what was said of ${id} is lost: ${what}`);
    for (const id of this.deleted) {
      assert.ok(!ids.has(id), `${id} is back: ${what}`);
      for (const path of disk.paths) assert.ok(!disk.content(path)?.includes(words(id)), `${path} holds words of ${id}: ${what}`);
    }
    assert.equal(all.length, ids.size);
    // A window that begins reads the newest ones alone.
    const newest: KnownDecision[] = [];
    for await (const known of ledgerIn(folder, disk).ledger.newest()) newest.push(known);
    assert.deepEqual(statusesOf(newest), statusesOf(all), what);
  }

  /** The next window works, and what others have left goes with the next deletion. */
  async goOn(disk: MemoryDisk, what: string): Promise<void> {
    const { ledger } = ledgerIn(folder, disk);
    await this.add(ledger, 'after');
    await this.delete(ledgerIn(folder, disk).ledger, 'after');
    for (const id of this.doomed) {
      await this.delete(ledger, id);
    }
    await this.check(disk, what);
    // A window that has ended may have left two files of a decision, of which the next judgement makes one.
    for (const { id } of await ledger.all()) await ledger.judge(id, { type: 'tell', told: false });
    const files = disk.paths.filter(path => !path.endsWith('.deleted'));
    assert.equal(files.length, (await ledger.all()).length, `${files.join()} are left: ${what}`);
  }
}

type Act = (told: Told, ledger: Decisions) => Promise<void>;

const acts: readonly Act[] = [
  (told, ledger) => told.add(ledger, 'a'),
  (told, ledger) => told.add(ledger, 'b'),
  (told, ledger) => told.judge(ledger, 'a'),
  (told, ledger) => told.delete(ledger, 'b'),
  (told, ledger) => told.add(ledger, 'c'),
  (told, ledger) => told.add(ledger, 'old', decidedAt - 2 * day),
  (told, ledger) => told.judge(ledger, 'c'),
];
const later: readonly Act[] = [(told, ledger) => told.add(ledger, 'd'), (told, ledger) => told.delete(ledger, 'a')];

/** Rejects where the disk ends. */
async function live(disk: MemoryDisk, told: Told): Promise<void> {
  const first = ledgerIn(folder, disk).ledger;
  for (const act of acts) await act(told, first);
  const second = ledgerIn(folder, disk).ledger;
  await second.all();
  for (const act of later) await act(told, second);
  await told.add(first, 'e');
}

function ending(after: number): MemoryDisk {
  const disk = new MemoryDisk();
  disk.fault = () => (disk.calls.length >= after ? { code: 'ENDED' } : undefined);
  return disk;
}

describe('a ledger whose window ends', () => {
  let calls: MemoryDisk['calls'];

  before(async () => {
    const disk = new MemoryDisk();
    await live(disk, new Told());
    calls = disk.calls;
  });

  it('between any two system calls has lost nothing', async () => {
    for (let after = 0; after <= calls.length; after++) {
      const disk = ending(after);
      const told = new Told();
      await live(disk, told).catch(() => undefined);
      const left = disk.afterPowerLoss(disk.pendingNames, 'none');
      const what = `after ${after} calls, ${JSON.stringify(calls[after])}`;
      await told.check(left, what);
      await told.goOn(left, what);
    }
  });

  it('together with the power has lost nothing that was said to be on the disk', async function () {
    this.timeout(60_000);
    for (let after = 0; after <= calls.length; after++) {
      const disk = ending(after);
      const told = new Told();
      await live(disk, told).catch(() => undefined);
      for (let names = 0; names <= disk.pendingNames; names++) {
        for (const loss of lossesOfData) {
          const left = disk.afterPowerLoss(names, loss);
          await told.check(left, `after ${after} calls, ${JSON.stringify(calls[after])}, ${names} names, lost: ${loss}`);
        }
      }
    }
  });

  it('leaves a ledger in which another window loses nothing either, when the power goes after that', async () => {
    for (let after = 0; after <= calls.length; after++) {
      const disk = ending(after);
      const told = new Told();
      await live(disk, told).catch(() => undefined);
      disk.fault = () => undefined;
      await told.add(ledgerIn(folder, disk).ledger, 'other');
      for (const loss of lossesOfData)
        await told.check(disk.afterPowerLoss(0, loss), `after ${after} calls, ${JSON.stringify(calls[after])}, lost: ${loss}`);
    }
  });

  it('goes on after any call that fails', async () => {
    for (const fault of [{ code: 'EIO' }, { bytes: 7 }]) {
      for (let failing = 0; failing < calls.length; failing++) {
        const disk = new MemoryDisk();
        let count = 0;
        disk.fault = () => (count++ === failing ? fault : undefined);
        const told = new Told();
        const what = `call ${failing}, ${JSON.stringify(calls[failing])}, ${JSON.stringify(fault)}`;
        const ledger = ledgerIn(folder, disk).ledger;
        for (const act of [...acts, ...later]) await act(told, ledger).catch(() => act(told, ledger));
        disk.fault = () => undefined;
        await told.check(disk, what);
        await told.goOn(disk, what);
        assert.deepEqual(idsOf(await ledger.all()), ['old', 'c', 'd'], what);
      }
    }
  });
});

describe('a ledger of before', () => {
  /** A deletion was cut in it, so there are two files; and a line is torn. */
  function former(disk: MemoryDisk): void {
    const { header, add, judge } = formerLine;
    const said = judge('b', decidedAt + 1, { type: 'notLike', question: words('gone') });
    disk.put('/d/1.ledger', header([]) + add(decisionFor('gone')) + add(decisionFor('a')) + add(decisionFor('b')) + said);
    disk.put(
      '/d/2.ledger',
      `${header(['gone'])}${judge('a', decidedAt + 2, { type: 'once' })}${add(decisionFor('b'))}${add(decisionFor('c'))}1234`,
    );
    disk.put('/d/3.ledger.x.new', add(decisionFor('gone')));
  }
  const knownBefore = (): Told => {
    const told = new Told();
    for (const id of ['a', 'b', 'c']) told.added.add(id);
    told.once.add('a');
    for (const set of [told.deleted, told.doomed]) set.add('gone');
    return told;
  };

  it('is turned into files once, wherever that was cut, by a window alone or two at once', async function () {
    this.timeout(60_000);
    const whole = new MemoryDisk();
    former(whole);
    await ledgerIn(folder, whole).ledger.all();
    assert.deepEqual(
      whole.paths.filter(path => !/\.(?:json|deleted)$/.test(path)),
      [],
    );
    for (let after = 0; after <= whole.calls.length; after++) {
      const disk = ending(after);
      former(disk);
      await Promise.allSettled([ledgerIn(folder, disk).ledger.all(), ...(after % 2 ? [ledgerIn(folder, disk).ledger.all()] : [])]);
      for (let names = 0; names <= disk.pendingNames; names++) {
        const left = disk.afterPowerLoss(names, 'zeros');
        const what = `after ${after} calls, ${JSON.stringify(whole.calls[after])}, ${names} names`;
        await knownBefore().check(left, what);
        const known = await ledgerIn(folder, left).ledger.all();
        assert.deepEqual(
          known.map(({ id, status, notLike }) => [id, status, ...notLike]),
          [
            ['a', 'once'],
            ['b', 'current'],
            ['c', 'current'],
          ],
          what,
        );
        await knownBefore().goOn(left, what);
      }
    }
  });

  it('is read as well where it was set aside under another name, and what ended that came in between', async () => {
    const disk = new MemoryDisk();
    disk.put('/d/7c1e.taken', formerLine.header([]) + formerLine.add(decisionFor('a')));
    assert.deepEqual(idsOf(await ledgerIn(folder, disk).ledger.all()), ['a']);
    assert.deepEqual(
      disk.paths.filter(path => path.endsWith('.taken')),
      [],
    );
  });

  it('brings no word back of a decision that another window deletes while it is turned into files', async () => {
    const { header, add, judge } = formerLine;
    const said = judge('b', decidedAt + 1, { type: 'notLike', question: words('a') });
    for (let [at, isOver] = [0, false]; !isOver; at++) {
      const disk = new MemoryDisk();
      disk.put('/d/1.ledger', header([]) + add(decisionFor('a')) + add(decisionFor('b')) + said);
      let calls = 0;
      let reaches = (): void => undefined;
      const reached = new Promise<void>(resolve => (reaches = resolve));
      let goesOn = (): void => undefined;
      const goOn = new Promise<void>(resolve => (goesOn = resolve));
      const slow = ledgerIn(
        folder,
        scheduled(disk, async () => {
          if (calls++ !== at) return;
          reaches();
          await goOn;
        }),
      ).ledger;
      const all = slow.all();
      isOver = await Promise.race([reached.then(() => false), all.then(() => true)]);
      await ledgerIn(folder, disk).ledger.delete(['a']);
      goesOn();
      await all;
      for (const path of disk.paths) assert.ok(!disk.content(path)?.includes(words('a')), `${path} has its words, stopped at call ${at}`);
      assert.deepEqual(idsOf(await slow.all()), ['b']);
    }
  });

  it('counts for nothing where it was begun again, by a window with an earlier version of Parley', async () => {
    const disk = new MemoryDisk();
    former(disk);
    const { ledger } = ledgerIn(folder, disk);
    await ledger.judge('b', { type: 'once' });
    await ledger.delete(['c']);
    const { header, add } = formerLine;
    disk.put('/d/1.ledger', header([]) + add(decisionFor('b')) + add(decisionFor('c')) + add(decisionFor('d')));
    assert.deepEqual(statusesOf(await ledger.all()), ['a once', 'b once', 'd current']);
    assert.equal(disk.paths.filter(path => path.endsWith('.json')).length, 4);
  });
});

describe('a ledger of several windows in one moment', () => {
  it('loses nothing, and nothing comes back, in whichever order their calls happen', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat({ max: 400 }), async (scheduler, end) => {
        const disk = new MemoryDisk();
        const told = new Told();
        const seed = ledgerIn(folder, disk).ledger;
        for (const id of ['p', 'q', 'r', 's']) await told.add(seed, id);
        let calls = 0;
        // The third window ends somewhere.
        const ended = new Promise<never>(() => undefined);
        const windows = [0, 1, 2].map(
          index =>
            ledgerIn(
              folder,
              scheduled(disk, name => (index === 2 && ++calls > end ? ended : scheduler.schedule(Promise.resolve(), name))),
            ).ledger,
        );
        const [one = seed, two = seed, three = seed] = windows;
        const work = [
          told.add(one, 'x1').then(() => told.delete(one, 'p')),
          told.delete(two, 'q').then(() => told.add(two, 'x2')),
          told.judge(one, 'r'),
          told.judge(two, 's'),
          two.judge('r', { type: 'tell', told: false }),
          two.judge('s', { type: 'notLike', question: 'Which one?' }),
        ];
        void told
          .add(three, 'x3')
          .then(() => told.delete(three, 'x3'))
          .then(() => told.add(three, 'x4'));
        const acts = Promise.all([...work, two.all().then(all => assert.ok(all.length <= 7))]);
        await scheduler.waitFor(acts);
        await told.check(disk, 'at the end');
        const { untold } = (await seed.all()).find(({ id }) => id === 'r') ?? assert.fail();
        assert.equal(untold, true, 'what the other window has said');
        await told.goOn(disk, 'after it');
      }),
      { numRuns: runs(300) },
    );
  });
});
