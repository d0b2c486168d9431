import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../support/anyText.js';
import { createLineSplitter, maxLineBytes } from '../../../../src/claude/process/lines.js';
import { runs } from '../../../support/tier.js';

function split(chunks: Iterable<Buffer>, maxBytes?: number): { lines: string[]; overlong: number[] } {
  const lines: string[] = [];
  const overlong: number[] = [];
  const limit = maxBytes === undefined ? {} : { maxBytes };
  const splitter = createLineSplitter({ onLine: text => lines.push(text), onOverlong: bytes => overlong.push(bytes), ...limit });
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, overlong };
}

function cut(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const cuts = [0, ...positions.map(position => position % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}

const bytewise = (bytes: Buffer): Buffer[] => Array.from(bytes, byte => Buffer.from([byte]));

describe('line splitter', () => {
  it('gives every line once, without its end, when the bytes come one at a time', () => {
    const bytes = Buffer.from('{"a":1}\n{"b":"für 3 € 😀"}\r\n\n\r\nlast');
    assert.deepEqual(split(bytewise(bytes)).lines, ['{"a":1}', '{"b":"für 3 € 😀"}', 'last']);
  });

  it('gives the same lines however the bytes are cut', () => {
    const line = fc.string({ unit: anyCharacter }).map(text => text.replace(/[\r\n]/g, ''));
    const ended = fc.tuple(line, fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(fc.array(ended), line, fc.array(fc.nat()), (lines, tail, positions) => {
        const bytes = Buffer.from(lines.map(parts => parts.join('')).join('') + tail);
        const expected = [...lines.map(([text]) => text), tail].filter(text => text !== '');
        assert.deepEqual(split(cut(bytes, positions)), { lines: expected, overlong: [] });
      }),
      { numRuns: runs(100) },
    );
  });

  it('skips what is over the limit and nothing else, however the bytes are cut', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀'), maxLength: 8 });
    const ended = fc.tuple(line, fc.constantFrom('\n', '\r\n'));
    fc.assert(
      fc.property(fc.array(ended), line, fc.array(fc.nat()), (lines, tail, positions) => {
        const bytes = Buffer.from(lines.map(parts => parts.join('')).join('') + tail);
        const all = [...lines.map(([text]) => text), tail].filter(text => text !== '');
        const result = split(cut(bytes, positions), 10);
        assert.deepEqual(
          result.lines,
          all.filter(text => Buffer.byteLength(text) <= 10),
        );
        assert.equal(result.overlong.length, all.filter(text => Buffer.byteLength(text) > 10).length);
      }),
      { numRuns: runs(100) },
    );
  });

  it('takes a CR for part of the line end only right before the LF', () => {
    assert.deepEqual(split([Buffer.from('a\r'), Buffer.from('\nb\rc\n')]).lines, ['a', 'b\rc']);
  });

  it('keeps a character whole that two chunks share', () => {
    const bytes = Buffer.from('x😀y\n');
    for (let at = 1; at < bytes.length; at++) assert.deepEqual(split(cut(bytes, [at])).lines, ['x😀y']);
  });

  it('gives a broken byte as the replacement character and goes on', () => {
    assert.deepEqual(split([Buffer.from([0x61, 0xe2, 0x82, 0x0a, 0x62, 0x0a])]).lines, ['a\ufffd', 'b']);
  });

  it('gives a line as soon as its end is there', () => {
    const lines: string[] = [];
    const splitter = createLineSplitter({ onLine: text => lines.push(text), onOverlong: bytes => assert.fail(`${bytes} bytes`) });
    splitter.push(Buffer.from('a\nb'));
    assert.deepEqual(lines, ['a']);
    splitter.push(Buffer.from('\n'));
    assert.deepEqual(lines, ['a', 'b']);
  });

  it('says nothing at the end when nothing is left', () => {
    assert.deepEqual(split([Buffer.from('a\n')]), { lines: ['a'], overlong: [] });
    assert.deepEqual(split([]), { lines: [], overlong: [] });
  });

  describe('at the limit of 64 MiB', () => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    const pieces = Array.from({ length: maxLineBytes / piece.length }, () => piece);

    it('passes a line of just that many bytes', () => {
      const { lines, overlong } = split([...pieces, Buffer.from('\r\nnext\n')]);
      assert.deepEqual(
        lines.map(line => line.length),
        [maxLineBytes, 4],
      );
      assert.deepEqual(overlong, []);
    });

    it('skips one with a byte more, reports its length and goes on with the next line', () => {
      const result = split([...pieces, Buffer.from('x'), Buffer.from('\nnext\n')]);
      assert.deepEqual(result, { lines: ['next'], overlong: [maxLineBytes + 1] });
    });
  });

  it('reports an over-long line that the stream ends in', () => {
    assert.deepEqual(split(bytewise(Buffer.from('ok\n123456')), 4), { lines: ['ok'], overlong: [6] });
  });
});
