// The preview of an option on a card that is over: there when it is wanted.
import { useState } from 'preact/hooks';
import { strings } from '../strings.js';
import { Disclosure } from '../ui/disclosure.js';
import { Preview } from './preview.js';

interface FoldedPreviewProps {
  readonly text: string;
  readonly label: string;
  readonly onOpen: () => void;
}

export function FoldedPreview({ text, label, onOpen }: FoldedPreviewProps) {
  const [open, setOpen] = useState(false);
  return (
    <div class="foldedPreview">
      <Disclosure summary={strings.question.showPreview(label)} open={open} onToggle={setOpen} />
      {open && <Preview text={text} label={label} onOpen={onOpen} />}
    </div>
  );
}
