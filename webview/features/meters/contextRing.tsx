// How full Claude's context is, as a ring at the foot of the message box. A press opens what it is made of, what the chat has cost, and the
// plan's limits. Absent until Claude has written.
import { useRef, useState } from 'preact/hooks';
import { isEscape } from '../../a11y/escapeKey.js';
import type { MetersNews } from '../../../src/shared/contract/news.js';
import { useApp } from '../../state/context.js';
import { meterWords as words, shareOf } from './meterWords.js';
import { MeterTable } from './meterTable.js';
import { useNews } from '../news.js';

export function ContextRing() {
  const { store } = useApp();
  const news = useNews('meters');
  if (news === undefined || (news.used === undefined && news.session === undefined) || store.elsewhere.value !== undefined) return null;
  return <Ring news={news} />;
}

/** The percentage from which on there is little room. */
const little = 80;

function Ring({ news }: { readonly news: MetersNews }) {
  const button = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const { used, window, compacting } = news;
  const share = used === undefined || window === undefined ? undefined : shareOf(used, window);
  const name = words.ring(news);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || !isEscape(event)) return;
    // Here it folds the table, and stops nothing.
    event.stopPropagation();
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span
      ref={whole}
      class="ringPlace"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && whole.current?.contains(relatedTarget) === true)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        class="contextRing"
        aria-label={name}
        title={name}
        aria-expanded={open}
        onKeyDown={onKeyDown}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <svg
          class={compacting ? 'compacting' : share !== undefined && share >= little ? 'little' : ''}
          viewBox="0 0 16 16"
          aria-hidden="true"
        >
          <circle class="ringTrack" cx="8" cy="8" r="5.5" />
          {/* From the top on. */}
          <circle
            class="ringUsed"
            cx="8"
            cy="8"
            r="5.5"
            pathLength="100"
            stroke-dasharray={`${share ?? 0} 100`}
            transform="rotate(-90 8 8)"
          />
        </svg>
      </button>
      {open && (
        <div
          class="overPage atEnd meterTable"
          data-over-page
          role="region"
          // A press on its words must not take the focus out of it, which would close it.
          tabIndex={-1}
          aria-label={words.table}
          onKeyDown={onKeyDown}
        >
          <MeterTable news={news} />
        </div>
      )}
    </span>
  );
}
