// What a letter costs on the disk, and that no order of writes and no crash makes an older draft of a newer one.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionKeeper } from '../../src/host/sessionKeeper.js';
import { SessionLoop } from '../../src/host/sessionLoop.js';
import { Sessions } from '../../src/host/sessions.js';
import { SessionStorage } from '../../src/host/storage.js';
import type { SessionEvent } from '../../src/session/events.js';
import type { QuestionState, SessionState } from '../../src/session/state.js';
import { initialState } from '../../src/session/state.js';
import { step } from '../../src/session/step.js';
import { choice, own } from '../support/questions.js';

const silent = () => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

const preview = 'x'.repeat(100_000);
const asked = choice('Which?', 'Which', ['A', 'B', 'C', 'D']);
const large = { ...asked, options: asked.options.map(option => ({ ...option, preview })) };
const typed = (text: string, question = 0): SessionEvent => ({ type: 'answerDrafted', toolUseId: 't', question, answer: own(text), on: 0 });

function open(): SessionState {
  const events: SessionEvent[] = [
    { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
    { type: 'sessionStarted', sessionId: 's', capabilities: [], version: '2.1.329' },
    { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input: { questions: [large, large, large, large], raw: {} } },
  ];
  return events.reduce((state, event, now) => step(state, event, now).state, initialState('auto'));
}

const questionIn = (state: SessionState | undefined): QuestionState | undefined => state?.items.find(item => item.kind === 'question');

describe('a letter that is typed', () => {
  let folder: string;
  let storage: SessionStorage;
  let sessions: Sessions;
  const key = 'k';

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-'));
    storage = new SessionStorage(folder, log);
    const keeper: SessionKeeper = new SessionKeeper({
      ...{ log, storage, self: { window: 'w', pid: process.pid }, now: () => 0, repeat: () => silent },
      get sessions() {
        return sessions;
      },
      restored: kept => Promise.resolve(kept),
    });
    sessions = new Sessions({
      create: state =>
        new SessionLoop(
          {
            ...{ routeSetting: 'auto', log, now: () => 0, setTimer: () => silent },
            startClaude: () => Promise.reject(new Error('not here')),
            isDeferred: () => Promise.resolve(undefined),
            waiting: () => ({ ms: 0, then: 'park' }),
          },
          state,
        ),
      ...{ now: () => 0, isShownBeside: () => false, replyReturned: silent, ended: silent, shown: silent, closed: silent },
      changed: session => keeper.changed(session),
    });
    sessions.put({ key, usedAt: 0, seenUntil: 0, composerDraft: '', state: open() }, undefined);
    await storage.flush();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const file = (ending: string): string => join(folder, 'sessions', `${key}.${ending}`);
  const type = async (...events: SessionEvent[]): Promise<void> => {
    const session = sessions.get(key);
    assert.ok(session);
    for (const event of events) sessions.dispatch(session, event);
    await storage.flush();
  };

  it('in a card of four times four previews of 100 kB is stored in bytes, and the chat is not written', async () => {
    const before = await storage.stamp(key);
    assert.ok(statSync(file('json')).size > 1_600_000);
    const { ino, mtimeMs } = statSync(file('json'));
    await type(typed('a'), typed('ab'));
    assert.deepEqual([statSync(file('json')).ino, statSync(file('json')).mtimeMs], [ino, mtimeMs]);
    assert.ok(statSync(file('drafts')).size < 2_000);
    assert.notEqual(await storage.stamp(key), before, 'other windows see that something was typed');
  });

  it('is there in the next window, with what else has happened', async () => {
    await type(typed('in words'), typed('and there', 3));
    const next = await new SessionStorage(folder, log).load(key);
    assert.deepEqual(
      questionIn(next?.state)?.draft.map(({ otherText }) => otherText),
      ['in words', '', '', 'and there'],
    );
  });

  it('in the message box is stored by itself too, and the newer one counts', async () => {
    const session = sessions.get(key);
    assert.ok(session);
    const { ino } = statSync(file('json'));
    for (const text of ['a', 'a thought', '']) {
      session.composerDraft = text;
      session.composerRevision++;
      await type();
      await type({ type: 'answerBegun', toolUseId: 't' }, typed(text));
      assert.equal((await new SessionStorage(folder, log).load(key))?.composerDraft, text);
    }
    assert.equal(statSync(file('json')).ino, ino);
  });

  it('is not taken back by an older file of drafts, whichever of the two was written last', async () => {
    await type(typed('older'));
    const older = readFileSync(file('drafts'));
    await type(typed('newer'), { type: 'textStarted', id: 'm:0' });
    writeFileSync(file('drafts'), older);
    const next = await new SessionStorage(folder, log).load(key);
    assert.equal(questionIn(next?.state)?.draft[0]?.otherText, 'newer');
  });

  it('counts as newer than a chat that was written before it', async () => {
    const whole = readFileSync(file('json'));
    await type(typed('newer'), { type: 'textStarted', id: 'm:0' }, typed('newest'));
    writeFileSync(file('json'), whole);
    const next = await new SessionStorage(folder, log).load(key);
    assert.equal(questionIn(next?.state)?.draft[0]?.otherText, 'newest');
  });

  it('goes with the chat that is closed', async () => {
    await type(typed('a'));
    await storage.remove(key);
    assert.throws(() => statSync(file('drafts')), /ENOENT/);
  });
});
