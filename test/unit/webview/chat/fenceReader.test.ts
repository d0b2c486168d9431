// Code between fences, as it comes: where it ends, what is shown of it, and that no line is read twice.
import assert from 'node:assert/strict';
import { FenceReader } from '../../../../webview/chat/fenceReader.js';

const readerOf = (text: string, start = 0): FenceReader => {
  const reader = FenceReader.at(text, start);
  assert.ok(reader);
  return reader;
};

describe('the reader of fenced code', () => {
  it('begins only where a whole first fence stands', () => {
    for (const text of ['', 'words\n', '``\n', '```ts', '``` a`b\n', ' ```\n']) assert.equal(FenceReader.at(text, 0), undefined, text);
    for (const text of ['```\n', '```ts\n', '~~~~ a`b\n']) assert.ok(FenceReader.at(text, 0), text);
    assert.deepEqual(readerOf('words\n```\na\n```', 6).read('words\n```\na\n```\n', false), { code: 'a\n', end: 15 });
  });

  it('ends with a fence of the same marks, as long as the first one or longer', () => {
    const text = '````\n```\n~~~~\n    ````\n```` ts\n  `````  \nwords';
    assert.deepEqual(readerOf(text).read(text, false), { code: '```\n~~~~\n    ````\n```` ts\n', end: text.indexOf('\nwords') });
    const tildes = '~~~\n```\n~~~\n';
    assert.deepEqual(readerOf(tildes).read(tildes, false), { code: '```\n', end: tildes.length - 1 });
  });

  it('holds back a last line that may become the last fence, until the text is finished', () => {
    const text = '```\na\n``';
    const reader = readerOf(text);
    assert.deepEqual(reader.read(text, false), { code: 'a\n', end: undefined });
    assert.deepEqual(reader.read(`${text}x`, false), { code: 'a\n``x', end: undefined });
    assert.deepEqual(reader.read(`${text}x\n\`\`\``, false), { code: 'a\n``x\n', end: undefined });
    assert.deepEqual(readerOf(text).read(text, true), { code: 'a\n``', end: undefined });
    assert.deepEqual(readerOf('```\na\n```').read('```\na\n```', true), { code: 'a\n', end: undefined });
  });

  it('takes a first fence of any length', () => {
    const marks = '`'.repeat(200_000);
    const text = `${marks}\na\n${marks.slice(1)}\n${marks}\nwords`;
    assert.deepEqual(readerOf(text).read(text, false), { code: `a\n${marks.slice(1)}\n`, end: text.indexOf('\nwords') });
  });

  it('reads each line once', () => {
    let text = '```\n';
    const reader = readerOf(text);
    for (let line = 0; line < 100; line += 1) reader.read((text += `line ${line}\n`), false);
    // What stands in a line that has been read is not looked at again, not even a last fence.
    const changed = text.replace('line 5\n', '```   \n');
    assert.equal(reader.read(`${changed}end`, false).end, undefined);
    assert.deepEqual(reader.read(`${changed}\`\`\`\n`, false).end, changed.length + 3);
  });
});
