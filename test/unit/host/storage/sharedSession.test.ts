// A session that another program has open beside the process here, over real files: what each has said is told once, also in the next window.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreWindow } from '../../../support/storeWindow.js';
import { configIn, createStoreWindow, workFolderIn } from '../../../support/storeWindow.js';
import { stateReached } from '../../../../src/host/chats/stateReached.js';
import { settled } from '../../../support/peer.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('a session that another program has open beside the process here', () => {
  let folder: string;
  const windows: StoreWindow[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-shared-'));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.end();
    await removeFolder(folder);
  });

  const open = async (): Promise<StoreWindow> => {
    const window = await createStoreWindow(folder);
    windows.push(window);
    await window.store.begin();
    return window;
  };
  const wordsIn = ({ chat }: StoreWindow): readonly string[] => chat.loop.state.items.map(item => ('text' in item ? item.text : item.kind));
  const put = (id: string, lines: readonly string[]): void => {
    const projects = join(configIn(folder), 'projects', workFolderIn(folder).replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(projects, { recursive: true });
    writeFileSync(join(projects, `${id}.jsonl`), lines.join(''));
  };

  it('has all that was said there as soon as a turn ends with its process, also what was read while that lived', async () => {
    const id = 'a0000000-0000-4000-8000-000000000002';
    const window = await open();
    window.say(
      { type: 'promptSubmitted', uuid: 'one', text: 'one' },
      { type: 'initReceived', sessionId: id, capabilities: [], version: '2.1.329' },
      { type: 'promptConfirmed', uuid: 'one' },
    );
    const { seenUntil } = window.chat;
    window.chat.sharedSince = seenUntil;
    const lines: string[] = [];
    const prompt = (uuid: string): void => {
      const timestamp = new Date(seenUntil + lines.length + 1).toISOString();
      const parentUuid = ['one', 'there', 'two'][lines.length - 1] ?? null;
      lines.push(`${JSON.stringify({ type: 'user', uuid, parentUuid, timestamp, message: { content: uuid } })}\n`);
    };
    for (const uuid of ['one', 'there']) prompt(uuid);
    put(id, lines);
    // The end of a turn has the transcript read.
    const { transcripts, chat } = window;
    const newsOf = transcripts.newsOf.bind(transcripts);
    const isRead = new Promise<void>(resolve => {
      transcripts.newsOf = (...given) => newsOf(...given).finally(resolve);
    });
    window.say({ type: 'turnEnded', outcome: 'success' });
    await isRead;
    await settled();
    window.say({ type: 'promptSubmitted', uuid: 'two', text: 'two' }, { type: 'promptConfirmed', uuid: 'two' });
    for (const uuid of ['two', 'there too']) prompt(uuid);
    put(id, lines);
    const { reached } = stateReached(chat.loop, ({ items }) => items.some(item => item.kind === 'prompt' && item.text === 'there too'));
    window.say({ type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' });
    await reached;
    assert.deepEqual(
      [...wordsIn(window)].filter(word => word.startsWith('there')),
      ['there', 'there too'],
    );
    assert.equal(window.chat.sharedSince, undefined);
  });

  it('has in the next window what was said there, and nothing twice of the many words that were said here since', async () => {
    const id = 'a0000000-0000-4000-8000-000000000001';
    const window = await open();
    window.say(
      { type: 'promptSubmitted', uuid: '0', text: 'one' },
      { type: 'initReceived', sessionId: id, capabilities: [], version: '2.1.329' },
      { type: 'promptConfirmed', uuid: '0' },
    );
    // What `OtherPrograms` does where it sees the record of the other program.
    const { seenUntil } = window.chat;
    window.chat.sharedSince = seenUntil;
    const lines: string[] = [];
    const write = (uuid: string, type: string, message: object): void => {
      const parentUuid = lines.length === 0 ? null : `${lines.length - 1}`;
      const timestamp = new Date(seenUntil + lines.length).toISOString();
      lines.push(`${JSON.stringify({ type, uuid, parentUuid, timestamp, message })}\n`);
    };
    write('0', 'user', { content: 'one' });
    for (let nth = 1; nth <= 60; nth++) {
      const said = { id: `m${nth}`, content: [{ type: 'text', text: `said here ${nth}` }] };
      write(`${nth}`, 'assistant', said);
      window.say({ type: 'textStarted', id: `m${nth}:0` }, { type: 'textFinished', id: `m${nth}:0`, text: `said here ${nth}` });
    }
    window.say({ type: 'turnEnded', outcome: 'success' });
    write('61', 'user', { content: 'said there' });
    put(id, lines);

    await window.store.flush();
    await window.end();
    const words = wordsIn(await open());
    const here = Array.from({ length: words.length - 1 }, (_, nth) => `said here ${nth + 62 - words.length}`);
    assert.deepEqual(words, [...here, 'said there']);
    assert.ok(words.length < 60, 'older words have left the window');
  });
});
