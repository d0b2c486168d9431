// What a permission would have allowed can hold a secret: no file has it once the permission is decided or its CLI has ended.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatEvent } from '../../../../src/chat/events.js';
import type { QuestionState } from '../../../../src/chat/state.js';
import { viewItem } from '../../../../src/chat/view.js';
import { choice, own } from '../../../support/questions.js';
import type { StoreWindow, StoreWindowOptions } from '../../../support/storeWindow.js';
import { createStoreWindow, whenWindows } from '../../../support/storeWindow.js';
import { removeFolder } from '../../../support/removeFolder.js';

const secret = 'hunter2';
const permission: ChatEvent = {
  type: 'permissionAsked',
  requestId: 'p',
  toolUseId: 'x',
  toolName: 'Bash',
  summary: 'ls',
  description: '',
  reason: '',
  input: { command: secret },
};
const decided: ChatEvent = { type: 'permissionDecided', requestId: 'p', decision: 'deny' };

describe('the input of a permission', () => {
  let folder: string;
  const windows: StoreWindow[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-secret-'));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.end();
    await removeFolder(folder);
  });

  async function open(options: StoreWindowOptions = {}): Promise<StoreWindow> {
    const window = await createStoreWindow(folder, options);
    windows.push(window);
    await window.store.begin();
    return window;
  }

  function ask(window: StoreWindow): void {
    window.say(
      { type: 'promptSubmitted', uuid: 'u', text: 'hello' },
      { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
      permission,
    );
  }

  /** Names of the files under `chats` that hold the words. */
  const holding = (words: string): readonly string[] =>
    readdirSync(join(folder, 'chats')).filter(name => readFileSync(join(folder, 'chats', name), 'utf8').includes(words));

  it('is in no archive, and the archive has the decision, when it leaves the window of items as soon as it is final', async () => {
    const window = await open();
    ask(window);
    for (let nth = 0; nth < 200; nth++) {
      window.say(
        { type: 'toolStarted', toolUseId: `t${nth}`, name: 'Read', summary: '' },
        { type: 'toolFinished', toolUseId: `t${nth}`, isError: false, text: '' },
      );
    }
    await window.store.flush();
    assert.equal(holding(secret).length, 1);
    window.say(decided, { type: 'turnEnded', outcome: 'success' });
    const isThere = (): boolean => window.chat.loop.state.items.some(({ kind }) => kind === 'permission');
    await whenWindows(() => !isThere());
    await window.store.flush();
    assert.deepEqual(holding(secret), []);
    assert.ok(holding('"denied"').some(name => name.endsWith('.archive')));
  });

  it('goes when a window takes the chat of a window that was killed, which it had shown as a copy', async () => {
    const first = await open();
    ask(first);
    await first.store.flush();
    const second = await open();
    await second.show(first.chat.key);
    assert.equal(second.chat.otherOwner, 'otherWindow');
    const killed = mkdtempSync(join(tmpdir(), 'parley-killed-'));
    cpSync(join(folder, 'chats'), join(killed, 'chats'), { recursive: true });
    await first.store.dispose();
    rmSync(join(folder, 'chats'), { recursive: true });
    cpSync(join(killed, 'chats'), join(folder, 'chats'), { recursive: true });
    rmSync(killed, { recursive: true });
    await whenWindows(() => second.chat.otherOwner === undefined);
    await second.store.flush();
    assert.deepEqual(holding(secret), []);
  });

  it('and every other file is for this account only', async () => {
    const before = process.umask(0);
    try {
      const window = await open();
      ask(window);
      await window.store.flush();
    } finally {
      process.umask(before);
    }
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const open_ = names.filter(name => !statSync(join(folder, name)).isSocket() && (statSync(join(folder, name)).mode & 0o077) !== 0);
    assert.deepEqual(open_, []);
  });
});

describe('the secret that a form of an MCP server asks for', () => {
  const plainField = { ...choice('Region', 'Region', []), kind: 'text' as const };
  const questions = [
    { ...plainField, header: 'API key', question: 'API key' },
    { ...plainField, header: 'Code', question: 'Code', secret: true as const },
    plainField,
  ];
  const form: ChatEvent = {
    type: 'elicitationAsked',
    requestId: 'e',
    input: { questions, raw: {}, elicitation: { server: 'db' } },
  };
  const answers = [own(secret), own(`${secret}-2`), own('north')];
  let folder: string;
  let window: StoreWindow;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-secret-'));
    window = await createStoreWindow(folder, {});
    await window.store.begin();
    window.say(
      { type: 'promptSubmitted', uuid: 'u', text: 'hello' },
      { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329' },
      form,
    );
  });
  afterEach(async () => {
    await window.end();
    await removeFolder(folder);
  });
  const onDisk = (): string =>
    readdirSync(join(folder, 'chats'))
      .map(name => readFileSync(join(folder, 'chats', name), 'utf8'))
      .join('');
  const item = (): QuestionState => window.chat.loop.state.items.find(one => one.kind === 'question') ?? assert.fail();

  it('is in no file: not while it is typed or sent, nor once the form is over', async () => {
    for (const [question, answer] of answers.entries()) {
      window.say({ type: 'answerDrafted', toolUseId: 'e', question, answer, on: 0 });
      await window.store.flush();
    }
    assert.equal(item().draft[0]?.otherText, secret);
    assert.ok(onDisk().includes('north') && !onDisk().includes(secret), 'typed');
    window.say({ type: 'questionAnswered', toolUseId: 'e', answers, undoTime: 0 });
    await window.store.flush();
    assert.ok(item().settlement !== undefined && !onDisk().includes(secret), 'sent');
    window.say({ type: 'elicitationSettled', requestId: 'h', server: 'db', action: 'accept', text: `API key: ${secret}` });
    await window.store.flush();
    assert.equal(item().phase, 'answered');
    assert.ok(onDisk().includes('••') && !onDisk().includes(secret), 'over');
  });

  it('is shown while its form is open, and as dots once it is over; what is no secret stays', () => {
    const shown = (): string => {
      const words = { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => undefined };
      return JSON.stringify(viewItem(item(), window.chat.loop.state, words));
    };
    window.say({ type: 'answerDrafted', toolUseId: 'e', question: 0, answer: own(secret), on: 0 });
    assert.ok(shown().includes(secret));
    window.say({ type: 'questionAnswered', toolUseId: 'e', answers, undoTime: 0 });
    window.say({ type: 'elicitationSettled', requestId: 'h', server: 'db', action: 'accept', text: `API key: ${secret}` });
    assert.equal(item().phase, 'answered');
    assert.ok(!shown().includes(secret) && shown().includes('••') && shown().includes('north'));
  });
});
