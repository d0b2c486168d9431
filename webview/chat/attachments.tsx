// What was added to a message, as chips: in the message box, where each can be removed, and in the row of a sent prompt.
import type { Attachment, ImageSize } from '../../src/shared/attachmentSchema.js';
import type { Intent } from '../../src/shared/contract/fromView.js';
import { attachmentPlace } from '../../src/shared/attachments.js';
import { oneLine } from '../../src/shared/plain.js';
import { Thumbnail } from '../images/thumbnail.js';
import { CommentList } from '../features/comments/commentList.js';
import { isFollowing } from '../features/mentions/editorOffer.js';
import { mentionWords } from '../features/mentions/words.js';
import { useApp } from '../state/context.js';
import type { Post } from '../state/post.js';
import { Icon } from '../ui/icon.js';
import { RemoveChip } from '../ui/removeChip.js';
import { linkPressed } from './markdownActions.js';
import { PathText } from './pathText.js';
import { permissionWords } from './permissionWords.js';
import { strings } from '../strings.js';

interface AttachmentsProps {
  readonly all: readonly Attachment[];
  /** Absent where the message was sent. */
  readonly onRemove?: ((position: number) => void) | undefined;
}

export function Attachments({ all, onRemove }: AttachmentsProps) {
  const { post } = useApp();
  const comments = all.filter(one => one.kind === 'comment');
  return (
    <>
      <Chips all={all} onRemove={onRemove} />
      {comments.length > 0 && (
        <CommentList
          all={comments}
          onGoTo={(one, link) => {
            const open = intentToOpen(one);
            if (open !== undefined) openFrom(link, open, post);
          }}
          onRemove={onRemove && (one => onRemove(all.indexOf(one)))}
        />
      )}
    </>
  );
}

/** All but the comments, which have words of their own. */
function Chips({ all, onRemove }: AttachmentsProps) {
  const { post } = useApp();
  if (all.every(({ kind }) => kind === 'comment')) return null;
  return (
    <ul class="attachments" aria-label={strings.attachment.list}>
      {all.map((one, position) =>
        one.kind === 'comment' ? null : (
          <li key={one.id} class="attachment" title={titleOf(one)}>
            {one.kind === 'image' ? <Thumbnail file={one.file} /> : <Icon name={one.kind === 'file' ? 'goToFile' : 'listFlat'} />}
            <AttachmentName one={one} />
            {onRemove !== undefined && (
              <RemoveChip
                name={oneLine(attachmentPlace(one))}
                onRemove={() => {
                  if (isFollowing(one)) post({ type: 'followEditor', on: false, writing: true });
                  onRemove(position);
                }}
              />
            )}
          </li>
        ),
      )}
    </ul>
  );
}

/** A press opens it where it is a file or an image. */
function AttachmentName({ one }: { readonly one: Attachment }) {
  const { post } = useApp();
  const open = intentToOpen(one);
  if (one.kind === 'terminal' || one.kind === 'problems')
    return (
      <>
        <ChipName name={one.name} />
        <span class="attachmentSize">{permissionWords.lines(one.lines)}</span>
      </>
    );
  if (one.kind === 'takenBack') return <ChipName name={one.name} />;
  const name = one.kind === 'image' ? <ChipName name={one.name} /> : <PathText text={attachmentPlace(one)} isPath />;
  return (
    <>
      {open === undefined ? (
        name
      ) : (
        <button
          type="button"
          class="attachmentOpen"
          aria-label={mentionWords.open(oneLine(attachmentPlace(one)))}
          onClick={event => {
            openFrom(event.currentTarget, open, post);
          }}
        >
          {name}
        </button>
      )}
      {one.kind === 'image' && <span class="attachmentSize">{sizesOf(one)}</span>}
    </>
  );
}

/** What keeps a file from being opened is said beside `link`. */
function openFrom(link: Element, open: Intent, post: Post): void {
  if (open.type === 'openLink') linkPressed(link, open.href);
  post(open);
}

/** Undefined for a folder, which no editor shows. */
function intentToOpen(one: Attachment): Intent | undefined {
  if (one.kind === 'image') return { type: 'openImage', file: one.file, label: one.name };
  if (!('path' in one) || one.path.endsWith('/')) return undefined;
  const address = one.path.split('/').map(encodeURIComponent).join('/');
  return { type: 'openLink', href: one.kind === 'file' ? address : `${address}#L${one.first}-L${one.last}` };
}

function ChipName({ name }: { readonly name: string }) {
  return (
    <span class="attachmentName" dir="auto">
      {oneLine(name)}
    </span>
  );
}

/** The sizes of the image that is sent, for example `1568 × 980, 180 kB`. */
function sizesOf({ size }: Extract<Attachment, { kind: 'image' }>): string {
  return `${pixels(size)}, ${bytesText(size.bytes)}`;
}

function pixels({ width, height }: ImageSize): string {
  return `${width} × ${height}`;
}

function bytesText(bytes: number): string {
  const [unit, size, maximumFractionDigits] = bytes < 1_000_000 ? (['kilobyte', 1_000, 0] as const) : (['megabyte', 1_000_000, 1] as const);
  return Math.max(1, bytes / size).toLocaleString(document.documentElement.lang, { style: 'unit', unit, maximumFractionDigits });
}

function titleOf(one: Attachment): string {
  if (one.kind !== 'image') return oneLine(attachmentPlace(one));
  const was = one.was === undefined ? '' : `${pixels(one.was)}, ${bytesText(one.was.bytes)} → `;
  return oneLine(`${one.name}, ${was}${sizesOf(one)}`);
}
