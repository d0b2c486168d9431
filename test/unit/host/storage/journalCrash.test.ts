// A window ends between any two system calls, and the power goes: the next window reads a chat that there was, and nothing older than the
// last that was said to be on the disk.
import assert from 'node:assert/strict';
import type { ChatJournal } from '../../../../src/host/storage/journal.js';
import type { KeptChat } from '../../../../src/chat/journalRecords.js';
import { filledFrom, refOf } from '../../../../src/chat/journalRecords.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import type { ChatItem } from '../../../../src/chat/state.js';
import { initialState } from '../../../../src/chat/state.js';
import { step } from '../../../../src/chat/step.js';
import { lossesOfData, MemoryDisk } from '../../../support/memoryDisk.js';
import { own } from '../../../support/questions.js';
import { asked, ended, named, permissionFor, prompt } from '../../../support/chat.js';
import { asStored, keptChat, storingWindow } from '../../../support/storedChats.js';

const root = '/root';
/** More than a journal appends before it is rewritten. */
const long = 'long '.repeat(9_000);

type Change = (chat: KeptChat) => KeptChat;
const happens =
  (...events: readonly ChatEvent[]): Change =>
  chat => ({ ...chat, state: events.reduce((state, event, now) => step(state, event, now).state, chat.state) });
const typed =
  (composerDraft: string): Change =>
  chat => ({ ...chat, composerDraft, composerRevision: chat.composerRevision + 1, usedAt: chat.usedAt + 1 });
const drafts = (text: string): Change => happens({ type: 'answerDrafted', toolUseId: 't', question: 0, answer: own(text), on: 0 });
const leave =
  (count: number): Change =>
  ({ state, ...chat }) => ({ ...chat, state: { ...state, items: state.items.slice(count), turnStart: state.turnStart - count } });

/** What happens to the chat in the first window; each change is written before the next. */
const first: readonly Change[] = [
  typed('he'),
  happens(prompt('u1'), { type: 'processStarted' }, { type: 'writeAcknowledged', writeId: 'w0' }),
  happens(named, { type: 'promptConfirmed', uuid: 'u1' }, { type: 'textStarted', id: 'm:0' }),
  happens({ type: 'textGrew', id: 'm:0', text: 'Some ' }),
  happens({ type: 'textFinished', id: 'm:0', text: 'Some words' }, asked('t')),
  drafts('a'),
  drafts('ab'),
  chat => ({ ...chat, title: 'Named' }),
  happens({ type: 'questionDismissed', toolUseId: 't' }, { type: 'toolFinished', toolUseId: 't', isError: false, text: 'no' }),
  happens(permissionFor('x'), { type: 'permissionDecided', requestId: 'p-x', decision: 'deny' }, ended),
  leave(2),
  leave(1),
  ...[1, 2, 3, 4].map(count => typed(`${long}${count}`)),
];
/** The changes in the second window, which claims the chat. */
const second: readonly Change[] = [typed('again'), happens(prompt('u2')), leave(1), happens(asked('t2'))];

class History {
  /** The chat after each change. */
  readonly chats: KeptChat[] = [keptChat(initialState('auto'))];
  /** Position of the last one that was said to be on the disk. */
  onDisk = 0;

  get latest(): KeptChat {
    return this.chats.at(-1) ?? assert.fail();
  }

  async live(journal: ChatJournal, changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      this.chats.push(change(this.latest));
      const { latest } = this;
      journal.changed(() => latest);
      if (!(await journal.flush())) throw new Error('refused');
      this.onDisk = this.chats.length - 1;
    }
  }

  /** Rejects where the disk ends. */
  async tell(disk: MemoryDisk): Promise<void> {
    const window = storingWindow(root, 'a', disk);
    window.confirmed.add('u1').add('m:0');
    await this.live(window.files.begin('k', window.use), first);
    const next = storingWindow(root, 'b', disk);
    next.confirmed.add('u1').add('m:0');
    const claimed = (await next.claim('k')) ?? assert.fail();
    await this.live(claimed.journal, second);
  }
}

/** Items of which no transcript tells. */
function ownItems(chat: KeptChat): readonly ChatItem[] {
  return chat.state.items.filter(({ kind }) => kind === 'question' || kind === 'permission');
}

async function read(disk: MemoryDisk, history: History, what: string): Promise<void> {
  const window = storingWindow(root, 'c', disk);
  const claimed = await window.claim('k');
  if (claimed === undefined) {
    assert.equal(history.onDisk, 0, `nothing is left: ${what}`);
    return;
  }
  const transcript = new Map(history.chats.flatMap(({ state }) => state.items).map(item => [refOf(item).join(), item]));
  const chat = asStored(filledFrom(claimed.stored, place => transcript.get(refOf(place).join())));
  const index = history.chats.findIndex((one, at) => at >= history.onDisk && isSame(chat, asStored(one)));
  assert.notEqual(index, -1, `a chat that never was, or an old one: ${what}`);
  const { items } = await window.files.archived({}, 'k', 100);
  const there = new Set([...items.map(({ item }) => item.id), ...chat.state.items.map(({ id }) => id)]);
  for (const { id } of history.chats.slice(0, index + 1).flatMap(ownItems)) assert.ok(there.has(id), `${id} is lost: ${what}`);
  const isWaiting = chat.state.items.some(item => item.kind === 'question' && item.phase === 'asked');
  if (isWaiting) assert.equal((await window.files.entry('k'))?.isWaiting, true, `nobody is told of the question: ${what}`);
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

/** The disk takes no call after so many. */
function ending(after: number): MemoryDisk {
  const disk = new MemoryDisk();
  disk.fault = () => (disk.calls.length >= after ? { code: 'ENDED' } : undefined);
  return disk;
}

describe('a journal whose window ends', () => {
  let calls: MemoryDisk['calls'];

  before(async () => {
    const disk = new MemoryDisk();
    await new History().tell(disk);
    calls = disk.calls;
  });

  it('goes through all that a journal does', () => {
    const done = new Set(calls.map(({ name, path }) => `${name} ${path.replace(/[-0-9a-f]{36}/, 'UUID')}`));
    for (const one of ['rename /root/chats/k.1.journal', 'write /root/chats/k.archive', 'link /root/chats/k.2.journal'])
      assert.ok(done.has(one), one);
    assert.ok(done.has('remove /root/chats/k.1.journal') && done.has('open /root/chats/k.waits') && done.has('remove /root/chats/k.waits'));
    // Written anew because it is long, beside the first time and the two changes of what the list shows.
    assert.ok(calls.filter(({ name, path }) => name === 'rename' && path.endsWith('.journal')).length >= 4);
  });

  it('between any two system calls is read as it was, or as it was becoming', async () => {
    for (let after = 0; after <= calls.length; after++) {
      const disk = ending(after);
      const history = new History();
      await history.tell(disk).catch(() => undefined);
      const whole = disk.afterPowerLoss(disk.pendingNames, 'none');
      await read(whole, history, `after ${after} calls, ${JSON.stringify(calls[after])}`);
    }
  });

  it('together with the power is read so too, whatever was not synced', async function () {
    this.timeout(60_000);
    for (let after = 0; after <= calls.length; after++) {
      const disk = ending(after);
      const history = new History();
      await history.tell(disk).catch(() => undefined);
      for (let names = 0; names <= disk.pendingNames; names++) {
        for (const loss of lossesOfData) {
          const left = disk.afterPowerLoss(names, loss);
          await read(left, history, `after ${after} calls, ${JSON.stringify(calls[after])}, ${names} names, lost: ${loss}`);
        }
      }
    }
  });
});
