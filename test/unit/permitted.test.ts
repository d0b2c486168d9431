// The parts of what a permission permits, and what is too long for a card.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isTooLong, pathOf, permittedParts } from '../../src/shared/permitted.js';
import { wholeInputText } from '../../src/shared/wholeInput.js';

const text = (name: string, words: string, lines = 1, bytes = words.length) => ({ as: 'text' as const, name, text: words, lines, bytes });

describe('the parts of a permission', () => {
  it('of a command are its fields', () => {
    assert.deepEqual(permittedParts('Bash', { timeout: 5, command: 'a\né😀' }), [text('command', 'a\né😀', 2, 8), text('timeout', '5')]);
  });

  it('of a file are its path and its content', () => {
    assert.deepEqual(permittedParts('Write', { content: 'b\n', file_path: '/a' }), [
      { as: 'path', name: 'file_path', text: '/a' },
      text('content', 'b\n', 2),
    ]);
  });

  it('of an edit are its path, its diff and the rest', () => {
    assert.deepEqual(permittedParts('Edit', { replace_all: true, old_string: 'a', new_string: 'b', file_path: '/a' }), [
      { as: 'path', name: 'file_path', text: '/a' },
      {
        ...{ as: 'diff', name: 'old_string → new_string', added: 1, removed: 1 },
        rows: [
          { sign: '-', pieces: ['a'] },
          { sign: '+', pieces: ['b'] },
        ],
      },
      text('replace_all', 'true'),
    ]);
  });

  it('of several edits are a diff for each, with its own fields behind it', () => {
    const edits = [
      { old_string: 'a', new_string: '', replace_all: true },
      { old_string: '', new_string: 'b' },
    ];
    assert.deepEqual(
      permittedParts('MultiEdit', { file_path: '/a', edits }).map(({ name }) => name),
      ['file_path', 'edits[0].old_string → new_string', 'edits[0].replace_all', 'edits[1].old_string → new_string'],
    );
  });

  it('of any other tool are one JSON text', () => {
    const input = { description: 'a', file_path: '/b' };
    assert.deepEqual(permittedParts('mcp__a__b', input), [text('input', JSON.stringify(input, null, 2), 4)]);
    assert.equal(pathOf('mcp__a__b', input), undefined);
  });

  it('are whole up to 2,000 lines and 100 kB, and beginnings beyond', () => {
    assert.equal(isTooLong('Bash', { command: '\n'.repeat(1_999) }), false);
    assert.equal(isTooLong('Bash', { command: '\n'.repeat(2_000) }), true);
    assert.equal(isTooLong('Bash', { command: 'é'.repeat(50_000) }), false);
    assert.equal(isTooLong('Bash', { command: `é${'é'.repeat(50_000)}` }), true);
    assert.equal(isTooLong('Edit', { old_string: 'a'.repeat(60_000), new_string: 'a'.repeat(60_000) }), true);
    assert.equal(isTooLong('mcp__a__b', { list: Array.from({ length: 2_000 }, () => 1) }), true);
    const content = 'line\n'.repeat(100_000);
    const [path, part] = permittedParts('Write', { file_path: '/a', content });
    assert.deepEqual(path, { as: 'path', name: 'file_path', text: '/a' });
    assert.ok(part?.as === 'text' && part.cut === true && content.startsWith(part.text) && part.text.length < 5_000);
    assert.deepEqual([part.lines, part.bytes], [100_001, 500_000]);
    const [cut] = permittedParts('Bash', { command: `${'a'.repeat(3_999)}😀${'a'.repeat(100_000)}` });
    assert.ok(cut?.as === 'text' && cut.text === 'a'.repeat(3_999));
  });
});

describe('the whole input in an editor', () => {
  /** Reads the signs of `wholeInputText` back. */
  const fieldsIn = (shown: string): [string, string][] =>
    `\n${shown.replaceAll('⟨→⟩\n', '')}`
      .split(/\n⟨(?!U\+)/)
      .slice(1)
      .map(field => {
        const end = field.indexOf('⟩\n');
        return [field.slice(0, end), field.slice(end + 2, -1)];
      })
      .map(([name = '', text = '']) => [characters(name), characters(text)]);
  const characters = (shown: string): string =>
    shown.replace(/⟨U\+([0-9A-F]+)⟩/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));

  it('names every field, and says what an editor does not show', () => {
    assert.equal(
      wholeInputText('Bash', { command: 'a\u202e\r\n\tb ⟨c⟩\u00a0', timeout: 5 }),
      '⟨command⟩\na⟨U+202E⟩⟨U+D⟩\n\tb ⟨U+27E8⟩c⟨U+27E9⟩⟨U+A0⟩\n\n⟨timeout⟩\n5\n',
    );
  });

  it('breaks a line that is longer than an editor', () => {
    const shown = wholeInputText('Bash', { command: `${'a'.repeat(119)}😀b` });
    assert.equal(shown, `⟨command⟩\n${'a'.repeat(119)}😀⟨→⟩\nb\n`);
  });

  it('is the input, whatever is in it', () => {
    const anyText = fc
      .array(fc.constantFrom('a', '⟨', '⟩', '→', 'U+D', '\n', '\r', '\t', ' ', '\u200b', '\u202e', '\ud800', '😀', 'x'.repeat(130)), {
        maxLength: 30,
      })
      .map(all => all.join(''));
    fc.assert(
      fc.property(anyText, anyText, (command, other) => {
        const shown = wholeInputText('Bash', { command: `c${command}`, [`n${other}`]: `t${other}` });
        assert.deepEqual(fieldsIn(shown), [
          ['command', `c${command}`],
          [`n${other}`, `t${other}`],
        ]);
        assert.doesNotMatch(shown, /[\r\u200b\u202e]/);
        assert.ok(shown.split('\n').every(line => line.replace(/⟨[^⟩]*⟩/g, '').length <= 2 * 120));
      }),
    );
  });
});
