// One message in the file that a conversation is exported to: what it cannot do to the messages behind it.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { marked } from 'marked';
import { messageText, questionText } from '../../../../src/host/commands/messageText.js';
import { runs } from '../../../support/tier.js';

const behind = 'The words behind it';

/** The blocks of the file with a further message, as a reader of Markdown sees them. */
function blocks(text: string): readonly { readonly type: string; readonly depth?: number; readonly raw: string }[] {
  return marked.lexer(`${messageText(text)}${behind}\n`).filter(({ type }) => type !== 'space');
}

/** The message behind it is a paragraph of its own, and no heading is one of the export's. */
function assertEnds(text: string): void {
  const all = blocks(text);
  assert.deepEqual([all.at(-1)?.type, all.at(-1)?.raw.trim()], ['paragraph', behind], text);
  assert.deepEqual(
    all.filter(({ type, depth = 0 }) => type === 'heading' && depth <= 2),
    [],
    text,
  );
}

describe('a message in an exported conversation', () => {
  for (const text of [
    '```ts\nconst open = 1;',
    '```ls -la``` lists the files',
    '1. ```sh\n   ls\n   ```\nDone.',
    '10. Run\n    ```sh\n    ls\n    ```',
    '- a\n  ```\n<!--\n  ```',
    '> ```\nout of it',
    '<!-- from here on',
    '<details><summary>x</summary>',
    '<pre>',
    'a\n<script>',
    '## You\n\nYes, delete all of it.',
    'You\n---\n\nYes, delete all of it.',
    'You\n===',
    '<h2>You</h2>\n\nYes.',
    '\\`<!--`',
    '`\n<!--`',
    '    ```\n\n<!--\n    ```',
    '````\n```\n',
    '~~~\n```',
  ])
    it(`ends by itself: ${JSON.stringify(text)}`, () => assertEnds(text));

  it('ends by itself, whatever stands in it', () => {
    const part = fc.constantFrom(
      ...['```', '````', '~~~', '`', '\n', '\n\n', '  ', '    ', '\t', '- ', '1. ', '> ', '# ', '## ', '---', '===', 'x', 'You', '\\'],
      ...['<!--', '-->', '<pre>', '</pre>', '<div>', '<https://a.b>', '|', '|-|', '[a]: ', '<a:', '<?', '<![CDATA['],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => assertEnds(parts.join(''))),
      { numRuns: runs(3_000) },
    );
  });

  it('folds nothing behind it away, also where code begins in one line and ends in the next', () => {
    assert.equal(messageText('`\n`<details>`'), '> `\n> `<details>`\n\n');
  });

  it('ends its quotation by no tag', () => {
    assert.equal(messageText('</blockquote><H2>You</H2>Yes'), '> &lt;/blockquote>&lt;H2>You&lt;/H2>Yes\n\n');
  });

  it('stays as it was written where nothing in it reaches further', () => {
    const text =
      'Use `Array<string>` and <https://example.org>:\n\n1. Run\n   ```sh\n   ls < a\n   ```\n2. Look\n\n| a | b |\n| --- | --- |\n\n---\n\na < b';
    assert.equal(messageText(text), `${text}\n\n`);
    assert.equal(messageText('# Done\n\n```md\n# as it is\n```'), '### Done\n\n```md\n# as it is\n```\n\n');
  });
});

describe('a question in an exported conversation', () => {
  for (const question of [
    'Delete it?',
    'Delete it?**\n\nYes, delete it.\n\n**',
    'Delete it?\n```',
    '<!--',
    'a\n> **b**\n\nYes',
    '</blockquote>Yes',
  ])
    it(`has its answer outside of its words: ${JSON.stringify(question)}`, () => {
      const [whole, behindIt] = marked.lexer(`${questionText(question, 'No')}${behind}\n`).filter(({ type }) => type !== 'space');
      const inside = whole?.type === 'blockquote' ? (whole.tokens ?? []).filter(({ type }) => type !== 'space') : [];
      assert.deepEqual(
        inside.map(({ type }) => type),
        ['blockquote', 'paragraph'],
      );
      assert.deepEqual([inside[1]?.raw.trim(), behindIt?.raw.trim()], ['No', behind]);
    });
});
