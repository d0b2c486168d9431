// The journal of one chat on a disk that refuses, and of a window that owns the chat no more.
import assert from 'node:assert/strict';
import type { KeptChat } from '../../../../src/chat/journalRecords.js';
import type { ChatState } from '../../../../src/chat/state.js';
import type { ChatJournal } from '../../../../src/host/storage/journal.js';
import { MemoryDisk } from '../../../support/memoryDisk.js';
import type { Fault } from '../../../support/memoryDisk.js';
import { after, asked, working } from '../../../support/chat.js';
import type { StoringWindow } from '../../../support/storedChats.js';
import { asStored, keptChat, storingWindow } from '../../../support/storedChats.js';

const root = '/root';
const file = '/root/chats/k.1.journal';
const typed = (text: string, revision: number, state: ChatState = working): KeptChat =>
  keptChat(state, { composerDraft: text, composerRevision: revision });

async function write(journal: ChatJournal, chat: KeptChat): Promise<boolean> {
  journal.changed(() => chat);
  return journal.flush();
}

async function readFrom(disk: MemoryDisk): Promise<unknown> {
  return asStored(await storingWindow(root, 'reader', disk).files.read('k'));
}

describe('a journal', () => {
  let disk: MemoryDisk;
  let window: StoringWindow;
  let journal: ChatJournal;

  beforeEach(() => {
    disk = new MemoryDisk();
    window = storingWindow(root, 'a', disk);
    journal = window.files.begin('k', window.use);
  });

  describe('on a disk that refuses', () => {
    const failing =
      (name: string, fault: Fault, times = Infinity) =>
      (call: { name: string; path: string }): Fault =>
        call.name === name && !call.path.endsWith('.waits') && times-- > 0 ? fault : undefined;

    for (const code of ['ENOSPC', 'EIO']) {
      for (const name of ['write', 'datasync', 'open']) {
        it(`says ${code} of ${name} once, keeps what is on the disk, tries again, and is whole at last`, async () => {
          await write(journal, typed('a', 1));
          const good = disk.content(file);
          disk.fault = failing(name, { code });
          for (const revision of [2, 3, 4]) {
            assert.equal(await write(journal, typed('x'.repeat(revision), revision)), false);
            assert.equal(window.said.filter(text => text.startsWith('trouble')).length, 1);
          }
          assert.deepEqual(disk.content(file)?.subarray(0, good?.length), good);
          assert.match(window.said.join('\n'), new RegExp(`^The chat k cannot be stored.*${code}.*\ntrouble: .*${code}`));
          disk.fault = () => undefined;
          const pending = window.clock.all.filter(({ isCalledOff }) => !isCalledOff).at(-1);
          assert.equal(pending?.ms, 4_000);
          pending.run();
          await journal.flush();
          assert.deepEqual(await readFrom(disk), asStored(typed('xxxx', 4)));
          assert.equal(window.said.at(-1), 'recovered');
          assert.match(window.infos.join(), /stored again/);
        });
      }
    }

    it('tries again with pauses that grow to 30 s', async () => {
      disk.fault = failing('open', { code: 'ENOSPC' });
      for (let attempt = 0; attempt < 8; attempt++) await write(journal, typed('a', attempt));
      const pauses = window.clock.all.map(({ ms }) => ms).filter(ms => ms !== 300);
      assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
      assert.equal(window.clock.all.filter(({ isCalledOff }) => !isCalledOff).length, 1);
    });

    it('says nothing, and does not try again, where the chat was closed meanwhile', async () => {
      await write(journal, typed('a', 1));
      let forgotten: Promise<void> | undefined;
      disk.fault = ({ name }) => {
        if (name !== 'write') return undefined;
        forgotten = journal.forget();
        return { code: 'ENOSPC' };
      };
      assert.equal(await write(journal, typed('ab', 2)), false);
      await (forgotten ?? assert.fail());
      assert.deepEqual([window.said, window.clock.all.filter(({ isCalledOff }) => !isCalledOff)], [[], []]);
    });

    it('is not taken for lost because nothing can be looked up either', async () => {
      await write(journal, typed('a', 1));
      disk.fault = () => ({ code: 'EIO' });
      assert.equal(await write(journal, typed('ab', 2)), false);
      assert.ok(!window.said.includes('lost'));
      disk.fault = () => undefined;
      assert.equal(await journal.flush(), true);
    });

    it('says so where the mark of a question is refused, not where the mark is there already', async () => {
      const waiting = typed('a', 1, after(working, asked('t')));
      disk.fault = ({ name, path }) => (name === 'open' && path.endsWith('.waits') ? { code: 'ENOSPC' } : undefined);
      assert.equal(await write(journal, waiting), false);
      disk.fault = () => undefined;
      disk.put('/root/chats/k.waits', '');
      assert.equal(await journal.flush(), true);
    });

    it('goes on with the file that it began where the folder was refused after that', async () => {
      disk.fault = ({ name, path }) => (name === 'syncFolder' && path === '/root/chats' ? { code: 'EIO' } : undefined);
      assert.equal(await write(journal, typed('a', 1)), false);
      assert.deepEqual(disk.paths, [file]);
      disk.fault = () => undefined;
      assert.equal(await write(journal, typed('ab', 2)), true);
      assert.deepEqual(await readFrom(disk), asStored(typed('ab', 2)));
      assert.ok(!window.said.includes('lost'));
    });

    it('does not try at every letter, but when it is flushed', async () => {
      disk.fault = failing('open', { code: 'ENOSPC' });
      await write(journal, typed('a', 1));
      const { length } = window.clock.all;
      journal.changed(() => typed('ab', 2));
      assert.equal(window.clock.all.length, length);
      disk.fault = () => undefined;
      assert.equal(await journal.flush(), true);
      assert.deepEqual(await readFrom(disk), asStored(typed('ab', 2)));
    });

    it('writes what is taken in pieces', async () => {
      disk.fault = failing('write', { bytes: 7 });
      await write(journal, typed('a', 1));
      await write(journal, typed('ab', 2));
      disk.fault = () => undefined;
      assert.deepEqual([await readFrom(disk), window.said], [asStored(typed('ab', 2)), []]);
    });

    it('takes no bytes any more: what was half appended is a line of its own to no one', async () => {
      await write(journal, typed('a', 1));
      let pieces = 0;
      disk.fault = ({ name }) => (name === 'write' ? (pieces++ === 0 ? { bytes: 9 } : { bytes: 0 }) : undefined);
      assert.equal(await write(journal, typed('ab', 2)), false);
      assert.deepEqual(await readFrom(disk).catch(String), asStored(typed('a', 1)));
      disk.fault = () => undefined;
      await journal.flush();
      assert.deepEqual(await readFrom(disk), asStored(typed('ab', 2)));
      await write(journal, typed('abc', 3));
      assert.deepEqual(await readFrom(disk), asStored(typed('abc', 3)));
    });

    for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
      it(`renames again after ${code}, for about 2 s`, async () => {
        await write(journal, typed('', 0));
        await window.clock.next();
        disk.fault = failing('rename', { code }, 3);
        // A new title rewrites the file.
        const writing = write(journal, { ...typed('a', 1), title: 'title' });
        const pauses: number[] = [];
        await window.clock.next();
        for (let attempt = 0; attempt < 3; attempt++) {
          const timer = await window.clock.next();
          pauses.push(timer.ms);
          timer.run();
        }
        assert.deepEqual([await writing, pauses, window.said], [true, [10, 20, 40], []]);
      });
    }

    it('gives up a rename that is refused for longer, leaves nothing beside it, and tries again later', async () => {
      await write(journal, typed('', 0));
      await window.clock.next();
      const before = disk.paths;
      disk.fault = failing('rename', { code: 'EPERM' });
      const writing = write(journal, { ...typed('a', 1), title: 'title' });
      await window.clock.next();
      let waited = 0;
      for (let attempt = 0; attempt < 8; attempt++) {
        const timer = await window.clock.next();
        waited += timer.ms;
        timer.run();
      }
      assert.deepEqual([await writing, waited, disk.paths], [false, 2_030, before]);
      disk.fault = () => undefined;
      assert.equal(await journal.flush(), true);
    });

    it('archives what left once, however often the journal is refused after that', async () => {
      const state = after(working, asked('t'), { type: 'questionDismissed', toolUseId: 't' });
      await write(journal, typed('a', 1, state));
      const left = { ...state, items: state.items.slice(0, 1) };
      disk.fault = ({ name, path }) => (name === 'write' && !path.endsWith('archive') ? { code: 'ENOSPC' } : undefined);
      for (const revision of [2, 3]) assert.equal(await write(journal, typed('b', revision, left)), false);
      disk.fault = () => undefined;
      await journal.flush();
      const { items } = await window.files.archived({}, 'k', 10);
      assert.deepEqual(
        items.map(({ item }) => item.id),
        ['t'],
      );
    });

    it('keeps the item in the journal while the archive is refused', async () => {
      const state = after(working, asked('t'), { type: 'questionDismissed', toolUseId: 't' });
      await write(journal, typed('a', 1, state));
      disk.fault = ({ path }) => (path.endsWith('archive') ? { code: 'ENOSPC' } : undefined);
      assert.equal(await write(journal, typed('b', 2, { ...state, items: state.items.slice(0, 1) })), false);
      disk.fault = () => undefined;
      assert.deepEqual(await readFrom(disk), asStored(typed('a', 1, state)));
    });
  });

  describe('of a window that is the owner no more', () => {
    const generations = async (): Promise<unknown> => (await window.files.list()).map(entry => entry.generations);

    it('writes nothing, and says so once', async () => {
      await write(journal, typed('a', 1));
      const next = storingWindow(root, 'b', disk);
      const claimed = (await next.claim('k')) ?? assert.fail();
      await write(claimed.journal, typed('theirs', 2));
      const before = disk.paths.map(path => disk.content(path));
      assert.equal(await write(journal, typed('ours', 2)), false);
      assert.equal(await write(journal, typed('ours', 3)), false);
      assert.deepEqual([journal.isOurs, claimed.journal.isOurs], [false, true]);
      assert.deepEqual([disk.paths.map(path => disk.content(path)), window.said], [before, ['lost']]);
      assert.match(window.infos.join(), /another window's/);
      assert.deepEqual(await readFrom(disk), asStored(typed('theirs', 2)));
    });

    for (const [what, chat] of [
      ['append', typed('ours', 2)],
      ['rewrite', { ...typed('ours', 2), title: 'ours' }],
    ] as const) {
      it(`does not ${what} while the file of the next owner lies beside its own`, async () => {
        await write(journal, typed('a', 1));
        const before = disk.content(file);
        disk.put('/root/chats/k.2.journal', before ?? '');
        assert.deepEqual([await write(journal, chat), disk.content(file), window.said], [false, before, ['lost']]);
      });
    }

    it('finds out also where the next owner has one after it already', async () => {
      await write(journal, typed('a', 1));
      for (const name of ['b', 'c']) await storingWindow(root, name, disk).claim('k');
      assert.deepEqual([await write(journal, typed('ours', 2)), window.said, await generations()], [false, ['lost'], [[3]]]);
    });

    it('finds out where the chat was closed there', async () => {
      await write(journal, typed('a', 1));
      const next = storingWindow(root, 'b', disk);
      const claimed = (await next.claim('k')) ?? assert.fail();
      await next.files.remove(claimed.journal);
      assert.deepEqual([await write(journal, typed('ours', 2)), window.said, disk.paths], [false, ['lost'], []]);
    });

    it('finds out when its file goes between the look and the append', async () => {
      await write(journal, typed('a', 1));
      disk.fault = ({ name, path }) => {
        if (name !== 'open' || path !== file) return undefined;
        disk.put('/root/chats/k.2.journal', '');
        return { code: 'ENOENT' };
      };
      assert.deepEqual([await write(journal, typed('ours', 2)), window.said], [false, ['lost']]);
      assert.ok(window.clock.all.every(({ isCalledOff }) => isCalledOff));
    });

    it('leaves a chat of the same key as the other window began it', async () => {
      const next = storingWindow(root, 'b', disk);
      await write(next.files.begin('k', next.use), typed('theirs', 1));
      assert.deepEqual([await write(journal, typed('ours', 1)), window.said, journal.isOurs], [false, ['lost'], false]);
      assert.deepEqual(await readFrom(disk), asStored(typed('theirs', 1)));
    });

    it('takes a file of the key that names no owner for another window’s', async () => {
      disk.put(file, 'damaged');
      assert.deepEqual([await write(journal, typed('ours', 1)), window.said], [false, ['lost']]);
      assert.equal(disk.content(file)?.toString(), 'damaged');
    });

    it('does not remove the chat', async () => {
      await write(journal, typed('a', 1));
      await storingWindow(root, 'b', disk).claim('k');
      await window.files.remove(journal);
      assert.deepEqual(await generations(), [[2]]);
    });
  });
});
