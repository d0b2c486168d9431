import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ownership } from '../../src/host/ownership.js';
import { makePrivateFolder } from '../../src/host/privateFiles.js';
import { tidyStorage } from '../../src/host/leftovers.js';
import type { KeptSession } from '../../src/host/storage.js';
import { KeptFile, SessionStorage } from '../../src/host/storage.js';
import { restoredState } from '../../src/session/restore.js';
import type { SessionEvent } from '../../src/session/events.js';
import type { SessionState } from '../../src/session/state.js';
import { initialState } from '../../src/session/state.js';
import { step } from '../../src/session/step.js';
import { choice, drafted, own, pick } from '../support/questions.js';

const warnings: string[] = [];
const silent = () => undefined;
const log = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: (text: string) => warnings.push(text),
  error: (text: string) => warnings.push(text),
};

const draft = [own('two\nlines', 0)];

function asked(): SessionState {
  const input = { questions: [choice('Which?', 'Which', ['A', 'B'], { multiSelect: true })], raw: {} };
  const events: SessionEvent[] = [
    { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
    { type: 'processStarted' },
    { type: 'writeAcknowledged', writeId: 'w0' },
    { type: 'sessionStarted', sessionId: 's', capabilities: [], version: '2.1.329' },
    { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: false, input },
    ...drafted('t', draft),
  ];
  return events.reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
}

interface Kept {
  readonly state: SessionState;
  readonly composerDraft: string;
}

describe('what a window leaves for the next', () => {
  let folder: string;
  const fileIn = (...path: string[]): KeptFile<Kept> => new KeptFile<Kept>(join(...path, 'window.json'), log);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    warnings.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is nothing at first', async () => {
    assert.equal(await fileIn(folder).load(), undefined);
    assert.deepEqual(warnings, []);
  });

  it('is the last that was said to it, also when a flush comes at once', async () => {
    const storage = fileIn(folder, 'not', 'there', 'yet');
    storage.changed(() => ({ state: initialState('auto'), composerDraft: 'first' }));
    storage.changed(() => ({ state: asked(), composerDraft: 'last' }));
    await storage.flush();
    assert.deepEqual(await storage.load(), { format: 2, state: asked(), composerDraft: 'last' });
  });

  it('is the last good one when the write of a new one is cut at any byte', async () => {
    const storage = fileIn(folder);
    storage.changed(() => ({ state: initialState('auto'), composerDraft: 'kept' }));
    await storage.flush();
    const whole = readFileSync(join(folder, 'window.json'));
    for (let cut = 0; cut <= whole.length; cut++) {
      // What a cut leaves: a part of the file beside, and the good one in its place.
      writeFileSync(join(folder, 'window.json.cut.new'), whole.subarray(0, cut));
      assert.equal((await fileIn(folder).load())?.composerDraft, 'kept', `cut at ${cut}`);
    }
    assert.deepEqual(warnings, []);
  });

  it('is put in the place of the last one, which is never written into', async () => {
    const storage = fileIn(folder);
    storage.changed(() => ({ state: initialState('auto'), composerDraft: 'first' }));
    await storage.flush();
    linkSync(join(folder, 'window.json'), join(folder, 'first'));
    storage.changed(() => ({ state: initialState('auto'), composerDraft: 'second' }));
    await storage.flush();
    assert.match(readFileSync(join(folder, 'first'), 'utf8'), /"first"/);
    assert.match(readFileSync(join(folder, 'window.json'), 'utf8'), /"second"/);
  });

  it('is put aside, with a word, when it cannot be read', async () => {
    const storage = fileIn(folder);
    storage.changed(() => ({ state: asked(), composerDraft: '' }));
    await storage.flush();
    truncateSync(join(folder, 'window.json'), 40);
    assert.equal(await storage.load(), undefined);
    assert.deepEqual(readdirSync(folder), ['window.json.unreadable']);
    assert.equal(warnings.length, 1);
  });

  it('says so when the folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const storage = fileIn(folder, 'file');
    storage.changed(() => ({ state: asked(), composerDraft: '' }));
    await storage.flush();
    assert.equal(warnings.length, 1);
  });
});

describe('the sessions of a window', () => {
  let folder: string;
  const session = (key: string, composerDraft: string): KeptSession => ({ key, usedAt: 1, seenUntil: 1, composerDraft, state: asked() });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    warnings.length = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are all there for the next one, and which of them was shown', async () => {
    const storage = new SessionStorage(folder, log);
    assert.deepEqual([await storage.keys(), await storage.current()], [[], undefined]);
    for (const key of ['a', 'b', 'c']) storage.changed(key, () => session(key, `draft of ${key}`));
    storage.shown('b');
    await storage.flush();
    await storage.remove('c');
    const next = new SessionStorage(folder, log);
    const sessions = await Promise.all((await next.keys()).map(key => next.load(key)));
    const drafts = sessions.map(kept => [kept?.key, kept?.composerDraft]).sort();
    assert.deepEqual(
      [drafts, await next.current()],
      [
        [
          ['a', 'draft of a'],
          ['b', 'draft of b'],
        ],
        'b',
      ],
    );
  });

  it('have the key that their file is named by, whatever stands in it', async () => {
    const storage = new SessionStorage(folder, log);
    storage.changed('a', () => session('../../../victim', ''));
    await storage.flush();
    // By this key the folder of its images is given to Claude, and removed with the chat.
    assert.equal((await new SessionStorage(folder, log).load('a'))?.key, 'a');
  });

  it('are there but for the one that cannot be read', async () => {
    const storage = new SessionStorage(folder, log);
    for (const key of ['a', 'b']) storage.changed(key, () => session(key, ''));
    await storage.flush();
    truncateSync(join(folder, 'sessions', 'a.json'), 40);
    const next = new SessionStorage(folder, log);
    assert.deepEqual([await next.load('a'), (await next.load('b'))?.key, await next.keys(), warnings.length], [undefined, 'b', ['b'], 1]);
  });
});

describe('what lies in the storage', () => {
  let folder: string;
  const sessionsIn = (...names: string[]): string => join(folder, 'sessions', ...names);
  const imagesIn = (...names: string[]): string => join(folder, 'images', ...names);
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  const now = Date.now();
  const hours = (count: number): number => now - count * 3_600_000;

  function put(path: string, at: number): void {
    writeFileSync(path, '{}', { mode: 0o644 });
    utimesSync(path, at / 1000, at / 1000);
  }

  function putImages(key: string, at: number): void {
    mkdirSync(imagesIn(key), { recursive: true });
    writeFileSync(imagesIn(key, 'a.png'), '');
    utimesSync(imagesIn(key), at / 1000, at / 1000);
  }

  const tidy = (): Promise<void> => tidyStorage({ root: folder, sessions: sessionsIn(), images: imagesIn() }, now, log);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    mkdirSync(sessionsIn());
    warnings.length = 0;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    assert.deepEqual(warnings, []);
  });

  it('can be read by nobody else, whatever others may read by default', async function () {
    if (process.platform === 'win32') this.skip();
    const before = process.umask(0);
    try {
      const storage = new SessionStorage(join(folder, 'new'), log);
      storage.changed('k', () => ({ key: 'k', usedAt: 1, seenUntil: 1, composerDraft: '', state: asked() }));
      storage.shown('k');
      await storage.flush();
      const ownership = new Ownership(storage.folder, { window: 'w', pid: process.pid });
      await ownership.claim('k');
      await ownership.want('k');
      await makePrivateFolder(storage.imageFolder('k'));
      const files = ['window.json', 'sessions/k.json', 'sessions/k.owner', 'sessions/k.wanted'].map(name => join(folder, 'new', name));
      assert.deepEqual(files.map(modeOf), [0o600, 0o600, 0o600, 0o600]);
      const folders = ['', 'sessions', 'images', 'images/k'].map(name => join(folder, 'new', name));
      assert.deepEqual(folders.map(modeOf), [0o700, 0o700, 0o700, 0o700]);
    } finally {
      process.umask(before);
    }
  });

  it('loses the rights that earlier versions gave to others', async function () {
    if (process.platform === 'win32') this.skip();
    put(sessionsIn('k.json'), now);
    put(join(folder, 'window.json'), now);
    for (const path of [folder, sessionsIn()]) chmodSync(path, 0o755);
    await tidy();
    assert.deepEqual([folder, sessionsIn(), sessionsIn('k.json'), join(folder, 'window.json')].map(modeOf), [0o700, 0o700, 0o600, 0o600]);
  });

  it('is removed where a crash left it unfinished, but not while a window may still write it', async () => {
    const left = ['k.json.u.new', 'k.owner.w', 'k.wanted.w'];
    put(sessionsIn('k.json'), hours(9_000));
    put(sessionsIn('k.owner'), hours(9_000));
    put(sessionsIn('k.wanted'), hours(9_000));
    for (const name of left) put(sessionsIn(name), hours(0.9));
    put(join(folder, 'window.json.u.new'), hours(1.1));
    await tidy();
    assert.deepEqual(readdirSync(sessionsIn()).sort(), ['k.json', 'k.owner', 'k.wanted', ...left].sort());
    assert.deepEqual(readdirSync(folder), ['sessions']);
    for (const name of left) put(sessionsIn(name), hours(1.1));
    await tidy();
    assert.deepEqual(readdirSync(sessionsIn()).sort(), ['k.json', 'k.owner', 'k.wanted']);
  });

  it('is removed where its chat is gone, but not that of a chat which a window has just begun', async () => {
    put(sessionsIn('kept.json'), hours(9_000));
    for (const key of ['gone', 'begun', 'kept']) {
      const at = key === 'begun' ? hours(0.1) : hours(2);
      for (const kind of ['owner', 'wanted']) put(sessionsIn(`${key}.${kind}`), at);
      putImages(key, at);
    }
    await tidy();
    const left = ['begun.owner', 'begun.wanted', 'kept.json', 'kept.owner', 'kept.wanted'];
    assert.deepEqual([readdirSync(sessionsIn()).sort(), readdirSync(imagesIn()).sort()], [left, ['begun', 'kept']]);
  });

  it('can be looked at for 30 days from the moment on at which it was set aside', async () => {
    put(sessionsIn('old.json.unreadable'), hours(30 * 24 + 1));
    writeFileSync(sessionsIn('k.json'), 'no JSON');
    utimesSync(sessionsIn('k.json'), 1, 1);
    assert.equal(await new SessionStorage(folder, log).load('k'), undefined);
    assert.equal(warnings.splice(0).length, 1);
    await tidy();
    assert.deepEqual(readdirSync(sessionsIn()), ['k.json.unreadable']);
  });

  it('goes with its chat, images too', async () => {
    putImages('k', now);
    putImages('other', now);
    await new SessionStorage(folder, log).remove('k');
    assert.deepEqual(readdirSync(imagesIn()), ['other']);
  });
});

describe('a question that was open when its window went', () => {
  it('comes back as lost, with what was filled in, and can be sent as a message in the same session', () => {
    const state = restoredState(JSON.parse(JSON.stringify(asked())) as SessionState, 'auto', 100);
    const [prompt, question] = state.items;
    assert.ok(prompt?.kind === 'prompt' && prompt.state === 'sent');
    assert.ok(question?.kind === 'question');
    assert.deepEqual([question.phase, question.reason, question.draft, question.endedAt], ['lost', 'exited', draft, 100]);
    assert.deepEqual([state.turn, state.process, state.sessionId, state.items.length], ['idle', 'none', 's', 2]);
    const { effects } = step(state, { type: 'lostAnswersSent', toolUseId: 't', uuid: 'u2' }, 200);
    assert.deepEqual(effects[0], { type: 'startClaude', resume: 's' });
    assert.ok(
      effects[1]?.type === 'writeToClaude' && effects[1].message.type === 'prompt' && effects[1].message.text.includes('two\nlines'),
    );
  });

  it('keeps what was submitted and not yet sent, and the words beside it', () => {
    const held = step(asked(), { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 5_000 }, 50).state;
    const question = restoredState(held, 'auto', 100).items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.draft, question?.held], ['lost', [{ ...pick(1), otherText: 'two\nlines' }], undefined]);
  });
});
