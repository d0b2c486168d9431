// What is longer than Claude writes takes neither the memory of the window nor its page, and the chat says so once.
import assert from 'node:assert/strict';
import { boundedWords, longestWords } from '../../../../src/claude/stream/tooLong.js';
import type { ClaudeEvent } from '../../../../src/chat/events.js';

describe('words that are longer than Claude writes', () => {
  let shown: string[];
  let notices: number;
  let read: (event: ClaudeEvent) => void;
  beforeEach(() => {
    [shown, notices] = [[], 0];
    read = boundedWords(event => {
      if (event.type === 'textGrew' || event.type === 'textFinished') shown.push(event.text);
      else if (event.type === 'problemSeen') notices++;
    });
  });
  const half = 'x'.repeat(longestWords / 2);
  const grew = (id: string, text: string): void => read({ type: 'textGrew', id, text });
  const finished = (id: string, text: string): void => read({ type: 'textFinished', id, text });

  it('end where the limit is while they come, and as a whole, and are told of once', () => {
    for (const text of [half, `${half}y`, 'z', 'z']) grew('one', text);
    assert.deepEqual([shown.join('') === half + half, notices], [true, 1]);
    shown.length = 0;
    finished('one', `${half}${half}yzz`);
    assert.deepEqual([shown.join('') === half + half, notices], [true, 1]);
    finished('whole', `${half}${half}y`);
    assert.deepEqual([shown.length, notices], [2, 2]);
  });

  it('are as they are up to the limit, each message for itself', () => {
    for (const id of ['one', 'two']) {
      for (const text of [half, half]) grew(id, text);
      finished(id, half + half);
    }
    assert.deepEqual([shown.join('').length, notices], [4 * longestWords, 0]);
  });
});
