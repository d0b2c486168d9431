// Where a path is cut.
import assert from 'node:assert/strict';
import { pathParts, shortTitle } from '../../../src/shared/pathParts.js';

describe('a path', () => {
  it('is cut before its file name', () => {
    assert.deepEqual(pathParts('src/host/views/chat.ts'), ['src/host/views', '/chat.ts']);
    assert.deepEqual(pathParts('C:\\code\\jotter\\a.ts'), ['C:\\code\\jotter', '\\a.ts']);
    assert.deepEqual(pathParts('src/host/'), ['src', '/host/']);
  });

  it('is nothing else: no command, address or plain word', () => {
    for (const text of ['cat src/a.ts', '/bin/rm -rf /tmp/x', '/bin/cat a/b', 'https://a.example/b/c', 'README.md', '/etc', ''])
      assert.equal(pathParts(text), undefined, text);
  });
});

describe('a title that is too long', () => {
  it('keeps the file names of its paths', () => {
    const title = 'Explain packages/server/src/storage/journal/journalFile.ts to me';
    assert.equal(shortTitle(title, 56), 'Explain packages/server/src/storag…/journalFile.ts to me');
    assert.equal(shortTitle('Explain src/a.ts', 56), 'Explain src/a.ts');
  });

  it('ends early where that does not make it short enough', () => {
    assert.equal(shortTitle('one two three', 8), 'one two…');
    assert.equal(shortTitle(`${'a'.repeat(20)} src/b/c.ts`, 10), `${'a'.repeat(9)}…`);
  });
});
