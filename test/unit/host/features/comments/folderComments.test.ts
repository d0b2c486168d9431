// The comments of a folder in several windows, at the start of a window, and where the disk takes none.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goneBack } from '../../../../../src/chat/branches.js';
import type { ChatEvent } from '../../../../../src/chat/events.js';
import type { ChatState } from '../../../../../src/chat/state.js';
import { initialState } from '../../../../../src/chat/state.js';
import type { Chat } from '../../../../../src/host/chats/chat.js';
import { Chats } from '../../../../../src/host/chats/chats.js';
import { CommentFiles } from '../../../../../src/host/features/comments/commentFiles.js';
import { FolderComments } from '../../../../../src/host/features/comments/folderComments.js';
import { anchorAt } from '../../../../../src/host/features/comments/lines.js';
import { after as stateAfter, exited, named, prompt } from '../../../../support/chat.js';
import { Peer } from '../../../../support/peer.js';
import { removeFolder } from '../../../../support/removeFolder.js';

const anchor = anchorAt(['one', 'two', 'three'], { first: 1, last: 1 });

class Window {
  readonly said: string[] = [];
  readonly chats: Chats;
  readonly comments: FolderComments;
  readonly files: CommentFiles;
  now = 0;

  /** `stored`: the chats on the disk. `owner`: who has them. */
  constructor(
    folder: string,
    stored: ReadonlyMap<string, ChatState | 'notOpened'> = new Map(),
    private readonly owner?: Chat['otherOwner'],
  ) {
    const log = { error: (text: string) => void this.said.push(text), warn: (text: string) => void this.said.push(text) };
    this.files = new CommentFiles(folder, log);
    this.chats = new Chats({ now: () => 9, log, create: state => new Peer(state).loop });
    this.comments = new FolderComments({
      chats: this.chats,
      files: this.files,
      log,
      now: () => this.now++,
      placeOf: path => path,
      openStored: key => Promise.resolve().then(() => this.#open(stored, key)),
      notStored: why => void this.said.push(`not stored: ${why}`),
      clock: {
        after: (_, run) => {
          queueMicrotask(run);
          return () => undefined;
        },
      },
    });
  }

  #open(stored: ReadonlyMap<string, ChatState | 'notOpened'>, key: string): Chat | undefined {
    const state = stored.get(key);
    if (state === undefined) return undefined;
    if (state === 'notOpened') throw new Error('the disk does not give it');
    const kept = { key, usedAt: 1, seenUntil: 1, composerDraft: '', composerRevision: 0, state };
    this.chats.adopt(kept, this.owner);
    return this.chats.get(key);
  }

  /** Sends a message with this comment in the current chat. Returns whether the comment was there to go. */
  send(id: string): boolean {
    const { current } = this.chats;
    const attachments = this.comments.take(current, [id]);
    this.chats.dispatch(current, { type: 'promptSubmitted', uuid: `u${this.now++}`, text: 'Look.', attachments });
    return attachments.length > 0;
  }

  /** The words of those that go with the next message. */
  async words(): Promise<readonly string[]> {
    await this.files.settled();
    await Promise.resolve();
    const news = this.chats.current.news.get('comments');
    return news?.type === 'comments' ? news.comments.map(({ words }) => words) : [];
  }
}

describe('the comments of a folder', () => {
  let folder: string;
  beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), 'parley-comments-')), 'comments')));
  afterEach(() => removeFolder(join(folder, '..')));

  const names = (): readonly string[] => readdirSync(folder);

  it('of two windows are both kept, and each window has those of the other once it is looked at', async () => {
    const [one, other] = [new Window(folder), new Window(folder)];
    const first = one.comments.add('/a', anchor, 'first');
    other.comments.add('/b', anchor, 'second');
    await Promise.all([one.files.settled(), other.files.settled()]);
    await one.comments.read();
    await other.comments.read();
    assert.deepEqual(
      [await one.words(), await other.words()],
      [
        ['first', 'second'],
        ['first', 'second'],
      ],
    );
    one.comments.edit(first.id, 'first, changed');
    await one.files.settled();
    await other.comments.read();
    assert.deepEqual(await other.words(), ['first, changed', 'second']);
    one.comments.remove(first.id);
    await one.files.settled();
    await other.comments.read();
    assert.deepEqual(await other.words(), ['second']);
  });

  it('that wait with a message in a branch which the chat has left go with no message of the other one', async () => {
    const window = new Window(folder);
    const { id } = window.comments.add('/a', anchor, 'first');
    const attachments = window.comments.take(window.chats.current, [id]);
    const left: ChatState = { ...initialState('auto'), waiting: [{ uuid: 'w', text: 'Look.', way: 'after', attachments }] };
    const kept = { key: window.chats.current.key, usedAt: 1, seenUntil: 1, composerDraft: '', composerRevision: 0 };
    window.chats.become(window.chats.current, { ...kept, state: left });
    const cut = { branch: '0000000a', items: [], hasOlder: false, formerSessions: [], text: 'x', now: 1 };
    window.chats.become(window.chats.current, { ...kept, state: goneBack(left, cut) });
    assert.deepEqual([await window.words(), window.send(id)], [[], false]);
    window.chats.become(window.chats.current, { ...kept, state: { ...left, waiting: [] } });
    assert.deepEqual(await window.words(), ['first']);
  });

  it('that are being stored are not taken for removed by another window, nor those for new that are being removed', async () => {
    const window = new Window(folder);
    window.comments.add('/a', anchor, 'first');
    await window.comments.read();
    assert.deepEqual(await window.words(), ['first']);
    const [comment] = window.comments.all;
    const reading = window.comments.read();
    window.comments.remove(comment?.id ?? '');
    await reading;
    assert.deepEqual([await window.words(), names()], [[], []]);
  });

  it('that another window has edited or removed are not written back where their lines have moved here', async () => {
    const [one, other] = [new Window(folder), new Window(folder)];
    const [edited, removed] = ['first', 'second'].map(words => one.comments.add('/a', anchor, words));
    await one.files.settled();
    await other.comments.read();
    one.comments.edit(edited?.id ?? '', 'first, changed');
    one.comments.remove(removed?.id ?? '');
    await one.files.settled();
    const below = anchorAt(['', 'one', 'two', 'three'], { first: 2, last: 2 });
    for (const { id } of other.comments.all) other.comments.place(id, below, false);
    await other.comments.end();
    assert.deepEqual(names(), [`${edited?.id}.json`]);
    const next = new Window(folder);
    await next.comments.read();
    assert.deepEqual(
      next.comments.all.map(({ words, anchor: { first } }) => [words, first]),
      [['first, changed', 2]],
    );
  });

  it('that go with a message while the folder is read are not there again', async () => {
    const window = new Window(folder);
    const { id } = window.comments.add('/a', anchor, 'first');
    await window.files.settled();
    const readAll = window.files.readAll.bind(window.files);
    window.files.readAll = async () => {
      const found = await readAll();
      assert.ok(window.send(id));
      await window.files.settled();
      return found;
    };
    await window.comments.read();
    assert.equal(window.send(id), false);
  });

  it('that go with a message while they are being stored are not there again', async () => {
    const window = new Window(folder);
    const write = window.files.write.bind(window.files);
    const { id } = window.comments.add('/a', anchor, 'first');
    const added = window.files.settled();
    let taken = (): void => undefined;
    const held = new Promise<void>(resolve => (taken = resolve));
    window.files.write = comment => held.then(() => write(comment));
    assert.ok(window.send(id));
    await added;
    await window.comments.read();
    taken();
    assert.equal(window.send(id), false);
  });

  it('stay with words that were changed since their message failed, though that is sent again with the ones before', async () => {
    const window = new Window(folder);
    const { current } = window.chats;
    const { id } = window.comments.add('/a', anchor, 'first');
    assert.ok(window.send(id));
    window.chats.dispatch(current, exited);
    window.comments.edit(id, 'second');
    const failed = current.loop.state.items.find(item => item.kind === 'prompt');
    assert.equal(failed?.state, 'failed');
    window.chats.dispatch(current, { type: 'promptResubmitted', id: failed.id, uuid: 'again' });
    assert.deepEqual(await window.words(), ['second']);
  });

  it('in a message of another window are not given back by the copy of its chat, which may be older', async () => {
    const owner = new Window(folder);
    const { id } = owner.comments.add('/a', anchor, 'first');
    const { key, loop } = owner.chats.current;
    const older = stateAfter(loop.state, prompt('another'));
    owner.comments.take(owner.chats.current, [id]);
    await owner.files.settled();
    const other = new Window(folder, new Map([[key, older]]), 'otherWindow');
    await other.comments.read();
    assert.deepEqual(other.comments.take(other.chats.current, [id]), []);
    // Deleted: its files may stay, so that it can be brought back.
    other.chats.close(key);
    assert.equal(other.comments.take(other.chats.current, [id]).length, 1);
  });

  it('that the disk does not take are told of once, and stay', async () => {
    writeFileSync(folder, 'a file in the place of the folder');
    const window = new Window(folder);
    for (const words of ['first', 'second']) window.comments.add('/a', anchor, words);
    await window.files.settled().catch(() => undefined);
    assert.deepEqual(await window.words(), ['first', 'second']);
    assert.equal(window.said.filter(text => text.startsWith('not stored:')).length, 1);
    await window.comments.read().catch(() => undefined);
    assert.deepEqual(await window.words(), ['first', 'second']);
  });

  it('that cannot be read are left as they are', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'half.json'), '{"format":1,');
    writeFileSync(join(folder, 'later.json'), '{"format":2}');
    const window = new Window(folder);
    window.comments.add('/a', anchor, 'first');
    await window.files.settled();
    await window.comments.read();
    assert.deepEqual([await window.words(), window.said.length, names().length], [['first'], 2, 3]);
  });

  it('whose files cannot be read for a moment are none that another window has removed', async () => {
    const window = new Window(folder);
    for (const words of ['first', 'second']) window.comments.add('/a', anchor, words);
    await window.files.settled();
    const [one = ''] = names();
    const whole = readFileSync(join(folder, one));
    writeFileSync(join(folder, one), '');
    await window.comments.read();
    assert.deepEqual([await window.words(), names().length], [['first', 'second'], 2]);
    writeFileSync(join(folder, one), whole);

    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, 'no folder');
    await assert.rejects(window.comments.read(), { code: 'ENOTDIR' });
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    assert.deepEqual([await window.words(), names().length], [['first', 'second'], 2]);
  });

  describe('that were on their way when a window ended', () => {
    /** What the chat of that message says of it, and what becomes of the comment. */
    const outcomes: Readonly<
      Record<string, { readonly events?: readonly ChatEvent[]; readonly left: readonly string[]; readonly files: number }>
    > = {
      'are gone where it was confirmed': { events: [named, { type: 'promptConfirmed', uuid: 'u' }], left: [], files: 0 },
      'are there again where it has failed': { events: [exited], left: ['first'], files: 1 },
      'stay with it while it may still be sent': { events: [], left: [], files: 1 },
      'are there again where the chat is gone': { left: ['first'], files: 1 },
    };
    for (const [outcome, { events, left, files }] of Object.entries(outcomes))
      it(outcome, async () => {
        const before = new Window(folder);
        const { id } = before.comments.add('/a', anchor, 'first');
        const { current } = before.chats;
        const attachments = before.comments.take(current, [id]);
        assert.deepEqual([attachments.length, before.comments.take(current, [id]).length], [1, 0]);
        await before.comments.end();
        const submitted: ChatEvent = { type: 'promptSubmitted', uuid: 'u', text: 'Look.', attachments };
        const state = stateAfter(current.loop.state, submitted, { type: 'processStarted', version: '2.1.329' }, ...(events ?? []));
        const next = new Window(folder, events && new Map([[current.key, state]]));
        await next.comments.read();
        assert.deepEqual([await next.words(), names().length], [left, files]);
      });

    it('stay with it where the chat is there and cannot be opened, and the others are looked for all the same', async () => {
      const before = new Window(folder);
      const ids = ['first', 'second'].map(words => before.comments.add('/a', anchor, words).id);
      const [bad, gone] = [before.chats.current, before.chats.addUnseen()];
      before.comments.take(bad, ids.slice(0, 1));
      before.comments.take(gone, ids.slice(1));
      await before.comments.end();
      const next = new Window(folder, new Map([[bad.key, 'notOpened']]));
      await next.comments.read();
      assert.deepEqual([await next.words(), names().length], [['second'], 2]);
      assert.equal(next.said.length, 1);
    });

    it('are there again once where their message was edited before the folder was read', async () => {
      const before = new Window(folder);
      const { id } = before.comments.add('/a', anchor, 'first');
      const attachments = before.comments.take(before.chats.current, [id]);
      await before.comments.end();
      const next = new Window(folder);
      next.chats.putBack(next.chats.current, attachments);
      assert.equal(next.chats.current.composerAttachments.length, 1);
      await next.comments.read();
      assert.deepEqual([await next.words(), next.chats.current.composerAttachments], [['first'], []]);
    });

    it('are there again where the chat knows nothing of such a message', async () => {
      const before = new Window(folder);
      const { id } = before.comments.add('/a', anchor, 'first');
      before.comments.take(before.chats.current, [id]);
      await before.comments.end();
      const state = stateAfter(before.chats.current.loop.state, prompt('another'));
      const next = new Window(folder, new Map([[before.chats.current.key, state]]));
      await next.comments.read();
      assert.deepEqual(await next.words(), ['first']);
    });
  });
});
