// How long ago something was, in words: the one format of both sides. Knows no clock: the caller says what time it is.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * “5 min. ago”, “yesterday”, and the date from a week on.
 * @param epoch milliseconds
 * @param now milliseconds; a time after it counts as now, because two clocks may differ
 * @param language of the words, as BCP 47 names it
 */
export function timeAgo(epoch: number, now: number, language: string): string {
  const ago = Math.max(0, now - epoch);
  const days = daysBetween(epoch, now);
  if (days >= 7) return dateFormat(language, { dateStyle: 'medium' }).format(epoch);
  const words = agoFormat(language, { style: 'short', numeric: 'auto' });
  if (ago < minute) return words.format(0, 'second');
  if (ago < hour) return words.format(-Math.floor(ago / minute), 'minute');
  return days <= 0 ? words.format(-Math.floor(ago / hour), 'hour') : words.format(-days, 'day');
}

/** “9:07 PM”, and with its date where it is not of today. The other parameters are those of `timeAgo`. */
export function messageTime(epoch: number, now: number, language: string): string {
  const isToday = daysBetween(epoch, now) === 0;
  return dateFormat(language, { ...(!isToday && { dateStyle: 'medium' }), timeStyle: 'short' }).format(epoch);
}

/** “Today”, “Yesterday”, “Friday, November 20”, and with its year where that is another one. The parameters are those of `timeAgo`. */
export function dayName(epoch: number, now: number, language: string): string {
  const days = daysBetween(epoch, now);
  if (days === 0 || days === 1) {
    const words = agoFormat(language, { numeric: 'auto' }).format(-days, 'day');
    return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
  }
  const isThisYear = new Date(epoch).getFullYear() === new Date(now).getFullYear();
  const parts = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  return dateFormat(language, isThisYear ? parts : { ...parts, year: 'numeric' }).format(epoch);
}

/** The whole date with its time of day. @param epoch milliseconds */
export function fullTime(epoch: number, language: string): string {
  return dateFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(epoch);
}

/** Midnights between two times in epoch milliseconds, where the person is. The days on which the clocks change have 23 and 25 hours. */
export function daysBetween(epoch: number, now: number): number {
  return Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(epoch).setHours(0, 0, 0, 0)) / day);
}

/** To make one takes longer than to use it a hundred times, and a list of a thousand chats has three times in each row. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(`date ${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options));
}

function agoFormat(language: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat {
  return kept(`ago ${language} ${JSON.stringify(options)}`, () => new Intl.RelativeTimeFormat(language, options));
}

function kept<Format extends Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => Format): Format {
  const known = formats.get(key);
  // A key names one kind of format.
  if (known !== undefined) return known as Format;
  const made = make();
  formats.set(key, made);
  return made;
}
