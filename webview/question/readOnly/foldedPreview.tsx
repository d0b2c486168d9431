// The collapsed preview of an option on an ended card.
import { useState } from 'preact/hooks';
import { later } from '../../state/laterCode.js';
import { strings } from '../../strings.js';
import { Disclosure } from '../../ui/disclosure.js';

interface FoldedPreviewProps {
  readonly text: string;
  readonly label: string;
  readonly onOpen: (() => void) | undefined;
}

export function FoldedPreview({ text, label, onOpen }: FoldedPreviewProps) {
  const [open, setOpen] = useState(false);
  const Preview = later.value?.Preview;
  return (
    <div class="foldedPreview">
      <Disclosure summary={strings.question.showPreview(label)} open={open} onToggle={setOpen} />
      {open && Preview && <Preview text={text} label={label} {...(onOpen !== undefined && { onOpen })} />}
    </div>
  );
}
