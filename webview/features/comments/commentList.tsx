// Comments on lines: where each is, its first words, and what can be done with it. In the message box, in a message that waits, and in a row of the
// conversation.
import type { ShownComment } from '../../../src/shared/attachmentSchema.js';
import { attachmentPlace } from '../../../src/shared/attachments.js';
import { oneLine } from '../../../src/shared/plain.js';
import { Icon } from '../../ui/icon.js';
import { PathText } from '../../chat/pathText.js';
import { RemoveChip } from '../../ui/removeChip.js';
import { commentStrings as words } from './commentStrings.js';

interface CommentListProps {
  readonly all: readonly ShownComment[];
  readonly onGoTo: (comment: ShownComment, link: Element) => void;
  /** Absent where they were sent. */
  readonly onRemove?: ((comment: ShownComment, position: number) => void) | undefined;
}

export function CommentList({ all, onGoTo, onRemove }: CommentListProps) {
  return (
    <ul class="comments" aria-label={words.list}>
      {all.map((comment, position) => (
        <li key={comment.id} class="comment">
          <div class="commentPlace">
            <button
              type="button"
              class="attachmentOpen"
              aria-label={words.goTo(oneLine(attachmentPlace(comment)))}
              onClick={event => {
                onGoTo(comment, event.currentTarget);
              }}
            >
              <PathText text={attachmentPlace(comment)} isPath />
            </button>
            {onRemove !== undefined && (
              <RemoveChip
                name={oneLine(attachmentPlace(comment))}
                onRemove={() => {
                  onRemove(comment, position);
                }}
              />
            )}
          </div>
          {comment.gone !== undefined && (
            <div class="commentGone">
              <Icon name="warning" />
              {words.gone[comment.gone]}
            </div>
          )}
          <div class={onRemove === undefined ? 'commentWords' : 'commentWords cut'} dir="auto">
            {onRemove === undefined ? comment.words : oneLine(comment.words)}
          </div>
        </li>
      ))}
    </ul>
  );
}
