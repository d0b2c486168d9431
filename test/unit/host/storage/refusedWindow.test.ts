// A window that opens while the disk refuses writes: it owns no chat until other windows can see it, says so for as long, and then goes on by itself.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../../src/shared/clock.js';
import { realClock } from '../../../../src/disk/clock.js';
import type { FileSystem } from '../../../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import { removeFolder } from '../../../support/removeFolder.js';
import type { StoreWindow } from '../../../support/storeWindow.js';
import { createStoreWindow, whenWindows } from '../../../support/storeWindow.js';

describe('a window that opens while the disk refuses writes', () => {
  let folder: string;
  let refusal: string | undefined;
  /** What waits for its time. */
  let later: (() => void)[];
  const windows: StoreWindow[] = [];
  const refusing: FileSystem = {
    ...nodeFileSystem,
    open: (path, use) =>
      refusal === undefined || use === 'read'
        ? nodeFileSystem.open(path, use)
        : Promise.reject(Object.assign(new Error(refusal), { code: refusal })),
  };
  const clock: Clock = {
    after(ms, run) {
      if (ms < 1_000) return realClock.after(ms, run);
      later.push(run);
      return () => void (later = later.filter(one => one !== run));
    },
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-refused-'));
    later = [];
    refusal = undefined;
  });
  afterEach(async () => {
    refusal = undefined;
    for (const window of windows.splice(0)) await window.end();
    await removeFolder(folder);
  });

  async function create(): Promise<StoreWindow> {
    const window = await createStoreWindow(folder, { fileSystem: refusing, clock });
    windows.push(window);
    return window;
  }

  /** The key of a chat that an earlier window has stored and shown. */
  async function earlier(): Promise<string> {
    const window = await create();
    await window.store.begin();
    window.beAsked();
    const { key } = window.chat;
    await window.end();
    return key;
  }

  /** A window of which the person knows that nothing is stored. */
  async function refused(code: string): Promise<{ readonly window: StoreWindow; readonly begun: Promise<void> }> {
    refusal = code;
    const window = await create();
    const begun = window.store.begin();
    await whenWindows(() => window.told.includes('not stored'));
    return { window, begun };
  }

  it('says why for as long, also in a chat that begins meanwhile, and all its chats come and are stored once the disk takes writes', async () => {
    const key = await earlier();
    const { window, begun } = await refused('ENOSPC');
    assert.equal(window.chat.notStored?.code, 'full');
    window.chats.addUnseen();
    assert.deepEqual(new Set(window.chats.all.map(({ notStored }) => notStored?.code)), new Set(['full']));
    const tab = window.store.restoreTab(key, () => false);
    refusal = undefined;
    for (const run of later) run();
    await begun;
    assert.equal(window.chat.key, key);
    assert.equal(await tab, window.chat);
    assert.ok(window.chats.all.every(({ notStored, otherOwner }) => notStored === undefined && otherOwner === undefined));
    assert.deepEqual(window.told, ['not stored', 'stored again']);
    window.type('stored');
    assert.equal(await window.store.flush(), true);
    assert.deepEqual(
      (await window.store.files.list()).map(one => one.key),
      [key],
    );
  });

  it('says that a chat cannot be opened when the person wants it, and opens it at once where the disk takes writes by then', async () => {
    const key = await earlier();
    const { window, begun } = await refused('EROFS');
    assert.equal(window.chat.notStored?.code, 'readOnly');
    assert.equal(await window.show(key), undefined);
    assert.deepEqual(window.told, ['not stored', `not opened: ${key}`]);
    refusal = undefined;
    assert.equal((await window.show(key))?.otherOwner, undefined);
    assert.deepEqual(window.told.slice(2), ['stored again']);
    await begun;
    assert.equal(window.chat.key, key);
  });

  it('takes no chat meanwhile: another window does, and goes on to own it', async () => {
    const key = await earlier();
    const { window, begun } = await refused('ENOSPC');
    assert.equal(await window.show(key), undefined);
    refusal = undefined;
    const other = await create();
    await other.store.begin();
    assert.deepEqual([other.chat.key, other.chat.otherOwner], [key, undefined]);
    for (const run of later) run();
    await begun;
    assert.deepEqual([window.chat.key, window.chat.otherOwner], [key, 'otherWindow']);
    assert.equal(other.chat.otherOwner, undefined);
  });

  it('answers meanwhile what is done with a chat that waits to be stored, and stores it at the end', async () => {
    const { window } = await refused('ENOSPC');
    window.beAsked();
    const { key } = window.chat;
    assert.equal(await window.store.setAside(key), false);
    assert.equal(await window.store.branches.goTo(key, left => Promise.resolve({ chat: left })), false);
    refusal = undefined;
    await window.end();
    const next = await create();
    await next.store.begin();
    assert.equal(next.chat.key, key);
  });

  it('keeps a chat in memory that waits to be stored, also when the person goes on with another', async () => {
    const { window, begun } = await refused('ENOSPC');
    window.type('half a thought');
    const { chat } = window;
    window.chats.newChat();
    window.store.unloadIdle();
    await window.store.setAside(chat.key);
    assert.ok(window.chats.all.includes(chat));
    refusal = undefined;
    for (const run of later) run();
    await begun;
    await window.end();
    const next = await create();
    await next.store.begin();
    assert.equal((await next.show(chat.key))?.composerDraft, 'half a thought');
  });

  it('ends without saying that it stores chats again', async () => {
    const { window } = await refused('ENOSPC');
    await window.end();
    assert.deepEqual(window.told, ['not stored']);
  });
});
