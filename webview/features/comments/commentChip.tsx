// The comments on lines that go with the next message of this chat or of another one of the folder: one chip above the message box, which unfolds.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { ShownComment } from '../../../src/shared/attachmentSchema.js';
import { attachmentPlace } from '../../../src/shared/attachments.js';
import { oneLine } from '../../../src/shared/plain.js';
import { useApp } from '../../state/context.js';
import { Icon } from '../../ui/icon.js';
import { useNews } from '../news.js';
import { CommentList } from './commentList.js';
import { commentStrings as words } from './commentStrings.js';

/** Places that the name of the chip tells: a screen reader says all of them at once. */
const mostNamed = 5;

export function CommentChip({ box }: { readonly box: RefObject<HTMLTextAreaElement | null> }) {
  const { composer, post, store } = useApp();
  const news = useNews('comments');
  const all = news?.comments ?? none;
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const removed = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    composer.comments.value = all.map(({ id }) => id);
  }, [all, composer]);
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    // The focus was on a button that is gone.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.attachmentRemove') ?? [])];
    (buttons[Math.min(removed.current, buttons.length - 1)] ?? box.current)?.focus();
    removed.current = undefined;
  }, [all, box]);
  // What was sent is in the message already.
  const shown = all.filter(({ id }) => composer.comments.value.includes(id));
  if (shown.length === 0 || composer.replyTarget.value !== undefined) return null;
  const count = words.count(shown.length);
  const places = shown.slice(0, mostNamed).map(one => oneLine(attachmentPlace(one)));
  return (
    <div ref={list} class="commentsAlong">
      <button
        type="button"
        class="attachment"
        aria-expanded={open}
        aria-label={words.goAlong(count, places, shown.length - places.length)}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <Icon name={open ? 'chevronDown' : 'chevronRight'} />
        <Icon name="commentDiscussion" />
        <span class="attachmentName">{count}</span>
      </button>
      {open && (
        <CommentList
          all={shown}
          onGoTo={({ id }) => {
            post({ type: 'goToComment', id });
          }}
          onRemove={(comment, position) => {
            removed.current = position;
            post({ type: 'removeComment', id: comment.id });
            store.say(words.removed(oneLine(attachmentPlace(comment))));
          }}
        />
      )}
    </div>
  );
}

const none: readonly ShownComment[] = [];
