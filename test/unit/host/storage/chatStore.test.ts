// The chats of a window: which are read at the start, which leave the memory, what comes back, and a disk that fails.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { chatTitle } from '../../../../src/host/chats/chat.js';
import { choice, own, pick } from '../../../support/questions.js';
import type { StoreWindow, StoreWindowOptions } from '../../../support/storeWindow.js';
import { configIn, createStoreWindow, workFolderIn, whenWindows } from '../../../support/storeWindow.js';
import { removeFolder } from '../../../support/removeFolder.js';

/** The real one; tells which files were read, and refuses writes on demand. */
class CountingFileSystem implements FileSystem {
  readonly read: string[] = [];
  isFull = false;
  readonly rename = nodeFileSystem.rename;
  readonly link = nodeFileSystem.link;
  readonly remove = nodeFileSystem.remove;
  readonly namesIn = nodeFileSystem.namesIn;
  readonly stat = nodeFileSystem.stat;
  readonly makeFolder = nodeFileSystem.makeFolder;
  readonly syncFolder = nodeFileSystem.syncFolder;
  readonly setModified = nodeFileSystem.setModified;

  open(path: string, use: 'create' | 'append' | 'read'): ReturnType<FileSystem['open']> {
    if (use === 'read') this.read.push(path);
    else if (this.isFull) return Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    return nodeFileSystem.open(path, use);
  }
}

describe('the chats of a window', () => {
  let folder: string;
  const windows: StoreWindow[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-store-'));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.end();
    await removeFolder(folder);
  });

  async function open(options: StoreWindowOptions = {}): Promise<StoreWindow> {
    const window = await createStoreWindow(folder, options);
    windows.push(window);
    await window.store.begin();
    return window;
  }

  const journals = (): readonly string[] => readdirSync(join(folder, 'chats')).filter(name => name.endsWith('.journal'));

  /** A chat without anything that waits: its prompt is answered. */
  function talk(window: StoreWindow, text: string, sessionId: string): Chat {
    window.chats.newChat();
    window.say(
      { type: 'promptSubmitted', uuid: `u-${sessionId}`, text },
      { type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' },
      { type: 'promptConfirmed', uuid: `u-${sessionId}` },
      { type: 'turnEnded', outcome: 'success' },
    );
    return window.chat;
  }

  it('come back with their last items where something waits unseen, and with all others as pages', async () => {
    const first = await open();
    const words = Array.from({ length: 30 }, (_, nth) => [`prompt ${nth}`, `text ${nth}`]).flat();
    first.say({ type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' });
    for (const [nth, word] of words.entries()) {
      if (nth % 2 === 0) first.say({ type: 'promptSubmitted', uuid: `u${nth}`, text: word }, { type: 'promptConfirmed', uuid: `u${nth}` });
      else first.say({ type: 'textFinished', id: `m${nth}:0`, text: word }, { type: 'turnEnded', outcome: 'success' });
    }
    first.beAsked();
    const { key } = first.chat;
    talk(first, 'shown last', 's1');
    await first.end();
    const second = await open();
    const waiting = second.chats.get(key) ?? assert.fail();
    assert.equal(waiting.loop.state.items.at(-1)?.kind, 'question');
    assert.equal(waiting.loop.state.items.length, 12);
    const told = waiting.loop.state.items.map(item => ('text' in item ? item.text : item.kind));
    const pages = second.store.reading.conversationOf(waiting);
    assert.equal(waiting.loop.state.hasOlder, true);
    let before: Parameters<typeof pages.page>[0]['before'] | undefined = { inFrontOf: waiting.loop.state.items[0] ?? assert.fail() };
    while (before !== undefined) {
      const page: Awaited<ReturnType<typeof pages.page>> = await pages.page({ direction: 'older', after: undefined, before });
      told.unshift(...page.items.map(item => ('text' in item ? item.text : item.kind)));
      before = page.rest === undefined ? undefined : { cursor: page.rest };
    }
    assert.deepEqual(told, [...words, 'hello', 'question']);
  });

  it('are not read at the start, but for the one that is shown and those in which something waits; no process is started', async () => {
    const first = await open();
    first.beAsked();
    const waiting = first.chat.key;
    const shown = talk(first, 'shown last', 's1').key;
    await first.end();
    const name = journals().find(journal => journal.startsWith(shown)) ?? assert.fail();
    const content = readFileSync(join(folder, 'chats', name));
    for (let nth = 0; nth < 1_000; nth++) writeFileSync(join(folder, 'chats', `old-${nth}.1.journal`), content);
    const fileSystem = new CountingFileSystem();
    const second = await open({ fileSystem });
    assert.deepEqual(
      fileSystem.read.filter(path => path.includes('old-')),
      [],
    );
    assert.equal(second.chat.key, shown);
    assert.deepEqual(second.chats.all.map(({ key }) => key).toSorted(), [waiting, shown].toSorted());
    assert.ok(second.chats.all.every(({ loop }) => loop.state.process === 'none'));
  });

  it('are opened by their key, by their session, and not at all where there are none', async () => {
    const first = await open();
    const [one, other] = [talk(first, 'one', 's1').key, talk(first, 'other', 's2').key];
    await first.end();
    const second = await open();
    assert.equal((await second.store.open(one))?.loop.state.sessionId, 's1');
    assert.equal((await second.store.open('s2'))?.key, other);
    assert.equal(await second.store.open('s3'), undefined);
  });

  it('are opened by their session before they are on the disk', async () => {
    const window = await open();
    const { key } = talk(window, 'one', 's1');
    assert.equal((await window.store.open('s1'))?.key, key);
  });

  it('leave the memory when nobody sees them and nothing runs; their drafts come back', async () => {
    const window = await open();
    const { key } = talk(window, 'one', 's1');
    window.type('not sent yet');
    talk(window, 'other', 's2');
    await whenWindows(() => window.chats.get(key) === undefined);
    const opened = await window.show(key);
    assert.deepEqual([opened?.composerDraft, opened?.otherOwner], ['not sent yet', undefined]);
    assert.equal(window.chat.loop.state.items[0]?.kind, 'prompt');
  });

  it('stay in memory with a question, an unconfirmed prompt, or a tab', async () => {
    const window = await open();
    window.beAsked();
    const asked = window.chat.key;
    window.chats.newChat();
    window.say({ type: 'promptSubmitted', uuid: 'u', text: 'not confirmed' });
    const unconfirmed = window.chat.key;
    const tab = talk(window, 'in a tab', 's1');
    tab.hasTab = true;
    const leaves = talk(window, 'leaves', 's2').key;
    talk(window, 'shown', 's3');
    await whenWindows(() => window.chats.get(leaves) === undefined);
    for (const key of [asked, unconfirmed, tab.key]) assert.notEqual(window.chats.get(key), undefined);
  });

  it('say once that the disk refuses them, and are stored when it takes writes again', async () => {
    const fileSystem = new CountingFileSystem();
    const window = await open({ fileSystem });
    window.beAsked();
    await window.store.flush();
    fileSystem.isFull = true;
    window.type('not stored');
    await window.store.flush();
    talk(window, 'not stored either', 's1');
    await window.store.flush();
    assert.deepEqual(window.told, ['not stored']);
    assert.ok(window.chats.all.every(({ notStored }) => notStored?.code === 'full'));
    fileSystem.isFull = false;
    window.type('stored');
    await window.store.flush();
    assert.ok(window.chats.all.every(({ notStored }) => notStored === undefined));
    assert.deepEqual(window.told, ['not stored', 'stored again']);
    assert.ok(journals().some(name => readFileSync(join(folder, 'chats', name), 'utf8').includes('"stored"')));
  });

  it('say again that all is stored when the one that was refused is closed', async () => {
    const fileSystem = new CountingFileSystem();
    const window = await open({ fileSystem });
    window.beAsked();
    await window.store.flush();
    fileSystem.isFull = true;
    window.type('not stored');
    await window.store.flush();
    window.chats.close(window.chat.key);
    assert.deepEqual(window.told, ['not stored', 'stored again']);
  });

  it('stay with a window that cannot store them for another one, with the draft as it was', async () => {
    const fileSystem = new CountingFileSystem();
    const first = await open({ fileSystem });
    first.beAsked();
    await first.store.flush();
    const second = await open();
    await second.show(first.chat.key);
    fileSystem.isFull = true;
    first.type('not stored');
    await second.store.takeOver(second.chat);
    assert.deepEqual([first.chat.otherOwner, second.chat.otherOwner], [undefined, 'otherWindow']);
    assert.equal(first.chat.composerDraft, 'not stored');
    fileSystem.isFull = false;
    await first.store.flush();
    await whenWindows(() => second.chat.composerDraft === 'not stored');
  });

  it('are owned by no window that others cannot see; it says so, and ends all the same', async () => {
    // A file in the place of the folder.
    writeFileSync(join(folder, 'windows'), '');
    const window = await createStoreWindow(folder);
    windows.push(window);
    void window.store.begin();
    await whenWindows(() => window.told.includes('not stored'));
    window.beAsked();
    await window.store.flush();
    assert.equal(readdirSync(folder).includes('chats'), false);
    rmSync(join(folder, 'windows'));
    await window.end();
    assert.equal(journals().length, 1);
  });

  describe('and the transcripts', () => {
    /** A UUID, as the CLI's ids are. */
    const sessionId = '11111111-1111-4111-8111-111111111111';
    const path = (): string => {
      const projects = join(configIn(folder), 'projects', workFolderIn(folder).replaceAll(/[^a-zA-Z0-9]/g, '-'));
      mkdirSync(projects, { recursive: true });
      return join(projects, `${sessionId}.jsonl`);
    };
    const line = (entry: object, at: number): string => `${JSON.stringify({ ...entry, timestamp: new Date(at).toISOString() })}\n`;
    const user = (uuid: string, parentUuid: string | null, text: string) => ({
      type: 'user',
      uuid,
      parentUuid,
      message: { content: text },
    });
    const said = (uuid: string, parentUuid: string, text: string) => ({
      type: 'assistant',
      uuid,
      parentUuid,
      message: { id: `m-${uuid}`, content: [{ type: 'text', text }] },
    });
    const words = (chat: Chat | undefined): readonly string[] =>
      (chat?.loop.state.items ?? []).map(item => ('text' in item ? item.text : item.kind));

    /** A chat with an answer that is in the transcript too, with a question between. */
    async function converse(): Promise<{ readonly key: string; readonly texts: readonly string[] }> {
      const window = await open();
      const { key } = talk(window, 'one', sessionId);
      const now = Date.now() - 1_000;
      writeFileSync(path(), line(user(`u-${sessionId}`, null, 'one'), now) + line(said('a1', `u-${sessionId}`, 'an answer'), now));
      window.say(
        { type: 'textStarted', id: 'm-a1:0' },
        { type: 'textFinished', id: 'm-a1:0', text: 'an answer' },
        { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input: { questions: [], raw: {} } },
        { type: 'toolFinished', toolUseId: 't', isError: true, text: 'no' },
        { type: 'turnEnded', outcome: 'success' },
      );
      const texts = words(window.chat);
      await window.end();
      return { key, texts };
    }

    it('give back the same conversation in the same order, with the same ids', async () => {
      const { key, texts } = await converse();
      const second = await open();
      assert.equal(second.chat.key, key);
      assert.deepEqual(words(second.chat), texts);
      assert.ok(second.chat.loop.state.items.some(({ id }) => id === 'm-a1:0'));
    });

    it('keep the name that the list shows, however long the conversation is', async () => {
      const count = 150;
      const prompts = Array.from({ length: count }, (_, nth) =>
        line(
          { ...user(`u${nth}`, nth === 0 ? null : `u${nth - 1}`, `prompt ${nth}`), cwd: workFolderIn(folder) },
          Date.now() - count + nth,
        ),
      );
      writeFileSync(path(), prompts.join(''));
      const first = await open();
      const chat = (await first.store.open(sessionId)) ?? assert.fail();
      assert.notEqual(words(chat)[0], 'prompt 0', 'the first prompt has left the window of items');
      assert.equal(chatTitle(chat), 'prompt 0');
      first.chats.setComposerDraft(chat, 'now it is stored');
      await first.end();
      const second = await open();
      assert.equal(chatTitle((await second.store.open(sessionId)) ?? assert.fail()), 'prompt 0');
      const third = await open();
      assert.equal(chatTitle((await third.store.open(sessionId)) ?? assert.fail()), 'prompt 0', 'a copy');
    });

    it('tell what was said in another program meanwhile, once', async () => {
      const { texts } = await converse();
      const later = Date.now() + 60_000;
      const news = line(user('u2', 'a1', 'two'), later) + line(said('a2', 'u2', 'of another program'), later);
      writeFileSync(path(), readFileSync(path(), 'utf8') + news);
      for (let times = 0; times < 2; times++) {
        const window = await open();
        assert.deepEqual(words(window.chat), [...texts, 'two', 'of another program']);
        await window.end();
      }
    });

    it('are whole where a crash has left the mark of something that waits', async () => {
      const first = await open();
      const { key } = talk(first, 'one', sessionId);
      talk(first, 'shown last', 's1');
      await first.end();
      writeFileSync(join(folder, 'chats', `${key}.waits`), '');
      const second = await open();
      assert.deepEqual(words(second.chats.get(key)), ['one']);
      second.chats.newChat();
      assert.notEqual(second.chat.key, key);
    });

    it('come back in order, and nothing twice, where the clock was ahead when the CLI wrote its transcript', async () => {
      const ahead = Date.now() + 60_000;
      writeFileSync(
        path(),
        line({ ...user('u1', null, 'one'), cwd: workFolderIn(folder) }, ahead) + line(said('a1', 'u1', 'an answer'), ahead),
      );
      const first = await open();
      const { key } = (await first.show(sessionId)) ?? assert.fail();
      const input = { questions: [choice('Which?', 'Which', ['A'])], raw: {} };
      first.say(
        { type: 'promptSubmitted', uuid: 'u2', text: 'two' },
        { type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' },
        { type: 'promptConfirmed', uuid: 'u2' },
        { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input },
      );
      const conversation = words(first.chat);
      writeFileSync(path(), readFileSync(path(), 'utf8') + line(user('u2', 'a1', 'two'), Date.now()));
      talk(first, 'shown last', 's1');
      await first.end();
      const second = await open();
      assert.deepEqual(words(second.chats.get(key)), conversation);
    });

    it('tell what another program has answered, whatever time the transcript’s file has', async () => {
      const first = await open();
      const { key } = talk(first, 'one', sessionId);
      const input = { questions: [choice('Which?', 'Which', ['A'])], raw: {} };
      first.say({ type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input });
      writeFileSync(path(), line(user(`u-${sessionId}`, null, 'one'), Date.now() - 1_000));
      talk(first, 'shown last', 's1');
      await first.end();
      const later = Date.now() + 60_000;
      writeFileSync(path(), readFileSync(path(), 'utf8') + line(user('u2', `u-${sessionId}`, 'of another program'), later));
      utimesSync(path(), 1, 1);
      const second = await open();
      assert.deepEqual(words(second.chats.get(key)), ['one', 'question', 'of another program']);
    });

    it('leave their words to the transcript; when it is gone, one notice says so, and what only Parley has stays', async () => {
      const { key, texts } = await converse();
      const second = await open();
      // A new title rewrites the file.
      second.chats.rename(key, 'title');
      await second.end();
      const stored = readFileSync(join(folder, 'chats', journals().find(name => name.startsWith(key)) ?? assert.fail()), 'utf8');
      assert.equal(stored.includes('an answer'), false);
      const third = await open();
      assert.deepEqual(words(third.chat), texts);
      await third.end();
      rmSync(path());
      for (let times = 0; times < 2; times++) {
        const window = await open();
        assert.deepEqual(
          window.chat.loop.state.items.map(({ kind }) => kind),
          ['problem', 'question'],
        );
        await window.end();
      }
    });

    it('tell a prompt that the CLI has written and a killed window has not stored, once', async () => {
      const { texts } = await converse();
      const later = Date.now() + 60_000;
      writeFileSync(path(), readFileSync(path(), 'utf8') + line(user('u2', 'a1', 'two'), later));
      const second = await open();
      assert.deepEqual(words(second.chat), [...texts, 'two']);
      writeFileSync(path(), readFileSync(path(), 'utf8') + line(said('a2', 'u2', 'an end'), later + 1));
      await second.end();
      const third = await open();
      assert.deepEqual(words(third.chat), [...texts, 'two', 'an end']);
    });
  });

  it('keep half an answer over a restart', async () => {
    const first = await open();
    first.beAsked();
    await first.end();
    const second = await open();
    assert.equal(second.question?.phase, 'parked');
    assert.deepEqual(second.question.draft, [own('half a thought')]);
    second.say({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    assert.notEqual(second.question.settlement, null);
  });
});
