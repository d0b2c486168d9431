// Builds nodes of the page from the tokens of hostile Markdown. Each element and each attribute is made here, by name, and all else is
// text, so nothing has to be sanitized. Knows nothing of components.
import type { Token, Tokens } from 'marked';
import { strings } from '../strings.js';
import { withSigns } from './characterNames.js';
import { codeWords, newCodeBlock } from './codeBlock.js';
import { directionOf } from './direction.js';
import { filePlaces } from './fileReferences.js';
import { isAllowedLink } from './links.js';
import type { Footnote, FootnoteMark } from './markdownSyntax.js';
import { fenceWords, languageOf, numbersOf } from './markdownSyntax.js';
import { wrappedPath } from './wrappedPath.js';

/** How Markdown is shown in a place. */
export interface MarkdownForm {
  /** `bold`: a card has its own order of headings. */
  readonly headings: 'headings' | 'bold';
  /** `framed`: with the button that copies. */
  readonly code: 'framed' | 'plain';
  /** `words`: without anything focusable, for places where a link could not be reached or would vanish under the focus. */
  readonly links: 'open' | 'words';
}

export const inChat: MarkdownForm = { headings: 'headings', code: 'framed', links: 'open' };
export const inPreview: MarkdownForm = { headings: 'headings', code: 'plain', links: 'open' };
export const inCard: MarkdownForm = { headings: 'bold', code: 'plain', links: 'open' };
export const asWords: MarkdownForm = { headings: 'bold', code: 'plain', links: 'words' };

/** The nodes of blocks. A text that is nested too deep for the stack is shown as it stands. */
export function nodesOf(tokens: readonly Token[], form: MarkdownForm): DocumentFragment {
  const nodes = document.createDocumentFragment();
  try {
    fill(nodes, new Builder(form).blocks(tokens));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    nodes.replaceChildren(element('pre', {}, [tokens.map(({ raw }) => raw).join('')]));
  }
  for (const code of nodes.querySelectorAll('pre')) {
    if (form.code === 'framed') code.replaceWith(newCodeBlock(code));
    else code.before(...codeWords(code));
  }
  // Focusable, so that long lines and wide tables scroll by the keyboard too.
  if (form.links === 'open') for (const wide of nodes.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0');
  return nodes;
}

type Part = string | Element;
type Attributes = Readonly<Record<string, string | undefined>>;

/** Levels of quotes and lists, in all: more would leave the words no width. */
const mostLevels = 12;

const alerts: ReadonlyMap<string, string> = new Map(Object.entries(strings.alerts));

class Builder {
  #isInLink = false;
  #levels = 0;

  constructor(private readonly form: MarkdownForm) {}

  blocks(tokens: readonly Token[]): readonly Part[] {
    return tokens.flatMap(token => this.#block(token as Block));
  }

  #block(token: Block): readonly Part[] {
    switch (token.type) {
      case 'space':
        return [];
      case 'hr':
        return [element('hr', {}, []), '\n'];
      case 'heading':
        return this.form.headings === 'bold'
          ? [element('p', auto, [element('strong', {}, this.#inline(token.tokens))])]
          : [element(`h${token.depth}`, auto, this.#inline(token.tokens)), '\n'];
      case 'paragraph':
        return [element('p', auto, this.#inline(token.tokens)), '\n'];
      // The sentence may have been taken for one: it names no other place.
      case 'def':
        return [element('p', auto, this.#words(token.raw.trim()))];
      case 'code': {
        const words = fenceWords(token.lang ?? '');
        const language = languageOf(token.lang ?? '');
        const code = element('code', { 'data-language': language === '' ? undefined : language }, [`${token.text.replace(/\n$/, '')}\n`]);
        return [element('pre', { title: words === '' ? undefined : words }, [code]), '\n'];
      }
      case 'blockquote':
        return this.#level(token, () => this.#quote(token));
      case 'list':
        return this.#level(token, () => this.#list(token));
      case 'footnote':
        return [element('div', { class: 'footnote', ...auto }, [element('sup', {}, [token.id]), ' ', ...this.#inline(token.tokens)]), '\n'];
      case 'table':
        return [this.#table(token), '\n'];
      case 'text':
      case 'html':
      case 'checkbox':
        return this.#inline([token]);
    }
  }

  /** Builds the block, or shows it as it is written where it lies too deep. */
  #level({ raw }: Block, build: () => Element): readonly Part[] {
    if (this.#levels >= mostLevels) return [element('pre', {}, [element('code', {}, [`${raw.trimEnd()}\n`])]), '\n'];
    this.#levels += 1;
    const built = build();
    this.#levels -= 1;
    return [built, '\n'];
  }

  /** A quote. It looks as on GitHub where it begins with `[!NOTE]` or another of these words alone in its first line. */
  #quote({ tokens }: Tokens.Blockquote): Element {
    const [first, ...others] = tokens;
    const [words, ...rest] = first?.type === 'paragraph' ? ((first as Tokens.Paragraph).tokens as Inline[]) : [];
    const [mark, kind = ''] = words?.type === 'text' ? (/^\[!([a-z]{3,9})\][ \t]*(?:\n|$)/i.exec(words.text) ?? []) : [];
    const title = alerts.get(kind.toLowerCase());
    if (mark === undefined || title === undefined || words?.type !== 'text')
      return directed(element('blockquote', {}, ['\n', ...this.blocks(tokens)]));
    const said = this.#inline([{ ...words, raw: words.raw.slice(mark.length), text: words.text.slice(mark.length) }, ...rest]);
    return directed(
      element('div', { class: `alert alert-${kind.toLowerCase()}`, role: 'note' }, [
        element('p', { class: 'alertTitle' }, [element('strong', {}, [title])]),
        ...(said.length === 0 ? [] : [element('p', auto, said), '\n']),
        ...this.blocks(others),
      ]),
    );
  }

  #list(token: Tokens.List): Element {
    const { ordered, start, items } = token;
    const numbers = ordered ? numbersOf(token) : [];
    const rows = items.flatMap((item, at) => [element('li', { value: numbers[at]?.toString() }, this.blocks(item.tokens)), '\n']);
    if (!ordered) return directed(element('ul', {}, ['\n', ...rows]));
    const list = directed(element('ol', { start: start === 1 ? undefined : String(start) }, ['\n', ...rows]));
    list.className = `digits${digitsOf(Number(start), items.length, numbers)}`;
    return list;
  }

  #table({ header, rows }: Tokens.Table): Element {
    const row = (cells: readonly Tokens.TableCell[]): readonly Part[] => [element('tr', {}, ['\n', ...cells.flatMap(cell)]), '\n'];
    const cell = ({ tokens, align, header: isHead }: Tokens.TableCell): readonly Part[] => [
      element(isHead ? 'th' : 'td', { align: align ?? undefined, ...auto }, this.#inline(tokens)),
      '\n',
    ];
    const body = rows.length === 0 ? [] : [element('tbody', {}, rows.flatMap(row))];
    return directed(element('table', {}, ['\n', element('thead', {}, ['\n', ...row(header)]), '\n', ...body]));
  }

  #inline(tokens: readonly Token[]): readonly Part[] {
    const parts = tokens.flatMap(token => this.#part(token as Inline));
    // A place in a file may go across tokens.
    return together(parts).flatMap(part => (typeof part === 'string' ? this.#words(part) : part));
  }

  /** Its text is not looked through for places in files yet. */
  #part(token: Inline): readonly Part[] {
    switch (token.type) {
      case 'text':
        return token.tokens === undefined ? [withSigns(token.text)] : token.tokens.flatMap(inner => this.#part(inner as Inline));
      case 'escape':
        return [withSigns(token.text)];
      case 'html':
        return [/^<br\s*\/?>$/i.test(token.text) ? element('br', {}, []) : token.text];
      case 'strong':
      case 'em':
      case 'del':
        return [element(token.type, {}, this.#inline(token.tokens))];
      case 'br':
        return [element('br', {}, [])];
      case 'codespan': {
        const words = this.#words(token.text);
        return [element('code', {}, words.some(part => typeof part !== 'string') ? words : wrappedPath(token.text))];
      }
      // A character, because an input would be a form control.
      case 'checkbox':
        return [token.checked ? '☑ ' : '☐ '];
      case 'footnoteMark':
        return [element('sup', { class: 'footnoteMark' }, [token.id])];
      case 'link':
        return this.#link(token);
      case 'image':
        return this.#image(token);
    }
  }

  #link({ href, title, tokens, raw }: Tokens.Link): readonly Part[] {
    // To a heading of the same text, to which nothing leads here.
    if (href.startsWith('#')) {
      const words = tokens.flatMap(token => this.#part(token as Inline));
      return words.some(isSeen) ? words : [raw];
    }
    if (!isAllowedLink(href)) return [raw];
    const wasInLink = this.#isInLink;
    this.#isInLink = true;
    const words = this.#inline(tokens);
    this.#isInLink = wasInLink;
    return this.#linkTo(href, title ?? '', words.some(isSeen) ? words : [href]);
  }

  /** Nothing is loaded: the words of the picture lead to it. */
  #image({ href, title, text, raw }: Tokens.Image): readonly Part[] {
    if (!isAllowedLink(href)) return [raw];
    const alt = text === '' ? strings.chat.image : text;
    return this.#linkTo(href, '', [(title ?? '') === '' ? alt : `${alt} (${title})`]);
  }

  #linkTo(href: string, title: string, words: readonly Part[]): readonly Part[] {
    // A link in the words of a link would take the press from it: `[![build](badge.svg)](https://…)`.
    if (this.form.links === 'words' || this.#isInLink) return words;
    return [element('a', { href, title: title === '' ? href : `${href}\n${title}` }, words)];
  }

  /** The words with links to the places in files that they name. */
  #words(text: string): readonly Part[] {
    if (this.#isInLink) return [text];
    return filePlaces(text).flatMap(part => (typeof part === 'string' ? part : this.#linkTo(part.place, '', wrappedPath(part.place))));
  }
}

type Block =
  | Tokens.Space
  | Tokens.Hr
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Def
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Text
  | Tokens.HTML
  | Footnote
  | Tokens.Checkbox;
type Inline =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.HTML
  | Tokens.Tag
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Br
  | Tokens.Codespan
  | Tokens.Checkbox
  | FootnoteMark
  | Tokens.Link
  | Tokens.Image;

const auto: Attributes = { dir: 'auto' };

function element(tag: string, attributes: Attributes, children: readonly Part[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  fill(made, children);
  return made;
}

function fill(parent: ParentNode, children: readonly Part[]): void {
  for (const part of together(children)) parent.append(part);
}

/** Words beside each other are one text. */
function together(parts: readonly Part[]): readonly Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') whole[whole.length - 1] = last + part;
    else whole.push(part);
  }
  return whole;
}

/** Sets the direction of the text that is in the frame: `auto` would not look into elements that have a direction of their own. */
function directed(frame: HTMLElement): HTMLElement {
  frame.setAttribute('dir', directionOf(frame.textContent));
  return frame;
}

/** The number of digits of the largest number of a list, at most nine. */
function digitsOf(start: number, count: number, numbers: readonly (number | undefined)[]): number {
  let largest = start - 1;
  for (let at = 0; at < count; at += 1) largest = numbers[at] ?? largest + 1;
  return String(Math.max(largest, start)).length;
}

/** Whether a person sees something of it. */
function isSeen(part: Part): boolean {
  return /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(typeof part === 'string' ? part : part.textContent);
}
