// The folder of all chats: which there are, who gets one, and what goes with it.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchivedItem } from '../../../../src/chat/journalRecords.js';
import { initialState } from '../../../../src/chat/state.js';
import { MemoryDisk } from '../../../support/memoryDisk.js';
import { pick } from '../../../support/questions.js';
import { after, asked, ended, prompt, working } from '../../../support/chat.js';
import type { StoringWindow } from '../../../support/storedChats.js';
import { asStored, keptChat, ownerNamed, storingWindow } from '../../../support/storedChats.js';

const root = '/root';

async function begin(window: StoringWindow, key: string, usedAt: number, state = working): Promise<void> {
  const journal = window.files.begin(key, window.use);
  journal.changed(() => keptChat(state, { key, usedAt }));
  assert.equal(await journal.flush(), true);
}

describe('the chats of a folder', () => {
  let disk: MemoryDisk;
  let window: StoringWindow;

  beforeEach(() => {
    disk = new MemoryDisk();
    window = storingWindow(root, 'a', disk);
  });

  it('are none at first', async () => {
    assert.deepEqual([await window.files.list(), await window.files.read('k'), await window.files.current()], [[], undefined, undefined]);
    assert.equal(await window.claim('k'), undefined);
  });

  it('are found without reading one, with those that wait for the person', async () => {
    await begin(window, 'one', 1);
    await begin(window, 'two', 2, after(working, asked('t')));
    disk.calls.length = 0;
    assert.deepEqual(
      [...(await window.files.list())].sort((one, other) => one.key.localeCompare(other.key)),
      [
        { key: 'one', generations: [1], isWaiting: false, isDeleted: false },
        { key: 'two', generations: [1], isWaiting: true, isDeleted: false },
      ],
    );
    assert.deepEqual(
      disk.calls.map(({ name }) => name),
      ['namesIn'],
    );
  });

  it('wait no more once the question is over, and wait still after a claim', async () => {
    const journal = window.files.begin('k', window.use);
    const waiting = after(working, asked('t'));
    const isMarked = async (): Promise<boolean | undefined> => (await window.files.entry('k'))?.isWaiting;
    journal.changed(() => keptChat(waiting));
    await journal.flush();
    const claimed = (await storingWindow(root, 'b', disk).claim('k')) ?? assert.fail();
    assert.equal(await isMarked(), true);
    claimed.journal.changed(() => keptChat(after(waiting, { type: 'toolFinished', toolUseId: 't', isError: true, text: '' })));
    await claimed.journal.flush();
    assert.equal(await isMarked(), false);
  });

  it('are read by the next window while the CLI could still lose an answer, which becomes a decision only there', async () => {
    const journal = window.files.begin('k', window.use);
    const isMarked = async (): Promise<boolean | undefined> => (await window.files.entry('k'))?.isWaiting;
    const answered = after(
      ...([working, asked('t'), { type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 }] as const),
      { type: 'toolFinished', toolUseId: 't', isError: false, text: 'said' },
    );
    for (const [state, isRead] of [
      [answered, true],
      [after(answered, ended), false],
    ] as const) {
      journal.changed(() => keptChat(state));
      await journal.flush();
      assert.equal(await isMarked(), isRead);
    }
  });

  it('are listed by their first lines, those used last, whatever window has claimed them since', async () => {
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) await begin(window, key, 1_000 * (index + 1));
    await storingWindow(root, 'b', disk).claim('c');
    disk.calls.length = 0;
    const heads = await window.files.newest(2);
    assert.deepEqual(
      heads.map(({ key, usedAt, owner, firstPrompt }) => [key, usedAt, owner?.window, firstPrompt]),
      [
        ['d', 4_000, 'a', 'u1'],
        ['c', 3_000, 'b', 'u1'],
      ],
    );
    assert.equal(disk.calls.filter(({ name }) => name === 'open').length, 2);
  });

  it('have a first line of any length', async () => {
    const journal = window.files.begin('k', window.use);
    journal.changed(() => keptChat(initialState('auto'), { title: 'long '.repeat(1_000) }));
    await journal.flush();
    assert.equal((await window.files.newest(1))[0]?.title?.length, 5_000);
  });

  it('have the key of their file, whatever stands in it', async () => {
    await begin(window, 'k', 1);
    disk.put('/root/chats/other.1.journal', disk.content('/root/chats/k.1.journal') ?? '');
    assert.deepEqual([(await window.files.read('other'))?.key, (await window.files.newest(1))[0]?.key], ['other', 'other']);
  });

  it('are listed also where there is nothing to say of one, or its first line is damaged', async () => {
    await begin(window, 'new', 2, initialState('auto'));
    await begin(window, 'torn', 1);
    const bytes = Buffer.from(disk.content('/root/chats/torn.1.journal') ?? assert.fail());
    bytes[0] = 0;
    disk.put('/root/chats/torn.1.journal', bytes);
    await disk.setModified('/root/chats/torn.1.journal', 1);
    assert.deepEqual(await window.files.newest(2), [
      { key: 'new', usedAt: 2, owner: ownerNamed('a') },
      { key: 'torn', usedAt: 1, owner: undefined },
    ]);
  });

  it('have the owner that their first line names', async () => {
    await begin(window, 'k', 1);
    assert.deepEqual([await window.files.ownerOf('k'), await window.files.ownerOf('other')], [ownerNamed('a'), undefined]);
    await storingWindow(root, 'b', disk).claim('k');
    assert.deepEqual(await window.files.ownerOf('k'), ownerNamed('b'));
    disk.put('/root/chats/k.2.journal', 'damaged');
    assert.equal(await window.files.ownerOf('k'), undefined);
  });

  it('have no owner where they go while it is asked for', async () => {
    for (const call of ['namesIn', 'stat'] as const) {
      disk.fault = () => undefined;
      await begin(window, 'k', 1);
      disk.fault = ({ name }) => {
        if (name === call) void disk.remove('/root/chats/k.1.journal');
        return undefined;
      };
      assert.equal(await window.files.ownerOf('k'), undefined, call);
    }
  });

  for (const [call, path] of [
    ['namesIn', '/root/chats'],
    ['stat', '/root/chats/k.1.journal'],
  ] as const)
    it(`are listed without one that goes after ${call}`, async () => {
      await begin(window, 'k', 2);
      await begin(window, 'other', 1);
      const goes = (): void => {
        disk.fault = asked => {
          if (asked.name === call && asked.path === path) void disk.remove('/root/chats/k.1.journal');
          return undefined;
        };
      };
      const content = disk.content('/root/chats/k.1.journal') ?? assert.fail();
      goes();
      assert.deepEqual(
        (await window.files.newest(2)).map(({ key }) => key),
        ['other'],
      );
      for (const read of [() => window.files.read('k'), () => window.claim('k')]) {
        disk.fault = () => undefined;
        disk.put('/root/chats/k.1.journal', content);
        goes();
        if (call === 'namesIn') assert.equal(await read(), undefined);
      }
    });

  it('are read from the generation before where the last one goes meanwhile', async () => {
    await begin(window, 'k', 1);
    disk.put('/root/chats/k.2.journal', disk.content('/root/chats/k.1.journal') ?? assert.fail());
    disk.fault = ({ name }) => {
      if (name === 'namesIn') void disk.remove('/root/chats/k.2.journal');
      return undefined;
    };
    assert.deepEqual(asStored(await window.files.read('k')), asStored(keptChat(working, { usedAt: 1 })));
  });

  it('are found by their whole key only, which can come from a stored tab', async () => {
    await begin(window, 'k', 1);
    for (const key of ['', 'k.1', 'k.1.journal', '../chats/k', '.', '__proto__'])
      assert.equal(await window.files.entry(key), undefined, key);
  });

  it('go with all that belongs to them', async () => {
    const journal = window.files.begin('k', window.use);
    const state = after(working, asked('t'));
    journal.changed(() => keptChat(state));
    await journal.flush();
    journal.changed(() => keptChat({ ...state, items: [], turnStart: 0 }));
    await journal.flush();
    disk.put('/root/chats/k.waits', '');
    disk.put('/root/images/k/a.png', '');
    disk.put('/root/images/k2/a.png', '');
    await window.files.remove(journal);
    assert.deepEqual(disk.paths, ['/root/images/k2/a.png']);
  });

  it('go also where nothing of them was written yet', async () => {
    disk.put('/root/images/k/a.png', '');
    await window.files.remove(window.files.begin('k', window.use));
    assert.deepEqual(disk.paths, []);
  });

  it('stay where another window is about to claim one', async () => {
    const journal = window.files.begin('k', window.use);
    journal.changed(() => keptChat(working));
    await journal.flush();
    disk.put('/root/chats/k.2.journal', disk.content('/root/chats/k.1.journal') ?? assert.fail());
    await window.files.remove(journal);
    assert.deepEqual(disk.paths, ['/root/chats/k.1.journal', '/root/chats/k.2.journal']);
  });

  it('remember which was shown last, and write that once for many', async () => {
    await Promise.all(['a', 'b', 'c'].map(key => window.files.shown(key)));
    assert.equal(await storingWindow(root, 'b', disk).files.current(), 'c');
    assert.ok(disk.calls.filter(({ name }) => name === 'rename').length <= 2);
    for (const text of ['{"cur', 'null', '{}', '{"current":1}']) {
      disk.put('/root/window.json', text);
      assert.equal(await window.files.current(), undefined);
    }
  });

  it('say so where that cannot be written, and go on', async () => {
    disk.fault = ({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined);
    await window.files.shown('a');
    assert.match(window.said.join(), /^Which chat is shown could not be stored: .*ENOSPC/);
  });

  describe('archived', () => {
    const path = '/root/chats/k.archive';
    const item = (index: number): ArchivedItem => ({
      item: { kind: 'text', id: `m${index}:0`, text: 'x'.repeat(1_000), streaming: false },
      next: ['text', `m${index + 1}:0`],
    });

    it('are read page by page from the end, each item once', async () => {
      const { appendToArchive } = await import('../../../../src/host/storage/archive.js');
      const items = Array.from({ length: 500 }, (_, index) => item(index));
      for (let start = 0; start < items.length; start += 100) await appendToArchive(disk, path, items.slice(start, start + 100));
      const pages = [];
      let before: number | undefined;
      do {
        const page = await window.files.archived({}, 'k', 100, before);
        assert.ok(page.items.length >= 100 || page.start === 0);
        pages.unshift(...page.items);
        before = page.start;
      } while (before > 0);
      assert.deepEqual(pages, items);
      disk.calls.length = 0;
      await window.files.archived({}, 'k', 1);
      assert.ok(disk.calls.filter(({ name }) => name === 'read').length <= 2);
      assert.deepEqual(await window.files.archived({}, 'other', 1), { items: [], start: 0 });
    });

    it('are read no further than they are wanted', async () => {
      const { appendToArchive } = await import('../../../../src/host/storage/archive.js');
      const items = Array.from({ length: 200 }, (_, index) => item(index));
      await appendToArchive(disk, path, items);
      const { length } = (await window.files.archived({}, 'k', 1)).items;
      assert.equal((await window.files.archived({}, 'k', length)).items.length, length);
    });

    it('are lines and nothing else, in a file that is there after a loss of power', async () => {
      const { appendToArchive } = await import('../../../../src/host/storage/archive.js');
      const { encodeLine } = await import('../../../../src/disk/checkedLines.js');
      await appendToArchive(disk, path, [item(0)]);
      assert.equal(disk.pendingNames, 0);
      await appendToArchive(disk, path, [item(1)]);
      assert.equal(disk.content(path)?.toString(), encodeLine(item(0)) + encodeLine(item(1)));
      assert.equal(disk.calls.filter(({ name }) => name === 'syncFolder').length, 1);
      // A crash between the creation and the first write.
      disk.put(path, '');
      await appendToArchive(disk, path, [item(2)]);
      assert.equal(disk.content(path)?.toString(), encodeLine(item(2)));
    });

    it('are all read that came after a line which was cut', async () => {
      const { appendToArchive } = await import('../../../../src/host/storage/archive.js');
      await appendToArchive(disk, path, [item(0), item(1)]);
      disk.put(path, (disk.content(path) ?? assert.fail()).subarray(0, -3));
      await appendToArchive(disk, path, [item(2)]);
      await appendToArchive(disk, path, [item(3)]);
      assert.deepEqual((await window.files.archived({}, 'k', 10)).items, [item(0), item(2), item(3)]);
    });
  });
});

describe('a chat that is claimed', () => {
  const generationsOn = (disk: MemoryDisk): readonly string[] => disk.paths.map(path => path.slice('/root/chats/'.length));

  it('is had by one window, and the other learns that it is not', async () => {
    const disk = new MemoryDisk();
    await begin(storingWindow(root, 'a', disk), 'k', 1);
    const others = ['b', 'c', 'd'].map(name => storingWindow(root, name, disk));
    const claimed = await Promise.all(others.map(other => other.claim('k')));
    assert.equal(claimed.filter(one => one !== undefined).length, 1);
    assert.deepEqual(generationsOn(disk), ['k.2.journal']);
  });

  it('is not had by a window that looked before two others had it', async () => {
    const disk = new MemoryDisk();
    await begin(storingWindow(root, 'a', disk), 'k', 1);
    const late = storingWindow(root, 'late', disk);
    const entry = (await late.files.entry('k')) ?? assert.fail();
    let others: Promise<void> | undefined;
    disk.fault = ({ name, path }) => {
      if (name !== 'link' || others !== undefined || !path.endsWith('.2.journal')) return undefined;
      // The late window has read the first generation. The two others go through before it links the second.
      others = Promise.resolve();
      disk.put('/root/chats/k.3.journal', disk.content('/root/chats/k.1.journal') ?? '');
      return undefined;
    };
    disk.put('/root/chats/k.1.journal', disk.content('/root/chats/k.1.journal') ?? '');
    const claiming = late.files.claim(entry, late.use);
    while (others === undefined) await Promise.resolve();
    await disk.remove('/root/chats/k.1.journal');
    assert.equal(await claiming, undefined);
    assert.deepEqual(generationsOn(disk), ['k.3.journal']);
  });

  it('is had also where the file system has no links, and by one window', async () => {
    const disk = new MemoryDisk();
    disk.fault = ({ name }) => (name === 'link' ? { code: 'EPERM' } : undefined);
    await begin(storingWindow(root, 'a', disk), 'k', 1);
    const claimed = await Promise.all(['b', 'c'].map(name => storingWindow(root, name, disk).claim('k')));
    assert.equal(claimed.filter(one => one !== undefined).length, 1);
    // A window that ends while it writes such a file leaves the beginning of one.
    disk.put('/root/chats/k.3.journal', 'a3');
    const chat = await storingWindow(root, 'd', disk).claim('k');
    assert.deepEqual(asStored(chat?.stored), asStored(keptChat(working, { usedAt: 1 })));
    assert.deepEqual(generationsOn(disk), ['k.4.journal']);
  });

  it('stays with its owner where a file system without links refuses the bytes', async () => {
    const disk = new MemoryDisk();
    await begin(storingWindow(root, 'a', disk), 'k', 1);
    disk.fault = ({ name, path }) =>
      name === 'link' ? { code: 'EPERM' } : name === 'write' && path.endsWith('.2.journal') ? { code: 'ENOSPC' } : undefined;
    await assert.rejects(storingWindow(root, 'b', disk).claim('k'), /ENOSPC/);
    assert.deepEqual(generationsOn(disk), ['k.1.journal']);
  });

  it('stays with its owner where the disk refuses the claim', async () => {
    for (const call of ['write', 'link', 'datasync'] as const) {
      const disk = new MemoryDisk();
      await begin(storingWindow(root, 'a', disk), 'k', 1);
      disk.fault = ({ name }) => (name === call || name === 'write' ? { code: 'ENOSPC' } : undefined);
      await assert.rejects(storingWindow(root, 'b', disk).claim('k'), /ENOSPC/);
      assert.deepEqual(generationsOn(disk), ['k.1.journal']);
    }
  });
});

describe('the files of chats on a real disk', () => {
  it('are private to the account, whatever others may read by default', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'parley-private-'));
    const before = process.umask(0);
    try {
      const window = storingWindow(join(folder, 'new'), 'a');
      const waiting = after(working, asked('t'), prompt('u2'));
      const journal = window.files.begin('k', window.use);
      journal.changed(() => keptChat(waiting));
      await journal.flush();
      journal.changed(() => keptChat({ ...waiting, items: waiting.items.slice(0, 1) }));
      await journal.flush();
      journal.changed(() => keptChat(waiting));
      await journal.flush();
      await window.files.shown('k');
      const modeOf = (name: string): number => statSync(join(folder, 'new', name)).mode & 0o777;
      assert.deepEqual(readdirSync(join(folder, 'new', 'chats')).sort(), ['k.1.journal', 'k.archive', 'k.waits']);
      assert.deepEqual(['window.json', 'chats/k.1.journal', 'chats/k.archive', 'chats/k.waits'].map(modeOf), Array(4).fill(0o600));
      assert.deepEqual(['.', 'chats'].map(modeOf), [0o700, 0o700]);
      await storingWindow(join(folder, 'new'), 'b').claim('k');
      assert.equal(modeOf('chats/k.2.journal'), 0o600);
    } finally {
      process.umask(before);
      rmSync(folder, { recursive: true });
    }
  });
});
