import assert from 'node:assert/strict';
import { recommendedMarks, withoutEnd, withoutRecommended } from '../../../src/shared/textEnds.js';

describe('the end of a text', () => {
  it('is taken away as far as its characters are of a kind', () => {
    assert.equal(withoutEnd('**words** **', /[*\s]/), '**words');
    assert.equal(withoutEnd('***', /\*/), '');
    assert.equal(withoutEnd('', /\*/), '');
    assert.equal(withoutEnd('a*b', /\*/), 'a*b');
  });

  it('is no part of a label where it is the mark of what is recommended', () => {
    for (const label of ['Files (Recommended)', 'Files (recommended) ', 'Files\t(RECOMMENDED)', 'Files(recommended)'])
      assert.equal(withoutRecommended(label), 'Files', label);
    for (const label of ['Files', 'Files (empfohlen)', '(recommended) Files', 'Files (recommended) and more', 'recommended)'])
      assert.equal(withoutRecommended(label), label);
    assert.equal(withoutRecommended('Dateien (Empfohlen)', recommendedMarks), 'Dateien');
    assert.equal(withoutRecommended('(recommended)'), '(recommended)');
  });
});
