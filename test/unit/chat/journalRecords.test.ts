// The records of a journal: whatever happens to a chat, a reader who applies them has the same chat.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ConfirmedItem } from '../../../src/chat/confirmedItems.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { JournalRecord, KeptChat, StoredChat } from '../../../src/chat/journalRecords.js';
import { applyRecord, emptyChat, filledFrom, isWaiting, leavingItems, recordsBetween, refOf } from '../../../src/chat/journalRecords.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatItem, ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { anyEventOrRestore } from '../../support/anyEvent.js';
import { own } from '../../support/questions.js';
import { after, asked, ended, named, permissionFor, prompt, questionOf, working } from '../../support/chat.js';
import { runs } from '../../support/tier.js';

function chat(state: ChatState, more: Partial<KeptChat> = {}): KeptChat {
  return { key: 'k', usedAt: 1, seenUntil: 1, composerDraft: '', composerRevision: 0, state, ...more };
}

/** The value that a reader gets. */
function stored<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const nothing = emptyChat('k', initialState('auto'));
const written = (records: readonly JournalRecord[], from: StoredChat = nothing): StoredChat => stored(records).reduce(applyRecord, from);
const withItems = (state: ChatState, items: readonly ChatItem[]): ChatState => ({ ...state, items });

/** An item leaves the window, or comes into it out of the transcript; the person types, names the chat, or takes its name away. */
const ownAct = fc.oneof(
  fc.record({ type: fc.constant('leave' as const), at: fc.nat(8) }),
  fc.record({ type: fc.constant('come' as const), at: fc.nat(8), id: fc.constantFrom('m:0', 'n:0', 'n:1') }),
  fc.record({ type: fc.constant('type' as const), text: fc.string() }),
  fc.record({ type: fc.constant('attach' as const), paths: fc.array(fc.constantFrom('a.ts', 'b.ts'), { maxLength: 2 }) }),
  fc.record({ type: fc.constant('name' as const), title: fc.constantFrom('a', undefined) }),
);
const anyAct = fc.oneof(
  { weight: 20, arbitrary: anyEventOrRestore('question') },
  { weight: 20, arbitrary: anyEventOrRestore('prompt') },
  { weight: 4, arbitrary: ownAct },
);

type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;

function acted(before: KeptChat, act: Act, now: number): KeptChat {
  const { state } = before;
  if (act.type === 'restore') return { ...before, state: restoredState(stored(state), 'auto', now) };
  if (act.type === 'leave') return { ...before, state: withItems(state, state.items.toSpliced(act.at, 1)) };
  if (act.type === 'come') {
    const item: ChatItem = { kind: 'text', id: act.id, text: 'there', streaming: false };
    return { ...before, state: withItems(state, state.items.toSpliced(act.at, 0, item)) };
  }
  if (act.type === 'type') return { ...before, composerDraft: act.text, composerRevision: before.composerRevision + 1, usedAt: now };
  if (act.type === 'attach') {
    const { composerAttachments: _, ...rest } = before;
    const added = act.paths.map(path => ({ kind: 'file' as const, id: path, path }));
    return { ...rest, composerRevision: before.composerRevision + 1, ...(added.length > 0 && { composerAttachments: added }) };
  }
  if (act.type === 'name') {
    const { title: _, ...rest } = before;
    return act.title === undefined ? rest : { ...rest, title: act.title };
  }
  return { ...before, state: step(state, act, now).state };
}

/** The chat after each act, and at the beginning. */
const anyLife = fc
  .array(anyAct, { maxLength: 60 })
  .map(acts => acts.reduce<KeptChat[]>((life, act, now) => [...life, acted(life.at(-1) ?? chat(initialState('auto')), act, now)], []));

describe('the records of a journal', () => {
  it('make of each chat the next, whatever has happened between the two', () => {
    fc.assert(
      fc.property(anyLife, fc.array(fc.nat(5)), (life, gaps) => {
        let before: KeptChat | undefined;
        let read = nothing;
        for (const [index, now] of life.entries()) {
          // Some changes gather before they are written.
          if ((gaps[index] ?? 0) > 2) continue;
          read = written(recordsBetween(before, now), read);
          assert.deepEqual(read, stored(now));
          before = now;
        }
      }),
      { numRuns: runs(600) },
    );
  });

  it('keep one copy of a prompt that is sent again under another uuid, and put none into the archive', () => {
    const takes: ChatEvent = { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329', takesBack: true };
    const next = after(working, takes, { type: 'promptConfirmed', uuid: 'u1' }, prompt('u2'));
    const [entry] = next.outbox;
    assert.ok(entry !== undefined);
    const events = [
      { type: 'writeAcknowledged', writeId: entry.writeId },
      { type: 'interruptRequested' },
      { type: 'promptBack', uuid: 'u2', isBack: true },
      { type: 'turnEnded', outcome: 'interrupted' },
    ] as const;
    const before = chat(after(next, ...events));
    const now = chat(after(before.state, { type: 'promptResubmitted', id: entry.itemId, uuid: 'u3' }));
    assert.deepEqual(leavingItems(before, now, new Set()), []);
    // What came between the two was not stored.
    assert.deepEqual(leavingItems(chat(next), now, new Set()), []);
    assert.deepEqual(written(recordsBetween(before, now), written(recordsBetween(undefined, before))), stored(now));
  });

  it('hold the place of each item that the transcript confirms and that is over, and all of every other item', () => {
    fc.assert(
      fc.property(anyLife, fc.subarray(['u1', 'u2', 'u3', 'm:0', 'm:1', 't1', 'p1']), (life, ids) => {
        const confirmed = new Set(ids);
        let before: KeptChat | undefined;
        let read = nothing;
        for (const now of life) {
          read = written(recordsBetween(before, now, confirmed), read);
          before = now;
        }
        const items = before?.state.items ?? [];
        const found = read.state.items;
        assert.equal(found.length, items.length);
        const places = found.flatMap((item, index) => (item.kind === 'confirmed' ? [{ item, real: items[index] }] : []));
        for (const { item, real } of places) {
          assert.ok(real !== undefined && confirmed.has(item.id));
          assert.deepEqual(refOf(item), refOf(real));
          assert.ok('streaming' in real ? !real.streaming : real.kind === 'tool' ? real.state !== 'running' : real.kind === 'prompt');
        }
        const others = found.filter(item => item.kind !== 'confirmed');
        assert.deepEqual(others, stored(items.filter((_, index) => found[index]?.kind !== 'confirmed')));
      }),
      { numRuns: runs(300) },
    );
  });

  it('are as small as a keystroke and a word, however long the chat is', () => {
    const many = (count: number): ChatState =>
      withItems(
        working,
        Array.from({ length: count }, (_, index) => ({ kind: 'text' as const, id: `m${index}:0`, text: 'said', streaming: false })),
      );
    const sizes = [10, 10_000].map(count => {
      const start = after(many(count), { type: 'textStarted', id: 'n:0' }, asked('t'));
      const grown = after(start, { type: 'textGrew', id: 'n:0', text: 'a word' });
      const drafted = after(grown, { type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('a'), on: 0 });
      const changes = [
        recordsBetween(chat(start), chat(grown)),
        recordsBetween(chat(grown), chat(drafted)),
        recordsBetween(chat(start), chat(start, { composerDraft: 'a', composerRevision: 1 })),
      ];
      return changes.map(records => JSON.stringify(records));
    });
    assert.deepEqual(sizes[0], sizes[1]);
    assert.deepEqual(sizes[0]?.[0], '[{"grew":"n:0","text":"a word"}]');
    assert.match(sizes[0]?.[1] ?? '', /^\[\{"draft":\{"id":"t","revision":1,/);
  });

  it('hold what is added to the message box once, and not with each letter after it', () => {
    const composerAttachments = [{ kind: 'file' as const, id: 'a', path: 'src/a.ts' }];
    const [added, typed, sent] = [
      chat(working, { composerAttachments, composerRevision: 1 }),
      chat(working, { composerAttachments, composerDraft: 'x', composerRevision: 2 }),
      chat(working, { composerRevision: 3 }),
    ];
    assert.deepEqual(recordsBetween(chat(working), added), [{ composer: { text: '', revision: 1, attachments: composerAttachments } }]);
    assert.deepEqual(recordsBetween(added, typed), [{ composer: { text: 'x', revision: 2 } }]);
    assert.deepEqual(recordsBetween(typed, sent), [{ composer: { text: '', revision: 3, attachments: [] } }]);
    assert.deepEqual(written(recordsBetween(undefined, typed)).composerAttachments, composerAttachments);
    assert.equal('composerAttachments' in written([...recordsBetween(undefined, typed), ...recordsBetween(typed, sent)]), false);
  });

  it('hold a prompt with what was added to it, also where the transcript has the prompt', () => {
    const attachments = [{ kind: 'file' as const, id: 'a', path: 'src/a.ts' }];
    const prompted = after(
      working,
      { type: 'promptSubmitted', uuid: 'u2', text: 'Look', attachments },
      { type: 'promptConfirmed', uuid: 'u2' },
    );
    const read = written(recordsBetween(undefined, chat(prompted), new Set(['u2'])));
    assert.deepEqual(read.state.items.at(-1), stored(prompted.items.at(-1)));
  });

  it('hold that the person has let Claude go on, of which the transcript has only the words', () => {
    const exited = { type: 'processExited' as const, requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };
    const cutOff = after(working, { type: 'promptConfirmed', uuid: 'u1' }, { type: 'textFinished', id: 'm:0', text: 'Half' }, exited);
    const id = cutOff.items.at(-1)?.id ?? '';
    const goingOn = after(cutOff, { type: 'promptResubmitted', id, uuid: 'u2' }, { type: 'promptConfirmed', uuid: 'u2' });
    const { state } = written(recordsBetween(undefined, chat(goingOn), new Set(['u2'])));
    const said = (items: readonly ChatItem[]): unknown => items.find(item => item.kind === 'prompt' && item.uuid === 'u2');
    assert.deepEqual(
      state.items.find(item => refOf(item)[1] === 'u2'),
      said(goingOn.items),
    );
  });

  it('say of a finished text only that it has ended, and of one that came out otherwise all of it', () => {
    const streaming = after(working, { type: 'textStarted', id: 'n:0' }, { type: 'textGrew', id: 'n:0', text: 'a long text' });
    const same = after(streaming, { type: 'textFinished', id: 'n:0', text: 'a long text.' });
    const other = after(streaming, { type: 'textFinished', id: 'n:0', text: 'another' });
    assert.deepEqual(recordsBetween(chat(streaming), chat(same)), [{ grew: 'n:0', text: '.', ended: true }]);
    assert.deepEqual(recordsBetween(chat(streaming), chat(other)), [{ put: other.items[1], at: 1 }]);
  });

  it('say all of a text whose place the journal has, once it is another', () => {
    const one = after(working, { type: 'textFinished', id: 'n:0', text: 'a' });
    const other = after(one, { type: 'textFinished', id: 'n:0', text: 'ab' });
    const read = written(recordsBetween(undefined, chat(one), new Set(['n:0'])));
    assert.deepEqual(written(recordsBetween(chat(one), chat(other)), read).state.items[1], other.items[1]);
  });

  it('end with the draft what a draft ends: the countdown, and the word that nothing was sent', () => {
    const counting = after(working, asked('t'), { type: 'countdownStarted', toolUseId: 't', requestId: 'r-t', until: 9 });
    const unsent = withItems(
      counting,
      counting.items.map(item => (item.kind === 'question' ? { ...item, unsent: true as const } : item)),
    );
    const drafted = after(unsent, { type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('a'), on: 0 });
    const records = recordsBetween(chat(unsent), chat(drafted));
    assert.deepEqual(Object.keys(records[0] ?? {}), ['draft']);
    const read = written(records, written(recordsBetween(undefined, chat(unsent))));
    assert.deepEqual(read.state.items[1], stored(questionOf(drafted)));
    assert.equal(questionOf(unsent).dismissAt, 9);
  });

  it('are none where nothing differs', () => {
    assert.deepEqual(recordsBetween(chat(working), chat(working)), []);
  });

  it('still count after one of them was lost', () => {
    const states = [
      working,
      after(working, { type: 'textStarted', id: 'a:0' }),
      after(working, { type: 'textStarted', id: 'a:0' }, { type: 'textStarted', id: 'b:0' }),
      after(working, { type: 'textStarted', id: 'a:0' }, { type: 'textStarted', id: 'b:0' }, asked('t')),
    ];
    const [one, two, three, four] = states.map(state => chat(state));
    assert.ok(one && two && three && four);
    // The records between `one` and `two` are lost.
    const left = [recordsBetween(undefined, one), recordsBetween(two, three), recordsBetween(three, four)].flat();
    const later = chat(after(four.state, { type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('mine'), on: 0 }));
    const answered = chat(after(later.state, { type: 'questionDismissed', toolUseId: 't' }));
    const read = written([...left, ...recordsBetween(four, later), ...recordsBetween(later, answered)]);
    assert.deepEqual(
      read.state.items.map(({ id }) => id),
      ['i0', 'b:0', 't'],
    );
    assert.deepEqual(read.state.items[2], stored(questionOf(answered.state)));
    const dropped = recordsBetween(answered, { ...answered, state: withItems(answered.state, answered.state.items.toSpliced(1, 2)) });
    const rest = written(dropped, read).state.items;
    assert.deepEqual(
      rest.map(({ id }) => id),
      ['i0', 't'],
    );
  });

  it('of a later version of Parley change nothing', () => {
    const one = written(recordsBetween(undefined, chat(working)));
    assert.deepEqual(applyRecord(one, { unknown: true } as unknown as JournalRecord), one);
  });
});

describe('a stored chat', () => {
  const sent = after(working, { type: 'promptConfirmed', uuid: 'u1' }, { type: 'toolStarted', toolUseId: 'a', name: 'Read', summary: '' });
  const over = after(sent, { type: 'toolFinished', toolUseId: 'a', isError: false, text: '' }, asked('t'));

  it('is whole again with what the transcript holds, and the turn begins where it did', () => {
    const state = { ...over, turnStart: 2 };
    const read = written(recordsBetween(undefined, chat(state), new Set(['u1', 'a'])));
    const kinds = read.state.items.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['confirmed', 'confirmed', 'question']);
    const find = (place: ConfirmedItem) => state.items.find(item => refOf(item).join() === refOf(place).join());
    assert.deepEqual(stored(filledFrom(read, find)), stored(chat(state)));
    const gone = filledFrom(read, place => (place.id === 'a' ? find(place) : undefined));
    assert.deepEqual([gone.state.items.map(({ id }) => id), gone.state.turnStart], [['a', 't'], 1]);
  });

  it('keeps a prompt that lies in the outbox, and a tool that runs, whatever the transcript holds', () => {
    const read = written(recordsBetween(undefined, chat(after(working, prompt('u2'))), new Set(['u1', 'u2'])));
    assert.deepEqual(
      read.state.items.map(({ kind }) => kind),
      ['prompt', 'prompt'],
    );
    const running = written(recordsBetween(undefined, chat(sent), new Set(['a'])));
    assert.equal(running.state.items[1]?.kind, 'tool');
  });

  it('waits for the person as long as a question or a permission is not over', () => {
    assert.equal(isWaiting(working), false);
    assert.equal(isWaiting(over), true);
    assert.equal(isWaiting(after(over, { type: 'questionDismissed', toolUseId: 't' }, ended)), false);
    const permission = after(working, permissionFor('x'));
    assert.equal(isWaiting(permission), true);
    assert.equal(isWaiting(after(permission, { type: 'permissionDecided', requestId: 'p-x', decision: 'deny' })), false);
  });
});

describe('what leaves the window', () => {
  it('is archived where the transcript lacks it, with what came after it', () => {
    const state = after(
      ...([working, { type: 'promptConfirmed', uuid: 'u1' }, asked('t'), { type: 'questionDismissed', toolUseId: 't' }] as const),
      ...([ended, { type: 'textFinished', id: 'm:0', text: 'a' }, { type: 'textFinished', id: 'n:0', text: 'b' }, named] as const),
    );
    const left = chat(withItems(state, state.items.slice(3)));
    const leaving = leavingItems(chat(state), left, new Set(['u1', 'n:0']));
    assert.deepEqual(
      leaving.map(({ item, next }) => [item.id, next]),
      [
        ['t', ['text', 'm:0']],
        ['m:0', ['text', 'n:0']],
      ],
    );
    assert.deepEqual(leavingItems(undefined, left, new Set()), []);
    const none = leavingItems(chat(state), chat(withItems(state, [])), new Set());
    assert.deepEqual(none.at(-1)?.next, undefined);
  });

  it('is not archived where the journal has its place only', () => {
    const state = after(working, { type: 'promptConfirmed', uuid: 'u1' });
    const read = written(recordsBetween(undefined, chat(state), new Set(['u1'])));
    assert.deepEqual(leavingItems(read, chat(withItems(state, [])), new Set()), []);
  });
});
