// Windows that write, read and rewrite one ledger in the same moment, in orders in which an answer or what was said of it could be lost.
import assert from 'node:assert/strict';
import type { Decisions } from '../../src/memory/decision.js';
import { decisionFor, firstOf, idsOf, ledgerIn } from '../support/ledgers.js';
import { MemoryDisk } from '../support/memoryDisk.js';
import { scheduled } from '../support/scheduledDisk.js';

const folder = '/d';
const [old, rewritten] = ['/d/1.ledger', '/d/2.ledger'];

/** Something that happens once, and that others wait for. */
function moment(): { readonly comes: () => void; readonly came: Promise<void> } {
  let comes = (): void => undefined;
  const came = new Promise<void>(resolve => (comes = resolve));
  return { comes, came };
}

/** What a window that begins tells first: the id of the decision and its status. */
async function toldFirst(disk: MemoryDisk): Promise<readonly unknown[]> {
  const [first] = await firstOf(ledgerIn(folder, disk).ledger, 1);
  return [first?.id, first?.status];
}

describe('a ledger that another window rewrites', () => {
  let disk: MemoryDisk;
  beforeEach(async () => {
    disk = new MemoryDisk();
    await ledgerIn(folder, disk).ledger.add([decisionFor('p')]);
  });

  const now = async (): Promise<readonly string[]> => idsOf(await ledgerIn(folder, disk).ledger.all());

  /**
   * Adds `late` to the old file after the other window has moved what was in it, and before that window removes it. `meanwhile` happens
   * before this call of the adding window.
   */
  async function addLate(meanwhile: (ledger: Decisions, call: string, path: string) => Promise<void>): Promise<Decisions> {
    const [moved, added] = [moment(), moment()];
    const deleting = scheduled(disk, async (name, path) => {
      if (name !== 'remove' || path !== old) return;
      moved.comes();
      await added.came;
    });
    let deleted: Promise<void> | undefined;
    const adding = scheduled(disk, async (name, path) => {
      if (name === 'write' && deleted === undefined) {
        deleted = ledgerIn(folder, deleting).ledger.delete(['p']);
        await moved.came;
      }
      await meanwhile(ledger, name, path);
    });
    const { ledger } = ledgerIn(folder, adding);
    await ledger.add([decisionFor('late')]);
    added.comes();
    await deleted;
    return ledger;
  }

  it('keeps an answer that was written too late to be moved, also where its window has read it in the old file', async () => {
    let hasRead = false;
    const ledger = await addLate(async (own, call, path) => {
      if (hasRead || call !== 'open' || path !== rewritten) return;
      hasRead = true;
      assert.deepEqual(idsOf(await own.all()), ['late']);
    });
    assert.deepEqual([hasRead, await now(), idsOf(await ledger.all())], [true, ['late'], ['late']]);
  });

  it('keeps it where its window is reading the old file', async () => {
    const [applied, goOn] = [moment(), moment()];
    let reading: Promise<unknown> | undefined;
    let isHeld = false;
    const ledger = await addLate(async (own, call, path) => {
      if (path !== old) return;
      if (call === 'datasync') {
        reading = own.all();
        await applied.came;
      } else if (call === 'close' && reading !== undefined && !isHeld) {
        isHeld = true;
        applied.comes();
        await goOn.came;
      }
    });
    goOn.comes();
    await reading;
    assert.deepEqual([isHeld, await now(), idsOf(await ledger.all())], [true, ['late'], ['late']]);
  });

  it('does not tell it as current, where another window has superseded it before it was in the new file', async () => {
    let isJudged = false;
    await addLate(async (_, call, path) => {
      if (isJudged || call !== 'open' || path !== rewritten) return;
      isJudged = true;
      await ledgerIn(folder, disk).ledger.judge('late', { type: 'supersede', reason: 'slow' });
    });
    assert.deepEqual([isJudged, await toldFirst(disk)], [true, ['late', 'superseded']]);
  });

  it('does not tell a superseded decision as a current one, where it was moved behind what was said of it', async () => {
    const [linked, judged] = [moment(), moment()];
    let isLinked = false;
    const deleting = scheduled(disk, async (name, path) => {
      if (name === 'link') isLinked = true;
      if (!isLinked || name !== 'open' || path !== old) return;
      linked.comes();
      await judged.came;
    });
    let deleted: Promise<void> | undefined;
    const adding = scheduled(disk, async name => {
      if (name !== 'write' || deleted !== undefined) return;
      deleted = ledgerIn(folder, deleting).ledger.delete(['p']);
      await linked.came;
    });
    const { ledger } = ledgerIn(folder, adding);
    await ledger.add([decisionFor('x')]);
    await ledger.judge('x', { type: 'supersede', reason: 'slow' });
    judged.comes();
    await deleted;
    assert.deepEqual(disk.paths, [rewritten]);
    assert.deepEqual(await toldFirst(disk), ['x', 'superseded']);
  });
});

describe('an answer that is added again behind what was said of it', () => {
  it('is told as what it is, where the window has written it or has read it', async () => {
    const disk = new MemoryDisk();
    const { ledger } = ledgerIn(folder, disk);
    await ledger.add([decisionFor('x')]);
    await ledger.judge('x', { type: 'supersede', reason: 'slow' });
    const reader = ledgerIn(folder, disk).ledger;
    await reader.all();
    for (const one of [ledger, reader]) {
      await one.add([decisionFor('x')]);
      assert.deepEqual(await toldFirst(disk), ['x', 'superseded']);
    }
  });
});

describe('an answer that could not be synced', () => {
  it('is on the disk once it was written again, also where its window has read it', async () => {
    const disk = new MemoryDisk();
    const { ledger } = ledgerIn(folder, disk);
    await ledger.add([decisionFor('p')]);
    disk.fault = ({ name }) => (name === 'datasync' ? { code: 'EIO' } : undefined);
    await assert.rejects(ledger.add([decisionFor('x')]));
    disk.fault = () => undefined;
    assert.deepEqual(idsOf(await ledger.all()), ['p', 'x']);
    await ledger.add([decisionFor('x')]);
    assert.deepEqual(idsOf(await ledgerIn(folder, disk.afterPowerLoss(0, 'all')).ledger.all()), ['p', 'x']);
  });

  for (const judge of ['its own', 'another'] as const)
    it(`is not told as current, where ${judge} window has superseded it before it was written again`, async () => {
      const disk = new MemoryDisk();
      const { ledger } = ledgerIn(folder, disk);
      disk.fault = ({ name, path }) => (name === 'datasync' && path === old ? { code: 'EIO' } : undefined);
      await assert.rejects(ledger.add([decisionFor('x')]));
      disk.fault = () => undefined;
      const judging = judge === 'its own' ? ledger : ledgerIn(folder, disk).ledger;
      await judging.judge('x', { type: 'supersede', reason: 'slow' });
      await ledger.add([decisionFor('x')]);
      assert.deepEqual(await toldFirst(disk), ['x', 'superseded']);
    });
});
