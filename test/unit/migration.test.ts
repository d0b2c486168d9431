// Chats of the format before: every one becomes a journal with all that was in it, and its files go after that.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { uptime } from 'node:os';
import { migrateChats } from '../../src/host/sessions/migration.js';
import { filledFrom } from '../../src/session/journalRecords.js';
import type { KeptChat } from '../../src/session/journalRecords.js';
import { restoredState } from '../../src/session/restore.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import { MemoryDisk } from '../support/memoryDisk.js';
import type { StoringWindow } from '../support/storedChats.js';
import { asStored, storingWindow } from '../support/storedChats.js';

const answer = { ...emptyAnswer, other: true, otherText: 'as in the chat' };
const question = { kind: 'choice', question: 'Which?', header: 'Which', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] };
const openQuestion = {
  ...{ kind: 'question', id: 't1', phase: 'asked', questions: [question], raw: { questions: [] }, draft: [answer], revision: 3 },
  ...{ hostEdits: [], requestId: 'r1', hook: true, route: 'control', askedAt: 5 },
};
const lostQuestion = {
  ...{ kind: 'question', id: 't0', phase: 'lost', questions: [question], raw: {}, draft: [answer], revision: 1, hostEdits: [] },
  ...{ reason: 'exited', resent: true, delivered: 'what Claude has read', endedAt: 4 },
};

/** As the version before wrote it. */
const old = {
  ...{ format: 2, key: 'k', title: 'Named', usedAt: 1_000, seenUntil: 900, composerDraft: 'in the chat', composerRevision: 4 },
  state: {
    items: [
      { kind: 'prompt', id: 'i0', text: 'the first\nprompt', state: 'sent', uuid: 'u1' },
      lostQuestion,
      { kind: 'text', id: 'm:0', text: 'said', streaming: false },
      openQuestion,
    ],
    ...{
      turnStart: 3,
      turn: 'running',
      turnBegan: true,
      outbox: [],
      process: 'running',
      backgroundTasks: 0,
      sessionId: 's',
      queued: [],
    },
    ...{ peer: { version: '2.1.329', capabilities: [] }, peerControls: true, routeSetting: 'auto', counter: 7 },
  },
};
const typedWith = (revision: number, composerRevision: number): unknown => ({
  ...{ format: 2, usedAt: 2_000, composerDraft: 'in the drafts', composerRevision },
  drafts: [{ id: 't1', revision, draft: [{ ...answer, otherText: 'in the drafts' }], hostEdits: [] }],
});

describe('chats of the format before', () => {
  const root = '/root';
  const json = '/root/sessions/k.json';
  let disk: MemoryDisk;
  let window: StoringWindow;
  const running = new Set<number>();
  const migrate = (): Promise<void> => {
    const { files, said } = window;
    const silent = (): void => undefined;
    const say = (text: string): void => void said.push(text);
    const log = { trace: silent, debug: silent, info: silent, warn: say, error: say };
    return migrateChats({ root, files, log, fileSystem: disk, isRunning: pid => running.has(pid) });
  };
  /** Without the marks. */
  const stored = (): readonly string[] => disk.paths.filter(path => !path.endsWith('.waits'));
  const put = (path: string, value: unknown): void => disk.put(path, JSON.stringify(value));
  const read = async (): Promise<KeptChat> => {
    const chat = (await window.files.read('k')) ?? assert.fail('no such chat');
    return asStored(filledFrom(chat, () => assert.fail()));
  };
  const draftOf = ({ state }: KeptChat): string | undefined => {
    const item = state.items.find(({ id }) => id === 't1');
    return item?.kind === 'question' ? item.draft[0]?.otherText : undefined;
  };

  beforeEach(() => {
    disk = new MemoryDisk();
    window = storingWindow(root, 'a', disk);
    running.clear();
  });

  it('are marked where something waits in them, so that the next start finds it', async () => {
    put(json, old);
    put('/root/sessions/q.json', { ...old, key: 'q', state: { ...old.state, items: [lostQuestion] } });
    await migrate();
    const waiting = (await window.files.list()).filter(({ isWaiting }) => isWaiting);
    assert.deepEqual(
      waiting.map(({ key }) => key),
      ['k'],
    );
  });

  it('are there with all that was in them, under the names of today, and their files are gone', async () => {
    put(json, old);
    put('/root/sessions/k.owner', { window: 'w', pid: 1 });
    put('/root/sessions/k.wanted', { window: 'v', pid: 2 });
    await migrate();
    assert.deepEqual([stored(), window.said], [['/root/chats/k.1.journal'], []]);
    const { resent: _, delivered: __, ...lost } = lostQuestion;
    const { peerControls: ___, ...state } = old.state;
    const [prompt, , text, open] = old.state.items;
    const { format: ____, ...chat } = old;
    assert.deepEqual(await read(), {
      ...chat,
      state: {
        ...{
          ...state,
          turnPrompts: [],
          waiting: [],
          subagents: 0,
          hasOlder: false,
          sendsControlRequests: true,
          inBackground: [],
          cutShort: [],
        },
        items: [prompt, { ...lost, sentAsMessage: true, echoedText: 'what Claude has read' }, text, open],
      },
    });
    const [head] = await window.files.newest(1);
    assert.deepEqual([head?.title, head?.firstPrompt, head?.sessionId, head?.usedAt], ['Named', 'the first', 's', 1_000]);
  });

  for (const [what, revision, composerRevision, draft, composer] of [
    ['newer than the chat', 5, 6, 'in the drafts', 'in the drafts'],
    ['older than the chat', 2, 3, 'as in the chat', 'in the chat'],
    ['newer on the card only', 5, 3, 'in the drafts', 'in the chat'],
  ] as const) {
    it(`have what was being typed where that is ${what}`, async () => {
      put(json, old);
      put('/root/sessions/k.drafts', typedWith(revision, composerRevision));
      await migrate();
      const chat = await read();
      assert.deepEqual([draftOf(chat), chat.composerDraft, chat.usedAt], [draft, composer, 2_000]);
      assert.deepEqual(stored(), ['/root/chats/k.1.journal']);
    });
  }

  it('of the first versions, with fields that were not there yet, can be gone on with', async () => {
    const { outbox: _, queued: __, peerControls: ___, turnBegan: ____, ...state } = old.state;
    const { revision: _____, ...first } = openQuestion;
    put(json, { ...old, composerRevision: undefined, state: { ...state, turnStart: 0, items: [{ ...first, hostEdits: 2 }] } });
    put('/root/sessions/k.drafts', typedWith(1, 1));
    await migrate();
    const chat = await read();
    assert.deepEqual(
      [draftOf(chat), chat.composerDraft, chat.state.outbox, chat.state.sendsControlRequests],
      ['in the drafts', 'in the drafts', [], false],
    );
    const [item] = restoredState(chat.state, 'auto', 10).items;
    assert.ok(item?.kind === 'question' && item.phase === 'lost' && item.draft[0]?.otherText === 'in the drafts');
  });

  it('that a living window of that version has open are left alone, and come when it is gone', async () => {
    running.add(77);
    put(json, old);
    put('/root/sessions/k.owner', { window: 'w', pid: 77 });
    await migrate();
    assert.deepEqual(stored(), [json, '/root/sessions/k.owner']);
    running.clear();
    await migrate();
    assert.deepEqual(stored(), ['/root/chats/k.1.journal']);
  });

  it('whose owner wrote before the machine was started belong to nobody', async () => {
    running.add(77);
    put(json, old);
    put('/root/sessions/k.owner', { window: 'w', pid: 77 });
    await disk.setModified('/root/sessions/k.owner', Date.now() - uptime() * 1_000 - 60_000);
    await migrate();
    assert.deepEqual(stored(), ['/root/chats/k.1.journal']);
  });

  it('know by themselves which process runs', async () => {
    put('/root/sessions/k.json', old);
    put('/root/sessions/l.json', old);
    put('/root/sessions/k.owner', { window: 'w', pid: process.pid });
    put('/root/sessions/l.owner', { window: 'w', pid: spawnSync(process.execPath, ['-e', '']).pid });
    const { files } = window;
    const log = { trace: assert.fail, debug: assert.fail, info: assert.fail, warn: assert.fail, error: assert.fail };
    await migrateChats({ root, files, log, fileSystem: disk });
    assert.deepEqual(stored(), ['/root/chats/l.1.journal', json, '/root/sessions/k.owner']);
  });

  it('are set aside where they cannot be read, and the others come', async () => {
    disk.put(json, '{"format":2,"key":');
    put('/root/sessions/l.json', { ...old, key: 'l' });
    put('/root/sessions/m.json', { ...old, format: 1 });
    put('/root/sessions/n.json', old);
    disk.put('/root/sessions/n.drafts', 'no JSON');
    await migrate();
    const aside = ['k.json', 'm.json', 'n.drafts'].map(name => `/root/sessions/${name}.unreadable`);
    assert.deepEqual(stored(), ['/root/chats/l.1.journal', '/root/chats/n.1.journal', ...aside]);
    assert.equal(window.said.length, 3);
  });

  it('stay where the disk refuses, say so, and come at the next start', async () => {
    put(json, old);
    disk.fault = ({ name }) => (name === 'datasync' ? { code: 'ENOSPC' } : undefined);
    await migrate();
    assert.deepEqual([stored(), window.said.length], [[json], 1]);
    disk.fault = () => undefined;
    await migrate();
    assert.deepEqual(stored(), ['/root/chats/k.1.journal']);
  });

  it('do not take the place of a journal that is there: it is newer', async () => {
    put(json, old);
    await migrate();
    const claimed = (await window.claim('k')) ?? assert.fail();
    const chat = { ...(await read()), composerDraft: 'newer', composerRevision: 9 };
    claimed.journal.changed(() => chat);
    await claimed.journal.flush();
    put(json, old);
    await migrate();
    assert.equal((await read()).composerDraft, 'newer');
    assert.ok(!stored().includes(json));
  });

  it('come also when the window ends between any two system calls, and none is lost or there twice', async () => {
    const calls = async (limit: number): Promise<MemoryDisk> => {
      disk = new MemoryDisk();
      window = storingWindow(root, 'a', disk);
      put(json, old);
      put('/root/sessions/k.drafts', typedWith(5, 6));
      disk.fault = () => (disk.calls.length >= limit ? { code: 'ENDED' } : undefined);
      await migrate().catch(() => undefined);
      return disk;
    };
    const { length } = (await calls(Infinity)).calls;
    for (let limit = 0; limit <= length; limit++) {
      const ended = await calls(limit);
      for (let names = 0; names <= ended.pendingNames; names++) {
        disk = ended.afterPowerLoss(names, 'all');
        window = storingWindow(root, 'b', disk);
        await migrate();
        const chat = await read();
        const left = stored().filter(path => !path.endsWith('.new'));
        assert.deepEqual(
          [draftOf(chat), chat.composerDraft, left],
          ['in the drafts', 'in the drafts', ['/root/chats/k.1.journal']],
          `${limit} ${names}`,
        );
      }
    }
  });
});
