// The patterns of questions: the same matches as `RegExp` has, in a time that grows with the text alone.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compilePattern } from '../../../src/shared/pattern.js';
import { runs } from '../../support/tier.js';

const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\w', '\\S', '[ab]', '[^a]', '[a-c\\d]', '\\.', '1', 'é', '😀');
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?');
const pattern = fc.letrec<{ whole: string; part: string }>(tie => ({
  whole: fc
    .array(tie('part'), { minLength: 1, maxLength: 4 })
    .chain(parts => fc.constantFrom(parts.join(''), `^${parts.join('')}`, `${parts.join('')}$`, `^${parts.join('')}$`)),
  part: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.tuple(atom, quantifier).map(texts => texts.join('')),
    fc.tuple(tie('whole'), tie('whole'), quantifier).map(([left, right, many]) => `(${left}|${right})${many}`),
    fc.tuple(tie('whole'), quantifier).map(([inner, many]) => `(?:${inner})${many}`),
  ),
})).whole;
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.', 'é', '😀', '\n'), maxLength: 12 });

describe('the pattern of a question', () => {
  it('matches where RegExp does', () => {
    fc.assert(
      fc.property(pattern, text, (source, given) => {
        fc.pre(source.length <= 120);
        assert.equal(compilePattern(source)?.(given), new RegExp(source, 'u').test(given), `${source} on ${JSON.stringify(given)}`);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('reads what models write', () => {
    for (const [source, fits, other] of [
      ['^\\d{4}-\\d{2}$', '2026-11', '2026-1'],
      ['^[a-z][a-z0-9-]*$', 'my-app', 'My app'],
      ['^v?\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$', 'v1.2.3-rc.1', '1.2'],
      ['^https?://[^\\s/]+(/.*)?$', 'https://example.com/a', 'ftp://example.com'],
      ['^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$', 'ada@example.com', 'ada'],
      ['^(yes|no)$', 'no', 'now'],
      ['^[A-Z_\\-\\]]{1,3}\\t?$', '_-]', 'abcd'],
    ] as const)
      assert.deepEqual([compilePattern(source)?.(fits), compilePattern(source)?.(other)], [true, false], source);
  });

  it('is not read where it is no pattern, or one that cannot be matched character by character', () => {
    for (const source of [
      '(',
      ')',
      '[a',
      'a{2',
      'a{2,1}',
      '*',
      'a**',
      '(?=a)',
      '(?<n>a)',
      '(a)\\1',
      '\\bword\\b',
      '\\p{L}',
      '[z-a]',
      '^*',
      'a\\',
      'x'.repeat(501),
    ])
      assert.equal(compilePattern(source), undefined, source);
    assert.equal(compilePattern('((((a{60}){60}){60}){60})'), undefined);
    assert.equal(compilePattern('('.repeat(30) + 'a' + ')'.repeat(30)), undefined);
  });

  it('is built at once where the part that is repeated is empty', () => {
    for (const source of ['^(){99999999999999}a$', '^(?:b{0}){99999999999999}a$', '^((((){9999}){9999}){9999}){9999}a$'])
      assert.deepEqual([compilePattern(source)?.('a'), compilePattern(source)?.('b')], [true, false], source);
  });

  it('takes few steps for a pattern that RegExp would not finish', () => {
    const long = `${'a'.repeat(20_000)}!`;
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(a*)*$', 'a*a*a*a*a*b']) assert.equal(compilePattern(source)?.(long), false, source);
  });
});
