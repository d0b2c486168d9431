// What lies in the folder of a ledger that no window of Parley has put there whole, and a system that refuses or fails.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFileSystem } from '../../../src/disk/fileSystem.js';
import { decidedAt, decisionFor, firstOf, idsOf, ledgerIn, nameOf, putDecisions } from '../../support/ledgers.js';
import { MemoryDisk } from '../../support/memoryDisk.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('the folder of a ledger', () => {
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-ledger-'));
    folder = join(root, 'hash', 'decisions');
  });
  afterEach(() => removeFolder(root));

  it('may hold what is damaged or no decision: each is named once, and all others are read', async function () {
    const disk = new MemoryDisk();
    await ledgerIn('/d', disk).ledger.add([decisionFor('ü', { at: decidedAt + 1 })]);
    const [path = ''] = disk.paths;
    const bytes = disk.content(path) ?? assert.fail();
    for (let end = 0; end < bytes.length - 1; end++) {
      const cut = new MemoryDisk();
      cut.put(path, bytes.subarray(0, end));
      const { ledger, said } = ledgerIn('/d', cut);
      await ledger.add([decisionFor('a')]);
      for (let time = 0; time < 2; time++) assert.deepEqual(idsOf(await ledger.all()), ['a'], `cut at ${end}`);
      assert.deepEqual(idsOf(await firstOf(ledgerIn('/d', cut).ledger, 9)), ['a']);
      assert.deepEqual(said, [`${path.slice('/d/'.length)} in /d is left out of the decisions: it is no decision`]);
      // As when earlier answers are taken in.
      await ledger.add([decisionFor('ü', { at: decidedAt + 1 })]);
      assert.deepEqual(idsOf(await ledger.all()), ['a', 'ü']);
    }
  });

  it('may hold what somebody has put there in the place of a decision', async function () {
    if (process.platform === 'win32') return this.skip();
    const { ledger, said } = ledgerIn(folder);
    await ledger.add([decisionFor('a')]);
    const put = (id: string): string => join(folder, nameOf(decisionFor(id)));
    // Whose name says another id than its content.
    writeFileSync(put('b'), readFileSync(put('a')));
    mkdirSync(put('c'));
    symlinkSync(join(folder, 'nowhere'), put('d'));
    symlinkSync('/dev/zero', put('e'));
    writeFileSync(put('f'), `{"format":1,"decision":${'['.repeat(1_000_000)}`);
    writeFileSync(put('g'), Buffer.alloc(33 * 1024 * 1024, ' '));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    for (let time = 0; time < 2; time++) assert.deepEqual(idsOf(await ledger.all()), ['a']);
    assert.deepEqual(idsOf(await firstOf(ledger, 9)), ['a']);
    assert.deepEqual(
      said.map(text => text.slice(0, text.indexOf(' '))).sort(),
      ['b', 'c', 'd', 'e', 'f', 'g'].map(id => nameOf(decisionFor(id))).sort(),
    );
  });

  it('may hold what looks like a ledger of before and is none', async function () {
    if (process.platform === 'win32') return this.skip();
    const { ledger, said } = ledgerIn(folder);
    await ledger.add([decisionFor('a')]);
    mkdirSync(join(folder, '1.ledger'));
    symlinkSync(join(folder, 'nowhere'), join(folder, '2.ledger'));
    for (let time = 0; time < 2; time++) assert.deepEqual(idsOf(await ledger.all()), ['a']);
    assert.deepEqual(
      said.map(text => text.replace(/^\S+/, '').replace(/ of the decisions: .*/, '')),
      Array.from({ length: 2 }, () => ` in ${folder} is left out`),
    );
    assert.equal(readdirSync(folder).length, 3);
  });

  it('may be on a disk that is gone: that is said, and it is made once the disk is back', async function () {
    if (process.platform === 'win32') return this.skip();
    mkdirSync(join(root, 'hash'));
    const disk = join(root, 'disk');
    symlinkSync(disk, folder);
    const { ledger } = ledgerIn(folder);
    await assert.rejects(ledger.add([decisionFor('a')]), { code: 'ENOENT' });
    mkdirSync(disk);
    await ledger.add([decisionFor('a')]);
    assert.deepEqual(idsOf(await ledger.all()), ['a']);
  });

  for (const code of ['EPERM', 'EBUSY'])
    it(`may have files that the system refuses for a moment and gives in pieces: ${code}`, async () => {
      await ledgerIn(folder).ledger.add([decisionFor('a'), decisionFor('b')]);
      const refused = new Set<string>();
      const refuseOnce = (call: string): void => {
        if (refused.has(call)) return;
        refused.add(call);
        throw Object.assign(new Error(`${code}: ${call}`), { code });
      };
      const { ledger, said } = ledgerIn(folder, {
        ...nodeFileSystem,
        open: async (path, use) => {
          if (use === 'read') refuseOnce(`open ${path}`);
          const file = await nodeFileSystem.open(path, use);
          return { ...file, read: (position, length) => file.read(position, Math.min(length, 100)) };
        },
        remove: async path => {
          refuseOnce(`remove ${path}`);
          await nodeFileSystem.remove(path);
        },
      });
      assert.deepEqual(idsOf(await ledger.all()), ['a', 'b']);
      await ledger.delete(['a']);
      assert.deepEqual(idsOf(await ledger.all()), ['b']);
      assert.equal(readdirSync(folder).length, 2);
      assert.deepEqual([said, refused.size], [[], 3]);
    });

  it('has few files open at once, however many are deleted', async () => {
    const decisions = Array.from({ length: 100 }, (_, index) => decisionFor(`d${index}`));
    putDecisions(folder, decisions);
    let [opened, most] = [0, 0];
    const { ledger } = ledgerIn(folder, {
      ...nodeFileSystem,
      open: async (path, use) => {
        most = Math.max(most, ++opened);
        const file = await nodeFileSystem.open(path, use);
        return { ...file, close: () => file.close().finally(() => opened--) };
      },
    });
    await ledger.delete(idsOf(decisions));
    assert.deepEqual(await ledger.all(), []);
    assert.ok(most <= 10, `${most} files are open at once`);
  });
});
