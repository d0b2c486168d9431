// The estimate of tokens against a real tokenizer: never too few, and for prose not many times too many.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { anyCharacter } from '../../support/anyText.js';
import { estimateTokens } from '../../../src/memory/tokens.js';
import { isWholeMatrix, runs } from '../../support/tier.js';

/** Claude's newest models take about one and a half times the tokens of o200k. */
const yardstick = (text: string): number => 1.6 * encode(text, { disallowedSpecial: new Set() }).length;

const texts = JSON.parse(readFileSync('test/fixtures/tokens/texts.json', 'utf8')) as Readonly<Record<string, readonly string[]>>;

/** A rare character of theirs may be undercounted. */
const alphabetic =
  /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Arab}\p{sc=Hebr}\p{sc=Thai}\p{sc=Deva}]/u;

function assertEnough(text: string): void {
  const [estimate, needed] = [estimateTokens(text), yardstick(text)];
  assert.ok(estimate >= needed - 1e-9, `${estimate} for ${needed.toFixed(1)}: ${JSON.stringify(text.slice(0, 200))}`);
}

/** The numbers below `count`: each of them in `npm run test:all`, a quarter of them in `npm test`, another one each time. */
function* someBelow(count: number): Generator<number> {
  const stride = isWholeMatrix ? 1 : 4;
  for (let number = Math.floor(Math.random() * stride); number < count; number += stride) yield number;
}

describe('the estimate of tokens', () => {
  it('is measured with at least 200 texts', () => {
    assert.ok(Object.values(texts).flat().length >= 200);
  });

  for (const [kind, all] of Object.entries(texts))
    it(`never undercounts: ${kind}`, () => {
      for (const text of all) assertEnough(text);
    });

  for (const kind of ['english', 'german', 'chinese'])
    it(`is at most 2.2 times the yardstick for prose: ${kind}`, () => {
      for (const text of texts[kind] ?? []) {
        const ratio = estimateTokens(text) / yardstick(text);
        assert.ok(ratio <= 2.2, `${ratio.toFixed(2)}: ${text}`);
      }
    });

  it('never undercounts a character outside of the alphabets, alone, repeated or between spaces', () => {
    for (const code of someBelow(0x10000)) {
      const character = String.fromCharCode(code);
      if (alphabetic.test(character)) continue;
      assertEnough(`${character} ${character}${character.repeat(9)}`);
    }
  }).timeout(120_000);

  it('never undercounts signs, or signs and letters or digits, of ASCII in turns', () => {
    for (const pair of someBelow(128 * 128)) {
      const two = String.fromCharCode(pair >> 7, pair & 0x7f);
      if (!/[a-z]{2}/i.test(two)) assertEnough(two.repeat(8));
    }
  });

  it('never undercounts a run of one sign, capital or digit, whatever its length', () => {
    for (let code = 0; code < 0x61; code++)
      for (const length of [2, 3, 4, 5, 7, 9, 17, 33, 65, 129]) assertEnough(String.fromCharCode(code).repeat(length));
  });

  it('never undercounts random Unicode outside of the alphabets', () => {
    const isOther = (text: string): boolean => !alphabetic.test(text);
    const rare = fc
      .integer({ min: 0, max: 0x10ffff })
      .map(code => String.fromCodePoint(code))
      .filter(isOther);
    const character = fc.oneof(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }).filter(isOther), rare);
    fc.assert(
      fc.property(fc.array(character, { maxLength: 60 }), parts => assertEnough(parts.join(''))),
      { numRuns: runs(100) },
    );
    const repeated = fc.tuple(fc.array(rare, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(repeated, ([parts, times]) => assertEnough(parts.join('').repeat(times))),
      { numRuns: runs(100) },
    );
  });

  // Small letters at random are dearer than any words that people write.
  it('never undercounts random capitals, keys and hashes', () => {
    for (const letters of ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'aBcDeFgHiJkL0123456789', '0123456789abcdef']) {
      const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 20 });
      fc.assert(
        fc.property(fc.array(word, { minLength: 12, maxLength: 60 }), words => assertEnough(words.join(' '))),
        { numRuns: runs(100) },
      );
    }
  });

  it('grows with the text', () => {
    assert.equal(estimateTokens(''), 0);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => assert.ok(estimateTokens(a + b) >= estimateTokens(a) - 2)),
      { numRuns: runs(100) },
    );
  });
});
