// Windows that write and delete one decision in the same moment, in orders in which what one of them has said could be lost.
import assert from 'node:assert/strict';
import type { Decisions } from '../../../src/memory/decision.js';
import { keyOf } from '../../../src/memory/ledgerFolder.js';
import { decidedAt, decisionFor, firstOf, idsOf, ledgerIn, nameOf } from '../../support/ledgers.js';
import { MemoryDisk } from '../../support/memoryDisk.js';
import { scheduled } from '../../support/scheduledDisk.js';

const folder = '/d';

/** Something that happens once, and that others wait for. */
function moment(): { readonly comes: () => void; readonly came: Promise<void> } {
  let comes = (): void => undefined;
  const came = new Promise<void>(resolve => (comes = resolve));
  return { comes, came };
}

describe('a decision that another window is writing', () => {
  let disk: MemoryDisk;
  beforeEach(async () => {
    disk = new MemoryDisk();
    await ledgerIn(folder, disk).ledger.add([decisionFor('p'), decisionFor('q')]);
  });

  /** Does `act` once in a window of its own that has read everything and is about to make its first write, after `meanwhile` in another one. */
  async function late(act: (ledger: Decisions) => Promise<void>, meanwhile: (ledger: Decisions) => Promise<void>): Promise<void> {
    const [reached, goOn] = [moment(), moment()];
    const slow = scheduled(disk, async name => {
      if (name !== 'write') return;
      reached.comes();
      await goOn.came;
    });
    const acted = act(ledgerIn(folder, slow, undefined, () => decidedAt + 5).ledger);
    await reached.came;
    await meanwhile(ledgerIn(folder, disk, undefined, () => decidedAt + 9).ledger);
    goOn.comes();
    await acted;
  }
  const files = (): number => disk.paths.filter(path => path.endsWith('.json')).length;

  it('has what both windows have said of it, in one file', async () => {
    await late(
      one => one.judge('p', { type: 'once' }),
      other => other.judge('p', { type: 'tell', told: false }),
    );
    const [known] = await ledgerIn(folder, disk).ledger.all();
    assert.deepEqual([known?.status, known?.untold, files()], ['once', true, 2]);
  });

  it('is what the later judgement says, though the earlier one was written last', async () => {
    await late(
      one => one.judge('p', { type: 'supersede', reason: 'slow' }),
      other => other.judge('p', { type: 'once' }),
    );
    const [known] = await ledgerIn(folder, disk).ledger.all();
    assert.deepEqual([known?.status, files()], ['once', 2]);
  });

  it('stays deleted, and its words are gone once the other window has written', async () => {
    await late(
      one => one.judge('p', { type: 'supersede', reason: 'slow' }),
      other => other.delete(['p']),
    );
    assert.deepEqual([idsOf(await ledgerIn(folder, disk).ledger.all()), files()], [['q'], 1]);
  });

  it('stays deleted where the other window was adding it', async () => {
    await late(
      one => one.add([decisionFor('x')]),
      async other => {
        await other.add([decisionFor('x')]);
        await other.delete(['x']);
      },
    );
    assert.deepEqual([idsOf(await ledgerIn(folder, disk).ledger.all()), files()], [['p', 'q'], 2]);
  });

  it('is one where both have kept the same answer at two times, and the earlier time counts', async () => {
    await late(
      one => one.add([decisionFor('x', { at: decidedAt + 2 })]),
      async other => {
        await other.add([decisionFor('x', { at: decidedAt + 1 })]);
        await other.judge('x', { type: 'once' });
      },
    );
    const ledger = ledgerIn(folder, disk).ledger;
    for (const found of [await firstOf(ledger, 9), [...(await ledger.all())].reverse()])
      assert.deepEqual(
        found.map(({ id, at, status }) => [id, at - decidedAt, status]),
        [
          ['x', 1, 'once'],
          ['q', 0, 'current'],
          ['p', 0, 'current'],
        ],
      );
  });

  it('is given as it is now, where an earlier look has read its former file late', async () => {
    const [reached, goOn] = [moment(), moment()];
    const [reachedLast, goOnLast] = [moment(), moment()];
    const [p, q] = [nameOf(decisionFor('p')), nameOf(decisionFor('q'))];
    const slow = scheduled(disk, async (name, path) => {
      if (name !== 'close') return;
      if (path.endsWith(p)) {
        reached.comes();
        await goOn.came;
      } else if (path.includes(keyOf('q')) && !path.endsWith(q)) {
        reachedLast.comes();
        await goOnLast.came;
      }
    });
    const { ledger } = ledgerIn(folder, slow);
    const first = ledger.all();
    await reached.came;
    const other = ledgerIn(folder, disk).ledger;
    for (const id of ['p', 'q']) await other.judge(id, { type: 'once' });
    const second = ledger.all();
    await reachedLast.came;
    goOn.comes();
    // As many turns as the first look takes to go on.
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    goOnLast.comes();
    await first;
    for (const all of [await second, await ledger.all()])
      assert.deepEqual(
        all.map(({ status }) => status),
        ['once', 'once'],
      );
  });

  it('is given to each of many looks that find its file gone', async () => {
    const [reached, goOn] = [moment(), moment()];
    let looks = 6;
    const slow = scheduled(disk, async (name, path) => {
      if (name !== 'open' || !path.endsWith(nameOf(decisionFor('p')))) return;
      if (--looks === 0) reached.comes();
      await goOn.came;
    });
    const { ledger, said } = ledgerIn(folder, slow);
    const found = Array.from({ length: looks }, () => ledger.find(['p']));
    await reached.came;
    await ledgerIn(folder, disk).ledger.judge('p', { type: 'once' });
    goOn.comes();
    for (const [known] of await Promise.all(found)) assert.equal(known?.status, 'once');
    assert.deepEqual(said, []);
  });

  it('is not lost where the folder is listed while its file changes places', async () => {
    const { ledger } = ledgerIn(folder, { ...bound(disk), namesIn: async path => (misses-- > 0 ? [] : disk.namesIn(path)) });
    let misses = 0;
    assert.equal((await ledger.all()).length, 2);
    misses = 1;
    await ledger.judge('p', { type: 'once' });
    misses = 1;
    assert.deepEqual(
      (await ledger.all()).map(({ id, status }) => [id, status]),
      [
        ['p', 'once'],
        ['q', 'current'],
      ],
    );
  });

  it('is gone where somebody has removed its file', async () => {
    const { ledger } = ledgerIn(folder, disk);
    assert.equal((await ledger.all()).length, 2);
    await disk.remove(`/d/${nameOf(decisionFor('p'))}`);
    assert.deepEqual(idsOf(await ledger.all()), ['q']);
  });

  it('is written again where somebody has removed its file since it was read', async () => {
    const { ledger } = ledgerIn(folder, disk);
    assert.equal((await ledger.all()).length, 2);
    await disk.remove(`/d/${nameOf(decisionFor('p'))}`);
    await ledger.add([decisionFor('p')]);
    assert.deepEqual(idsOf(await ledgerIn(folder, disk).ledger.all()), ['p', 'q']);
  });
});

describe('an answer that could not be synced', () => {
  for (const failing of ['datasync', 'syncFolder'] as const)
    it(`is on the disk once it was written again, also where its window has read it: ${failing}`, async () => {
      const disk = new MemoryDisk();
      const { ledger } = ledgerIn(folder, disk);
      await ledger.add([decisionFor('p')]);
      disk.fault = ({ name }) => (name === failing ? { code: 'EIO' } : undefined);
      await assert.rejects(ledger.add([decisionFor('x')]));
      await assert.rejects(ledger.judge('p', { type: 'once' }));
      disk.fault = () => undefined;
      await ledger.all();
      await ledger.add([decisionFor('x')]);
      await ledger.judge('p', { type: 'once' });
      const left = await ledgerIn(folder, disk.afterPowerLoss(0, 'all')).ledger.all();
      assert.deepEqual(
        left.map(({ id, status }) => [id, status]),
        [
          ['p', 'once'],
          ['x', 'current'],
        ],
      );
    });
});

/** A class's methods are not copied with its fields. */
function bound(disk: MemoryDisk): ReturnType<typeof scheduled> {
  return scheduled(disk, () => Promise.resolve());
}
