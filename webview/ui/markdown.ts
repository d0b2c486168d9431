// Reads the model's Markdown: a text as tokens, in a time that no text can make long. Knows nothing of the page.
import type { Token, TokensList } from 'marked';
import { Lexer, Marked } from 'marked';
import { syntax } from './markdownSyntax.js';

const marked = new Marked(syntax);

/** Link definitions by their label, as `marked` keeps them. */
export type Links = TokensList['links'];

/** The tokens of the top-level blocks of a whole text. */
export function blocksOf(text: string): readonly Token[] {
  return lexPart(text, {}).filter(isShown);
}

/** The tokens of a part of a text, white space between blocks included. `links`: definitions that stand outside of the part. */
export function lexPart(text: string, links: Links): TokensList {
  return lexSafely(text, () => {
    const lexer = new Lexer(marked.defaults);
    // Without a prototype: `[constructor]` is a link only where the text defines it.
    lexer.tokens.links = Object.assign(Object.create(null) as Links, links);
    return lexer.lex(text);
  });
}

/** `marked` takes time by the square of these. As many of them take a tenth of a second on a slow computer. */
const mostMarks = 1_000;
/** At each of its signs `marked` reads the rest of a paragraph: as many signs, times its characters, take a tenth of a second on a slow computer. */
const mostWork = 3_000_000;
/** A text with fewer characters costs less, whatever it holds. */
const leastCostly = 1_000;
const longestAddress = 4_000;
const manyLevels = /^[ \t]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+|>[ \t]*){100}/;
const marksOfEmphasis = /[*_~]+/g;
/** At which a part of a paragraph can begin that is no plain text. */
const signs = /[[\]!<`\\&@]|:\/\/|[*_~]+/g;
/** A paragraph of its own: the item of a list, or a row of a table, whose cells are. */
const ownLine = /^\s*(?:[*+-]\s|\d{1,9}[.)]\s|\|)/;
const fenceOf = /^ {0,3}(?:(`{3,})[^`]*$|(~{3}))/;

/** Whether `marked` would take seconds for a paragraph of the text, outside of code: too many signs, an address without end, too many levels. */
function isCostly(text: string): boolean {
  if (text.length < leastCostly) return false;
  let marks = 0;
  let begun = 0;
  let length = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, backticks, tildes] = fenceOf.exec(line) ?? [];
    const sign = (backticks ?? tildes)?.[0];
    if (fence === undefined ? sign !== undefined : sign === fence) fence = fence === undefined ? sign : undefined;
    if (fence !== undefined) continue;
    if (line.trim() === '') marks = begun = length = 0;
    if (ownLine.test(line)) begun = length = 0;
    marks += line.match(marksOfEmphasis)?.length ?? 0;
    begun += line.match(signs)?.length ?? 0;
    length += line.length;
    const isAddress = (word: string): boolean => word.length > longestAddress && word.includes('@');
    if (marks > mostMarks || begun * length > mostWork || manyLevels.test(line) || line.split(/\s/).some(isAddress)) return true;
  }
  return false;
}

/** `marked` calls itself for each level: a text of thousands of levels ends with the stack, and is shown as it stands, as is what takes it too long. */
export function lexSafely(text: string, lex: () => TokensList): TokensList {
  const asItStands = (): TokensList => Object.assign([{ type: 'code', raw: text, text }], { links: {} });
  if (isCostly(text)) return asItStands();
  try {
    return lex();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return asItStands();
  }
}

export function isShown(token: Token): boolean {
  return token.type !== 'space';
}
