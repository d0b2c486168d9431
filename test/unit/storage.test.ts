import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('are there but for the one that cannot be read', async () => {
    const storage = new SessionStorage(folder, log);
    for (const key of ['a', 'b']) storage.changed(key, () => session(key, ''));
    await storage.flush();
    truncateSync(join(folder, 'sessions', 'a.json'), 40);
    const next = new SessionStorage(folder, log);
    assert.deepEqual([await next.load('a'), (await next.load('b'))?.key, await next.keys(), warnings.length], [undefined, 'b', ['b'], 1]);
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
