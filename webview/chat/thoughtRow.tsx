// Claude's thinking, in front of what it led to: one quiet line, which unfolds to the words.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ThoughtItem } from '../../src/shared/transcript.js';
import { useViewState } from '../state/useViewState.js';
import { Disclosure } from '../ui/disclosure.js';
import { TextRow } from './textRow.js';
import { numberText, t } from '../l10n.js';

const words = {
  now: t('Thinking…'),
  over: t('Thought'),
  took: (seconds: number) =>
    seconds < 60
      ? t('Thought for {0} s', numberText(seconds))
      : t('Thought for {0} min {1} s', numberText(Math.floor(seconds / 60)), numberText(seconds % 60)),
  text: t('What Claude thought'),
};

/** The row of a thought. Where the model keeps the words to itself, it has the time alone. */
export function ThoughtRow({ item }: { readonly item: ThoughtItem }) {
  const [open, setOpen] = useViewState(item.id, 'open', false);
  const { text, streaming, seconds = 0 } = item;
  const line = streaming ? words.now : seconds > 0 ? words.took(seconds) : words.over;
  if (text.trim() === '') return streaming || seconds > 0 ? <div class="toolLine thoughtLine">{line}</div> : null;
  return (
    <div>
      <Disclosure summary={<span>{line}</span>} open={open} onToggle={setOpen} />
      {open && <Thought item={item} />}
    </div>
  );
}

/** The words of the thought. While they grow, the last line stays in sight unless the person has scrolled up. */
function Thought({ item }: { readonly item: ThoughtItem }) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef({ follows: item.streaming, top: 0 });
  useLayoutEffect(() => {
    const [element, content] = [box.current, box.current?.firstElementChild];
    if (!element || !content) return undefined;
    // A text comes onto the page in several moments.
    const observer = new ResizeObserver(() => {
      if (place.current.follows) element.scrollTop = element.scrollHeight;
    });
    observer.observe(content);
    return () => {
      observer.disconnect();
    };
  }, []);
  return (
    <div
      ref={box}
      class="thoughtText"
      role="group"
      tabIndex={0}
      aria-label={words.text}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        const { follows, top } = place.current;
        // It may have grown since it was scrolled to its end.
        const isAtEnd = scrollHeight - scrollTop - clientHeight < 4;
        place.current = { follows: isAtEnd || (follows && scrollTop >= top), top: scrollTop };
      }}
    >
      <TextRow item={item} />
    </div>
  );
}
