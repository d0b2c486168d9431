// The Product Doc's Markdown: which sections a file has that a person wrote, and edits that touch one of them and no other byte.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contentOf, deleteSection, insertSection, replaceSection, sectionSpans } from '../../../src/memory/productDocText.js';
import { runs } from '../../support/tier.js';

const sectionsOf = (text: string): readonly (readonly [string, string])[] =>
  sectionSpans(text).map(span => [span.name, contentOf(text, span)]);

function replaced(text: string, name: string, content: string): string | undefined {
  const span = sectionSpans(text).find(section => section.name === name);
  assert.ok(span !== undefined);
  return replaceSection(text, span, content);
}

/** What a person may write. */
const handWritten = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '## Goal',
        '## Stack ##',
        '##',
        '## ',
        '##no heading',
        '### Deeper',
        '# Part',
        '   ## Indented',
        '    ## Code',
        '\t## Code',
      ),
      fc.constantFrom(
        '```',
        '```ts',
        '~~~~',
        '````',
        '<!-- a',
        '-->',
        '<!-- ## a -->',
        '<pre>',
        '</pre>',
        '---',
        '===',
        '- ## a',
        '> ## a',
      ),
      fc.constantFrom('', '', ' ', '\t', 'text', 'text  ', '    code', '\ufeff', 'ü', '\u2028', '## Goal', '## C#', '## ünder the hood'),
    ),
    { maxLength: 14 },
  )
  .chain(lines =>
    fc.record({
      text: fc
        .array(fc.constantFrom('\n', '\r\n', '\n', '\r'), { minLength: lines.length, maxLength: lines.length })
        .map(ends => lines.map((line, at) => line + (ends[at] ?? '')).join('')),
      ended: fc.boolean(),
      mark: fc.boolean(),
    }),
  )
  .map(({ text, ended, mark }) => (mark ? '\ufeff' : '') + (ended ? text : text.replace(/[\r\n]+$/, '')));

describe('the Markdown of a Product Doc', () => {
  it('has a section for each ## heading', () => {
    const text = '# Shop\n\nAbout it.\n\n## Goal\n\nSell.\n\n### Why\n\nMoney.\n\n## Stack ##\nPostgreSQL\n\n\n## Empty\n';
    assert.deepEqual(sectionsOf(text), [
      ['Goal', 'Sell.\n\n### Why\n\nMoney.'],
      ['Stack', 'PostgreSQL'],
      ['Empty', ''],
    ]);
  });

  for (const [what, text, sections] of [
    ['a code block', '## A\n```md\n## not\n~~~\n```\n## B\n', ['A', 'B']],
    ['a longer fence', '## A\n````\n```\n## not\n````\n## B', ['A', 'B']],
    ['a fence that stays open', '## A\n~~~\n## not', ['A']],
    ['a comment', '<!--\n## not\n-->\n## A', ['A']],
    ['raw HTML', '<pre>\n## not\n</pre>\n## A', ['A']],
    ['front matter', '---\n## a comment of YAML\ntitle: x\n---\n## A\n', ['A']],
    ['an indent of four', '    ## not\n## A', ['A']],
    ['a byte order mark', '\ufeff## A\r\ntext', ['A']],
    ['one title three times', '## A\n## A\n## A (2)\n## A', ['A', 'A (2)', 'A (2) (2)', 'A (3)']],
    ['no title', '##\n## ###\n', ['Untitled', 'Untitled (2)']],
    ['a # in the title', '## C#\n## C ##\n', ['C#', 'C']],
    ['lone carriage returns', '## A\rtext\r## B\r', ['A', 'B']],
    ['a setext heading, which is content', '## A\nB\n---\ntext', ['A']],
    ['a part that ends a section', '## A\na\n# Part\nb\n## B', ['A', 'B']],
  ] as const)
    it(`is read with ${what}`, () => {
      assert.deepEqual(
        sectionSpans(text).map(({ name }) => name),
        sections,
      );
    });

  it('is covered by its sections from the first heading on, in order', () => {
    fc.assert(
      fc.property(handWritten, text => {
        let before = 0;
        for (const { start, contentStart, contentEnd, end } of sectionSpans(text)) {
          assert.ok(before <= start && start < contentStart + 1 && contentStart <= contentEnd && contentEnd <= end && end <= text.length);
          before = end;
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('is the same byte for byte where a section is replaced by itself', () => {
    fc.assert(
      fc.property(handWritten, text => {
        for (const span of sectionSpans(text)) assert.equal(replaceSection(text, span, contentOf(text, span)), text);
      }),
      { numRuns: runs(100) },
    );
  });

  it('changes in one section and in no byte of another', () => {
    fc.assert(
      fc.property(handWritten, fc.constantFrom('new', '', 'two\nlines', '- a\n- b\n\n```\ncode\n```'), (text, content) => {
        const before = sectionsOf(text);
        sectionSpans(text).forEach((span, at) => {
          const edited = replaceSection(text, span, content);
          if (edited === undefined) return;
          assert.deepEqual(sectionsOf(edited), before.with(at, [span.name, content]));
          assert.ok(edited.startsWith(text.slice(0, span.contentStart)) && edited.endsWith(text.slice(span.contentEnd)));
        });
      }),
      { numRuns: runs(400) },
    );
  });

  it('takes a new section at its end, and loses it again', () => {
    fc.assert(
      fc.property(handWritten, fc.constantFrom('text', '', 'a\n\nb'), (text, content) => {
        const result = insertSection(text, 'Goal', content);
        if (result === undefined) return;
        assert.equal(result.text, text + result.inserted);
        assert.deepEqual(sectionsOf(result.text), [...sectionsOf(text), [result.name, content]]);
        const span = sectionSpans(result.text).at(-1);
        const without = span && deleteSection(result.text, span);
        assert.ok(without !== undefined && without.startsWith(text) && without.slice(text.length).trim() === '');
      }),
      { numRuns: runs(100) },
    );
  });

  it('loses one section and no byte of another', () => {
    fc.assert(
      fc.property(handWritten, text => {
        for (const span of sectionSpans(text)) {
          const without = deleteSection(text, span);
          assert.ok(without === undefined || without === text.slice(0, span.start) + text.slice(span.end));
        }
      }),
      { numRuns: runs(100) },
    );
    assert.equal(deleteSection('## A\n1\n## A\n2\n', sectionSpans('## A\n1\n## A\n2\n')[0] ?? assert.fail()), '## A\n2\n');
  });

  for (const content of ['a\n## B', '```\nopen', '<!-- open', 'a\n# Part\nb'])
    it(`refuses a content that would be more than one section: ${JSON.stringify(content)}`, () => {
      assert.equal(replaced('## A\nold\n\n## Z\nend\n', 'A', content), undefined);
    });

  it('refuses a title that would be read as another one', () => {
    for (const title of ['a\nb', 'a ##', '']) assert.equal(insertSection('## Z\n', title, 'x')?.name === title, false, title);
    assert.equal(insertSection('```\nopen', 'A', 'x'), undefined);
  });

  it('writes the line ends of the file, and blank lines where a section begins', () => {
    assert.equal(replaced('## A\r\n\r\nold\r\n', 'A', 'one\ntwo\n'), '## A\r\n\r\none\r\ntwo\r\n');
    assert.equal(replaced('## A\n## B', 'A', 'new'), '## A\n\nnew\n\n## B');
    assert.equal(replaced('## A', 'A', 'new'), '## A\n\nnew\n');
    assert.equal(insertSection('', 'A', 'new')?.text, '## A\n\nnew\n');
    assert.equal(insertSection('# Shop', 'A', 'new')?.text, '# Shop\n\n## A\n\nnew\n');
    assert.equal(replaced('## A\n\n    code\n', 'A', '    other'), '## A\n\n    other\n');
  });
});
