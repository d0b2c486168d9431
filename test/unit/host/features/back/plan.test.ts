// Which tree is wanted before a message, what is known to have written since, and how the card shows it.
import assert from 'node:assert/strict';
import type { ChatItem } from '../../../../../src/chat/state.js';
import { asAsked, isSamePlan, needsCard, planOf, shownFiles, treeBefore, wroteIn } from '../../../../../src/host/features/back/plan.js';
import type { FileChange } from '../../../../../src/review/changes.js';

const said: ChatItem = { kind: 'prompt', id: 'p', uuid: 'p', text: 'x', state: 'sent' };
const changes = (before: string, after: string): ChatItem => ({ kind: 'changes', id: before, files: 1, plus: 0, minus: 0, before, after });
const late: ChatItem = { kind: 'changes', id: 'late', files: 0, plus: 0, minus: 0, isLate: true };
const back: ChatItem = {
  kind: 'wentBack',
  id: 'w',
  text: 'x',
  from: 'n1',
  to: 'n2',
  files: { state: 'done', written: 1, left: 0 },
};
const { files: _, ...talk } = back;

describe('the files of going back', () => {
  it('stood before the first of the turns that have changed any', () => {
    assert.deepEqual(treeBefore([said, changes('b1', 'a1'), changes('b2', 'a2')]), { tree: 'b1' });
    assert.deepEqual(treeBefore([said, back, changes('b2', 'a2')]), { tree: 'n1' });
    assert.equal(treeBefore([said, talk]), 'none');
    assert.equal(treeBefore([said, late, changes('b2', 'a2')]), 'unknown');
  });

  it('were written by turns and by going back, and where a turn is not known that is said', () => {
    const { spans, isUnsure } = wroteIn([said, changes('b1', 'a1'), back, talk]);
    assert.deepEqual(spans, [
      { before: 'b1', after: 'a1' },
      { before: 'n1', after: 'n2' },
    ]);
    assert.equal(isUnsure, false);
    const shared = [{ isAgents: true as const }, { byPerson: ['a'] }].map(
      facts => wroteIn([{ ...changes('b1', 'a1'), ...facts }]).spans[0]?.shared,
    );
    assert.deepEqual(shared, ['all', ['a']]);
    assert.equal(wroteIn([changes('b1', 'a1'), late]).isUnsure, true);
    const call = (name: string): ChatItem => ({ kind: 'tool', id: name, name, summary: '', state: 'done', result: '' });
    assert.deepEqual(
      ['Bash', 'Read'].map(name => wroteIn([said, call(name)]).mayHaveWritten),
      [true, false],
    );
    // Undone, what went back has come again.
    const undone: ChatItem = { ...back, files: { state: 'undone', written: 1, left: 0 } };
    assert.deepEqual(wroteIn([undone]).spans, [
      { before: 'n1', after: 'n2' },
      { before: 'n2', after: 'n1' },
    ]);
  });

  it('have a card where Claude may have changed some that stay as they are', () => {
    const nothing = { questions: 0, permissions: 0 };
    const card = { id: 'p', to: 'message', text: '', messages: 1, ends: nothing, stays: { questions: 0, messages: 0 } } as const;
    const asked = (['off', 'unknown', 'lost', 'none', 'same', 'disabled'] as const).filter(noFiles =>
      needsCard({ ...card, noFiles }, false),
    );
    assert.deepEqual(asked, ['off', 'unknown', 'lost']);
    assert.deepEqual([needsCard(card, false), needsCard({ ...card, background: true }, false)], [false, true]);
  });

  const change = (path: string, kind: FileChange['kind']): FileChange => ({ path, kind, plus: 3, minus: 1 });
  const found = (files: readonly (readonly [FileChange, 'turns' | 'both' | 'others'])[]) => ({
    ok: true as const,
    present: 'n',
    target: 't',
    files: files.map(([one, by]) => ({ change: one, by })),
    left: [],
  });

  it('are shown as going back changes them: what is new goes, what is gone comes, and lines the other way round', () => {
    const isTyped = (path: string): boolean => path === 'typed';
    const plan = planOf(
      '/w',
      false,
      { spans: [], isUnsure: false },
      found([
        [change('new', 'added'), 'turns'],
        [change('typed', 'modified'), 'turns'],
        [change('gone', 'deleted'), 'both'],
      ]),
      isTyped,
    );
    const shown = typeof plan === 'string' ? assert.fail(plan) : shownFiles(plan, isTyped);
    assert.deepEqual(shown.own, [{ path: 'new', kind: 'deleted', plus: 1, minus: 3 }]);
    // What the person has typed goes only where they say so.
    assert.deepEqual(shown.others, [
      { path: 'typed', kind: 'modified', plus: 1, minus: 3, unsaved: true },
      { path: 'gone', kind: 'added', plus: 1, minus: 3 },
    ]);
  });

  it('are counted where there are too many to be shown, and all of them are in the plan', () => {
    const many = Array.from({ length: 250 }, (_none, nth) => [change(`f${nth}`, 'modified'), 'turns'] as const);
    const plan = planOf('/w', false, { spans: [], isUnsure: false }, found(many), () => false);
    if (typeof plan === 'string') assert.fail(plan);
    const { own, more } = shownFiles(plan, () => false);
    assert.deepEqual([own.length, more, plan.own.length], [100, 150, 250]);
  });

  it('are others where one of those that are only counted is another one, though the card looks the same', () => {
    const plan = (last: string) => {
      const files = [...Array.from({ length: 120 }, (_none, nth) => `f${nth}`), last].map(
        path => [change(path, 'modified'), 'turns'] as const,
      );
      const made = planOf('/w', false, { spans: [], isUnsure: false }, found(files), () => false);
      return typeof made === 'string' ? assert.fail(made) : made;
    };
    const shown = (last: string) => shownFiles(plan(last), () => false);
    assert.deepEqual(shown('one'), shown('other'));
    assert.deepEqual([isSamePlan(plan('one'), plan('one')), isSamePlan(plan('one'), plan('other'))], [true, false]);
    assert.deepEqual([isSamePlan(undefined, undefined), isSamePlan(plan('one'), undefined)], [true, false]);
  });

  it('are none where all stands as it did, and where the snapshots are gone or off', () => {
    const wrote = { spans: [], isUnsure: false };
    assert.equal(
      planOf('/w', false, wrote, found([]), () => false),
      'same',
    );
    assert.equal(
      planOf('/w', false, wrote, { ok: false, why: 'lost' }, () => false),
      'lost',
    );
    assert.equal(
      planOf('/w', false, wrote, { ok: false, why: 'home' }, () => false),
      'off',
    );
  });

  it('are those that were asked for, where something else stands as a turn has left it by now', () => {
    const plan = (...own: readonly string[]) => {
      const made = planOf(
        '/w',
        false,
        { spans: [], isUnsure: false },
        found(own.map(path => [change(path, 'modified'), 'turns'])),
        () => false,
      );
      return typeof made === 'string' ? assert.fail(made) : made;
    };
    assert.deepEqual(
      asAsked(plan('a', 'b', 'c'), plan('a'), ['c']).own.map(({ path }) => path),
      ['a', 'c'],
    );
  });
});
