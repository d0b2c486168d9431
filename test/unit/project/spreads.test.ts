// A property is written out where it stands, so that a reader and a search find it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A spread of a literal, but for those of JSX, `<A {...{ b }} />`. */
const spread = /(?<!\{)\.\.\.\{/;

it('No object spreads a literal one to save lines', () => {
  const found = ['src', 'webview', 'test', 'scripts'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => join(folder, name))
      .filter(path => /\.(tsx?|mjs)$/.test(path) && spread.test(readFileSync(path, 'utf8'))),
  );
  assert.deepEqual(found, []);
});
