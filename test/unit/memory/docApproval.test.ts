// Which texts of a folder's own Product Doc Claude may be told, where the disk refuses the list of them for a while.
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock } from '../../../src/disk/clock.js';
import { DocApproval } from '../../../src/memory/docApproval.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('what the person has said of a Product Doc', () => {
  it('is not lost by what they say while the list cannot be read', async function () {
    // Windows lets only some accounts make a link.
    if (process.platform === 'win32') this.skip();
    const storage = mkdtempSync(join(tmpdir(), 'parley-'));
    const warnings: string[] = [];
    const open = (): DocApproval => new DocApproval({ storage, clock: realClock, log: { warn: text => warnings.push(text) } });
    const approval = open();
    await approval.approve('one');
    const [list, target, away] = ['workspace-doc-told.json', 'list.json', 'away.json'].map(name => join(storage, 'memory', name));
    assert.ok(list !== undefined && target !== undefined && away !== undefined);
    renameSync(list, away);
    symlinkSync(target, list);
    // A link to itself, which the disk cannot follow.
    symlinkSync(target, target);
    await approval.approve('two');
    rmSync(target);
    renameSync(away, target);
    assert.deepEqual([await approval.isApproved('one'), await approval.isApproved('two')], [true, true]);
    assert.equal(warnings.length, 1);
    await approval.refuse('three');
    const next = open();
    assert.deepEqual(
      [await next.isApproved('one'), await next.isApproved('two'), await next.isRefused('three')],
      [true, true, true],
      'it is kept once the disk takes it again',
    );
    await removeFolder(storage);
  });
});
