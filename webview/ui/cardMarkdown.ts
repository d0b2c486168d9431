// Markdown in a question, as HTML that is not safe yet. Nothing that was written may vanish from a question: a tag in it is
// a word about a tag, and a line stays a line. Headings are only loud words: the card has its own order.
import { Marked } from 'marked';
import { isShown, lexSafely, parseSafely } from './markdown.js';

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

/** The blocks of a text, so that the ones that are finished stay untouched while it grows. */
export function cardBlocks(text: string): readonly string[] {
  const tokens = lexSafely(marked, text);
  return tokens.filter(isShown).map(token => {
    const list: typeof tokens = Object.assign([token], { links: tokens.links });
    return parseSafely(marked, list, token.raw);
  });
}

function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, character => entities[character] ?? '')
    .replace(/&lt;br\s*\/?&gt;/gi, '<br>')
    .replaceAll('\n', '<br>');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The beginning of a text with the marks closed that will be closed later, so that words do not change their looks as they come. */
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
