// The model's Markdown as safe nodes. The text is hostile: only the tags and attributes listed here pass, links are words
// that the host may open or not, and nothing is ever fetched. Knows nothing of components.
import DOMPurify from 'dompurify';
import type { Token, TokensList } from 'marked';
import { Marked } from 'marked';
import { strings } from '../strings.js';
import { linkFiles } from './fileReferences.js';
import { allowedLink, isAllowedLink } from './links.js';

const marked = new Marked({
  gfm: true,
  renderer: {
    // An input would be a form's; a task is words.
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

/** One top-level piece of a text: what it was made from, and its HTML, which is not safe yet. */
export interface Block {
  readonly raw: string;
  readonly html: string;
}

/** Every block of a whole text, with the link definitions of all of it. */
export function blocksOf(text: string): readonly Block[] {
  const tokens = lexPart(text);
  return tokens.filter(isShown).map(token => blockOf(token, tokens.links));
}

/** The tokens of a part of a text, white space between blocks included. */
export function lexPart(text: string): TokensList {
  return lexSafely(marked, text);
}

/** `marked` calls itself for each level: a text of thousands of levels ends with the stack, and is shown as it stands. */
export function lexSafely({ lexer }: Marked, text: string): TokensList {
  try {
    return lexer(text);
  } catch {
    return Object.assign([{ type: 'code', raw: text, text }], { links: {} });
  }
}

export function blockOf(token: Token, links: TokensList['links']): Block {
  const list: Token[] & { links?: TokensList['links'] } = [token];
  list.links = links;
  return { raw: token.raw, html: parseSafely(marked, list, token.raw) };
}

export function parseSafely({ parser }: Marked, tokens: Token[], raw: string): string {
  try {
    return parser(tokens);
  } catch {
    const frame = document.createElement('pre');
    frame.textContent = raw;
    return frame.outerHTML;
  }
}

export function isShown(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def';
}

/** A conversation's text: what remains of the HTML when everything that could act, load or pretend is gone. */
export function safeNodes(html: string): DocumentFragment {
  const nodes = linkedNodes(html);
  for (const code of nodes.querySelectorAll('pre')) code.replaceWith(codeBlock(code));
  return nodes;
}

/** The same without anything to press but links: for places that have acts of their own. */
export function linkedNodes(html: string): DocumentFragment {
  const nodes = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...allowedTags],
    ALLOWED_ATTR: ['href', 'src', 'alt', 'align', 'start', 'colspan', 'rowspan'],
    ALLOWED_URI_REGEXP: allowedLink,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const image of nodes.querySelectorAll('img')) image.replaceWith(linkForImage(image));
  linkFiles(nodes);
  for (const link of nodes.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    // Again: the sanitizer judges a link without the white space in it.
    if (isAllowedLink(href)) link.setAttribute('title', href);
    else link.removeAttribute('href');
  }
  for (const element of nodes.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, blockquote, th, td')) element.setAttribute('dir', 'auto');
  // Long lines scroll inside, also by the keyboard.
  for (const code of nodes.querySelectorAll('pre')) code.setAttribute('tabindex', '0');
  return nodes;
}

/** Words only: nothing that could take the focus. */
export function plainNodes(html: string): DocumentFragment {
  const nodes = linkedNodes(html);
  for (const link of nodes.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  for (const code of nodes.querySelectorAll('pre')) code.removeAttribute('tabindex');
  return nodes;
}

const allowedTags = (
  'a b blockquote br code del details dd div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre s samp small span ' +
  'strong sub summary sup table tbody td tfoot th thead tr u ul var'
).split(' ');

function linkForImage(image: HTMLImageElement): Node {
  const words = image.alt === '' ? strings.chat.image : image.alt;
  const source = image.getAttribute('src');
  // The sanitizer lets `data:` pass in pictures.
  if (source === null || !isAllowedLink(source)) return document.createTextNode(words);
  const link = document.createElement('a');
  link.href = source;
  link.textContent = words;
  return link;
}

function codeBlock(code: HTMLPreElement): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'codeBlock';
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copyCode';
  copy.textContent = strings.chat.copy;
  frame.append(copy, code.cloneNode(true));
  return frame;
}
