// How long ago a decision was made, in words. Pure: the caller says what time it is.
import { daysBetween } from '../../src/shared/timeAgo.js';

/**
 * “today”, “3 days ago”, “2 weeks ago”, “6 months ago”, “1 year ago”: whole units, rounded down.
 * @param epoch milliseconds
 * @param now milliseconds; a time after it counts as today, because two clocks may differ
 * @param language of the words, as BCP 47 names it
 */
export function ageWords(epoch: number, now: number, language: string): string {
  const days = Math.max(0, daysBetween(epoch, now));
  const months = monthsBetween(new Date(epoch), new Date(now));
  if (days < 14) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
  // “Last month” would mean a month of the calendar.
  const words = new Intl.RelativeTimeFormat(language);
  if (months < 1) return words.format(-Math.floor(days / 7), 'week');
  return months < 12 ? words.format(-months, 'month') : words.format(-Math.floor(months / 12), 'year');
}

function monthsBetween(from: Date, to: Date): number {
  const months = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
  return to.getDate() < from.getDate() ? months - 1 : months;
}
