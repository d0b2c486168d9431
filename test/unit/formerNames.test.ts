// Chats that an earlier version of Parley has stored, in which the note on a permission has another name.
import assert from 'node:assert/strict';
import { encodeLine } from '../../src/disk/checkedLines.js';
import { readArchive } from '../../src/host/sessions/archive.js';
import { decodeJournal } from '../../src/host/sessions/journalFile.js';
import { journalFormat } from '../../src/host/sessions/storedForm.js';
import type { SessionItem } from '../../src/session/state.js';
import { MemoryDisk } from '../support/memoryDisk.js';
import { ownerNamed } from '../support/storedChats.js';

const row = { kind: 'permission', id: 'p1', toolUseId: 't1', toolName: 'Bash', summary: 'ls', description: '', reason: '' };
const former = {
  ...{ ...row, state: 'allowed', word: { text: 'Use pnpm', state: 'waiting' } },
  ...{ wordWriteId: 'w1', wordRequestId: 'r1', wordWritten: true },
};
const today = {
  ...{ ...row, state: 'allowed', note: { text: 'Use pnpm', state: 'waiting' } },
  ...{ noteWriteId: 'w1', noteRequestId: 'r1', noteWritten: true },
};

function itemsOf(...records: readonly object[]): readonly object[] {
  const header = { format: journalFormat, key: 'k', generation: 1, owner: ownerNamed('a') };
  return decodeJournal('k', Buffer.from([header, ...records.map(record => [record])].map(encodeLine).join(''))).chat.state.items;
}

describe('a note that an earlier version has stored under its former name', () => {
  it('is on the permission, added or changed', () => {
    assert.deepEqual(itemsOf({ add: former }), [today]);
    assert.deepEqual(itemsOf({ add: { ...row, state: 'asked' } }, { put: former, at: 0 }), [today]);
  });

  it('is the draft while it is typed', () => {
    assert.deepEqual(itemsOf({ add: { ...row, state: 'asked' } }, { word: 'Use', of: 'p1' }), [{ ...row, state: 'asked', draft: 'Use' }]);
  });

  it('is in the archive', async () => {
    const disk = new MemoryDisk();
    disk.put('/chats/a', encodeLine({ item: former }));
    assert.deepEqual((await readArchive(disk, '/chats/a', 1)).items, [{ item: today }]);
  });

  it('changes no other item', () => {
    const prompt: SessionItem = { kind: 'prompt', id: 'i0', text: 'word', state: 'sent' };
    assert.deepEqual(itemsOf({ add: prompt }), [prompt]);
  });
});
