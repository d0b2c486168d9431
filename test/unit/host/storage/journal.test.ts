// The journal of one chat: what it writes and when, and what is read of it after it was cut or damaged.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptChat } from '../../../../src/chat/journalRecords.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import type { ChatItem, ChatState } from '../../../../src/chat/state.js';
import { initialState } from '../../../../src/chat/state.js';
import type { ChatJournal } from '../../../../src/host/storage/journal.js';
import { MemoryDisk } from '../../../support/memoryDisk.js';
import { own } from '../../../support/questions.js';
import { after, asked, permissionFor, working } from '../../../support/chat.js';
import type { StoringWindow } from '../../../support/storedChats.js';
import { asStored, keptChat, storingWindow } from '../../../support/storedChats.js';
import { runs } from '../../../support/tier.js';

const root = '/root';
const file = '/root/chats/k.1.journal';
const drafted = (text: string): ChatEvent => ({ type: 'answerDrafted', toolUseId: 't', question: 0, answer: own(text), on: 0 });
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

  it('is read as the chat was last, in another window too', async () => {
    const last = typed('last', 2, after(working, asked('t'), drafted('mine')));
    await write(journal, typed('first', 1));
    await write(journal, last);
    assert.deepEqual(await readFrom(disk), asStored(last));
    assert.deepEqual(asStored((await storingWindow(root, 'b', disk).claim('k'))?.stored), asStored(last));
  });

  it('archives no input of a permission, in whatever state it leaves', async () => {
    await write(journal, typed('', 1, after(working, permissionFor('x'))));
    await write(journal, typed('', 1));
    const [left] = (await window.files.archived({}, 'k', 1)).items;
    assert.equal(left?.item.kind, 'permission');
    assert.equal(JSON.stringify(left).includes('input'), false);
  });

  it('gathers changes for 300 ms, asks for the chat when it writes, and has one write at a time', async () => {
    let latest = typed('a', 1);
    journal.changed(() => latest);
    journal.changed(() => latest);
    assert.deepEqual(
      window.clock.all.map(({ ms }) => ms),
      [300],
    );
    latest = typed('ab', 2);
    (await window.clock.next()).run();
    assert.equal(await journal.flush(), true);
    assert.deepEqual(await readFrom(disk), asStored(typed('ab', 2)));
    // A change that comes while a write runs: one more write serves all who wait for it.
    const flushes: Promise<boolean>[] = [];
    disk.fault = ({ name, path }) => {
      if (name !== 'open' || path !== file || flushes.length > 0) return undefined;
      latest = typed('abcd', 4);
      journal.changed(() => latest);
      flushes.push(journal.flush(), journal.flush());
      return undefined;
    };
    await write(journal, typed('abc', 3));
    assert.deepEqual([await Promise.all(flushes), await readFrom(disk)], [[true, true], asStored(typed('abcd', 4))]);
    assert.equal(disk.calls.filter(({ name, path }) => name === 'datasync' && path === file).length, 2);
  });

  it('goes on after a flush that had nothing to write', async () => {
    await write(journal, typed('a', 1));
    assert.equal(await journal.flush(), true);
    await write(journal, typed('ab', 2));
    assert.deepEqual(await readFrom(disk), asStored(typed('ab', 2)));
  });

  it('is written once the time is over, without a word of anyone', async () => {
    await new Promise<void>(resolve => {
      journal = window.files.begin('k', { ...window.use, onWritten: () => resolve() });
      journal.changed(() => typed('a', 1));
      void window.clock.next().then(timer => timer.run());
    });
    assert.deepEqual(await readFrom(disk), asStored(typed('a', 1)));
  });

  it('is written also where it holds nothing but what is being typed', async () => {
    const draft = typed('a', 1, initialState('auto'));
    assert.deepEqual([await write(journal, draft), await readFrom(disk)], [true, asStored(draft)]);
  });

  it('appends as much for a letter and a word in a chat of thousands of items as in one of ten', async () => {
    const sizes = [];
    for (const count of [10, runs(10_000)]) {
      const items = Array.from({ length: count }, (_, index): ChatItem => ({
        kind: 'text',
        id: `m${index}:0`,
        text: 'said',
        streaming: false,
      }));
      let state = after({ ...working, items: [...working.items, ...items] }, { type: 'textStarted', id: 'n:0' }, asked('t'));
      disk = new MemoryDisk();
      window = storingWindow(root, 'a', disk);
      journal = window.files.begin('k', window.use);
      await write(journal, typed('', 0, state));
      const before = [...disk.written.values()].reduce((sum, bytes) => sum + bytes, 0);
      for (let letter = 1; letter <= 20; letter++) {
        state = after(state, { type: 'textGrew', id: 'n:0', text: 'a few words ' }, drafted('x'.repeat(letter)));
        await write(journal, typed('x'.repeat(letter), letter, state));
      }
      sizes.push([...disk.written.values()].reduce((sum, bytes) => sum + bytes, 0) - before);
    }
    assert.equal(sizes[0], sizes[1]);
  });

  it('is rewritten when what was appended outweighs the chat, and holds of what the transcript confirms the place only', async () => {
    const said = 'said '.repeat(10_000);
    const state = after(working, { type: 'promptConfirmed', uuid: 'u1' }, { type: 'textFinished', id: 'm:0', text: said }, asked('t'));
    await write(journal, typed('', 0, state));
    window.confirmed.add('m:0').add('u1');
    for (const count of [1, 2, 3, 4, 5]) await write(journal, typed('long '.repeat(10_000) + count, count, state));
    assert.ok(!disk.content(file)?.includes(said));
    const items = (await storingWindow(root, 'b', disk).files.read('k'))?.state.items;
    assert.deepEqual(
      items?.map(({ kind }) => kind),
      ['confirmed', 'confirmed', 'question'],
    );
    assert.ok((disk.content(file)?.length ?? 0) < 250_000);
    const claimed = await storingWindow(root, 'c', disk).claim('k');
    assert.deepEqual(await readFrom(disk), asStored(claimed?.stored));
  });

  it('is not rewritten before twice its size was appended, nor because another window has claimed it', async () => {
    const rewrites = (): number => disk.calls.filter(({ name }) => name === 'rename').length;
    await write(journal, typed('a', 1, after(working, { type: 'textFinished', id: 'm:0', text: 'x'.repeat(100_000) })));
    const claimed = (await storingWindow(root, 'b', disk).claim('k')) ?? assert.fail();
    const before = rewrites();
    const state = after(working, { type: 'textFinished', id: 'm:0', text: 'x'.repeat(100_000) });
    for (const revision of [2, 3, 4]) await write(claimed.journal, typed('y'.repeat(45_000) + revision, revision, state));
    assert.equal(rewrites(), before);
  });

  it('begins anew when the list of chats would show something else', async () => {
    await write(journal, typed('a', 1));
    const { entry, head } = { entry: await window.files.entry('k'), head: window.files };
    assert.ok(entry);
    const { usedAt, owner, ...titles } = (await head.head(entry)) ?? assert.fail();
    assert.deepEqual([titles, owner?.window, usedAt], [{ key: 'k', sessionId: 's', firstPrompt: 'u1' }, 'a', 1_000]);
    // The first prompt is still known after it has left the window.
    await write(journal, { ...typed('b', 2, { ...working, items: [] }), title: 'Mine', usedAt: 2_000 });
    const later = await window.files.head(entry);
    assert.deepEqual([later?.title, later?.firstPrompt, later?.usedAt], ['Mine', 'u1', 2_000]);
  });

  it('is rewritten in its own file after a claim', async () => {
    await write(journal, typed('a', 1));
    const claimed = (await storingWindow(root, 'b', disk).claim('k')) ?? assert.fail();
    assert.equal(await write(claimed.journal, { ...typed('b', 2), title: 'Mine' }), true);
    assert.deepEqual(await readFrom(disk), asStored({ ...typed('b', 2), title: 'Mine' }));
    assert.deepEqual(disk.paths, ['/root/chats/k.2.journal']);
  });

  it('writes nothing where nothing has changed', async () => {
    await write(journal, typed('a', 1));
    const before = disk.content(file);
    assert.equal(await write(journal, typed('a', 1)), true);
    assert.equal(disk.content(file), before);
  });

  it('is behind from a change until that is on the disk', async () => {
    const seen = [journal.isBehind];
    journal.changed(() => typed('a', 1));
    seen.push(journal.isBehind);
    disk.fault = ({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined);
    await journal.flush();
    seen.push(journal.isBehind);
    disk.fault = () => undefined;
    await journal.flush();
    seen.push(journal.isBehind);
    assert.deepEqual(seen, [false, true, true, false]);
  });

  it('is behind again where the chat changes while it is written', async () => {
    disk.fault = ({ name }) => {
      if (name === 'write') journal.changed(() => typed('ab', 2));
      return undefined;
    };
    await write(journal, typed('a', 1));
    assert.equal(journal.isBehind, true);
  });

  it('that is forgotten writes no more', async () => {
    await write(journal, typed('a', 1));
    journal.changed(() => typed('b', 2));
    await journal.forget();
    assert.equal(await write(journal, typed('c', 3)), false);
    assert.deepEqual(await readFrom(disk), asStored(typed('a', 1)));
    assert.ok(window.clock.all.every(({ isCalledOff }) => isCalledOff));
    assert.equal(journal.isOurs, false);
  });

  describe('that is cut', () => {
    it('at any byte is read up to the last whole line, drafts too', async () => {
      const chats = [typed('a', 1)];
      const state = after(working, asked('t'));
      for (const [index, text] of ['b', 'bü', 'bür'].entries()) chats.push(typed(text, index + 2, after(state, drafted(text))));
      const ends: number[] = [];
      for (const chat of chats) {
        await write(journal, chat);
        ends.push(disk.content(file)?.length ?? 0);
      }
      const whole = disk.content(file) ?? assert.fail();
      const [first = 0] = ends;
      for (let cut = first; cut <= whole.length; cut++) {
        disk.put(file, whole.subarray(0, cut));
        assert.deepEqual(await readFrom(disk), asStored(chats[ends.findLastIndex(end => end <= cut)]), `cut at ${cut}`);
      }
      // Before the end of the first write the rename never puts the file there; another program's cut costs items, and nothing more.
      for (let cut = 0; cut < first; cut++) {
        disk.put(file, whole.subarray(0, cut));
        assert.equal((await storingWindow(root, 'b', disk).files.read('k'))?.key, 'k');
      }
    });

    it('goes on whole in the window that claims it, without a word', async () => {
      await write(journal, typed('a', 1));
      await write(journal, typed('ab', 2));
      disk.put(file, (disk.content(file) ?? assert.fail()).subarray(0, -5));
      const next = storingWindow(root, 'b', disk);
      const claimed = (await next.claim('k')) ?? assert.fail();
      assert.deepEqual(asStored(claimed.stored), asStored(typed('a', 1)));
      await write(claimed.journal, typed('abc', 3));
      assert.deepEqual(await readFrom(disk), asStored(typed('abc', 3)));
      assert.deepEqual(next.said, []);
    });
  });

  describe('with a damaged line', () => {
    it('is read without it, set aside once it is claimed, and says so', async () => {
      await write(journal, typed('a', 1));
      const before = disk.content(file)?.length ?? 0;
      await write(journal, typed('ab', 2));
      const next = after(working, asked('t'));
      await write(journal, typed('ab', 2, next));
      const bytes = Buffer.from(disk.content(file) ?? assert.fail());
      bytes[before + 20] = 0;
      disk.put(file, bytes);
      const other = storingWindow(root, 'b', disk);
      const claimed = await other.claim('k');
      assert.deepEqual(asStored(claimed?.stored), asStored(typed('a', 1, next)));
      assert.match(other.said.join(), /^1 lines of a chat cannot be read; .*k\.1\.journal\.unreadable/);
      assert.deepEqual(disk.content(`${file}.unreadable`), bytes);
      assert.deepEqual(
        (await other.files.list()).map(({ generations }) => generations),
        [[2]],
      );
    });

    it('at its beginning still has its items and its drafts', async () => {
      const state = after(working, asked('t'), drafted('mine'));
      await write(journal, typed('a', 1, state));
      const bytes = Buffer.from(disk.content(file) ?? assert.fail());
      bytes[3] = 0;
      disk.put(file, bytes);
      assert.deepEqual(await readFrom(disk), asStored(typed('a', 1, state)));
    });

    it('of a later version of Parley is left alone', async () => {
      const { encodeLine } = await import('../../../../src/disk/checkedLines.js');
      disk.put(file, encodeLine({ format: 4 }));
      await assert.rejects(window.claim('k'), /later version/);
      assert.deepEqual(disk.paths, [file]);
    });
  });
});

describe('a journal on a real disk', () => {
  it('leaves one file, which others cannot read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-journal-'));
    try {
      const { files, use } = storingWindow(folder, 'a');
      const journal = files.begin('k', use);
      await write(journal, typed('a', 1));
      await write(journal, { ...typed('b', 2), title: 'again whole' });
      assert.deepEqual(readdirSync(join(folder, 'chats')), ['k.1.journal']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
