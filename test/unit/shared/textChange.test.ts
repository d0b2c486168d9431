// The one piece by which two texts differ.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyChange, changeOf } from '../../../src/shared/textChange.js';

describe('the change of a text', () => {
  it('makes the one of the other and splits no letter of two units, which VS Code would replace whole', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}', '\u{1F601}', '\u{1FA00}', '\u{2FA00}') });
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const change = changeOf(before, after);
        assert.equal(applyChange(before, change), after);
        const { at = 0, length = 0, insert = '' } = change ?? {};
        const parts = [before.slice(0, at), before.slice(at, at + length), before.slice(at + length), insert];
        assert.deepEqual(
          parts.filter(part => /\p{Cs}/u.test(part)),
          [],
        );
      }),
    );
  });
});
