// A chat that went back: its state, how its next process begins, and the way to another branch.
import assert from 'node:assert/strict';
import { beginningOf, forked, goneBack, otherSessions, returnedTo } from '../../../src/chat/branches.js';
import type { Cut } from '../../../src/chat/branches.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { after, effectsOf, ended, exited, prompt } from '../../support/chat.js';

const begins = (sessionId: string): ChatEvent => ({ type: 'initReceived', sessionId, capabilities: [], version: '2.1.329' });
const crashed: ChatEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' };
const turn = (uuid: string, sessionId: string): readonly ChatEvent[] => [
  prompt(uuid),
  begins(sessionId),
  { type: 'promptConfirmed', uuid },
  { type: 'textFinished', id: `m-${uuid}:0`, text: `about ${uuid}` },
  ended,
];
const talked = after(initialState('auto'), ...turn('one', 's1'), ...turn('two', 's1'), ...turn('three', 's1'), exited);
const cut = (more: Partial<Cut> = {}): Cut => ({
  branch: '0000000a',
  items: talked.items.slice(0, 2),
  hasOlder: false,
  fork: { session: 's1', at: 'm-one', before: 'two' },
  formerSessions: [],
  text: 'two',
  now: 5,
  ...more,
});
const back = goneBack(talked, cut());
const rows = ({ items }: ChatState): readonly string[] =>
  items.map(item =>
    item.kind === 'prompt' || item.kind === 'text' ? item.text : item.kind === 'wentBack' ? `back ${item.branch}` : item.kind,
  );
const starts = (state: ChatState): unknown => effectsOf(state, prompt('next')).find(({ type }) => type === 'startClaude');

describe('a chat that went back to before a message', () => {
  it('has what stands in front of it, says what it has left, and knows that branch', () => {
    assert.deepEqual(rows(back), ['one', 'about one', 'back first']);
    assert.deepEqual(back.branches, [{ id: 'first', text: 'three', at: 5, sessions: ['s1'] }]);
    assert.deepEqual([back.sessionId, back.turn, back.process, back.turnStart], [undefined, 'idle', 'none', 3]);
    assert.deepEqual(otherSessions(back), ['s1']);
  });

  it('has what the memory does not have yet with it into each branch, the older first, as long as it does not', () => {
    const [older, newer] = ['a', 'b'].map(name => ({ holds: `${name}:1`, before: `${name}:0` })).map(one => [one]);
    const left = { ...talked, holds: older ?? [] };
    const went = goneBack(left, cut());
    assert.deepEqual(went.holds, older);
    const returned = returnedTo(left, went, 9, undefined, newer);
    assert.deepEqual(returned.holds, [...(older ?? []), ...(newer ?? [])]);
    const held = (pairs: ChatState['holds']): ChatState => after(returned, { type: 'answersHeld', pairs: pairs ?? [] });
    assert.deepEqual([held(returned.holds).holds, held(newer).holds], [undefined, returned.holds]);
    assert.equal(returnedTo(left, held(returned.holds), 10).holds, undefined);
  });

  it('has again what was scheduled in front of that, with the next process, and so has a chat that was forked there', () => {
    const job = (id: string): readonly ChatEvent[] => [
      prompt(id),
      begins('s1'),
      { type: 'toolStarted', toolUseId: `call-${id}`, name: 'CronCreate', summary: id },
      {
        type: 'toolFinished',
        toolUseId: `call-${id}`,
        isError: false,
        text: '',
        scheduling: { type: 'begun', id, repeats: true, comesBack: true },
      },
      { type: 'textFinished', id: `m-${id}:0`, text: `about ${id}` },
      ended,
    ];
    const wakeUp = { type: 'toolFinished', toolUseId: 'call-one', isError: false, text: '' } as const;
    const runs = after(
      initialState('auto'),
      ...job('older'),
      ...job('one'),
      { ...wakeUp, scheduling: { type: 'begun', id: 'wakeup', at: 1_000 } },
      ...job('two'),
    );
    const cutAt = (left: ChatState, more: Partial<Cut> = {}): Cut => {
      const items = left.items.slice(
        0,
        left.items.findIndex(item => item.kind === 'prompt' && item.text === 'two'),
      );
      return { ...cut(), items, ...more };
    };
    const names = (jobs: ChatState['scheduled'] = []): readonly string[] => jobs.map(({ name }) => name);
    // The oldest call has left the window.
    const trimmed = (left: ChatState): ChatState => ({ ...left, items: left.items.slice(3) });
    for (const left of [after(runs, exited), runs].flatMap(one => [one, trimmed(one)])) {
      for (const made of [goneBack(left, cutAt(left)), forked(left, cutAt(left))]) {
        assert.deepEqual([names(made.scheduled), names(made.scheduledBefore)], [[], ['older', 'one']]);
        assert.deepEqual(names(after(made, prompt('next'), begins('s2')).scheduled), ['older', 'one']);
      }
      const { fork: _, ...anew } = cutAt(left);
      assert.deepEqual(forked(left, anew).scheduledBefore, undefined, 'a conversation that begins anew has none');
    }
  });

  it('gives its items ids that no branch has', () => {
    const ids = after(back, ...turn('next', 's2'))
      .items.slice(3)
      .map(({ id }) => id);
    assert.deepEqual(
      ids.filter(id => talked.items.some(item => item.id === id)),
      [],
    );
  });

  it('begins a session of its own from the old one, and goes on in it once a turn has ended well', () => {
    assert.deepEqual(starts(back), { type: 'startClaude', resume: 's1', forkAt: 'm-one' });
    const state = after(back, ...turn('next', 's2'), exited);
    assert.deepEqual(starts(state), { type: 'startClaude', resume: 's2' });
    assert.deepEqual(otherSessions(state), ['s1']);
  });

  it('begins it once more where its process ended before the CLI had kept it, without a word of a lost conversation', () => {
    const cutOff = after(back, prompt('next'), begins('s2'), crashed);
    assert.deepEqual(starts(cutOff), { type: 'startClaude', resume: 's2' });
    const unknown: readonly ChatEvent[] = [prompt('again'), { type: 'sessionUnknown', sessionId: 's2' }];
    const exit = effectsOf(cutOff, ...unknown, crashed);
    assert.deepEqual(
      exit.find(({ type }) => type === 'startClaude'),
      { type: 'startClaude', resume: 's1', forkAt: 'm-one' },
    );
    const state = after(cutOff, ...unknown, crashed);
    assert.equal(
      state.items.some(item => item.kind === 'problem' && item.problem.code === 'notResumed'),
      false,
    );
  });

  it('says that the conversation is lost where the old session is gone, and begins a new one', () => {
    const gone = after(back, prompt('next'), { type: 'sessionUnknown', sessionId: 's1' }, crashed);
    assert.ok(gone.items.some(item => item.kind === 'problem' && item.problem.code === 'notResumed'));
    assert.deepEqual([gone.forkOf, gone.sessionId], [undefined, undefined]);
  });

  it('begins anew in front of the first message, where nothing is to be copied', () => {
    const { fork: _, ...first } = cut({ items: [], text: 'one' });
    const state = goneBack(talked, first);
    assert.deepEqual(starts(state), { type: 'startClaude' });
    assert.deepEqual(otherSessions(state), ['s1']);
  });

  it('is over with the next message, also with a failed one that is sent again', () => {
    const isOver = (state: ChatState): unknown => state.items.flatMap(item => (item.kind === 'wentBack' ? [item.isOver] : []));
    assert.deepEqual(isOver(back), [undefined]);
    assert.deepEqual(isOver(after(back, prompt('next'))), [true]);
  });

  it('names the branch that is left when another one is shown again, and never the one that is shown', () => {
    const went = after(back, ...turn('next', 's2'), exited);
    const returned = returnedTo(talked, went, 9);
    assert.deepEqual(rows(returned), rows(talked));
    assert.deepEqual(returned.branches, [{ id: '0000000a', text: 'next', at: 9, sessions: ['s2'] }]);
    const again = returnedTo(went, returned, 10);
    assert.deepEqual(
      again.branches?.map(({ id }) => id),
      ['first'],
    );
    assert.deepEqual(new Set(otherSessions(again)), new Set(['s1']));
  });
});

describe('a chat that was forked from another one', () => {
  const fork = forked(talked, cut());

  it('has what stands in front of the message, no branch and none of the sessions of the other one', () => {
    assert.deepEqual(rows(fork), ['one', 'about one']);
    assert.deepEqual([fork.sessionId, fork.turn, fork.process, fork.turnStart, fork.branches], [undefined, 'idle', 'none', 2, undefined]);
    assert.deepEqual(otherSessions(fork), []);
  });

  it('begins a session of its own from the other one, also where it goes back before that', () => {
    assert.deepEqual(starts(fork), { type: 'startClaude', resume: 's1', forkAt: 'm-one' });
    const wentBack = goneBack(fork, cut({ fork: { session: 's1', at: 'm-zero', before: 'one' } }));
    assert.deepEqual([starts(wentBack), otherSessions(wentBack)], [{ type: 'startClaude', resume: 's1', forkAt: 'm-zero' }, []]);
    const talks = after(fork, ...turn('next', 's2'), exited);
    assert.deepEqual([starts(talks), otherSessions(talks)], [{ type: 'startClaude', resume: 's2' }, []]);
    assert.deepEqual(otherSessions(goneBack(talks, cut({ fork: { session: 's2', at: 'm-one', before: 'next' } }))), ['s2']);
  });

  it('shows what came before /clear in the other one, whose session that stays', () => {
    const cleared = forked(talked, cut({ formerSessions: ['s0'] }));
    assert.deepEqual([cleared.formerSessions, otherSessions(cleared)], [['s0'], []]);
  });
});

it('a branch names the comments that wait in it', () => {
  const comment = { kind: 'comment', id: 'c1', path: 'a.ts', first: 1, last: 1, words: 'why?', text: 'x' } as const;
  const waits = { ...talked, waiting: [{ uuid: 'w', text: 'later', way: 'after' as const, attachments: [comment] }] };
  assert.deepEqual(goneBack(waits, cut()).branches?.[0]?.comments, ['c1']);
});

it('the beginning of a message is one line, cut', () => {
  assert.equal(beginningOf('\n  first line \nsecond'), 'first line');
  assert.equal(beginningOf('x'.repeat(100)).length, 80);
  assert.equal(beginningOf('  '), '');
});
