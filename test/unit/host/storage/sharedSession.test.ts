// A session that another program has open beside the process here, over real files: what each has said is told once, also in the next window.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreWindow } from '../../../support/storeWindow.js';
import { configIn, createStoreWindow, workFolderIn } from '../../../support/storeWindow.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('a session that another program has open beside the process here', () => {
  let folder: string;
  const windows: StoreWindow[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-shared-'));
  });
  after(async () => {
    for (const window of windows) await window.end();
    await removeFolder(folder);
  });

  it('has in the next window what was said there, and nothing twice of the many words that were said here since', async () => {
    const open = async (): Promise<StoreWindow> => {
      const window = await createStoreWindow(folder);
      windows.push(window);
      await window.store.begin();
      return window;
    };
    const wordsIn = ({ chat }: StoreWindow): readonly string[] =>
      chat.loop.state.items.map(item => ('text' in item ? item.text : item.kind));
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
    const projects = join(configIn(folder), 'projects', workFolderIn(folder).replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(projects, { recursive: true });
    writeFileSync(join(projects, `${id}.jsonl`), lines.join(''));

    await window.store.flush();
    await window.end();
    const words = wordsIn(await open());
    const here = Array.from({ length: words.length - 1 }, (_, nth) => `said here ${nth + 62 - words.length}`);
    assert.deepEqual(words, [...here, 'said there']);
    assert.ok(words.length < 60, 'older words have left the window');
  });
});
