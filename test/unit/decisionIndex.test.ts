// Which decisions are like a question, and which have the words that a person types.
import assert from 'node:assert/strict';
import type { KnownDecision } from '../../src/memory/decision.js';
import type { Filter } from '../../src/memory/decisionIndex.js';
import { DecisionIndex } from '../../src/memory/decisionIndex.js';
import { differsByOne } from '../../src/memory/postings.js';
import { decision } from '../support/decisions.js';
import { choice } from '../support/questions.js';

const database = choice('Which database should we use?', 'Database', ['PostgreSQL', 'SQLite', 'MySQL']);
const again = choice('Which DB do you want to use?', 'DB', ['Postgres (Recommended)', 'SQLite', 'MySQL']);
const colors = choice('Which accent color should the theme have?', 'Color', ['Blue', 'Green']);

async function indexOf(...decisions: readonly KnownDecision[]): Promise<DecisionIndex> {
  const index = new DecisionIndex();
  await index.add(decisions);
  return index;
}

describe('the decisions that are like a question', () => {
  const likeIds = (index: DecisionIndex, asked = again, limit = 10): readonly string[] =>
    index.like(asked, { limit }).map(found => found.decision.id);

  it('are found, and others are not', async () => {
    const index = await indexOf(decision({ id: 'a', question: database }), decision({ id: 'b', question: colors }));
    assert.deepEqual(likeIds(index), ['a']);
    assert.deepEqual(likeIds(index, choice('Tabs or spaces?', 'Indent', ['Tabs', 'Spaces'])), []);
  });

  it('are current ones', async () => {
    const statuses = ['once', 'superseded', 'proposed'] as const;
    const index = await indexOf(...statuses.map(status => decision({ question: database, status })));
    assert.deepEqual(likeIds(index), []);
  });

  it('are none that the person has called not the same, nor another one of the same words', async () => {
    const index = await indexOf(
      decision({ question: database, at: 1 }),
      decision({ question: database, at: 2, notLike: [again.question] }),
    );
    assert.deepEqual(likeIds(index), []);
    assert.equal(likeIds(index, database).length, 1);
  });

  it('come with the most alike first, then the newest, and no more than asked for', async () => {
    const near = { ...database, question: 'Which database do we want?' };
    const index = await indexOf(
      decision({ id: 'old', question: database, at: 1 }),
      decision({
        id: 'far',
        question: choice('Which database should the project use for a start?', 'Database', ['SQLite', 'Oracle']),
        at: 9,
      }),
      decision({ id: 'new', question: near, at: 5 }),
    );
    assert.deepEqual(likeIds(index), ['new', 'old', 'far']);
    assert.deepEqual(likeIds(index, again, 1), ['new']);
  });

  it('are the newest of those with the same question, also where its options differ', async () => {
    const index = await indexOf(
      decision({ id: 'new', question: { ...database, options: database.options.slice(0, 2) }, at: 3 }),
      decision({ id: 'old', question: database, at: 1 }),
      decision({ id: 'newer', question: database, at: 2 }),
    );
    assert.deepEqual(likeIds(index), ['new']);
    index.remove('new');
    assert.deepEqual(likeIds(index), ['newer']);
  });

  it('follow what is updated, removed and added again', async () => {
    const one = decision({ id: 'a', question: database });
    const index = await indexOf(one);
    index.update({ ...one, status: 'superseded' });
    assert.deepEqual(likeIds(index), []);
    index.update({ ...one, question: colors });
    assert.deepEqual([likeIds(index), likeIds(index, colors)], [[], ['a']]);
    index.remove('a');
    index.remove('never there');
    assert.deepEqual(likeIds(index, colors), []);
    await index.add([one, one]);
    assert.deepEqual(likeIds(index), ['a']);
  });

  it('are found among many of the same words', async () => {
    const many = Array.from({ length: 2_000 }, (_, at) =>
      decision({ question: choice(`Which database should service${at} use?`, 'Database', ['A', 'B']) }),
    );
    const index = await indexOf(...many.slice(0, 1_000), decision({ id: 'a', question: database }), ...many.slice(1_000));
    assert.equal(likeIds(index)[0], 'a');
  });
});

describe('the decisions with the words that are typed', () => {
  const searchIds = (index: DecisionIndex, words: string, filter: Partial<Filter> = {}): readonly string[] =>
    index.search(words, { limit: 10, ...filter }).map(({ id }) => id);

  it('have them in question, header, option, answer or note', async () => {
    const index = await indexOf(
      decision({ id: 'a', question: database, words: 'CockroachDB', note: 'because of the cluster' }),
      decision({ id: 'b', question: colors }),
    );
    for (const word of ['database', 'mysql', 'Cockroach', 'cluster']) assert.deepEqual(searchIds(index, word), ['a'], word);
    assert.deepEqual(searchIds(index, 'accent green'), ['b']);
    assert.deepEqual(searchIds(index, 'accent mysql'), []);
  });

  it('are found by the beginning of a word, a synonym, and with a letter that is wrong', async () => {
    const index = await indexOf(decision({ id: 'a', question: database }), decision({ id: 'b', question: colors }));
    for (const word of ['postg', 'Datenbank', 'DB', 'databsae', 'postgesql']) assert.deepEqual(searchIds(index, word), ['a'], word);
    assert.deepEqual(searchIds(index, 'Farbe'), ['b']);
  });

  it('are of every status, and newest first where they match as well', async () => {
    const index = await indexOf(
      decision({ id: 'a', question: database, status: 'superseded', at: 3 }),
      decision({ id: 'b', question: database, status: 'once', at: 5 }),
      decision({ id: 'c', question: database, status: 'proposed', at: 4 }),
    );
    assert.deepEqual(searchIds(index, 'database'), ['b', 'c', 'a']);
    assert.deepEqual(searchIds(index, 'database', { limit: 2 }), ['b', 'c']);
  });

  it('with the whole word come before those with its beginning', async () => {
    const index = await indexOf(
      decision({ id: 'begins', question: colors, words: 'teal-green', at: 9 }),
      decision({ id: 'whole', question: colors, words: 'tea', at: 1 }),
    );
    assert.deepEqual(searchIds(index, 'tea'), ['whole', 'begins']);
  });

  it('are all where nothing is typed, and those of a folder, an asker or a time', async () => {
    const server = { kind: 'server', name: 'notes' } as const;
    const index = await indexOf(
      decision({ id: 'a', at: 1 }),
      decision({ id: 'b', at: 2, folder: '/other' }),
      decision({ id: 'c', at: 3, asker: server }),
      decision({ id: 'd', at: 4, asker: { kind: 'server', name: 'others' } }),
    );
    assert.deepEqual(searchIds(index, ' '), ['d', 'c', 'b', 'a']);
    assert.deepEqual(searchIds(index, '', { folder: '/other' }), ['b']);
    assert.deepEqual(searchIds(index, '', { asker: server }), ['c']);
    assert.deepEqual(searchIds(index, '', { asker: { kind: 'claude' } }), ['b', 'a']);
    assert.deepEqual(searchIds(index, '', { since: 3 }), ['d', 'c']);
  });

  it('no longer have words that were removed', async () => {
    const one = decision({ id: 'a', note: 'secretword' });
    const index = await indexOf(one);
    index.update({ ...one, note: 'another' });
    assert.deepEqual(searchIds(index, 'secretword'), []);
    assert.deepEqual(searchIds(index, 'another'), ['a']);
  });
});

describe('a word with one wrong letter', () => {
  it('has one more, one less, another one, or two that changed places', () => {
    for (const other of ['serve', 'sserver', 'server', 'sarver', 'esrver', 'servre']) assert.ok(differsByOne('server', other), other);
    for (const other of ['serv', 'sxrvar', 'revers', '']) assert.ok(!differsByOne('server', other), other);
  });
});
