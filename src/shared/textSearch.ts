// Finding words in texts, in either case. Owns what counts as a match and how much is shown around it; must not know whose texts.

/** A match with the text around it, on one line: each run of blanks and line ends is one blank. */
export interface Snippet {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export type Matcher = (text: string) => Snippet | undefined;

/** In characters, on each side of a match. */
const shownAround = 60;

/** The first match of `query` in a text; undefined where there is none, or where `query` is empty. */
export function createMatcher(query: string): Matcher {
  if (query === '') return () => undefined;
  const pattern = patternFor(query);
  return text => {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const [match] = found;
    const end = found.index + match.length;
    return {
      before: oneLine(text.slice(Math.max(0, found.index - shownAround), found.index)),
      match: oneLine(match),
      after: oneLine(text.slice(end, end + shownAround)),
    };
  };
}

/** Whether the JSON of a value, as `JSON.stringify` writes it, can have `query` in one of its strings. */
export function createJsonFilter(query: string): (json: string) => boolean {
  const pattern = patternFor(JSON.stringify(query).slice(1, -1));
  return json => pattern.test(json);
}

function patternFor(words: string): RegExp {
  return new RegExp(words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
