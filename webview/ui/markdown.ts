// The model's Markdown as safe nodes. The text is hostile: only the tags and attributes listed here pass, the host decides about
// links, and nothing is fetched. Knows nothing of components.
import DOMPurify from 'dompurify';
import type { Token, TokensList } from 'marked';
import { Lexer, Marked } from 'marked';
import { codeWords, newCodeBlock } from './codeBlock.js';
import { directionOf } from './direction.js';
import { linkFiles } from './fileReferences.js';
import { allowedLink, isAllowedLink } from './links.js';
import { syntax } from './markdownSyntax.js';
import { strings } from '../strings.js';
import { wrappedPath } from './wrappedPath.js';

const marked = new Marked(syntax);

/** Link definitions by their label, as `marked` keeps them. */
export type Links = TokensList['links'];

/** The HTML of every top-level block of a whole text, which is not safe yet. */
export function blocksOf(text: string): readonly string[] {
  return lexPart(text, {}).filter(isShown).map(htmlOf);
}

/** The tokens of a part of a text, white space between blocks included. `links`: definitions that stand outside of the part. */
export function lexPart(text: string, links: Links): TokensList {
  return lexSafely(text, () => {
    const lexer = new Lexer(marked.defaults);
    lexer.tokens.links = { ...links };
    return lexer.lex(text);
  });
}

/** `marked` takes time by the square of these. As many of them take a tenth of a second on a slow computer. */
const mostMarks = 1_000;
const longestAddress = 4_000;
const manySigns = /^[ \t]*(?:[*+>-][ \t]+){100}/;
const marksOfEmphasis = /[*_~]+/g;
const fenceOf = /^ {0,3}(?:(`{3,})[^`]*$|(~{3}))/;

/** Whether `marked` would take seconds for a block of the text, outside of code: marks of emphasis, an address without end, signs of lists. */
function isCostly(text: string): boolean {
  if (text.length < mostMarks) return false;
  let marks = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const [, backticks, tildes] = fenceOf.exec(line) ?? [];
    const sign = (backticks ?? tildes)?.[0];
    if (fence === undefined ? sign !== undefined : sign === fence) fence = fence === undefined ? sign : undefined;
    if (fence !== undefined) continue;
    marks = line.trim() === '' ? 0 : marks + (line.match(marksOfEmphasis)?.length ?? 0);
    const isAddress = (word: string): boolean => word.length > longestAddress && word.includes('@');
    if (marks > mostMarks || manySigns.test(line) || line.split(/\s/).some(isAddress)) return true;
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

/** Not safe yet. */
export function htmlOf(token: Token): string {
  return parseSafely(marked, [token], token.raw);
}

export function parseSafely(reader: Marked, tokens: Token[], raw: string): string {
  try {
    return reader.parser(tokens);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const frame = document.createElement('pre');
    frame.textContent = raw;
    return frame.outerHTML;
  }
}

export function isShown(token: Token): boolean {
  return token.type !== 'space';
}

/** The safe nodes of a conversation's text: everything that could act, load or pretend is removed. */
export function safeNodes(html: string): DocumentFragment {
  const nodes = saneNodes(html);
  for (const code of nodes.querySelectorAll('pre')) code.replaceWith(newCodeBlock(code));
  return nodes;
}

/** Safe nodes whose only controls are links, for places that have actions of their own. */
export function linkedNodes(html: string): DocumentFragment {
  const nodes = saneNodes(html);
  for (const code of nodes.querySelectorAll('pre')) code.before(...codeWords(code));
  return nodes;
}

function saneNodes(html: string): DocumentFragment {
  const nodes = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...allowedTags],
    ALLOWED_ATTR: ['href', 'src', 'alt', 'align', 'start', 'title', 'value'],
    ALLOWED_URI_REGEXP: allowedLink,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const image of nodes.querySelectorAll('img')) image.replaceWith(linkForImage(image));
  linkFiles(nodes);
  for (const code of nodes.querySelectorAll(':not(pre) > code')) {
    if (code.childElementCount === 0) code.replaceChildren(...wrappedPath(code.textContent));
  }
  for (const link of nodes.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    // Check again, because the sanitizer judges a link without its white space.
    const title = link.getAttribute('title');
    if (isAllowedLink(href)) link.setAttribute('title', title === null ? href : `${href}\n${title}`);
    else link.removeAttribute('href');
  }
  for (const element of nodes.querySelectorAll('p, h1, h2, h3, h4, h5, h6, th, td')) element.setAttribute('dir', 'auto');
  // By what is in them: `auto` would not look into elements that have a direction of their own.
  for (const frame of nodes.querySelectorAll('ul, ol, table, blockquote')) frame.setAttribute('dir', directionOf(frame.textContent));
  for (const list of nodes.querySelectorAll('ol')) list.className = `digits${digitsOf(list)}`;
  // Focusable, so that long lines and wide tables scroll by the keyboard too.
  for (const code of nodes.querySelectorAll('pre, table')) code.setAttribute('tabindex', '0');
  return nodes;
}

/** Safe nodes without anything focusable. */
export function plainNodes(html: string): DocumentFragment {
  const nodes = linkedNodes(html);
  for (const link of nodes.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  for (const code of nodes.querySelectorAll('pre, table')) code.removeAttribute('tabindex');
  return nodes;
}

/** What `marked` makes; HTML of Claude's is text. */
const allowedTags = 'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img li ol p pre strong table tbody td th thead tr ul'.split(' ');

/** Of the largest number of a list, at most nine. */
function digitsOf(list: HTMLOListElement): number {
  let largest = list.start - 1;
  for (let item = list.firstElementChild; item !== null; item = item.nextElementSibling) {
    const value = item.getAttribute('value');
    largest = value === null ? largest + 1 : Number(value);
  }
  return String(Math.max(largest, list.start)).length;
}

function linkForImage(image: HTMLImageElement): Node {
  const alt = image.alt === '' ? strings.chat.image : image.alt;
  const words = image.title === '' ? alt : `${alt} (${image.title})`;
  const source = image.getAttribute('src');
  // The sanitizer allows `data:` in pictures.
  if (source === null || !isAllowedLink(source)) return document.createTextNode(words);
  const link = document.createElement('a');
  link.href = source;
  link.textContent = words;
  return link;
}
