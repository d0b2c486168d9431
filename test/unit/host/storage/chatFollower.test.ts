// A window shows a chat that another one owns: it reads what is new, and nothing twice.
import assert from 'node:assert/strict';
import type { ChatFollower } from '../../../../src/host/storage/chatFollower.js';
import type { ChatJournal } from '../../../../src/host/storage/journal.js';
import type { KeptChat } from '../../../../src/chat/journalRecords.js';
import { MemoryDisk } from '../../../support/memoryDisk.js';
import { working } from '../../../support/chat.js';
import type { StoringWindow } from '../../../support/storedChats.js';
import { asStored, keptChat, storingWindow } from '../../../support/storedChats.js';

const typed = (composerDraft: string, composerRevision: number): KeptChat => keptChat(working, { composerDraft, composerRevision });

describe('a chat of another window', () => {
  let disk: MemoryDisk;
  let owner: StoringWindow;
  let journal: ChatJournal;
  let follower: ChatFollower;
  const write = async (chat: KeptChat, to = journal): Promise<void> => {
    to.changed(() => chat);
    assert.equal(await to.flush(), true);
  };
  const draft = async (): Promise<string | undefined> => (await follower.refresh())?.composerDraft;

  beforeEach(async () => {
    disk = new MemoryDisk();
    owner = storingWindow('/root', 'a', disk);
    journal = owner.files.begin('k', owner.use);
    follower = await storingWindow('/root', 'b', disk).files.follower('k');
  });

  it('is nothing before it is stored, then what was stored last, and nothing after it was closed', async () => {
    assert.equal(await follower.refresh(), undefined);
    await write(typed('a', 1));
    assert.deepEqual(asStored(await follower.refresh()), asStored(typed('a', 1)));
    await write(typed('ab', 2));
    await write(typed('abc', 3));
    assert.deepEqual(asStored(await follower.refresh()), asStored(typed('abc', 3)));
    await owner.files.remove(journal);
    assert.equal(await follower.refresh(), undefined);
  });

  it('is the same object where nothing has changed, and costs what is new only', async () => {
    await write(typed('long '.repeat(30_000), 1));
    const before = await follower.refresh();
    disk.calls.length = 0;
    assert.equal(await follower.refresh(), before);
    // One finds the end of the file, the other one the tail.
    assert.equal(disk.calls.filter(({ name }) => name === 'read').length, 2);
    assert.ok(!disk.calls.some(({ name }) => name === 'namesIn'));
  });

  it('is read anew after it was rewritten', async () => {
    await write(typed('a', 1));
    await follower.refresh();
    await write({ ...typed('ab', 2), title: 'Named' });
    assert.deepEqual(asStored(await follower.refresh()), asStored({ ...typed('ab', 2), title: 'Named' }));
    await write({ ...typed('a much longer one', 3), title: 'Another' });
    assert.equal(await draft(), 'a much longer one');
  });

  it('is read on where a third window has claimed it', async () => {
    await write(typed('a', 1));
    await follower.refresh();
    const superseded = disk.content('/root/chats/k.1.journal') ?? assert.fail();
    const claimed = (await storingWindow('/root', 'c', disk).claim('k')) ?? assert.fail();
    // The third window ends before it removes the file that it has superseded.
    disk.put('/root/chats/k.1.journal', superseded);
    await write(typed('theirs', 2), claimed.journal);
    assert.equal(await draft(), 'theirs');
  });

  it('waits for the end of a line that is being written', async () => {
    await write(typed('a', 1));
    await follower.refresh();
    await write(typed('ab', 2));
    await write(typed('abc', 3));
    const path = '/root/chats/k.1.journal';
    const whole = disk.content(path) ?? assert.fail();
    disk.put(path, whole.subarray(0, -5));
    assert.equal(await draft(), 'ab');
    disk.calls.length = 0;
    disk.put(path, whole);
    assert.equal(await draft(), 'abc');
    // It goes on where the last whole line ended, and reads nothing anew.
    assert.ok(!disk.calls.some(({ name }) => name === 'namesIn'));
  });
});
