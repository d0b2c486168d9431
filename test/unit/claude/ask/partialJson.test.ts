import assert from 'node:assert/strict';
import { parsedBeginning } from '../../../../src/claude/ask/partialJson.js';

describe('the beginning of a JSON text', () => {
  it('says as much as has come', () => {
    assert.deepEqual(parsedBeginning('{"questions":[{"question":"Whi'), { questions: [{ question: 'Whi' }] });
    assert.equal(parsedBeginning('nothing'), undefined);
  });

  it('may hold brackets in its texts, and lists in one another as deep as an input has them', () => {
    const brackets = '[{'.repeat(200);
    assert.deepEqual(parsedBeginning(`{"a":"\\"${brackets}","b":1`), { a: `"${brackets}`, b: 1 });
    assert.deepEqual(parsedBeginning(`${'['.repeat(50)}1`), JSON.parse(`${'['.repeat(50)}1${']'.repeat(50)}`));
    assert.deepEqual(parsedBeginning(`[${'[1],'.repeat(500)}`), Array(500).fill([1]));
  });

  it('says nothing where it is deeper, which would take the parser seconds', () => {
    for (const opening of ['[', '{"a":', '[{"a":[']) assert.equal(parsedBeginning(opening.repeat(80_000)), undefined);
  });
});
