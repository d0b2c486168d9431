// Answers that the disk refuses are found all the same, and are on the disk once as soon as it takes them.
import assert from 'node:assert/strict';
import { HeldDecisions } from '../../../src/memory/heldDecisions.js';
import { decidedAt, decisionFor, firstOf, idsOf, ledgerIn } from '../../support/ledgers.js';
import type { Call } from '../../support/memoryDisk.js';
import { MemoryDisk } from '../../support/memoryDisk.js';

describe('decisions that the disk refuses', () => {
  let disk: MemoryDisk;
  let held: HeldDecisions;
  let changes: number;
  /** What another window finds. */
  const onDisk = async () => idsOf(await ledgerIn('/d', disk).ledger.all());
  const refuse = (name: Call['name'], code = 'ENOSPC'): void => {
    disk.fault = call => (call.name === name ? { code } : undefined);
  };
  const recover = (): void => {
    disk.fault = () => undefined;
  };
  const refused = { code: 'ENOSPC' };

  beforeEach(async () => {
    disk = new MemoryDisk();
    held = new HeldDecisions(ledgerIn('/d', disk, () => () => undefined).ledger);
    await held.add([decisionFor('a')]);
    changes = 0;
    held.onDidChange(() => changes++);
    refuse('write');
    await assert.rejects(held.keep([decisionFor('c', { at: decidedAt + 2 })]), refused);
    await assert.rejects(held.keep([decisionFor('b', { at: decidedAt + 1 })]), refused);
  });

  it('are found in their order, and whoever listens is told', async () => {
    assert.ok(changes >= 2);
    assert.deepEqual(idsOf(await held.all()), ['a', 'b', 'c']);
    assert.deepEqual(idsOf(await firstOf(held, 9)), ['c', 'b', 'a']);
    assert.deepEqual((await held.all())[1], { ...decisionFor('b', { at: decidedAt + 1 }), status: 'current', notLike: [] });
    assert.deepEqual(await onDisk(), ['a']);
  });

  it('are written once, with the next write that succeeds', async () => {
    recover();
    const before = changes;
    await Promise.all([held.keep([decisionFor('d', { at: decidedAt + 3 })]), held.writeHeld()]);
    assert.deepEqual(held.held, []);
    assert.ok(changes > before);
    for (const id of ['b', 'c', 'd']) assert.equal(disk.paths.filter(path => disk.content(path)?.includes(`"id":"${id}"`)).length, 1, id);
    assert.deepEqual(idsOf(await held.all()), ['a', 'b', 'c', 'd']);
    assert.deepEqual(idsOf(await firstOf(held, 9)), ['d', 'c', 'b', 'a']);
  });

  it('are written before what is said of one, or nothing is said of it', async () => {
    await assert.rejects(held.judge('b', { type: 'once' }), refused);
    recover();
    await held.judge('b', { type: 'once' });
    assert.deepEqual(await onDisk(), ['a', 'b', 'c']);
    assert.equal((await held.all())[1]?.status, 'once');
  });

  it('stay held where they are taken in with others that the disk refuses, which are not', async () => {
    await assert.rejects(held.add([decisionFor('e')]), refused);
    assert.deepEqual(idsOf(await held.all()), ['a', 'b', 'c']);
  });

  it('are one each where a write has failed that had reached the disk', async () => {
    refuse('datasync');
    await assert.rejects(held.keep([decisionFor('d', { at: decidedAt + 3 })]), refused);
    assert.deepEqual(idsOf(await held.all()), ['a', 'b', 'c', 'd']);
    assert.deepEqual(idsOf(await firstOf(held, 9)), ['d', 'c', 'b', 'a']);
    recover();
    await held.writeHeld();
    assert.deepEqual(await onDisk(), ['a', 'b', 'c', 'd']);
  });

  it('are not called written while a write that has them with it is under way and fails', async () => {
    const next = held.keep([decisionFor('d', { at: decidedAt + 3 })]);
    await assert.rejects(held.writeHeld(), refused);
    await assert.rejects(next, refused);
    assert.equal(held.held.length, 3);
    recover();
    await held.writeHeld();
    assert.deepEqual(await onDisk(), ['a', 'b', 'c', 'd']);
  });

  it('are gone when they are deleted, and stay where the disk refuses that too', async () => {
    refuse('open');
    await assert.rejects(held.delete(['b']), refused);
    assert.equal(held.held.length, 2);
    recover();
    await held.delete(['b']);
    await held.writeHeld();
    assert.deepEqual(idsOf(await held.all()), ['a', 'c']);
    assert.deepEqual(await onDisk(), ['a', 'c']);
  });
});
