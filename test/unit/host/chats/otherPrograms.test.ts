// Other programs on the sessions of a window, where something else happens to the chat meanwhile.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ChatEvent, PastEntry } from '../../../../src/chat/events.js';
import type { News, Transcripts } from '../../../../src/host/cli/transcripts.js';
import { emitter } from '../../../../src/host/chats/emitter.js';
import { OtherPrograms } from '../../../../src/host/chats/otherPrograms.js';
import { ChatLoop } from '../../../../src/host/chats/chatLoop.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { Chats } from '../../../../src/host/chats/chats.js';
import { initialState } from '../../../../src/chat/state.js';
import { statesOf } from '../../../support/chat.js';
import { createManualClock } from '../../../support/manualClock.js';

const silent = (): void => undefined;
const log = { trace: silent, debug: silent, info: silent, warn: assert.fail, error: assert.fail };

/** What `transcripts.watch` gives. */
const watcherLike = (): EventEmitter => Object.assign(new EventEmitter().on('error', silent), { close: silent });

interface Opened {
  readonly chats: Chats;
  readonly others: OtherPrograms;
  readonly chat: Chat;
  /** What the person was told of taking over. */
  readonly failures: readonly unknown[];
}

function open(
  newsOf: (chat: Chat, since: number) => Promise<News | undefined>,
  more: object = {},
  checked = () => Promise.resolve(),
  process: 'none' | 'starting' | 'running' = 'none',
): Opened {
  const chats = new Chats({
    log,
    now: () => 10,
    create: state =>
      new ChatLoop(
        {
          routeSetting: 'auto',
          log,
          now: () => 10,
          clock: createManualClock(),
          askUser: () => true,
          organization: { keepsAskUserAway: false },
          unsupportedRequests: new Set(),
          asksInPlan: () => true,
          readImage: () => Promise.reject(new Error('not here')),
          startClaude: () => Promise.reject(new Error('not here')),
          isDeferred: () => Promise.resolve(undefined),
          hasPrompt: () => Promise.resolve(undefined),
          resultsHeld: () => Promise.resolve(undefined),
          promptsHeld: () => Promise.resolve(undefined),
          resultsInterrupted: () => Promise.resolve(undefined),
          placeOf: () => Promise.resolve(undefined),
          waiting: () => ({ ms: 0, then: 'park' }),
        },
        state,
      ),
  });
  const state = { ...initialState('auto'), sessionId: 's', process };
  chats.adopt({ key: 'k', usedAt: 0, seenUntil: 0, composerDraft: '', composerRevision: 0, state }, undefined);
  const chat = chats.get('k') ?? assert.fail();
  const transcripts = {
    runningIds: () => Promise.resolve(new Map<string, number>()),
    newsOf: (_: string, since: number) => newsOf(chat, since),
    ...more,
  } as unknown as Transcripts;
  const failures: unknown[] = [];
  const others = new OtherPrograms({
    chats,
    transcripts,
    log,
    isVisible: () => true,
    onDidFocus: emitter<void>(log),
    checked,
    person: {
      tellStillRunning: () => assert.fail(),
      askWhetherEnded: () => assert.fail(),
      tellNotTakenOver: error => failures.push(error),
    },
  });
  return { chats, others, chat, failures };
}

describe('a chat that another program may have open', () => {
  for (const owner of ['otherWindow', 'otherComputer'] as const) {
    it(`stays with ${owner} where that became its owner while the transcript was read`, async () => {
      const { others, chat } = open(there => {
        there.otherOwner = owner;
        return Promise.resolve(undefined);
      });
      await others.catchUp(chat);
      others.dispose();
      assert.equal(chat.otherOwner, owner);
    });
  }
});

describe('a chat that a program in a terminal has open', () => {
  it('stays so where nobody can tell any more, and its transcript is followed', async () => {
    let looks = 0;
    const { chats, others, chat } = open(
      () => {
        looks++;
        return Promise.resolve(undefined);
      },
      { runningIds: () => Promise.resolve(undefined) },
    );
    chats.setOtherOwner(chat, 'terminal');
    await others.catchUp(chat);
    others.dispose();
    assert.deepEqual([chat.otherOwner, looks], ['terminal', 1]);
  });
});

describe('a chat that is taken over where nobody can tell which program has it', () => {
  it('stays where it is, and the person is told why', async () => {
    const why = new Error('ELOOP');
    const { chats, others, chat, failures } = open(() => Promise.resolve(undefined), { running: () => Promise.reject(why) });
    chats.setOtherOwner(chat, 'terminal');
    await others.takeOver(chat);
    others.dispose();
    assert.deepEqual([chat.otherOwner, failures], ['terminal', [why]]);
  });
});

describe('a program that has opened a session in which a process of Parley’s runs', () => {
  for (const process of ['running', 'starting'] as const)
    it(`is told once, each time, where that is ${process}`, async () => {
      let [count, wake] = [1, (): void => undefined];
      const runningIds = () => Promise.resolve(new Map([['s', count]]));
      const { others, chat } = open(
        () => Promise.resolve(undefined),
        { runningIds, watch: () => undefined },
        () => Promise.resolve(wake()),
        process,
      );
      const told: number[] = [];
      for (count of [1, 2, 2, 1, 2]) {
        await new Promise<void>(resolve => {
          wake = resolve;
          others.check();
        });
        told.push(chat.loop.state.items.filter(item => item.kind === 'problem' && item.problem.reason === 'openElsewhere').length);
      }
      others.dispose();
      assert.deepEqual(told, [0, 1, 1, 1, 2]);
    });
});

describe('what is said in a program that has opened a session in which a process of Parley’s runs', () => {
  const said = (id: string, at: number): PastEntry => ({ at, event: { type: 'promptSeen', id, text: id } });
  const exited: ChatEvent = { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' };

  for (const [until, counts] of [
    ['that process ends', [2]],
    ['that process ends, also where the program has ended before it', [2, 1]],
  ] as const)
    it(`is shown once ${until}`, async () => {
      let [count, wake, tells] = [0, (): void => undefined, 0];
      const { others, chat } = open(
        (_, since) => Promise.resolve({ entries: [said('here', 3), said('there', 5)], since, until: 5 }),
        { runningIds: () => Promise.resolve(new Map([['s', count]])), watch: () => undefined },
        () => Promise.resolve(wake()),
        'running',
      );
      chat.seenUntil = 4;
      for (count of counts) {
        await new Promise<void>(resolve => {
          wake = resolve;
          others.check();
        });
        // Whatever changes in the chat while the process lives.
        chat.loop.dispatch({ type: 'backgroundTasksChanged', count: ++tells, subagents: 0 });
      }
      assert.equal(chat.seenUntil, 10, 'Claude is still seen at work');
      chat.loop.dispatch(exited);
      count--;
      await others.catchUp(chat);
      others.dispose();
      const ids = chat.loop.state.items.flatMap(item => (item.kind === 'prompt' ? [item.uuid] : []));
      assert.deepEqual([ids, chat.seenUntil, chat.sharedSince], [['there'], 5, undefined]);
    });

  it('is shown by a later look where the transcript could not be read', async () => {
    let [count, wake, isReadable] = [2, (): void => undefined, false];
    const { others, chat } = open(
      (_, since) => Promise.resolve(isReadable ? { entries: [said('there', 5)], since, until: 5 } : undefined),
      { runningIds: () => Promise.resolve(new Map([['s', count]])), watch: () => undefined },
      () => Promise.resolve(wake()),
      'running',
    );
    chat.seenUntil = 4;
    await new Promise<void>(resolve => {
      wake = resolve;
      others.check();
    });
    chat.loop.dispatch(exited);
    count--;
    await others.catchUp(chat);
    assert.equal(chat.sharedSince, 4);
    isReadable = true;
    await others.catchUp(chat);
    others.dispose();
    assert.deepEqual([statesOf(chat.loop.state), chat.sharedSince], [['problem', 'prompt sent'], undefined]);
  });
});

describe('a program that works on a session of no chat here', () => {
  it('costs a look at its record each time, and one at all sessions when it begins and when it ends', async () => {
    const looks: string[] = [];
    let [told, write] = [(): void => undefined, (_: string | null): void => assert.fail()];
    const next = (act: () => void): Promise<void> =>
      new Promise(resolve => {
        told = resolve;
        act();
      });
    const records = new Map([['1.json', 'one']]);
    const transcripts = {
      runningIds: () => {
        looks.push('all');
        return Promise.resolve(new Map([...records.values()].map(id => [id, 1])));
      },
      recorded: (name: string) => {
        looks.push(name);
        // Only such a look follows on a write of a record that is known.
        if (looks.filter(look => look === name).length > 1 && records.has(name)) told();
        return Promise.resolve(records.get(name));
      },
      watch: (changed: typeof write) => {
        write = changed;
        return watcherLike();
      },
    };
    const { others } = open(
      () => Promise.resolve(undefined),
      transcripts,
      () => Promise.resolve(told()),
    );
    await next(() => others.check());
    await next(() => write('1.json'));
    await next(() => write('1.json'));
    await next(() => write('1.json'));
    records.delete('1.json');
    await next(() => write('1.json'));
    others.dispose();
    assert.deepEqual(looks, ['all', '1.json', 'all', '1.json', '1.json', '1.json', 'all']);
  });

  it('is not missed where it has begun and ended between two looks', async () => {
    let [looked, write] = [0, (_: string | null): void => assert.fail()];
    let told = (): void => assert.fail();
    const next = (act: () => void): Promise<void> =>
      new Promise(resolve => {
        told = resolve;
        act();
      });
    const transcripts = {
      runningIds: () => Promise.resolve(new Map<string, number>()),
      recorded: () => Promise.resolve(undefined),
      watch: (changed: typeof write) => {
        write = changed;
        return watcherLike();
      },
    };
    const { others } = open(
      () => Promise.resolve(undefined),
      transcripts,
      () => {
        looked++;
        return Promise.resolve(told());
      },
    );
    await next(() => others.check());
    await next(() => write('1.json'));
    others.dispose();
    assert.equal(looked, 2);
  });
});

describe('a chat that leaves the memory', () => {
  it('is looked for on the disk again, where the last look may have come before it was there', async () => {
    let looked = (): void => assert.fail();
    const { chats, others, chat } = open(
      () => Promise.resolve(undefined),
      { watch: () => undefined },
      () => Promise.resolve(looked()),
    );
    await new Promise<void>(resolve => {
      looked = resolve;
      chats.unload(chat);
    });
    others.dispose();
    assert.equal(chats.get('k'), undefined);
  });
});

describe('the watch of the records of other programs', () => {
  it('begins anew with the next check once it has failed', async () => {
    const watchers: EventEmitter[] = [];
    let told = (): void => assert.fail();
    const watch = (): EventEmitter => {
      const watcher = watcherLike();
      watchers.push(watcher);
      return watcher;
    };
    const { others } = open(
      () => Promise.resolve(undefined),
      { watch },
      () => Promise.resolve(told()),
    );
    const check = (): Promise<void> =>
      new Promise(resolve => {
        told = resolve;
        others.check();
      });
    await check();
    await check();
    assert.equal(watchers.length, 1);
    watchers[0]?.emit('error', new Error('EPERM'));
    await check();
    others.dispose();
    assert.equal(watchers.length, 2);
  });
});
