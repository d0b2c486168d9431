// What was added to a message, as chips: in the message box, where each can be removed, and in the row of a sent prompt.
import type { Attachment, ImageSize } from '../../src/shared/attachmentSchema.js';
import { attachmentPlace } from '../../src/shared/attachments.js';
import { plain } from '../../src/shared/plain.js';
import { Thumbnail } from '../images/thumbnail.js';
import { laterStrings } from '../laterStrings.js';
import { Icon } from '../ui/icon.js';
import { RemoveChip } from '../ui/removeChip.js';
import { PathText } from './pathText.js';

interface AttachmentsProps {
  readonly all: readonly Attachment[];
  /** Absent where the message was sent. */
  readonly onRemove?: (position: number) => void;
}

export function Attachments({ all, onRemove }: AttachmentsProps) {
  if (all.length === 0) return null;
  return (
    <ul class="attachments" aria-label={laterStrings.attachment.list}>
      {all.map((one, position) => (
        <li key={one.id} class="attachment" title={titleOf(one)}>
          {one.kind === 'image' ? <Thumbnail file={one.file} /> : <Icon name={one.kind === 'file' ? 'goToFile' : 'listFlat'} />}
          {one.kind === 'image' && <ImageName {...one} />}
          {one.kind === 'terminal' && <Named name={one.name} more={laterStrings.permission.lines(one.lines)} />}
          {one.kind !== 'image' && one.kind !== 'terminal' && <PathText text={attachmentPlace(one)} isPath />}
          {onRemove !== undefined && (
            <RemoveChip
              name={plain(attachmentPlace(one))}
              onRemove={() => {
                onRemove(position);
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function ImageName({ name, size, was }: Extract<Attachment, { kind: 'image' }>) {
  return <Named name={name} more={sizesOf(size, was)} />;
}

function Named({ name, more }: { readonly name: string; readonly more: string }) {
  return (
    <>
      <span class="attachmentName" dir="auto">
        {plain(name)}
      </span>
      <span class="attachmentSize">{more}</span>
    </>
  );
}

/** For example `1.2 MB → 180 kB`. */
function sizesOf(size: ImageSize, was: ImageSize | undefined): string {
  return [...(was === undefined ? [] : [was]), size].map(({ bytes }) => bytesText(bytes)).join(' → ');
}

function bytesText(bytes: number): string {
  const [unit, size, maximumFractionDigits] = bytes < 1_000_000 ? (['kilobyte', 1_000, 0] as const) : (['megabyte', 1_000_000, 1] as const);
  return Math.max(1, bytes / size).toLocaleString(document.documentElement.lang, { style: 'unit', unit, maximumFractionDigits });
}

function titleOf(one: Attachment): string {
  if (one.kind === 'terminal') return plain(one.name);
  if (one.kind !== 'image') return plain(one.path);
  const pixels = ({ width, height }: ImageSize): string => `${width} × ${height}`;
  return plain(`${one.name}, ${one.was === undefined ? '' : `${pixels(one.was)} → `}${pixels(one.size)}`);
}
