// Which blocks wait for a link's definition, also in a text that was written to make the search for its labels slow.
import assert from 'node:assert/strict';
import { UnresolvedReferences } from '../../../../webview/chat/streamingBlocks.js';

function noted(raw: string): UnresolvedReferences<string> {
  const references = new UnresolvedReferences<string>();
  references.note(raw, { known: { href: 'https://example.com', title: null } }, 'here');
  return references;
}

describe('a block that names links', () => {
  it('waits for those that have no definition, once', () => {
    const references = noted(String.raw`[One  word] and [other\] word], [known], \[not one\]`);
    assert.deepEqual(references.take('one word'), ['here']);
    assert.deepEqual(references.take('one word'), []);
    assert.deepEqual(references.take(String.raw`other\] word`), ['here']);
    for (const label of ['known', 'not one', String.raw`not one\\`]) assert.deepEqual(references.take(label), []);
  });

  it('waits for the label behind an escaped mark', () => {
    assert.deepEqual(noted(String.raw`\[a \\[b] \*[c]`).take('b'), ['here']);
    assert.deepEqual(noted(String.raw`\[a \\[b] \*[c]`).take('c'), ['here']);
  });

  // With a search behind each bracket this takes minutes, and mocha's limit of time ends it.
  it('is read in linear time with a hundred thousand escaped brackets', () => {
    assert.deepEqual(noted(`${String.raw`\[`.repeat(100_000)}[b]`).take('b'), ['here']);
  });
});
