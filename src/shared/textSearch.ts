// Finding words in texts, in either case. Owns what counts as a match; must not know whose texts.

/** Whether `query` occurs in a text; never where `query` is empty. */
export function createMatcher(query: string): (text: string) => boolean {
  if (query === '') return () => false;
  const pattern = patternFor(query);
  return text => pattern.test(text);
}

/** Whether the JSON of a value, as `JSON.stringify` writes it, can have `query` in one of its strings. */
export function createJsonFilter(query: string): (json: string) => boolean {
  const pattern = patternFor(JSON.stringify(query).slice(1, -1));
  return json => pattern.test(json);
}

function patternFor(words: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}
