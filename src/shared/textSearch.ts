// Finding words in texts, in either case. Owns what counts as a match; must not know whose texts.

/** Whether `query` occurs in a text; never where `query` is empty. */
export function createMatcher(query: string): (text: string) => boolean {
  if (query === '') return () => false;
  const pattern = new RegExp(literal(query), 'iu');
  return text => pattern.test(text);
}

/** The pattern that matches these words alone. */
export function literal(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
