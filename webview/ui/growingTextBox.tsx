// A text box that grows with its lines. A native element, because the toolkit's text area is always named "Text area", cannot be
// described by text outside of it and does not grow, and its text field holds one line only.
import type { Ref } from 'preact';
import type { TextBoxProps } from './textBoxProps.js';
import { textBoxProps } from './textBoxProps.js';

interface GrowingTextBoxProps extends TextBoxProps {
  readonly boxRef?: Ref<HTMLTextAreaElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

export function GrowingTextBox(props: GrowingTextBoxProps) {
  const { boxRef, onKeyDown, onPaste } = props;
  return <textarea {...textBoxProps(props)} ref={boxRef ?? null} rows={1} dir="auto" onKeyDown={onKeyDown} onPaste={onPaste} />;
}
