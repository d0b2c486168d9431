// What helps to write a message.
import type { RefObject } from 'preact';
import { DropTarget } from './dropTarget.js';
import { EditorOffer } from './editorOffer.js';
import { MentionList } from './mentionList.js';

interface WritingAidsProps {
  readonly whole: RefObject<HTMLElement | null>;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

export function WritingAids({ whole, box }: WritingAidsProps) {
  return (
    <>
      <EditorOffer box={box} />
      <MentionList box={box} />
      <DropTarget whole={whole} />
    </>
  );
}
