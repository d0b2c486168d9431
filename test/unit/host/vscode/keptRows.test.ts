// The rows of a tree that are read again: which of them are drawn again, and which object stands for a row.
import assert from 'node:assert/strict';
import { KeptRows } from '../../../../src/host/vscode/keptRows.js';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly meant: number;
  readonly parent?: string;
}

const row = (id: string, text = id, meant = 0): Row => ({ id, text, meant });

describe('the rows of a tree', () => {
  let kept: KeptRows<Row>;
  const idsOf = (rows: readonly Row[] | undefined) => rows?.map(({ id }) => id);
  beforeEach(() => {
    kept = new KeptRows(({ text }) => [text]);
    kept.take([row('a'), row('b'), row('c')]);
  });

  it('are drawn one by one where their text has changed', () => {
    assert.deepEqual(idsOf(kept.take([row('a'), row('b', 'other'), row('c')])), ['b']);
    assert.deepEqual(idsOf(kept.take([row('a'), row('b', 'other'), row('c')])), []);
    assert.deepEqual(idsOf(kept.take([row('a', '1'), row('b', '2'), row('c', '3')])), ['a', 'b', 'c']);
    assert.deepEqual(idsOf(kept.rows), ['a', 'b', 'c']);
  });

  it('are all drawn where rows have come, gone or moved', () => {
    for (const ids of ['abcd', 'dabcd', 'abc', 'acb', 'xyz', '', 'a']) assert.equal(kept.take([...ids].map(id => row(id))), undefined, ids);
    assert.deepEqual(idsOf(kept.rows), ['a']);
    assert.deepEqual(kept.take([row('a')]), []);
  });

  it('have one object as long as they are there, which means what was read last', () => {
    const [, b] = kept.rows;
    kept.take([row('a'), row('b', 'b', 1), row('c')]);
    assert.equal(b?.meant, 1);
    kept.take([row('d'), row('b', 'other', 2)]);
    assert.equal(kept.rows[1], b);
    assert.deepEqual(b, row('b', 'other', 2));
    kept.take([]);
    kept.take([row('b')]);
    assert.notEqual(kept.rows[0], b);
  });

  it('have nothing any more that the last reading did not find', () => {
    kept.take([row('a'), { ...row('b'), parent: 'a' }]);
    kept.take([row('b')]);
    assert.deepEqual(kept.rows, [row('b')]);
  });
});
