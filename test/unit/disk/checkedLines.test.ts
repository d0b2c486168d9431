// Lines with checksums: which of them count after a crash or another program's write.
import assert from 'node:assert/strict';
import { decodeLines, encodeLine } from '../../../src/disk/checkedLines.js';

describe('lines with checksums', () => {
  const [one, two] = [encodeLine({ a: 1 }), encodeLine(['ü'])];

  it('are read as they were written', () => {
    assert.match(one, /^[0-9a-f]{8} \{"a":1\}\n$/);
    const bytes = Buffer.from(one + two);
    assert.deepEqual(decodeLines(bytes), { values: [{ a: 1 }, ['ü']], damaged: 0, length: bytes.length });
  });

  for (const [what, line] of [
    ['an empty one', '\n'],
    ['the end of another one', one.slice(5)],
    ['one with another checksum', `00000000${one.slice(8)}`],
    // The first digits are those of an empty text.
    ['one without a value', 'e3b0c442 \n'],
  ] as const)
    it(`count without ${what}`, () => {
      for (const text of [line + one + two, one + line + two, one + two + line]) {
        const bytes = Buffer.from(text);
        assert.deepEqual(decodeLines(bytes), { values: [{ a: 1 }, ['ü']], damaged: 1, length: bytes.length });
      }
    });

  it('count up to the last one that has ended', () => {
    const bytes = Buffer.from(one + two.slice(0, -1));
    assert.deepEqual(decodeLines(bytes), { values: [{ a: 1 }], damaged: 0, length: one.length });
  });
});
