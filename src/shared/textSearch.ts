// Finding words in texts, in either case. Owns what counts as a match; must not know whose texts.

/** A place of words in a text: UTF-16 units, `end` behind the last of them. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Gives the first place at `from` or behind it. */
export type Finder = (text: string, from?: number) => Place | undefined;

/**
 * The most characters that are searched by a pattern. A longer one can take their number times the text's length; up to this length it takes less
 * than reading the text costs.
 */
const longestPattern = 32;

/** Looks for `query` in time that grows with the text alone; finds nothing where `query` is empty. */
export function createFinder(query: string): Finder {
  const characters = [...query];
  if (characters.length === 0) return () => undefined;
  const pattern = new RegExp(literal(characters.slice(0, longestPattern).join('')), 'giu');
  const byPattern: Finder = (text, from = 0) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found === null ? undefined : { start: found.index, end: pattern.lastIndex };
  };
  if (characters.length <= longestPattern) return byPattern;
  const byCharacter = createLongFinder(characters);
  return (text, from) => {
    const begin = byPattern(text, from);
    return begin && byCharacter(text, begin.start);
  };
}

/** Characters in front of the words that a row has room for. */
const shownBefore = 40;
const shownLine = 200;

/** The line in which the words stand first in these texts, as much of it as one reads at a glance; undefined where none has them. */
export function lineIn(texts: readonly string[], find: Finder): string | undefined {
  for (const text of texts) {
    const place = find(text);
    if (place !== undefined) return lineOf(text, place.start);
  }
  return undefined;
}

function lineOf(text: string, start: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const end = text.indexOf('\n', start);
  const begin = start - from > shownBefore ? start - shownBefore : from;
  const line = text.slice(begin, Math.min(end < 0 ? text.length : end, begin + shownLine)).trim();
  return begin === from ? line : `…${line}`;
}

/** The pattern that matches these words alone. */
export function literal(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The way of Knuth, Morris and Pratt: no character of the text is looked at again. */
function createLongFinder(characters: readonly string[]): Finder {
  const sought = characters.map(folded);
  /** How many of the last characters are the first ones too, by the number of characters that match. */
  const borders = [0, 0];
  const next = (matched: number, character: string): number => {
    let length = matched;
    while (length > 0 && sought[length] !== character) length = borders[length] ?? 0;
    return sought[length] === character ? length + 1 : 0;
  };
  for (const character of sought.slice(1)) borders.push(next(borders.at(-1) ?? 0, character));
  return (text, from = 0) => {
    let matched = 0;
    for (let at = from; at < text.length;) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      at += character.length;
      matched = next(matched, folded(character));
      if (matched === characters.length) return { start: charactersBefore(text, at, matched), end: at };
    }
    return undefined;
  };
}

/** The position of the first of the last `count` characters before `end`. */
function charactersBefore(text: string, end: number, count: number): number {
  let at = end;
  for (let left = count; left > 0; left--) at -= at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

const isSame = /^(.)\1$/isu;
const knownFolds = new Map<string, string>();

/** The same for all characters that a pattern without regard to case takes for one. */
function folded(character: string): string {
  const known = knownFolds.get(character);
  if (known !== undefined) return known;
  const forms = [character.toUpperCase().toLowerCase(), character.toLowerCase()];
  const fold = forms.find(form => isSame.test(character + form)) ?? character;
  knownFolds.set(character, fold);
  return fold;
}
