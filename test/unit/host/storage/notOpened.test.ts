// Chats whose files are not what Parley has written: each is left as it is and named to the person, and all other chats are there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeLines, encodeLine } from '../../../../src/disk/checkedLines.js';
import type { StoreWindow } from '../../../support/storeWindow.js';
import { configIn, createStoreWindow, workFolderIn } from '../../../support/storeWindow.js';
import { removeFolder } from '../../../support/removeFolder.js';
import { isWholeMatrix } from '../../../support/tier.js';

type Tamper = (path: string) => void;
const rewritten =
  (change: (lines: readonly unknown[]) => readonly unknown[]): Tamper =>
  path =>
    writeFileSync(
      path,
      change(decodeLines(readFileSync(path)).values)
        .map(encodeLine)
        .join(''),
    );
const withRecord = (record: unknown): Tamper => rewritten(lines => [...lines, [record]]);
const instead =
  (make: Tamper): Tamper =>
  path => {
    rmSync(path);
    make(path);
  };

const tampered: Readonly<Record<string, Tamper>> = {
  'a record that is none': withRecord(null),
  'items that are a text': withRecord({ set: { state: { items: 'x' } } }),
  'prompts of another type': withRecord({ set: { state: { outbox: [null] } } }),
  'a message box of another type': withRecord({ composer: { text: 5, revision: 'x' } }),
  'a time of another type': withRecord({ set: { chat: { usedAt: 'x' } } }),
  'a text that is a number': withRecord({ add: { kind: 'text', id: 'x', text: 5, streaming: false } }),
  'an item without a kind': withRecord({ add: { id: 'x' } }),
  'an item of a kind that nobody knows': withRecord({ add: { kind: 'x', id: 'x' } }),
  'an item that is a list': withRecord({ add: [] }),
  'a notice that nobody knows': withRecord({ add: { kind: 'problem', id: 'x', problem: { code: 'x', detail: '' } } }),
  'a question without its options': withRecord({
    add: { kind: 'question', id: 'x', phase: 'asked', questions: [{ kind: 'choice' }], raw: {}, draft: [], revision: 0, hostEdits: [] },
  }),
  'a draft of another type': withRecord({ draft: { id: 't1', revision: 9, draft: [5], hostEdits: [] } }),
  'a permission whose input is a text': withRecord({
    add: {
      kind: 'permission',
      id: 'x',
      toolUseId: 'x',
      toolName: 'Bash',
      summary: '',
      description: '',
      reason: '',
      state: 'asked',
      input: 'x',
    },
  }),
  'a message that waits, of another type': withRecord({ set: { state: { waiting: [{ uuid: 'u', text: 5, way: 'after' }] } } }),
  'an attachment of another type': withRecord({ composer: { text: '', revision: 9, attachments: [{ kind: 'file', id: 'x', path: 5 }] } }),
  'a mode that is a number': withRecord({ set: { state: { steering: { mode: 5 } } } }),
  'the form of a later version': rewritten(([header, ...lines]) => [{ ...(header as object), format: 4 }, ...lines]),
  'a folder in its place': instead(path => mkdirSync(path)),
  'a named pipe in its place': instead(path => execFileSync('mkfifo', [path])),
  'a link to a device in its place': instead(path => symlinkSync('/dev/zero', path)),
  'more bytes than can be read': path => truncateSync(path, 3e9),
};

/** Where the chat is. It is opened in the same way in both, so that one for each kind, by turns, shows what becomes of it. */
function placesOf(index: number): readonly string[] {
  const places = ['shown', 'waiting'];
  return isWholeMatrix ? places : [places[index % 2] ?? ''];
}

describe('a chat that cannot be opened', () => {
  let folder: string;
  let window: StoreWindow | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-not-opened-'));
  });
  afterEach(async () => {
    await window?.end();
    await removeFolder(folder);
  });

  for (const [index, [what, tamper]] of Object.entries(tampered).entries()) {
    for (const place of placesOf(index)) {
      it(`with ${what}, ${place}, is named and stays, and the other chats are there`, async function () {
        if (process.platform === 'win32' && /pipe|device/.test(what)) return this.skip();
        const first = (window = await createStoreWindow(folder));
        await first.store.begin();
        const { key: bad } = first.chat;
        first.beAsked('s1', 't1');
        first.chats.newChat();
        const { key: good } = first.chat;
        first.beAsked('s2', 't2');
        if (place === 'shown') first.chats.show(bad);
        await first.end();
        const chats = join(folder, 'chats');
        const name = readdirSync(chats).find(one => one.startsWith(bad) && one.endsWith('.journal')) ?? assert.fail();
        tamper(join(chats, name));

        const second = (window = await createStoreWindow(folder));
        await second.store.begin();
        assert.equal(second.chats.get(good)?.loop.state.items.at(-1)?.kind, 'question');
        assert.equal(second.chats.get(bad), undefined);
        assert.deepEqual(second.told, [`not opened: ${bad}`]);
        assert.ok(readdirSync(chats).some(one => one.startsWith(bad) && one.endsWith('.journal')));
        assert.deepEqual(new Set((await second.store.reading.list(5)).map(({ key }) => key)), new Set([bad, good]));
        // By the person, who is told again.
        assert.equal(await second.store.open(bad), undefined);
        assert.equal(second.told.length, 2);
      });
    }
  }

  for (const [index, [what, header]] of Object.entries<Readonly<Record<string, unknown>>>({
    'an owner that is a number': { owner: 5 },
    'no owner': { owner: undefined },
    'an owner whose socket is a number': { owner: { window: randomUUID(), host: 'h', boot: 'b', socket: 5, folder: 'f' } },
    'an owner without a window': { owner: {} },
    'an owner whose window is none': { owner: { window: 'x', host: 'h', boot: 'b', socket: '', folder: '' } },
    'names that are numbers': { title: 5, sessionId: [], formerSessions: 'x', firstPrompt: {} },
  }).entries()) {
    for (const place of placesOf(index)) {
      it(`is none where its first line has ${what}, ${place}: it is opened`, async () => {
        const first = (window = await createStoreWindow(folder));
        await first.store.begin();
        const { key } = first.chat;
        first.beAsked('s1', 't1');
        if (place === 'waiting') {
          first.chats.newChat();
          first.beAsked('s2', 't2');
        }
        await first.end();
        const chats = join(folder, 'chats');
        const name = readdirSync(chats).find(one => one.startsWith(key) && one.endsWith('.journal')) ?? assert.fail();
        rewritten(([line, ...lines]) => [{ ...(line as object), ...header }, ...lines])(join(chats, name));

        const second = (window = await createStoreWindow(folder));
        await second.store.begin();
        assert.deepEqual(second.told, []);
        const { otherOwner, loop } = second.chats.get(key) ?? assert.fail();
        assert.equal(otherOwner, undefined);
        assert.equal(loop.state.items.at(-1)?.kind, 'question');
        assert.equal(loop.state.sessionId, 's1');
      });
    }
  }

  it('is opened empty where its file holds other bytes, which are set aside', async () => {
    const first = (window = await createStoreWindow(folder));
    await first.store.begin();
    const { key } = first.chat;
    first.beAsked();
    await first.end();
    const chats = join(folder, 'chats');
    const name = readdirSync(chats).find(one => one.endsWith('.journal')) ?? assert.fail();
    writeFileSync(join(chats, name), 'A'.repeat(10_000));
    const second = (window = await createStoreWindow(folder));
    await second.store.begin();
    assert.equal(second.chat.key, key);
    assert.equal(readFileSync(join(chats, `${name}.unreadable`), 'utf8'), 'A'.repeat(10_000));
  });

  it('because its transcript cannot be read is not said to be without one: it stays as it is, and is whole once it can be read', async () => {
    const first = (window = await createStoreWindow(folder));
    await first.store.begin();
    const sessionId = '11111111-1111-4111-8111-111111111111';
    const projects = join(configIn(folder), 'projects', workFolderIn(folder).replaceAll(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(projects, { recursive: true });
    const path = join(projects, `${sessionId}.jsonl`);
    const line = { type: 'user', uuid: 'u1', parentUuid: null, timestamp: new Date().toISOString(), message: { content: 'one' } };
    writeFileSync(path, `${JSON.stringify(line)}\n`);
    first.say(
      { type: 'promptSubmitted', uuid: 'u1', text: 'one' },
      { type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' },
      { type: 'promptConfirmed', uuid: 'u1' },
      { type: 'turnEnded', outcome: 'success' },
    );
    const { key } = first.chat;
    await first.end();
    // What is written anew leaves to the transcript what that has.
    const titled = (window = await createStoreWindow(folder));
    await titled.store.begin();
    titled.chats.rename(key, 'title');
    await titled.end();
    renameSync(path, `${path}.aside`);
    mkdirSync(path);

    const second = (window = await createStoreWindow(folder));
    await second.store.begin();
    assert.deepEqual([second.chats.get(key), second.told], [undefined, [`not opened: ${key}`]]);
    assert.equal(await second.store.open(key), undefined);
    rmSync(path, { recursive: true });
    renameSync(`${path}.aside`, path);
    const opened = await second.store.open(key);
    const words = opened?.loop.state.items.map(item => (item.kind === 'prompt' ? item.text : item.kind));
    assert.deepEqual([words, opened?.otherOwner], [['one'], undefined]);
  });
});
