// Reads the Markdown of a card, in which line breaks are kept.
import type { Token, TokensList } from 'marked';
import { Marked } from 'marked';
import { syntax } from './markdownSyntax.js';
import { BoundedLexer, isShown, lexSafely } from './markdown.js';
import { asWords, nodesOf } from './markdownNodes.js';
import { withoutEnd } from '../../src/shared/textEnds.js';

const marked = new Marked(syntax, { breaks: true });

/** The blocks of a text, so that finished blocks stay untouched while it grows. */
export function cardBlocks(text: string): readonly Token[] {
  return cardTokens(text).filter(isShown);
}

export function cardTokens(text: string): TokensList {
  return lexSafely(text, () => new BoundedLexer(marked.defaults).lex(text));
}

/** UTF-16 code units of a text that `cardWords` reads: more than two lines of the widest card. */
const readWords = 600;

/** The beginning of a text as the words of one line, without marks, for places that show no more. */
export function cardWords(text: string): string {
  const beginning = text.length > readWords ? withClosedMarks(text.slice(0, readWords)) : text;
  const words = cardBlocks(beginning).map(token => {
    const nodes = nodesOf([token], asWords);
    for (const lineEnd of nodes.querySelectorAll('br')) lineEnd.replaceWith(' ');
    return nodes.textContent ?? '';
  });
  return words.join(' ').replace(/\s+/g, ' ');
}

/** The beginning of a text with its open marks closed, so that words keep their appearance while the rest is streamed. */
export function withClosedMarks(text: string): string {
  const shown = withoutOpenLink(withoutEnd(text, /[*_`~]/));
  if (count(shown, /```/g) % 2 === 1) return shown;
  if (count(shown, /`/g) % 2 === 1) return `${shown}\``;
  if (count(shown, /\*\*/g) % 2 === 1) return `${shown.trimEnd()}**`;
  const single = /(?:^|\s)([*_])(?![\s*_])[^*_\n]*$/.exec(shown);
  return single === null ? shown : `${shown.trimEnd()}${single[1] ?? ''}`;
}

/** Removes the brackets of a link that is not closed yet, and its address: `[words`, `[words]`, `[words](https://…`. */
function withoutOpenLink(text: string): string {
  const close = text.lastIndexOf(']');
  const behind = close < 0 ? text : text.slice(close + 1);
  const isOpen = close >= 0 && (behind === '' || (behind.startsWith('(') && !/[)\s]/.test(behind.slice(1))));
  for (const words of isOpen ? [text.slice(0, close), text] : [text]) {
    const open = words.indexOf('[', Math.max(words.lastIndexOf(']'), words.lastIndexOf('\n')) + 1);
    if (open >= 0) return words.slice(0, open) + words.slice(open + 1);
  }
  return text;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
