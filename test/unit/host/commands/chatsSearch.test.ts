// The search of all chats: hits as they are found, the newest chats first, and the same hit again once its chat is open.
import assert from 'node:assert/strict';
import type { ChatHit, SearchedChat } from '../../../../src/host/commands/chatsSearch.js';
import { hitAgain, searchChats } from '../../../../src/host/commands/chatsSearch.js';
import type { FoundItem, OlderItems } from '../../../../src/host/conversation/olderItems.js';

type Items = Pick<OlderItems, 'find'>;

/** The items in batches, as they are found. */
function itemsOf(batches: readonly (readonly string[])[], read: (batch: number) => void = () => undefined): Items {
  return {
    async *find() {
      let at = 1_000;
      for (const [nth, batch] of batches.entries()) {
        await Promise.resolve();
        read(nth);
        // The oldest of a batch first, as a page has them.
        const found = batch.map((line): FoundItem => ({ item: `${line} ${at}`, at: [at--, 0], cursor: '', line }));
        yield found.toReversed();
      }
    },
  };
}

const chat = (id: string, items: Items | Error | undefined): SearchedChat => ({
  id,
  title: `The chat ${id}`,
  usedAt: 0,
  read: () => (items instanceof Error ? Promise.reject(items) : Promise.resolve(items)),
});
const shown = (hits: readonly ChatHit[]): readonly string[] => hits.map(({ chat: { id }, line, nth }) => `${id}: ${line} (${nth})`);

describe('the search of all chats', () => {
  it('gives the hits of each chat in its turn, the newest first, and goes on where one cannot be read', async () => {
    const failures: unknown[] = [];
    const chats = [
      chat('a', itemsOf([['one', 'two'], [], ['one']])),
      chat('b', new Error('broken')),
      chat('c', undefined),
      chat('d', itemsOf([['one']])),
    ];
    const found: ChatHit[] = [];
    for await (const hits of searchChats('o', chats, new AbortController().signal, error => failures.push(error))) found.push(...hits);
    assert.deepEqual(shown(found), ['a: one (0)', 'a: two (0)', 'a: one (1)', 'd: one (0)']);
    assert.deepEqual(failures.map(String), ['Error: broken']);
  });

  it('reads no farther than it is asked: not behind the newest hits of a chat, and not once it is stopped', async () => {
    const read: string[] = [];
    const many = Array.from({ length: 30 }, (_, nth) => `line ${nth}`);
    const batches = [many.slice(0, 15), many.slice(15), ['more']];
    const chats = ['a', 'b', 'c'].map(id =>
      chat(
        id,
        itemsOf(batches, nth => read.push(`${id}${nth}`)),
      ),
    );
    const stop = new AbortController();
    const found: ChatHit[] = [];
    for await (const hits of searchChats('line', chats, stop.signal, error => assert.fail(String(error)))) {
      found.push(...hits);
      if (found.some(hit => hit.chat.id === 'b')) stop.abort();
    }
    assert.deepEqual([found.filter(hit => hit.chat.id === 'a').length, found.at(19)?.line], [20, 'line 19']);
    assert.deepEqual(
      found.filter(({ isCut }) => isCut).map(hit => `${hit.chat.id} ${hit.line}`),
      ['a line 19', 'b line 19'],
      'each may have more behind',
    );
    assert.deepEqual(
      read.filter(place => !place.startsWith('b')),
      ['a0', 'a1'],
    );
  });

  it('finds the same hit again, also among equal lines, and none that has gone', async () => {
    const items = itemsOf([['npm test', 'other'], ['npm test']]);
    const again = async (line: string, nth: number): Promise<number | undefined> => (await hitAgain('npm', { line, nth }, items))?.at[0];
    assert.deepEqual(
      [await again('npm test', 0), await again('npm test', 1), await again('npm test', 2), await again('gone', 0)],
      [1000, 998, undefined, undefined],
    );
  });
});
