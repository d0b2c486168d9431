// The one format of times.
import assert from 'node:assert/strict';
import { fullTime, timeAgo } from '../../../src/shared/timeAgo.js';

const now = new Date(2026, 10, 22, 14, 30).getTime();
const at = (...[month, day, hour, minute]: readonly [month: number, day: number, hour: number, minute: number]): number =>
  new Date(2026, month - 1, day, hour, minute).getTime();

describe('a time', () => {
  const told: readonly (readonly [words: string, epoch: number, english: string, german: string])[] = [
    ['just now', now - 59_000, 'now', 'jetzt'],
    ['of a clock that is ahead', now + 5000, 'now', 'jetzt'],
    ['of some minutes ago', at(11, 22, 14, 25), '5 min. ago', 'vor 5 Min.'],
    ['of earlier today', at(11, 22, 11, 25), '3 hr. ago', 'vor 3 Std.'],
    ['of less than an hour ago, across midnight', now - 59 * 60_000, '59 min. ago', 'vor 59 Min.'],
    ['of yesterday, though less than a day ago', at(11, 21, 23, 0), 'yesterday', 'gestern'],
    ['of this week', at(11, 18, 23, 0), '4 days ago', 'vor 4 Tagen'],
    ['of a week ago', at(11, 15, 8, 0), 'Nov 15, 2026', '15.11.2026'],
  ];
  for (const [words, epoch, english, german] of told) {
    it(`${words} is told in the person's language`, () => {
      assert.deepEqual([timeAgo(epoch, now, 'en'), timeAgo(epoch, now, 'de')], [english, german]);
    });
  }

  it('is whole where there is room for it', () => {
    assert.equal(fullTime(at(11, 21, 9, 5), 'de'), 'Samstag, 21. November 2026 um 09:05');
  });
});
