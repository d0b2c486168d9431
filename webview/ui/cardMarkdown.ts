// Markdown of a question as unsafe HTML. Nothing that Claude wrote may vanish: raw HTML is shown as text, line breaks are kept,
// headings become bold because the card has its own order of headings.
import type { Token, TokensList } from 'marked';
import { Marked } from 'marked';
import { isShown, lexSafely, parseSafely, plainNodes } from './markdown.js';

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    html: ({ text, block }) => (block === true ? `<p>${escaped(text.trim())}</p>` : escaped(text)),
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`;
    },
  },
});

/** The blocks of a text, so that finished blocks stay untouched while it grows. */
export function cardBlocks(text: string): readonly string[] {
  return cardTokens(text).filter(isShown).map(cardHtml);
}

export function cardTokens(text: string): TokensList {
  return lexSafely(text, () => marked.lexer(text));
}

/** Not safe yet. */
export function cardHtml(token: Token): string {
  return parseSafely(marked, [token], token.raw);
}

/** UTF-16 code units of a text that `cardWords` reads: more than two lines of the widest card. */
const readWords = 600;

/** The beginning of a text as the words of one line, without marks, for places that show no more. */
export function cardWords(text: string): string {
  const beginning = text.length > readWords ? withClosedMarks(text.slice(0, readWords)) : text;
  const html = cardBlocks(beginning).join(' ').replaceAll('<br>', ' ');
  return (plainNodes(html).textContent ?? '').replace(/\s+/g, ' ');
}

function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, character => entities[character] ?? '')
    .replace(/&lt;br\s*\/?&gt;/gi, '<br>')
    .replaceAll('\n', '<br>');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The beginning of a text with its open marks closed, so that words keep their appearance while the rest is streamed. */
export function withClosedMarks(text: string): string {
  const shown = text.replace(/[*_`~]+$/, '').replace(/\[([^\]\n]*)(?:\](?:\([^)\s]*)?)?$/, '$1');
  if (count(shown, /```/g) % 2 === 1) return shown;
  if (count(shown, /`/g) % 2 === 1) return `${shown}\``;
  if (count(shown, /\*\*/g) % 2 === 1) return `${shown.trimEnd()}**`;
  const single = /(?:^|\s)([*_])(?![\s*_])[^*_\n]*$/.exec(shown);
  return single === null ? shown : `${shown.trimEnd()}${single[1] ?? ''}`;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
