// The preview of an option: Markdown, or HTML in a frame without scripts. Scrolls by itself.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../ui/button.js';
import type { PageLook } from '../ui/htmlPreview.js';
import { htmlPage, isHtml } from '../ui/htmlPreview.js';
import { blocksOf } from '../ui/markdown.js';
import { inPreview } from '../ui/markdownNodes.js';
import { MarkdownBlock } from '../ui/markdownText.js';
import { questionWords } from './words.js';

interface PreviewProps {
  readonly text: string;
  readonly label: string;
  /** Absent in the preview's own editor tab. */
  readonly onOpen?: () => void;
  /** Shows another option's preview in this place; absent where there is no other. */
  readonly onFlip?: ((step: 1 | -1) => void) | undefined;
}

export function Preview({ text, label, onOpen, onFlip }: PreviewProps) {
  const name = questionWords.preview.name(label);
  return (
    <div class="preview" role="group" aria-label={name}>
      <div class="previewHead hint">
        <span class="previewName" dir="auto">
          {name}
        </span>
        {onFlip && (
          <>
            <Button
              appearance="icon"
              icon="chevronLeft"
              label={questionWords.preview.previous}
              onPress={() => {
                onFlip(-1);
              }}
            />
            <Button
              appearance="icon"
              icon="chevronRight"
              label={questionWords.preview.next}
              onPress={() => {
                onFlip(1);
              }}
            />
          </>
        )}
        {onOpen && <Button appearance="icon" icon="goToFile" label={questionWords.preview.open} onPress={onOpen} />}
      </div>
      {isHtml(text) ? <HtmlPreview text={text} name={name} /> : <MarkdownPreview text={text} />}
    </div>
  );
}

/** Recognizes drawings in letters and code without a fence, whose lines must not be joined. */
const drawn = /[\u2500-\u259f]|\S {3,}\S|^ {2,}\S|[{;]$/m;

function MarkdownPreview({ text }: { readonly text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div class={drawn.test(text) ? 'previewText markdown drawn' : 'previewText markdown'} tabIndex={0}>
      {blocks.map((token, index) => (
        <MarkdownBlock key={index} tokens={[token]} form={inPreview} />
      ))}
    </div>
  );
}

function HtmlPreview({ text, name }: { readonly text: string; readonly name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [look, setLook] = useState<PageLook | undefined>(undefined);
  useLayoutEffect(() => {
    const read = (): void => {
      if (place.current !== null) setLook(lookOf(place.current));
    };
    read();
    // VS Code changes the theme through the body's class.
    const observer = new MutationObserver(read);
    observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
    return () => {
      observer.disconnect();
    };
  }, []);
  const page = useMemo(() => look && htmlPage(text, look), [text, look]);
  return (
    <div ref={place} class="previewFrame">
      {/* A new frame for each page, because a frame whose page is replaced before it was painted stays blank. */}
      {page !== undefined && <iframe key={page} sandbox="" title={name} srcdoc={page} />}
    </div>
  );
}

function lookOf(element: HTMLElement): PageLook {
  const { color, backgroundColor, fontSize, fontFamily } = getComputedStyle(element);
  const dark = /dark|high-contrast$/.test(document.body.dataset['vscodeThemeKind'] ?? '');
  return { color, background: backgroundColor, font: `${fontSize}/1.45 ${fontFamily}`, scheme: dark ? 'dark' : 'light' };
}
