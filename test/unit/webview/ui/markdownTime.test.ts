// Claude's Markdown is read in a time that no text can make long: the worst texts that were found take some times what any text of their length takes.
import assert from 'node:assert/strict';
import { cutOf } from '../../../../webview/chat/blockPieces.js';
import { blocksOf } from '../../../../webview/ui/markdown.js';
import { cpuTime } from '../../../support/cpuTime.js';

/** Milliseconds of this process, whatever else the computer does. Each of these texts took more than ten times as long. */
const most = 3_000;

function within(work: () => void): void {
  const before = cpuTime();
  work();
  const taken = cpuTime() - before;
  assert.ok(taken < most, `${taken} ms`);
}

describe('the time that Markdown takes', () => {
  for (const [name, unit] of [
    ['marks of two kinds that are one run', '_~'],
    ['the same with stars', '*_'],
    ['addresses without a scheme', 'www.a '],
  ] as const)
    it(`is short for ${name}`, () => within(() => blocksOf(unit.repeat(200_000 / unit.length))));

  it('is short for a paragraph that comes word by word and can be cut nowhere', () => {
    const marks = Array.from({ length: 60 }, (_, at) => `${'`'.repeat(at + 1)} a. B`).join(' ');
    within(() => {
      for (let words = 0; words < 40; words += 1) {
        for (const block of blocksOf(`${marks} ${'a. B '.repeat(500 + words)}`)) assert.equal(cutOf(block), undefined);
      }
    });
  });
});
