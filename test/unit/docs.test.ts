// The documents name files that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

/** Paths in backticks that begin with a folder of the project. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|webview|test|scripts|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
}

/** `claude/stream/encode` and the like: a file of src without its ending, or a folder. */
function isThere(path: string): boolean {
  return ['', '.ts', '.tsx'].some(ending => existsSync(`${path}${ending}`));
}

describe('the documents', () => {
  for (const file of ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/protocol.md'])
    it(`name files that exist: ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      const inSource = [...text.matchAll(/`((?:claude|host|session|shared)\/[\w/]+)`/g)].map(([, path = '']) => `src/${path}`);
      assert.deepEqual(
        [...pathsIn(text), ...inSource].filter(path => !isThere(path)),
        [],
      );
    });
});
