// The window of items that a session keeps: which items leave it, and that nothing else depends on those.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatItem, ChatState } from '../../../src/chat/state.js';
import { initialState, nextTurnStart, openPermissions, openQuestions } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { diff } from '../../../src/chat/view.js';
import { rowOf } from '../../../src/chat/rows.js';
import { newestItems, trimmable, windowSize } from '../../../src/chat/window.js';
import { anyEvent } from '../../support/anyEvent.js';
import { own } from '../../support/questions.js';
import { after, asked, doneBy, ended, exited, permissionFor, prompt, working } from '../../support/chat.js';
import { runs } from '../../support/tier.js';

const texts = (from: number, count: number): readonly ChatEvent[] =>
  Array.from({ length: count }, (_, nth) => ({ type: 'textFinished', id: `m:${from + nth}`, text: 'words' }));
const trim = (state: ChatState, size: number): ChatState =>
  after(state, { type: 'itemsTrimmed', ids: trimmable(state, size).map(({ id }) => id) });
const idsOf = ({ items }: Pick<ChatState, 'items'>): readonly string[] => items.map(({ id }) => id);

const isUnfinished = (item: ChatItem): boolean => rowOf(item).isUnfinished(item);

describe('the window of a session', () => {
  it('is trimmed to its size once there is twice as much, the oldest items first', () => {
    const full = after(initialState('auto'), ...texts(0, 2 * windowSize));
    assert.deepEqual([trimmable(full), full.hasOlder], [[], false]);
    const over = after(full, ...texts(2 * windowSize, 1));
    assert.deepEqual(idsOf({ items: trimmable(over) }), idsOf({ items: over.items.slice(0, windowSize + 1) }));
    const trimmed = trim(over, windowSize);
    assert.deepEqual([trimmed.items, trimmed.hasOlder, trimmed.turnStart], [over.items.slice(-windowSize), true, 0]);
  });

  it('comes back with its newest items, and with the older ones that can still change', () => {
    const failed = after(working, { type: 'promptConfirmed', uuid: 'u1' }, ...texts(0, 2), ended, prompt('u2'), exited, ...texts(2, 3));
    const place = { kind: 'confirmed', of: 'prompt', id: 'u0' } as const;
    const stored = { ...failed, items: [place, ...failed.items], turnStart: failed.turnStart + 1 };
    const ids = stored.items.map(({ id }) => id);
    const newest = newestItems(stored, 2);
    assert.deepEqual(
      newest.items.map(item => (item.kind === 'prompt' ? item.state : item.id)),
      ['failed', ...ids.slice(-2)],
    );
    assert.deepEqual([newest.hasOlder, newest.turnStart], [true, 1]);
    assert.equal(newestItems(stored, stored.items.length), stored);
  });

  it('is not trimmed for items that have to stay: few others are there', () => {
    const failed = after(working, prompt('u2'), prompt('u3'), prompt('u4'), exited);
    assert.equal(failed.items.length, 4);
    assert.deepEqual([...trimmable(failed, 1), ...trimmable(after(failed, ...texts(0, 2)), 1)], []);
    assert.deepEqual(idsOf({ items: trimmable(after(failed, ...texts(0, 3)), 1) }), ['m:0', 'm:1']);
    assert.deepEqual(trimmable(after(failed, ...texts(0, 4)), 2), []);
  });

  it('keeps a prompt that was sent as long as it lies in the outbox', () => {
    const items = working.items.map(item => (item.kind === 'prompt' ? ({ ...item, state: 'sent' } as const) : item));
    const [sent] = items;
    assert.ok(sent && working.outbox.some(({ itemId }) => itemId === sent.id));
    const long = { ...working, items: [...items, ...after(initialState('auto'), ...texts(0, 9)).items] };
    assert.ok(!idsOf({ items: trimmable(long, 2) }).includes(sent.id));
  });

  it('keeps a prompt that Claude may have forgotten where its process does not end in order', () => {
    const begun = { ...working, endsWithTurn: true } as const;
    const read = after(begun, { type: 'promptConfirmed', uuid: 'u1' }, ...texts(0, 9));
    const crash: ChatEvent = { type: 'processExited', code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' };
    assert.ok(doneBy(read, crash).includes('checkForgotten'));
    assert.ok(doneBy(trim(read, 1), crash).includes('checkForgotten'));
    const place = { kind: 'confirmed', of: 'prompt', id: 'u1' } as const;
    const stored = { ...read, items: [place, ...read.items.slice(1)] };
    for (const state of [read, stored]) assert.deepEqual(newestItems(state, 1).items.length, 2);
    const over = after(read, ended, exited);
    assert.equal(newestItems(over, 1).items.length, 1, 'a process has ended in order since');
  });

  it('has items for which something is still to come, and permissions that wait', () => {
    const [prompted] = working.items;
    const permission = after(working, permissionFor('b'));
    const decided = after(permission, { type: 'permissionDecided', requestId: 'p-b', decision: 'deny' });
    assert.ok(prompted?.kind === 'prompt');
    assert.deepEqual([isUnfinished({ ...prompted, state: 'sending' }), isUnfinished({ ...prompted, state: 'sent' })], [true, false]);
    assert.deepEqual(
      [permission.items.some(item => item.kind === 'permission' && isUnfinished(item)), openPermissions(working)],
      [true, []],
    );
    assert.deepEqual(openPermissions(permission), permission.items.slice(-1));
    assert.equal(decided.items.filter(item => item.kind === 'permission').some(isUnfinished), false);
    assert.deepEqual(openPermissions(decided), []);
  });

  it('keeps the turn where it begins, and what is told of a turn', () => {
    const state = after(working, { type: 'promptConfirmed', uuid: 'u1' }, ...texts(0, 5), ended, prompt('u2'), ...texts(5, 3));
    assert.equal(state.turnStart, 6);
    const trimmed = trim(state, 2);
    assert.deepEqual([idsOf(trimmed), trimmed.turnStart, nextTurnStart(trimmed)], [['i6', 'm:6', 'm:7'], 0, 3]);
    assert.deepEqual(after(trimmed, ended).turnStart, 3);
  });

  const lost = after(working, asked('t'), { type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('half'), on: 0 }, exited);
  for (const [name, state, id] of [
    ['a question that is open', after(working, asked('t')), 't'],
    ['a lost question whose answers can go as a message', lost, 't'],
    ['a permission that is asked', after(working, permissionFor('b')), 'p-b'],
    ['a tool that runs', after(working, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: '' }), 'b'],
    ['a text that grows', after(working, { type: 'textStarted', id: 'x' }), 'x'],
    ['a prompt that is not confirmed', after(working, { type: 'promptConfirmed', uuid: 'u1' }, prompt('u2')), 'i1'],
    ['a prompt that can be sent again', after(working, exited), 'i0'],
  ] as const)
    it(`keeps ${name}, whoever wants it trimmed`, () => {
      const long = after(state, ...texts(10, 9));
      assert.ok(idsOf(long).includes(id));
      assert.ok(!idsOf({ items: trimmable(long, 2) }).includes(id));
      const trimmed = after(long, { type: 'itemsTrimmed', ids: idsOf(long) });
      assert.ok(idsOf(trimmed).includes(id));
      assert.ok(trimmed.items.length < long.items.length);
    });

  it('lets a lost question go once its answers are sent, or where there are none', () => {
    const sent = after(lost, { type: 'lostAnswersSent', toolUseId: 't', uuid: 'again' }, ...texts(0, 5));
    const untouched = after(working, asked('t'), exited, ...texts(0, 5));
    const answered = after(
      working,
      asked('t'),
      { type: 'questionAnswered', toolUseId: 't', answers: [own('whole')], undoTime: 0 },
      { type: 'toolFinished', toolUseId: 't', isError: false, text: 'whole' },
      ended,
      ...texts(0, 5),
    );
    for (const state of [sent, untouched, answered]) assert.ok(idsOf({ items: trimmable(state, 1) }).includes('t'));
  });

  it('stays the same object where nothing may leave it', () => {
    const state = after(working, asked('t'));
    assert.equal(step(state, { type: 'itemsTrimmed', ids: ['t', 'unknown'] }, 0).state, state);
  });

  it('names what runs in the background also where its row has left it', () => {
    const call = { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'npm test' } as const;
    const done = { type: 'toolFinished', toolUseId: 'b', isError: false, text: 'out' } as const;
    const state = trim(after(working, call, { type: 'callsInBackground', toolUseIds: ['b'] }, done, ...texts(0, 5)), 1);
    assert.ok(!state.items.some(({ id }) => id === 'b'));
    const ended = after(state, { type: 'turnEnded', outcome: 'success' });
    const exited = after(ended, { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' });
    const cut = exited.items.find(item => item.kind === 'problem' && item.problem.code === 'backgroundCut');
    assert.equal(cut?.kind === 'problem' && cut.problem.detail, 'npm test');
  });

  it('is no change for a view, and hides none', () => {
    const state = after(initialState('auto'), ...texts(0, 5), { type: 'textStarted', id: 'x' });
    const trimmed = trim(state, 1);
    assert.equal(trimmed.items.length, 2);
    assert.deepEqual(diff(state, trimmed), { type: 'none' });
    assert.deepEqual(diff(state, after(trimmed, { type: 'textGrew', id: 'x', text: '!' })), { type: 'grew', id: 'x', text: '!' });
    assert.deepEqual(diff(state, after(trimmed, ...texts(9, 1))), { type: 'items', items: after(trimmed, ...texts(9, 1)).items.slice(-1) });
  });
});

/** The ids of items that can come in events; an event about an item that has left gets another id, as a new item would have. */
const shared = ['t1', 't2', 'm:0', 'm:1', 'u1', 'u2', 'u3', 'r1', 'r2', 'r3', 'p1'];
const idFields = ['id', 'uuid', 'toolUseId', 'requestId', 'writeId'];

class Renamed {
  readonly #names = new Map<string, string>(shared.map(name => [name, name]));
  readonly #gone = new Set<string>();
  #counter = 0;

  left(items: readonly ChatItem[]): void {
    const ids = items.flatMap(item => Object.entries(item).flatMap(([field, value]) => (idFields.includes(field) ? [String(value)] : [])));
    for (const id of ids) this.#gone.add(id);
    for (const [name, current] of this.#names) if (this.#gone.has(current)) this.#names.set(name, `${name}~${this.#counter++}`);
  }

  /** Undefined where the event is about an item that has left. */
  event(event: ChatEvent): ChatEvent | undefined {
    let isGone = false;
    const renamed = JSON.stringify(event, (_, value: unknown) => {
      if (typeof value !== 'string') return value;
      const name = this.#names.get(value) ?? value;
      isGone ||= this.#gone.has(name);
      return name;
    });
    // A copy of an event, whose fields without a value are absent.
    return isGone ? undefined : (JSON.parse(renamed) as ChatEvent);
  }
}

/** The words of *Go on* name answers where the turn's question is still there; what it does is the same. */
function withoutWordsOfGoOn(item: ChatItem): ChatItem {
  return 'goOn' in item && item.goOn === 'answer' ? { ...item, goOn: 'work' } : item;
}

describe('a session that is trimmed at any time', () => {
  for (const life of ['question', 'prompt'] as const)
    it(`does as one that is not, and keeps all that a person can act on (${life})`, () => {
      let trimmed = 0;
      const many = runs(400);
      const anyLife = fc.array(fc.tuple(anyEvent(life), fc.constantFrom(0, 0, 1, 2, 3)), { minLength: 20, maxLength: 80 });
      fc.assert(
        fc.property(anyLife, events => {
          let whole = initialState('auto');
          let cut = whole;
          const gone = new Set<string>();
          const names = new Renamed();
          const isGone = (item: ChatItem): boolean => gone.has(`${item.kind} ${item.id}`);
          events.forEach(([generated, size], now) => {
            const event = generated.type === 'itemsTrimmed' ? undefined : names.event(generated);
            if (event !== undefined) {
              const [one, other] = [step(whole, event, now), step(cut, event, now)];
              assert.deepEqual(other.effects, one.effects);
              [whole, cut] = [one.state, other.state];
            }
            const { items, hasOlder: _, leftInBackground: ___, turnStart, ...rest } = cut;
            const { items: all, hasOlder: __, turnStart: wholeStart, ...wholeRest } = whole;
            const kept = all.filter(item => !isGone(item));
            assert.deepEqual([items.map(withoutWordsOfGoOn), rest], [kept.map(withoutWordsOfGoOn), wholeRest]);
            assert.equal(turnStart, all.slice(0, wholeStart).filter(item => !isGone(item)).length);
            assert.deepEqual(openQuestions(cut), openQuestions(whole));
            if (size === 0) return;
            const leaving = trimmable(cut, size);
            // Two items of the same id are made by the generator only.
            if (leaving.some(({ id }) => [...cut.items, ...cut.queued].filter(item => item.id === id).length > 1)) return;
            cut = step(cut, { type: 'itemsTrimmed', ids: leaving.map(({ id }) => id) }, now).state;
            for (const item of leaving) gone.add(`${item.kind} ${item.id}`);
            names.left(leaving);
            trimmed += leaving.length;
          });
          const made = whole.items.map(({ id }) => id).filter(id => /^i\d+$/.test(id));
          assert.equal(new Set(made).size, made.length);
          assert.ok(!whole.items.some(item => isGone(item) && (isUnfinished(item) || (item.kind === 'prompt' && item.state === 'failed'))));
        }),
        { numRuns: many },
      );
      assert.ok(trimmed > many / 4, `${trimmed}`);
    });
});
