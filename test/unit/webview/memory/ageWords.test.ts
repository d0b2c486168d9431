import assert from 'node:assert/strict';
import { ageWords } from '../../../../webview/memory/ageWords.js';

const now = new Date(2026, 10, 21, 0, 30);
const said = (year: number, month: number, day: number, language = 'en'): string =>
  ageWords(new Date(year, month - 1, day, 23, 59).getTime(), now.getTime(), language);

describe('the age of a decision in words', () => {
  it('is days up to two weeks, by midnights and not by hours', () => {
    assert.equal(ageWords(now.getTime() - 60_000, now.getTime(), 'en'), 'today');
    assert.equal(said(2026, 11, 20), 'yesterday');
    assert.equal(said(2026, 11, 8), '13 days ago');
  });

  it('is then weeks, whole months and whole years, rounded down', () => {
    assert.equal(said(2026, 11, 7), '2 weeks ago');
    assert.equal(said(2026, 10, 22), '4 weeks ago');
    assert.equal(said(2026, 10, 21), '1 month ago');
    assert.equal(said(2026, 5, 3), '6 months ago');
    assert.equal(said(2025, 11, 22), '11 months ago');
    assert.equal(said(2025, 11, 21), '1 year ago');
    assert.equal(said(2020, 1, 1), '6 years ago');
  });

  it('is today for a time that another clock puts into the future', () => {
    assert.equal(said(2027, 1, 1), 'today');
  });

  it('is in the person’s language', () => {
    assert.equal(said(2026, 5, 3, 'de'), 'vor 6 Monaten');
    assert.equal(said(2026, 11, 20, 'de'), 'gestern');
  });
});
