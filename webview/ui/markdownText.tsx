// Markdown as components: its blocks, each touched only where it has changed.
import type { Token } from 'marked';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { cardBlocks, withClosedMarks } from './cardMarkdown.js';
import { codeShown } from './codeShown.js';
import type { MarkdownForm } from './markdownNodes.js';
import { asWords, inCard, nodesOf } from './markdownNodes.js';

interface MarkdownProps {
  readonly text: string;
  /** `words`: links are plain text, for places where a link could not be reached or would vanish under the focus. */
  readonly links?: 'open' | 'words';
  /** The text is still being streamed. */
  readonly growing?: boolean;
}

/** Markdown on a card. */
export function Markdown({ text, links = 'open', growing = false }: MarkdownProps) {
  const blocks = useMemo(() => cardBlocks(growing ? withClosedMarks(text) : text), [text, growing]);
  return (
    <div class="markdown inCard" dir="auto">
      {blocks.map((token, index) => (
        <MarkdownBlock key={index} tokens={[token]} form={links === 'open' ? inCard : asWords} />
      ))}
    </div>
  );
}

interface MarkdownBlockProps {
  readonly tokens: readonly Token[];
  readonly form: MarkdownForm;
  readonly class?: string;
}

/** Touches only what differs, so that what a person has selected stays selected, and nothing that stays is laid out again. */
export function MarkdownBlock({ tokens, form, class: className }: MarkdownBlockProps) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    becomeLike(frame.current, nodesOf(tokens, form));
    for (const code of frame.current.querySelectorAll<HTMLElement>('pre > code')) codeShown(code);
  }, [form, ...tokens]);
  return <div ref={frame} class={className} />;
}

/** Gives `shown` the children of `wanted`, and keeps those at its beginning that are equal; the first other one becomes like its match. */
function becomeLike(shown: Node, wanted: Node): void {
  if (shown instanceof HTMLElement && isColoured(shown) && growsTo(shown, wanted)) return;
  let now = shown.firstChild;
  while (
    now !== null &&
    wanted.firstChild !== null &&
    (isActs(now) || now.isEqualNode(wanted.firstChild) || isEqualInGrey(now, wanted.firstChild))
  ) {
    if (!isActs(now)) wanted.firstChild.remove();
    now = now.nextSibling;
  }
  const next = wanted.firstChild;
  if (now instanceof Text && next instanceof Text && next.data.startsWith(now.data)) {
    now.appendData(next.data.slice(now.length));
    next.remove();
    now = now.nextSibling;
  } else if (now instanceof Element && next instanceof Element && inGrey(now.cloneNode()).isEqualNode(next.cloneNode())) {
    becomeLike(now, next);
    next.remove();
    now = now.nextSibling;
  }
  while (now !== null) {
    const further: ChildNode | null = now.nextSibling;
    now.remove();
    now = further;
  }
  while (wanted.firstChild !== null) shown.appendChild(wanted.firstChild);
}

/** The buttons of a block of code, which its tokens do not have. */
const isActs = (node: Node): boolean => node instanceof HTMLElement && node.className === 'codeActs';

const isColoured = (element: HTMLElement): boolean => 'coloured' in element.dataset;

/** The new end of coloured code waits for its colours. False where what is there has changed; then the colours are gone. */
function growsTo(code: HTMLElement, wanted: Node): boolean {
  const text = code.textContent;
  const next = wanted.textContent ?? '';
  if (next.startsWith(text)) {
    if (next.length > text.length) code.append(next.slice(text.length));
    return true;
  }
  inGrey(code);
  return false;
}

function isEqualInGrey(now: Node, wanted: Node): boolean {
  if (!(now instanceof HTMLElement) || !(isColoured(now) || now.querySelector('[data-coloured], .codeActs') !== null)) return false;
  const grey = now.cloneNode(true);
  if (grey instanceof HTMLElement) {
    for (const code of grey.querySelectorAll('[data-coloured]')) inGrey(code);
    for (const acts of grey.querySelectorAll('.codeActs')) acts.remove();
  }
  return inGrey(grey).isEqualNode(wanted);
}

/** The node without the colours of code, which the tokens do not have. */
function inGrey(node: Node): Node {
  if (!(node instanceof HTMLElement) || !isColoured(node)) return node;
  if (node.firstChild !== null) node.textContent = node.textContent;
  delete node.dataset['coloured'];
  return node;
}
