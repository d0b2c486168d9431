// Owns a block of code on the page: its frame with the Copy button, and its lines in groups, so that code that grows changes the
// last group only. Knows nothing of Markdown.
import { strings } from '../strings.js';

const linesPerGroup = 100;

/** The frame around a `pre` from Markdown. */
export function newCodeBlock(pre: HTMLElement): HTMLElement {
  const [code] = pre.children;
  const isPlain = pre.childElementCount === 1 && code instanceof HTMLElement && code.localName === 'code' && code.childElementCount === 0;
  if (!isPlain) return framed(pre.cloneNode(true), codeWords(pre));
  const block = new GrowingCode(pre.title, code.dataset['language']);
  block.append(code.textContent);
  return block.frame;
}

export class GrowingCode {
  readonly frame: HTMLElement;
  readonly code = document.createElement('code');
  #group: HTMLElement = this.code;
  #linesInLast = linesPerGroup;

  /** `words`: what stands behind the marks of the fence. `language`: empty where nothing names it. */
  constructor(words = '', language = '') {
    const pre = document.createElement('pre');
    // Long lines scroll inside, also by the keyboard.
    pre.tabIndex = 0;
    if (language !== '') this.code.dataset['language'] = language;
    pre.append(this.code);
    this.frame = framed(pre, lineOf(words === '' ? language : words));
  }

  append(text: string): void {
    for (let start = 0; start < text.length;) {
      if (this.#linesInLast >= linesPerGroup) this.#addGroup();
      let end = start;
      while (end < text.length && this.#linesInLast < linesPerGroup) {
        const lineEnd = text.indexOf('\n', end);
        end = lineEnd === -1 ? text.length : lineEnd + 1;
        if (lineEnd !== -1) this.#linesInLast += 1;
      }
      const last = this.#group.lastChild;
      // Colours may have put elements around what was there.
      if (last instanceof Text) last.appendData(text.slice(start, end));
      else this.#group.append(text.slice(start, end));
      start = end;
    }
  }

  #addGroup(): void {
    const group = document.createElement('span');
    group.className = 'lines';
    this.#group = group;
    this.#linesInLast = 0;
    this.code.append(group);
  }
}

/** The line above the code that says what stands behind the marks of its fence; none where that is the name of a language alone. Takes it from `pre`. */
export function codeWords(pre: HTMLElement): readonly HTMLElement[] {
  const { title } = pre;
  pre.removeAttribute('title');
  return lineOf(title);
}

function lineOf(words: string): readonly HTMLElement[] {
  if (words === '') return [];
  const line = document.createElement('div');
  line.className = 'codeWords hint';
  line.dir = 'auto';
  line.textContent = words;
  return [line];
}

function framed(pre: Node, words: readonly HTMLElement[]): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'codeBlock';
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copyCode';
  copy.textContent = strings.chat.copy;
  frame.append(copy, ...words, pre);
  return frame;
}
