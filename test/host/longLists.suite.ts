// Lists of more chats, questions or hits than they show at first: they say so, and read on.
import assert from 'node:assert/strict';
import { showAnsweredQuestions } from '../../src/host/commands/answeredQuestions.js';
import { showChats } from '../../src/host/commands/chatList.js';
import { findInChats } from '../../src/host/commands/findInChats.js';
import type { PastChat } from '../../src/host/commands/pastChats.js';
import type { FoundItem } from '../../src/host/conversation/olderItems.js';
import { announcedQuestion } from '../../src/chat/questionMachine.js';
import { choice, pick } from '../support/questions.js';
import type { FakeList } from './fakeList.js';
import { fakeLists } from './fakeList.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('a list that is longer than what it shows', () => {
  let lists: readonly FakeList[];
  let restore: () => void;
  let opened: string[];
  beforeEach(() => {
    opened = [];
    ({ lists, restore } = fakeLists());
  });
  afterEach(() => {
    for (const list of lists) list.hide();
    restore();
  });

  const log = new Proxy({}, { get: () => (words: string) => assert.fail(words) });
  const ended = { dispose: () => undefined };
  /** What a list asks of so many chats on the disk. */
  function diskOf(count: number) {
    const all = Array.from({ length: count }, (_, nth): PastChat => {
      return { id: `k${nth}`, title: `Chat ${nth}`, usedAt: Date.now() - nth, isStored: true, sessions: [], holder: undefined, marks: [] };
    });
    const question = { ...announcedQuestion('t'), phase: 'answered', draft: [pick(0)], endedAt: 1 };
    return {
      log,
      chats: { all: [], get: () => undefined, onDidChange: () => ended },
      imageFolder: () => undefined,
      marking: { has: () => false, reading: () => Promise.resolve(() => undefined) },
      pastChats: {
        kept: [],
        list: (most: number) => Promise.resolve(all.slice(0, most)),
        all: () => Promise.resolve(all),
        open: (id: string) => Promise.resolve(void opened.push(id)),
        questionsOf: ({ id }: PastChat) => Promise.resolve([{ ...question, id, questions: [choice(`Asked in ${id}?`, '', ['Yes'])] }]),
        conversationIn: () => Promise.resolve({ find: hits }),
      },
    };
  }
  /** A chat has 21 lines with the words. */
  async function* hits(): AsyncGenerator<readonly FoundItem[]> {
    await Promise.resolve();
    yield Array.from({ length: 21 }, (_, nth): FoundItem => ({ item: `i${nth}`, at: [nth, 0], cursor: '', line: `an oak ${nth}` }));
  }
  const read = async (nth: number): Promise<FakeList> => {
    await until(() => lists[nth]?.busy === false);
    return lists[nth] ?? assert.fail();
  };

  it('shows the newest chats, and all of them by a row at the end', async () => {
    showChats(diskOf(250) as unknown as Parameters<typeof showChats>[0]);
    const first = await read(0);
    assert.equal(first.labels.filter(label => label.startsWith('Chat')).length, 200);
    assert.deepEqual([first.labels.at(-1), first.items.at(-1)?.description], ['Show more', '200 are shown.']);
    first.value = '249';
    first.pick('Show more');
    const all = await read(1);
    assert.equal(all.labels.filter(label => label.startsWith('Chat')).length, 250);
    assert.deepEqual([all.labels.includes('Show more'), all.value, opened], [false, '249', []], 'with the words that are typed');
  });

  it('has the questions of the newest chats, and those of all by a row at the end', async () => {
    showAnsweredQuestions(diskOf(60) as unknown as Parameters<typeof showAnsweredQuestions>[0]);
    const first = await read(0);
    assert.deepEqual([first.labels.length, first.labels.at(-2), first.labels.at(-1)], [51, 'Asked in k49?', 'Show more']);
    assert.deepEqual([first.items.at(-1)?.description, first.items.at(-1)?.alwaysShow], ['The newest 50 chats are searched.', true]);
    first.value = 'k59';
    first.pick('Show more');
    const all = await read(1);
    assert.deepEqual([all.labels.length, all.labels.at(-1), all.value], [60, 'Asked in k59?', 'k59']);
    all.pick('Asked in k59?');
    assert.deepEqual(opened, ['k59']);
  });

  it('says that a chat may have more hits than are shown of it', async () => {
    findInChats(diskOf(2) as unknown as Parameters<typeof findInChats>[0]);
    const list = lists[0] ?? assert.fail();
    list.type('oak');
    await until(() => list.title === 'Find in Chats · 40 found, at most 20 of a chat');
    assert.equal(list.items.length, 40);
  });
});
