// Owns a block of code on the page: its frame with the Copy button, and its lines in groups, so that code that grows changes the
// last group only. Knows nothing of Markdown.
import { strings } from '../strings.js';

const linesPerGroup = 100;

/** The frame around a `pre` from Markdown. */
export function newCodeBlock(pre: HTMLElement): HTMLElement {
  const [code] = pre.children;
  const isPlain = pre.childElementCount === 1 && code?.tagName === 'CODE' && code.childElementCount === 0;
  if (!isPlain) return framed(pre.cloneNode(true));
  const block = new GrowingCode();
  block.append(code.textContent);
  return block.frame;
}

export class GrowingCode {
  readonly frame: HTMLElement;
  readonly #code = document.createElement('code');
  /** The text of the last group. */
  #last = document.createTextNode('');
  #linesInLast = linesPerGroup;

  constructor() {
    const pre = document.createElement('pre');
    // Long lines scroll inside, also by the keyboard.
    pre.tabIndex = 0;
    pre.append(this.#code);
    this.frame = framed(pre);
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
      this.#last.appendData(text.slice(start, end));
      start = end;
    }
  }

  #addGroup(): void {
    const group = document.createElement('span');
    group.className = 'lines';
    this.#last = document.createTextNode('');
    this.#linesInLast = 0;
    group.append(this.#last);
    this.#code.append(group);
  }
}

function framed(pre: Node): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'codeBlock';
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.className = 'copyCode';
  copy.textContent = strings.chat.copy;
  frame.append(copy, pre);
  return frame;
}
