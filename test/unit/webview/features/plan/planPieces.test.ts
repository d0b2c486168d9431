// A plan in pieces: each line belongs to at most one, and each piece says its own lines.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Tokens } from 'marked';
import { Lexer } from 'marked';
import * as pieces from '../../../../../webview/features/plan/planPieces.js';
import { runs } from '../../../../support/tier.js';

const planPieces = (plan: string) => pieces.planPieces(plan, new Lexer({ gfm: true }).lex(plan));
const hidesSomething = (plan: string) => pieces.hidesSomething(plan, new Lexer({ gfm: true }).lex(plan));

const placesIn = (plan: string) => planPieces(plan).map(({ first, last }) => `${first}-${last}`);

describe('the pieces of a plan', () => {
  it('are its blocks and the items of its lists, with their lines', () => {
    const plan =
      '# Plan\n\nWhy,\nand how.\n\n3. One\n   - inside\n4. Two\n\n   more\n\n- Three\n\n```ts\ncode\n\ncode\n```\n\n| a |\n| - |\n| b |\n';
    assert.deepEqual(placesIn(plan), ['1-1', '3-4', '6-7', '8-10', '12-12', '14-18', '20-22']);
    const starts = planPieces(plan).flatMap(({ tokens: [token] }) => (token?.type === 'list' ? [(token as Tokens.List).start] : []));
    assert.deepEqual(starts, [3, 4, '']);
  });

  it('are one where line ends are not those of a plan', () => {
    assert.deepEqual(placesIn('# One\r\n\r\nTwo\r\n'), ['1-3']);
  });

  it('leave out no line with words, whatever the plan is', () => {
    const line = fc.constantFrom(
      '',
      '# A',
      'text',
      '- item',
      '  - inner',
      '1. one',
      '```',
      '> quote',
      '| a |',
      '| - |',
      '\tcode',
      '<!-- x -->',
      '***',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), lines => {
        const plan = lines.join('\n');
        const covered = new Set(
          planPieces(plan).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
        );
        lines.forEach((text, index) => {
          assert.ok(text === '' || covered.has(index + 1), `line ${index + 1} of ${JSON.stringify(plan)}`);
        });
      }),
      { numRuns: runs(100) },
    );
  });

  it('say when they do not show all that is written', () => {
    const hiding = [
      'a\u200bb',
      '[x](https://a.b)',
      '[x]\n\n[x]: https://a.b',
      '- deep\n  1. [x](https://a.b)',
      '| [x](y) |\n| - |\n',
      '![x](y)',
      '**[x](y)**',
      '| a | b |\n|--|--|\n| 1 | 2 | more |\n',
      '> | a |\n> |--|\n> | 1 | more |\n',
      '- x\n  ```sh more words\n  y\n  ```',
      'a &#x202e;b',
      '- a&ZeroWidthSpace;b',
    ];
    assert.deepEqual(
      hiding.map(hidesSomething),
      hiding.map(() => true),
    );
    const open = [
      '# Plain\n\n\ttext',
      'https://a.b',
      '<https://a.b>',
      '<!-- shown as text -->',
      '`[x](y)`',
      'عربي',
      '```ts\na\n```',
      '`&#x202e;` &lt;',
      '| a \\| b | `c` |\n|:-|-:|\n| **1** | |\n',
    ];
    assert.deepEqual(
      open.map(hidesSomething),
      open.map(() => false),
    );
  });
});
