// Which decisions are like a question, and which have the words that a person types.
import assert from 'node:assert/strict';
import type { KnownDecision } from '../../../src/memory/decision.js';
import type { Filter } from '../../../src/memory/findDecisions.js';
import { decisionsLike, decisionsWith, differsByOne, findable } from '../../../src/memory/findDecisions.js';
import { decision } from '../../support/decisions.js';
import { choice } from '../../support/questions.js';

const database = choice('Which database should we use?', 'Database', ['PostgreSQL', 'SQLite', 'MySQL']);
const again = choice('Which DB do you want to use?', 'DB', ['Postgres (Recommended)', 'SQLite', 'MySQL']);
const colors = choice('Which accent color should the theme have?', 'Color', ['Blue', 'Green']);

describe('the decisions that are like a question', () => {
  const likeIds = (all: readonly KnownDecision[], asked = again, limit = 10): readonly string[] =>
    decisionsLike(asked, all.map(findable), limit).map(found => found.decision.id);

  it('are found, and others are not', () => {
    const all = [decision({ id: 'a', question: database }), decision({ id: 'b', question: colors })];
    assert.deepEqual(likeIds(all), ['a']);
    assert.deepEqual(likeIds(all, choice('Tabs or spaces?', 'Indent', ['Tabs', 'Spaces'])), []);
  });

  it('are current ones', () => {
    const statuses = ['once', 'superseded', 'proposed'] as const;
    const all = [...statuses.map(status => decision({ question: database, status }))];
    assert.deepEqual(likeIds(all), []);
  });

  it('are none that the person has called not the same, nor another one of the same words', () => {
    const all = [decision({ question: database, at: 1 }), decision({ question: database, at: 2, notLike: [again.question] })];
    assert.deepEqual(likeIds(all), []);
    assert.equal(likeIds(all, database).length, 1);
  });

  it('come with the most alike first, then the newest, and no more than asked for', () => {
    const near = { ...database, question: 'Which database do we want?' };
    const all = [
      decision({ id: 'old', question: database, at: 1 }),
      decision({
        id: 'far',
        question: choice('Which database should the project use for a start?', 'Database', ['SQLite', 'Oracle']),
        at: 9,
      }),
      decision({ id: 'new', question: near, at: 5 }),
    ];
    assert.deepEqual(likeIds(all), ['new', 'old', 'far']);
    assert.deepEqual(likeIds(all, again, 1), ['new']);
  });

  it('are the newest of those with the same question, also where its options differ', () => {
    const all = [
      decision({ id: 'new', question: { ...database, options: database.options.slice(0, 2) }, at: 3 }),
      decision({ id: 'old', question: database, at: 1 }),
      decision({ id: 'newer', question: database, at: 2 }),
    ];
    assert.deepEqual(likeIds(all), ['new']);
    assert.deepEqual(likeIds(all.slice(1)), ['newer']);
  });

  it('are found among many of the same words', () => {
    const many = Array.from({ length: 2_000 }, (_, at) =>
      decision({ question: choice(`Which database should service${at} use?`, 'Database', ['A', 'B']) }),
    );
    const all = [...many.slice(0, 1_000), decision({ id: 'a', question: database }), ...many.slice(1_000)];
    assert.equal(likeIds(all)[0], 'a');
  });
});

describe('the decisions with the words that are typed', () => {
  const searchIds = (all: readonly KnownDecision[], words: string, filter: Partial<Filter> = {}): readonly string[] =>
    decisionsWith(words, all.map(findable), { limit: 10, ...filter }).map(({ id }) => id);

  it('have them in question, header, option, answer or note', () => {
    const all = [
      decision({ id: 'a', question: database, words: 'CockroachDB', note: 'because of the cluster' }),
      decision({ id: 'b', question: colors }),
    ];
    for (const word of ['database', 'mysql', 'Cockroach', 'cluster']) assert.deepEqual(searchIds(all, word), ['a'], word);
    assert.deepEqual(searchIds(all, 'accent green'), ['b']);
    assert.deepEqual(searchIds(all, 'accent mysql'), []);
  });

  it('are found by the beginning of a word, a synonym, and with a letter that is wrong', () => {
    const all = [decision({ id: 'a', question: database }), decision({ id: 'b', question: colors })];
    for (const word of ['postg', 'Datenbank', 'DB', 'databsae', 'postgesql']) assert.deepEqual(searchIds(all, word), ['a'], word);
    assert.deepEqual(searchIds(all, 'Farbe'), ['b']);
  });

  it('are of every status, and newest first where they match as well', () => {
    const all = [
      decision({ id: 'a', question: database, status: 'superseded', at: 3 }),
      decision({ id: 'b', question: database, status: 'once', at: 5 }),
      decision({ id: 'c', question: database, status: 'proposed', at: 4 }),
    ];
    assert.deepEqual(searchIds(all, 'database'), ['b', 'c', 'a']);
    assert.deepEqual(searchIds(all, 'database', { limit: 2 }), ['b', 'c']);
  });

  it('with the whole word come before those with its beginning', () => {
    const all = [
      decision({ id: 'begins', question: colors, words: 'teal-green', at: 9 }),
      decision({ id: 'whole', question: colors, words: 'tea', at: 1 }),
    ];
    assert.deepEqual(searchIds(all, 'tea'), ['whole', 'begins']);
  });

  it('are all where nothing is typed, and those of a folder, an asker or a time', () => {
    const server = { kind: 'server', name: 'notes' } as const;
    const all = [
      decision({ id: 'a', at: 1 }),
      decision({ id: 'b', at: 2, folder: '/other' }),
      decision({ id: 'c', at: 3, asker: server }),
      decision({ id: 'd', at: 4, asker: { kind: 'server', name: 'others' } }),
    ];
    assert.deepEqual(searchIds(all, ' '), ['d', 'c', 'b', 'a']);
    assert.deepEqual(searchIds(all, '', { folder: '/other' }), ['b']);
    assert.deepEqual(searchIds(all, '', { asker: server }), ['c']);
    assert.deepEqual(searchIds(all, '', { asker: { kind: 'claude' } }), ['b', 'a']);
    assert.deepEqual(searchIds(all, '', { since: 3 }), ['d', 'c']);
  });
});

describe('a word with one wrong letter', () => {
  it('has one more, one less, another one, or two that changed places', () => {
    for (const other of ['serve', 'sserver', 'server', 'sarver', 'esrver', 'servre']) assert.ok(differsByOne('server', other), other);
    for (const other of ['serv', 'sxrvar', 'revers', '']) assert.ok(!differsByOne('server', other), other);
  });
});
