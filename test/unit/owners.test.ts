// Windows on one folder: each session has one of them at a time.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaudeProcess, ProcessExit } from '../../src/claude/process.js';
import { Ownership } from '../../src/host/ownership.js';
import { SessionKeeper } from '../../src/host/sessionKeeper.js';
import type { SessionLog } from '../../src/host/sessionLoop.js';
import { SessionLoop } from '../../src/host/sessionLoop.js';
import type { Session } from '../../src/host/sessions.js';
import { Sessions } from '../../src/host/sessions.js';
import { SessionStorage } from '../../src/host/storage.js';
import { restoredState } from '../../src/session/restore.js';
import type { SessionEvent } from '../../src/session/events.js';
import type { QuestionState } from '../../src/session/state.js';
import { until } from '../host/until.js';
import { choice, drafted, own, pick } from '../support/questions.js';

/** A process that was there once. */
const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

/** Takes everything, says nothing, and ends when a question is handed back to it. */
function claude(): ClaudeProcess {
  let exit: (exit: ProcessExit) => void = () => undefined;
  const exited = new Promise<ProcessExit>(resolve => (exit = resolve));
  const stop = () => {
    exit({ code: 0, signal: null, asked: true, stderr: '' });
    return exited;
  };
  const ok = Promise.resolve({ ok: true as const });
  const write = (line: string) => {
    if (line.includes('"defer"')) void stop();
    return ok;
  };
  return { pid: 1, started: ok, exited, write, endInput: () => undefined, stop };
}

/** Whatever there is time for is over in a moment. */
function soon(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}

class Window {
  readonly sessions: Sessions;
  readonly keeper: SessionKeeper;
  readonly complaints: string[] = [];
  /** Who else had the session, each time it was painted from its beginning. */
  readonly painted: Session['elsewhere'][] = [];
  private time = 0;
  private look: () => void = () => undefined;

  constructor(folder: string, name: string, pid = process.pid) {
    const complain = (text: string) => this.complaints.push(text);
    const silent = () => undefined;
    const log: SessionLog = { trace: silent, debug: silent, info: silent, warn: complain, error: complain };
    this.sessions = new Sessions({
      create: state =>
        new SessionLoop(
          {
            ...{ routeSetting: 'auto', log, now: () => 0, setTimer: soon },
            startClaude: () => Promise.resolve({ ok: true, process: claude() }),
            isDeferred: () => Promise.resolve(undefined),
            waiting: () => ({ ms: 0, then: 'park' }),
          },
          state,
        ),
      now: () => 0,
      isShownBeside: () => false,
      replyReturned: () => undefined,
      ended: () => undefined,
      changed: session => this.keeper.changed(session),
      shown: session => {
        this.painted.push(session.elsewhere);
        this.keeper.shown(session);
      },
      closed: session => this.keeper.closed(session),
    });
    this.keeper = new SessionKeeper({
      ...{ log, sessions: this.sessions, storage: new SessionStorage(folder, log), self: { window: name, pid } },
      restored: kept => Promise.resolve({ ...kept, state: restoredState(kept.state, 'auto', 1) }),
      now: () => this.time,
      repeat: callback => {
        this.look = callback;
        return silent;
      },
    });
  }

  get session(): Session {
    return this.sessions.current;
  }

  get question(): QuestionState | undefined {
    return this.session.loop.state.items.find(item => item.kind === 'question');
  }

  /** What would be seen `ms` later. */
  later(ms: number): void {
    this.time += ms;
    this.look();
  }

  say(...events: readonly SessionEvent[]): void {
    for (const event of events) this.sessions.dispatch(this.session, event);
  }

  beAsked(): void {
    const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
    this.say(
      { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
      { type: 'sessionStarted', sessionId: 's', capabilities: [], version: '2.1.329' },
      { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input },
      ...drafted('t', [own('half a thought')]),
    );
  }

  async end(): Promise<void> {
    await this.sessions.dispose();
    await this.keeper.dispose();
  }
}

describe('a session and its windows', () => {
  let folder: string;
  const windows: Window[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-owners-'));
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) {
      await window.end();
      assert.deepEqual(window.complaints, []);
    }
    rmSync(folder, { recursive: true });
  });

  async function open(name: string, pid?: number): Promise<Window> {
    const window = new Window(folder, name, pid);
    windows.push(window);
    await window.keeper.begin();
    return window;
  }

  /** A window with a question, and another one that has seen it. */
  async function openTwo(): Promise<readonly [Window, Window]> {
    const first = await open('first');
    first.beAsked();
    const second = await open('second');
    await until(() => second.sessions.all.some(({ elsewhere }) => elsewhere !== undefined));
    second.sessions.show(first.session.key);
    return [first, second];
  }

  it('is had by the one in which it was begun; the other sees it, and cannot answer', async () => {
    const [first, second] = await openTwo();
    assert.deepEqual([first.session.elsewhere, second.session.elsewhere], [undefined, 'otherWindow']);
    const before = second.session.loop.state;
    second.say(
      { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 },
      { type: 'promptSubmitted', uuid: 'no', text: 'no' },
    );
    assert.equal(second.session.loop.state, before);
  });

  it('shows an end of its question everywhere', async () => {
    const [first, second] = await openTwo();
    first.say(
      { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 },
      { type: 'toolFinished', toolUseId: 't', isError: false, text: 'B' },
    );
    await until(() => second.question?.phase === 'answered');
    assert.deepEqual(second.question?.draft, [pick(1)]);
  });

  it('is taken over with what is filled in; then the first one only looks', async () => {
    const [first, second] = await openTwo();
    second.keeper.takeOver(second.session.key);
    await until(() => second.session.elsewhere === undefined && first.session.elsewhere === 'otherWindow');
    assert.equal(second.question?.phase, 'parked');
    assert.deepEqual(second.question?.draft, [own('half a thought')]);
    second.say({ type: 'questionDismissed', toolUseId: 't' });
    first.say({ type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 });
    assert.deepEqual([first.question?.settlement, second.question?.settlement?.type], [undefined, 'dismiss']);
  });

  it('looks at once like what it is where it was taken, also when nothing in it changes', async () => {
    const [first, second] = await openTwo();
    first.say({ type: 'toolUsed', toolUseId: 'b', name: 'Bash', summary: '' });
    first.painted.length = 0;
    second.keeper.takeOver(second.session.key);
    await until(() => second.session.elsewhere === undefined);
    assert.equal(first.painted[0], 'otherWindow');
  });

  it('stays with the one that has taken it, whoever else has asked the one that had it', async () => {
    const [first] = await openTwo();
    const file = join(folder, 'sessions', first.session.key);
    const third = JSON.stringify({ window: 'third', pid: process.pid });
    writeFileSync(`${file}.wanted`, JSON.stringify({ window: 'fourth', pid: process.pid }));
    writeFileSync(`${file}.owner`, third);
    await until(() => first.session.elsewhere === 'otherWindow');
    first.later(2_000);
    await first.end();
    assert.equal(readFileSync(`${file}.owner`, 'utf8'), third);
  });

  it('is taken over with the last words in the message box, not with those that were there when it was first seen', async () => {
    const [first, second] = await openTwo();
    const type = (text: string): void => {
      first.session.composerDraft = text;
      first.session.composerRevision++;
      first.keeper.changed(first.session);
    };
    const drafts = join(folder, 'sessions', `${first.session.key}.drafts`);
    type('half');
    await until(() => second.session.composerDraft === 'half');
    type('half a message');
    await until(() => readFileSync(drafts, 'utf8').includes('half a message'));
    second.keeper.takeOver(second.session.key);
    await until(() => second.session.elsewhere === undefined);
    assert.equal(second.session.composerDraft, 'half a message');
  });

  it('is taken over without the words that were sent meanwhile', async () => {
    const [first, second] = await openTwo();
    const type = (text: string): void => {
      first.session.composerDraft = text;
      first.session.composerRevision++;
      first.keeper.changed(first.session);
    };
    type('deploy it');
    await until(() => second.session.composerDraft === 'deploy it');
    type('');
    second.keeper.takeOver(second.session.key);
    await until(() => second.session.elsewhere === undefined);
    assert.equal(second.session.composerDraft, '');
  });

  it('is taken over and back', async () => {
    const [first, second] = await openTwo();
    for (const [taker, giver] of [
      [second, first],
      [first, second],
      [second, first],
    ] as const) {
      taker.keeper.takeOver(taker.session.key);
      await until(() => taker.session.elsewhere === undefined && giver.session.elsewhere === 'otherWindow');
    }
    assert.deepEqual(second.question?.draft, [own('half a thought')]);
  });

  it('goes to the other one when its window is closed', async () => {
    const [first, second] = await openTwo();
    await first.end();
    await until(() => second.session.elsewhere === undefined);
    assert.equal(second.question?.phase, 'parked');
  });

  it('goes to the other one when its window is killed', async () => {
    const key = await leftByDead();
    const second = await open('second');
    assert.deepEqual([second.session.key, second.session.elsewhere, second.question?.phase], [key, undefined, 'lost']);
  });

  it('is taken from a window that does not answer, after a while', async () => {
    await leftByDead();
    // Its process lives, and looks at nothing.
    const owners = readdirSync(join(folder, 'sessions')).filter(name => name.endsWith('.owner'));
    for (const owner of owners) writeFileSync(join(folder, 'sessions', owner), JSON.stringify({ window: 'stuck', pid: process.pid }));
    const second = await open('second');
    second.keeper.takeOver(second.session.key);
    await until(() => readdirSync(join(folder, 'sessions')).some(name => name.endsWith('.wanted')));
    second.later(2_000);
    second.later(7_000);
    await until(() => second.session.elsewhere === undefined);
    assert.equal(
      readdirSync(join(folder, 'sessions')).some(name => name.endsWith('.wanted')),
      false,
    );
  });

  it('is not written any more by a window from which it was taken', async () => {
    const [first] = await openTwo();
    const { key } = first.session;
    const kept = join(folder, 'sessions', `${key}.json`);
    await until(() => readFileSync(kept, 'utf8').includes('half a thought'));
    writeFileSync(join(folder, 'sessions', `${key}.owner`), JSON.stringify({ window: 'third', pid: process.pid }));
    first.say(...drafted('t', [own('too late')]));
    await until(() => first.session.elsewhere === 'otherWindow');
    assert.deepEqual([first.complaints, readFileSync(kept, 'utf8').includes('too late')], [[], false]);
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('half a thought', 'of the third'));
    await until(() => JSON.stringify(first.question?.draft).includes('of the third'));
  });

  it('is closed in all of them', async () => {
    const [first, second] = await openTwo();
    const { key } = first.session;
    const images = join(folder, 'images', key);
    mkdirSync(images, { recursive: true });
    first.sessions.close(key);
    await until(() => second.sessions.get(key) === undefined);
    await until(() => !readdirSync(join(folder, 'sessions')).some(name => name.startsWith(key)));
    await until(() => !existsSync(images));
  });

  it('is not claimed again by any window once it has been closed', async () => {
    const [first, second] = await openTwo();
    const { key } = first.session;
    const { claim } = Ownership.prototype;
    const claimed: string[] = [];
    Ownership.prototype.claim = function (claimedKey) {
      claimed.push(claimedKey);
      return claim.call(this, claimedKey);
    };
    try {
      first.sessions.close(key);
      await seenAndClosed(first, second);
      // Each window polls one session after the other, so no window still polls the first chat because of its close.
      claimed.length = 0;
      await seenAndClosed(first, second);
    } finally {
      Ownership.prototype.claim = claim;
    }
    assert.notDeepEqual(claimed, []);
    assert.deepEqual(
      claimed.filter(claimedKey => claimedKey === key),
      [],
    );
  });

  /** Begins a chat in one window and closes it once the second window shows it. Both have then processed all earlier file events. */
  async function seenAndClosed(first: Window, second: Window): Promise<void> {
    first.beAsked();
    const { key } = first.session;
    await until(() => second.sessions.get(key) !== undefined);
    first.sessions.close(key);
    await until(() => second.sessions.get(key) === undefined);
    await until(() => !readdirSync(join(folder, 'sessions')).some(name => name.startsWith(key)));
  }

  it('is had by one only, however many want the one of a dead window', async () => {
    for (let round = 0; round < 20; round++) {
      const sessions = join(folder, `round${round}`);
      mkdirSync(sessions);
      writeFileSync(join(sessions, 'k.owner'), JSON.stringify({ window: 'dead', pid: deadPid }));
      const all = Array.from({ length: 8 }, (_, index) => new Ownership(sessions, { window: `w${index}`, pid: process.pid }));
      await Promise.all(all.map(one => one.claim('k')));
      const having = await Promise.all(all.map(one => one.isOurs('k')));
      assert.equal(having.filter(Boolean).length, 1);
    }
  });

  /** What a window with a question leaves that is killed; its key. */
  async function leftByDead(): Promise<string> {
    const dead = new Window(folder, 'dead', deadPid);
    await dead.keeper.begin();
    dead.beAsked();
    const { key } = dead.session;
    const sessions = join(folder, 'sessions');
    const files = [`${key}.json`, `${key}.owner`];
    await until(() => files.every(name => readdirSync(sessions).includes(name)));
    const left = files.map(name => readFileSync(join(sessions, name)));
    await dead.end();
    for (const [index, name] of files.entries()) writeFileSync(join(sessions, name), left[index] ?? '');
    return key;
  }
});
