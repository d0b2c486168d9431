// The collapsed preview of an option on an ended card.
import { useState } from 'preact/hooks';
import { strings } from '../../strings.js';
import { Disclosure } from '../../ui/disclosure.js';
import { Preview } from '../parts/preview.js';

interface FoldedPreviewProps {
  readonly text: string;
  readonly label: string;
  readonly onOpen: (() => void) | undefined;
}

export function FoldedPreview({ text, label, onOpen }: FoldedPreviewProps) {
  const [open, setOpen] = useState(false);
  return (
    <div class="foldedPreview">
      <Disclosure summary={strings.question.showPreview(label)} open={open} onToggle={setOpen} />
      {open && <Preview text={text} label={label} {...(onOpen !== undefined && { onOpen })} />}
    </div>
  );
}
