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
    const lexer = new BoundedLexer(marked.defaults);
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
/** Of quotes and lists: at each of them `marked` reads what is in it once more. */
const mostLevels = 100;
const marksOfEmphasis = /[*_~]+/g;
/** At which a part of a paragraph can begin that is no plain text. */
const signs = /[[\]!<`\\&@]|:\/\/|[*_~]+/g;

/** Whether `marked` would take seconds for the words of a paragraph, a list's item or a cell: too many signs, or an address without end. */
function isCostly(words: string): boolean {
  if (words.length < leastCostly) return false;
  const begun = words.match(signs)?.length ?? 0;
  if (begun * words.length > mostWork || (words.match(marksOfEmphasis)?.length ?? 0) > mostMarks) return true;
  return words.split(/\s/).some(word => word.length > longestAddress && word.includes('@'));
}

/** Looks at what `marked` itself takes for a paragraph: where one begins and a fence ends is for nobody else to guess. */
export class BoundedLexer extends Lexer {
  #isInside = false;
  #levels = 0;

  override blockTokens(text: string, tokens?: Token[], lastParagraphClipped?: boolean): TokensList {
    if (this.#levels >= mostLevels) throw new RangeError('there are too many levels');
    this.#levels++;
    const found = super.blockTokens(text, tokens, lastParagraphClipped) as TokensList;
    this.#levels--;
    return found;
  }

  override inlineTokens(words: string, tokens?: Token[]): Token[] {
    if (this.#isInside) return super.inlineTokens(words, tokens);
    if (isCostly(words)) throw new RangeError('these words would take seconds');
    this.#isInside = true;
    try {
      return super.inlineTokens(words, tokens);
    } finally {
      this.#isInside = false;
    }
  }
}

/** `marked` calls itself for each level: a text of thousands of levels ends with the stack, and is shown as it stands, as is what takes it too long. */
export function lexSafely(text: string, lex: () => TokensList): TokensList {
  const asItStands = (): TokensList => Object.assign([{ type: 'code', raw: text, text }], { links: {} });
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
