// What tidying removes from the folder of chats, and what it must leave.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import type { Log } from '../../../../src/host/chats/chatDependencies.js';
import { tidyStorage } from '../../../../src/host/storage/leftovers.js';
import { working } from '../../../support/chat.js';
import { keptChat, storingWindow } from '../../../support/storedChats.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('what is left in the folder of chats', () => {
  const hour = 3_600_000;
  const log = { trace: assert.fail, debug: assert.fail, info: assert.fail, warn: assert.fail, error: assert.fail };
  const now = Date.now();
  let folder: string;
  const chats = (name: string): string => join(folder, 'chats', name);
  const put = (path: string, age: number): void => {
    writeFileSync(path, '');
    utimesSync(path, (now - age) / 1000, (now - age) / 1000);
  };
  const tidy = (to: Log = log): Promise<void> =>
    tidyStorage({ root: folder, chats: join(folder, 'chats'), images: join(folder, 'images') }, now, to);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-leftovers-'));
    mkdirSync(join(folder, 'chats'));
    mkdirSync(join(folder, 'images'));
  });
  afterEach(() => removeFolder(folder));

  it('goes after an hour: what was never finished, or belongs to no chat', async () => {
    const gone = ['k.2.journal.u.new', 'gone.archive', 'gone.waits'];
    // The second generation may have been cut by a crash: then the first one counts.
    const stay = ['k.1.journal', 'k.2.journal', 'k.archive', 'k.waits'];
    for (const name of [...gone, ...stay]) put(chats(name), 0.9 * hour);
    await tidy();
    assert.deepEqual(readdirSync(join(folder, 'chats')).sort(), [...gone, ...stay].sort());
    for (const name of gone) put(chats(name), 1.1 * hour);
    for (const name of stay) put(chats(name), 9_000 * hour);
    await tidy();
    assert.deepEqual(readdirSync(join(folder, 'chats')).sort(), stay.sort());
  });

  it('is not the generation that another window is just claiming', async () => {
    const owner = storingWindow(folder, 'a');
    const journal = owner.files.begin('k', owner.use);
    journal.changed(() => keptChat(working, { key: 'k', usedAt: now - 9 * hour }));
    assert.equal(await journal.flush(), true);
    const tidying: FileSystem = { ...nodeFileSystem, syncFolder: () => tidy() };
    assert.ok(await storingWindow(folder, 'b', tidying).claim('k'));
    assert.deepEqual(readdirSync(join(folder, 'chats')), ['k.2.journal']);
  });

  it('goes after 30 days where it could not be read', async () => {
    put(chats('k.1.journal.unreadable'), 29 * 24 * hour);
    await tidy();
    assert.ok(existsSync(chats('k.1.journal.unreadable')));
    put(chats('k.1.journal.unreadable'), 31 * 24 * hour);
    await tidy();
    assert.ok(!existsSync(chats('k.1.journal.unreadable')));
  });

  it('leaves the images of every chat', async () => {
    put(chats('k.1.journal'), 9 * hour);
    for (const key of ['k', 'gone']) {
      mkdirSync(join(folder, 'images', key));
      utimesSync(join(folder, 'images', key), (now - 2 * hour) / 1000, (now - 2 * hour) / 1000);
    }
    await tidy();
    assert.deepEqual(readdirSync(join(folder, 'images')).sort(), ['k']);
  });

  it('is none of a chat that nobody can see, because the folder of the chats cannot be read', async () => {
    mkdirSync(join(folder, 'images', 'k'));
    utimesSync(join(folder, 'images', 'k'), 1, 1);
    rmdirSync(join(folder, 'chats'));
    writeFileSync(join(folder, 'chats'), 'no folder');
    const said: string[] = [];
    await tidy({ ...log, warn: text => void said.push(text) });
    assert.equal(said.length, 1);
    assert.deepEqual(readdirSync(join(folder, 'images')), ['k']);
  });

  it('is a chat that was deleted an hour ago, by a window that has ended since; what hides its session stays', async () => {
    for (const [key, age] of [
      ['gone', 2 * hour],
      ['kept', hour / 2],
    ] as const)
      for (const kind of ['1.journal', 'archive', 'waits', 'deleted']) put(chats(`${key}.${kind}`), age);
    mkdirSync(join(folder, 'images', 'gone'));
    await tidy();
    const left = readdirSync(join(folder, 'chats')).sort();
    assert.deepEqual(left, ['gone.deleted', 'kept.1.journal', 'kept.archive', 'kept.deleted', 'kept.waits']);
    assert.ok(!existsSync(join(folder, 'images', 'gone')));
  });
});
