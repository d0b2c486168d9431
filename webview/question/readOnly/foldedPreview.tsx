// The collapsed preview of an option on an ended card.
import { useState } from 'preact/hooks';
import { Preview } from '../preview.js';
import { Disclosure } from '../../ui/disclosure.js';
import { questionWords } from '../words.js';

interface FoldedPreviewProps {
  readonly text: string;
  readonly label: string;
  readonly onOpen: (() => void) | undefined;
}

export function FoldedPreview({ text, label, onOpen }: FoldedPreviewProps) {
  const [open, setOpen] = useState(false);
  return (
    <div class="foldedPreview">
      <Disclosure summary={questionWords.showPreview(label)} open={open} onToggle={setOpen} />
      {open && <Preview text={text} label={label} {...(onOpen !== undefined && { onOpen })} />}
    </div>
  );
}
