// A property is written out where it stands, so that a reader and a search find it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A spread of a literal, but for those of JSX, `<A {...{ b }} />`. */
const spread = /(?<!\{)\.\.\.\{/;

/** A doc comment that begins with a word without a head. */
const headless = /\/\*\* (?:Of|By|In|With|Without|From|Those|As|On|For) /;

/** What stands in one place: the text of something thrown (shared/error), and the timer (disk/clock). */
const written = /instanceof Error \? \w+\.message : String|return \(\) => clearTimeout\(timer\);/;

function filesWith(pattern: RegExp, ...folders: readonly string[]): readonly string[] {
  return folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => join(folder, name).replaceAll('\\', '/'))
      .filter(path => /\.(tsx?|mjs)$/.test(path) && pattern.test(readFileSync(path, 'utf8'))),
  );
}

it('No object spreads a literal one to save lines', () => {
  assert.deepEqual(filesWith(spread, 'src', 'webview', 'test', 'scripts'), []);
});

it('Each doc comment of the product begins with what it is about', () => {
  assert.deepEqual(filesWith(headless, 'src', 'webview'), []);
});

it('The text of something thrown and the timer are written once', () => {
  assert.deepEqual(filesWith(written, 'src').toSorted(), ['src/disk/clock.ts', 'src/shared/error.ts']);
});
