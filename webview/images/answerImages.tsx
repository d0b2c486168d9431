// The images of an answer, a note or a reply, each as a small picture with a short name. The text keeps their references.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ImageReference } from '../../src/shared/imageReferences.js';
import { strings } from '../strings.js';
import { RemoveChip } from '../ui/removeChip.js';
import { Thumbnail } from './thumbnail.js';

interface AnswerImagesProps {
  readonly images: readonly ImageReference[];
  /** How many images of the same answer stand before these. */
  readonly before?: number;
  /** Absent where the answer cannot be changed. */
  readonly onRemove?: (position: number) => void;
}

export function AnswerImages({ images, before = 0, onRemove }: AnswerImagesProps) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<{ readonly position: number; readonly around: Element | null } | undefined>(undefined);
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    const { position, around } = removed.current;
    removed.current = undefined;
    // The focus was on a button that is gone. Where none is left it goes to the box of the words.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[Math.min(position, buttons.length - 1)] ?? around?.querySelector('textarea'))?.focus();
  }, [images.length]);
  if (images.length === 0) return null;
  return (
    <ul ref={list} class="attachments" aria-label={strings.image.list}>
      {images.map(({ file }, position) => {
        const name = strings.image.name(before + position + 1);
        return (
          <li key={position} class="attachment answerImage">
            <Thumbnail file={file} />
            <span class="attachmentName">{name}</span>
            {onRemove !== undefined && (
              <RemoveChip
                name={name}
                onRemove={() => {
                  removed.current = { position, around: list.current?.parentElement ?? null };
                  onRemove(position);
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
