// The journal of one chat as a file: names, titles, and what the first line is for.
import assert from 'node:assert/strict';
import { encodeLine } from '../../../../src/disk/checkedLines.js';
import type { JournalHeader } from '../../../../src/host/storage/storedForm.js';
import { decodeJournal, encodeJournal, parseJournalName, titlesOf } from '../../../../src/host/storage/journalFile.js';
import { journalFormat } from '../../../../src/host/storage/storedForm.js';
import { recordsBetween } from '../../../../src/chat/journalRecords.js';
import type { ChatItem, ChatState } from '../../../../src/chat/state.js';
import { initialState } from '../../../../src/chat/state.js';
import { working } from '../../../support/chat.js';
import { keptChat, ownerNamed } from '../../../support/storedChats.js';

const header: JournalHeader = { format: journalFormat, key: 'k', generation: 1, owner: ownerNamed('a'), sessionId: 's' };

describe('the name of a journal', () => {
  it('says the key and the generation', () => {
    assert.deepEqual(parseJournalName('k.1.journal'), { key: 'k', generation: 1 });
    assert.deepEqual(parseJournalName('k.120.journal'), { key: 'k', generation: 120 });
  });

  for (const name of [
    'k.waits',
    'k.0.journal',
    'k.01.journal',
    'a.k.1.journal',
    '.1.journal',
    'k.1.journal.u.new',
    'k.1.journal.unreadable',
  ])
    it(`is not ${name}`, () => assert.equal(parseJournalName(name), undefined));
});

describe('the titles of a chat', () => {
  const prompted = (text: string): ChatState => {
    const prompt: ChatItem = { kind: 'prompt', id: 'i0', uuid: 'u0', text, state: 'sent' };
    return { ...initialState('auto'), items: [prompt] };
  };

  it('are none where the chat has nothing yet', () => {
    assert.deepEqual(titlesOf(keptChat(initialState('auto')), {}), {});
    assert.deepEqual(titlesOf(keptChat(prompted(' \n ')), {}), {});
  });

  it('are its name, its session and the first line of its first prompt', () => {
    const state = { ...prompted('\n  fix this  \nand that'), sessionId: 's' };
    assert.deepEqual(titlesOf(keptChat(state, { title: 'Mine' }), {}), { title: 'Mine', sessionId: 's', firstPrompt: 'fix this' });
    assert.deepEqual(titlesOf(keptChat(state), { firstPrompt: 'earlier' }), { sessionId: 's', firstPrompt: 'earlier' });
  });

  it('hold 80 characters of a long prompt', () => {
    assert.equal(titlesOf(keptChat(prompted('x'.repeat(81))), {}).firstPrompt, `${'x'.repeat(79)}…`);
  });
});

describe('the first line of a journal', () => {
  it('keeps the session of a chat whose fields are in a damaged line', () => {
    const bytes = encodeJournal(header, recordsBetween(undefined, keptChat(working)));
    const at = bytes.indexOf('{"set"');
    assert.ok(at > 0);
    bytes[at] = 0;
    const { chat, damaged } = decodeJournal('k', bytes);
    assert.deepEqual([chat.state.sessionId, chat.state.routeSetting, damaged], ['s', 'auto', 1]);
  });

  it('is missed where it is damaged, and nothing else is taken for it', () => {
    const bytes = encodeJournal(header, recordsBetween(undefined, keptChat(working)));
    bytes[0] = 0;
    const content = decodeJournal('k', bytes);
    assert.deepEqual([content.header, content.damaged, content.chat.state.sessionId], [undefined, 1, 's']);
    assert.deepEqual(decodeJournal('k', Buffer.from([null, 'x', header].map(encodeLine).join(''))).header, header);
  });
});
