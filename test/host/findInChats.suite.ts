// Parley: Find in Chats…: words are found in every chat, in memory or not, as the person types, and a hit opens its chat at it.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeCli } from './fakeCli.js';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeList } from './fakeList.js';
import { fakeLists } from './fakeList.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

function journalsIn(storage: string): readonly string[] {
  const names = readdirSync(storage, { recursive: true, encoding: 'utf8' });
  return names.filter(name => name.endsWith('.journal')).map(name => join(storage, name));
}

anywhere('Find in Chats', () => {
  let storage: string;
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;
  let lists: readonly FakeList[];
  let restore: () => void;
  beforeEach(async () => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    cli = await makeFakeCli(await talks());
    await useCli(cli);
    parley = openParley({ storage });
    view = parley.open();
    ({ lists, restore } = fakeLists());
  });
  afterEach(async () => {
    restore();
    await parley.close();
    cli.remove();
    await removeFolder(storage);
    await takeBackSettings();
  });

  const talk = async (prompt: string): Promise<void> => {
    await parley.run('parley.newChat');
    await until(() => view.items.length === 0);
    view.post({ type: 'sendPrompt', text: prompt });
    await until(() => view.status?.turn === 'idle' && view.items.some(({ kind }) => kind === 'text'));
  };
  const openList = async (): Promise<FakeList> => {
    await parley.run('parley.findInChats');
    await until(() => lists.at(-1)?.isShown === true);
    return lists.at(-1) ?? assert.fail();
  };
  const prompts = (): readonly string[] => view.items.flatMap(item => (item.kind === 'prompt' ? [item.text] : []));

  it('shows the lines with the words, those of the newest chat first, and opens a chat at its hit', async () => {
    await talk('Plant a maple.\nBeside the OAK here');
    await talk('Fell the oak');
    // Of the next window none of the chats is in memory.
    await parley.close();
    // The end of a window may write either of them last.
    for (const path of journalsIn(storage)) {
      const usedAt = Date.now() / 1000 - (readFileSync(path, 'utf8').includes('maple') ? 7_200 : 3_600);
      utimesSync(path, usedAt, usedAt);
    }
    parley = openParley({ storage });
    view = parley.open();
    const list = await openList();
    list.type('oak');
    await until(() => list.title === 'Find in Chats · 2 found');
    assert.deepEqual([list.labels, list.busy], [['Fell the oak', 'Beside the OAK here'], false]);
    assert.match(list.items[1]?.description ?? '', /^Plant a maple\. · /);
    list.type('no such word');
    await until(() => list.title === 'Find in Chats · nothing found');
    assert.deepEqual(list.labels, []);
    list.type('oak');
    await until(() => list.items.length === 2);
    list.pick('Beside the OAK here');
    const focus = () => view.messages.flatMap(message => (message.type === 'focus' && message.target === 'search' ? [message.sought] : []));
    await until(() => focus().length > 0);
    const [sought] = focus();
    assert.deepEqual(prompts(), ['Plant a maple.\nBeside the OAK here']);
    assert.deepEqual([sought?.words, sought?.hit?.item], ['oak', view.find('prompt')?.id]);
    assert.deepEqual(view.faults, []);
  });

  it('finds nothing for a list that is closed, and for words that were typed over', async () => {
    await talk('Plant a maple');
    const list = await openList();
    list.type('maple');
    list.type('map');
    list.hide();
    const other = await openList();
    other.type('a map');
    await until(() => other.title === 'Find in Chats · 1 found');
    assert.deepEqual([list.labels, list.title], [[], 'Find in Chats']);
  });
});
