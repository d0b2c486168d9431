// Where a large block of Claude's words is cut, and that the cuts change nothing that is read: neither against the same text read as a whole by
// `marked`, nor by how the text came in.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Token, Tokens } from 'marked';
import { Lexer, Marked } from 'marked';
import { cutOf } from '../../../../webview/chat/blockPieces.js';
import type { Block, StreamingBlocks } from '../../../../webview/chat/streamingBlocks.js';
import { runs } from '../../../support/tier.js';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

function tokenOf(text: string): Token {
  const [token] = new Lexer().lex(text);
  assert.ok(token);
  return token;
}

/** The finished piece and the rest. */
function cut(text: string): readonly [string, string] | undefined {
  const length = cutOf(tokenOf(text))?.length;
  return length === undefined ? undefined : [text.slice(0, length), text.slice(length)];
}

describe('a large block', () => {
  it('is cut after fifty items or rows, with what the rest needs', () => {
    const list = lines(51, index => `${index + 7}. Item`);
    assert.equal(cut(lines(50, index => `${index}. Item`)), undefined);
    assert.equal(cut(list)?.[1], '57. Item');
    assert.deepEqual(cutOf(tokenOf(list))?.next, { kind: 'list', start: 57 });
    assert.deepEqual(cutOf(tokenOf(lines(51, () => '- Item')))?.next, { kind: 'list', start: undefined });
    const head = '| a | b |\n|---|---|\n';
    assert.equal(cut(head + lines(50, () => '| 1 | 2 |')), undefined);
    assert.equal(cut(head + lines(51, index => `| ${index} | 2 |`))?.[1], '| 50 | 2 |');
    assert.deepEqual(cutOf(tokenOf(head + lines(51, () => '| 1 | 2 |')))?.next, { kind: 'table', head });
  });

  it('is a paragraph that is cut after a sentence, else after a word, never inside a mark', () => {
    const words = 'Some words. '.repeat(300);
    assert.equal(cut('Some words. '.repeat(300)), undefined);
    assert.match(cut(words.repeat(2))?.[0] ?? '', /words\. $/);
    const [piece = '', rest = ''] = cut('word '.repeat(1000)) ?? [];
    assert.deepEqual([piece.endsWith(' '), rest.startsWith('word')], [true, true]);
    for (const mark of ['*', '**', '_', '`', '~~']) assert.equal(cut(`${mark}${words.repeat(2)}${mark}`), undefined, mark);
    assert.equal(cut(`[${words.repeat(2)}](https://example.com)`), undefined);
    // Behind a mark there is a place again.
    assert.ok(cut(`**${'Some words. '.repeat(100)}** and ${words}`));
  });

  it('is a quote that is cut between its paragraphs, and not in its code', () => {
    const paragraph = `> ${'words '.repeat(100)}\n>\n`;
    assert.match(cut(paragraph.repeat(8))?.[1] ?? '', /^> words/);
    assert.equal(cut(`> ${'words '.repeat(1000)}`), undefined);
    assert.equal(cut(`> \`\`\`\n${paragraph.repeat(8)}> \`\`\``), undefined);
  });

  it('is nothing else', () => {
    for (const text of [`# ${'words '.repeat(1000)}`, `<div>${'words '.repeat(1000)}</div>`, `    ${'code '.repeat(1000)}`])
      assert.equal(cut(text), undefined, text.slice(0, 10));
  });
});

describe('a long text in pieces', () => {
  let newBlocks: () => StreamingBlocks;
  before(async () => {
    // The words of the view look for a translation in the page.
    Object.assign(globalThis, { document: { getElementById: () => null } });
    const { StreamingBlocks } = await import('../../../../webview/chat/streamingBlocks.js');
    newBlocks = () => new StreamingBlocks();
  });
  after(() => {
    Reflect.deleteProperty(globalThis, 'document');
  });

  const words = fc.array(
    fc.constantFrom(
      'one',
      'two words',
      '**bold**',
      '**Bold words. And more**',
      '~~No. Not any more~~',
      '`code`',
      '*em*',
      '[late]',
      '[a](b.ts)',
      'a_b',
      '2 * 3',
      '&',
      '<',
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  const sentence = words.map(parts => `It is ${parts.join(' ')} here.`);
  const many = (maximum: number) => fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: maximum }));
  const block = fc.oneof(
    fc.tuple(sentence, many(300)).map(([text, count]) => Array.from({ length: count }, () => text).join(' ')),
    fc.tuple(sentence, many(120), fc.integer({ min: 0, max: 9 })).map(([text, count, from]) => lines(count, at => `${from + at}. ${text}`)),
    fc.tuple(sentence, many(120)).map(([text, count]) => lines(count, () => `- ${text}\n  - inner`)),
    fc.tuple(sentence, many(70)).map(([text, count]) => lines(count, () => `* ${text}\n\n  more`)),
    fc.tuple(words, many(120)).map(([parts, count]) => `| a | b |\n|---|---|\n${lines(count, at => `| ${at} | ${parts.join(' ')} |`)}`),
    fc.tuple(sentence, many(150)).map(([text, count]) => lines(count, at => (at % 4 === 3 ? '>' : `> ${text}`))),
    fc
      .tuple(many(150), fc.constantFrom('```', '~~~~'))
      .map(([count, fence]) => `${fence}ts\n${lines(count, at => `a[${at}] < b; ''`)}\n${fence}`),
    sentence.map(text => `## ${text}`),
    fc.constant('[late]: https://example.com/late'),
    fc.constant('---'),
  );
  // More of them may be shown as they stand.
  const hasFewMarks = (given: string): boolean =>
    (given.match(/[*_~]+/g)?.length ?? 0) < 1_000 && (given.match(/[[\]!<`\\&@*_~]/g)?.length ?? 0) * given.length < 3_000_000;
  const text = fc
    .array(block.filter(hasFewMarks), { minLength: 1, maxLength: 6 })
    .map(blocks => blocks.join('\n\n'))
    .filter(given => (given.match(/[*_~]+/g)?.length ?? 0) < 1_000);

  const readAll = (blocks: StreamingBlocks, given: string, finished: boolean): readonly Block[] =>
    blocks.read(given, finished, () => true).flat();

  it('reads as it does in one piece', async () => {
    const { syntax } = await import('../../../../webview/ui/markdownSyntax.js');
    const marked = new Marked(syntax);
    fc.assert(
      fc.property(text, whole => {
        const shown = readAll(newBlocks(), whole, true).map(each =>
          each.kind === 'code' ? each.code : wordsOf(each.token, each.continues !== 'table'),
        );
        assert.equal(
          withoutSpace(shown.join('')),
          withoutSpace(
            marked
              .lexer(whole)
              .map(token => wordsOf(token))
              .join(''),
          ),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  for (const whole of [
    '1. a\n\n2. b\n\nc',
    '0. a\n\n0. b\n\n---',
    '1. a\n\n   more\n\n2. b',
    '9. a\n\n10. b\n\n11',
    '1. a\n\n2 b',
    '- a\n\n2',
  ]) {
    it(`is the same in one piece and character by character: ${JSON.stringify(whole)}`, () => {
      const blocks = newBlocks();
      for (let end = 1; end < whole.length; end += 1) readAll(blocks, whole.slice(0, end), false);
      assert.deepEqual(readAll(blocks, whole, true), readAll(newBlocks(), whole, true));
    });
  }

  it('is the same however it came in', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 900 }), (whole, step) => {
        const blocks = newBlocks();
        for (let end = step; end < whole.length; end += step) readAll(blocks, whole.slice(0, end), false);
        assert.deepEqual(readAll(blocks, whole, true), readAll(newBlocks(), whole, true));
      }),
      { numRuns: runs(40) },
    );
  });
});

/** The words in a token. `withHead`: the head of a table stands above each of its pieces. */
function wordsOf(token: Token, withHead = true): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [...(withHead ? header : []), ...rows.flat()].flatMap(({ tokens }) => tokens.map(inner => wordsOf(inner))).join('');
  }
  const inside = token.type === 'list' ? (token as Tokens.List).items : 'tokens' in token ? token.tokens : undefined;
  return inside?.map(inner => wordsOf(inner)).join('') ?? ('text' in token ? String(token.text) : '');
}

function withoutSpace(words: string): string {
  return words.replace(/\s+/g, '');
}
