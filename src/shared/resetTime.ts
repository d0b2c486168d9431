// When a limit ends, as the person's clock and language say it.

/** The time of day, and in front of it the weekday where that is not today, the date where it is more than six days away. */
export function resetTime(at: number, now: number, language: string): string {
  const [end, today] = [new Date(at), new Date(now)];
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  if (end.toDateString() === today.toDateString()) return end.toLocaleTimeString(language, time);
  const isNear = at > now && at - now < 6 * 86_400_000;
  return end.toLocaleString(language, isNear ? { weekday: 'long', ...time } : { month: 'short', day: 'numeric', ...time });
}
