// A text box that grows with its lines. A native element, because the toolkit's text area is always named "Text area", cannot be
// described by text outside of it and does not grow, and its text field holds one line only.
import type { Ref } from 'preact';

interface GrowingTextBoxProps {
  /** Accessible name; `labelledBy` wins. */
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly text: string;
  readonly placeholder: string;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly boxRef?: Ref<HTMLTextAreaElement>;
  readonly onText: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

export function GrowingTextBox(props: GrowingTextBoxProps) {
  const { label, labelledBy, text, placeholder, describedBy, invalid, required, boxRef, onText, onKeyDown, onPaste } = props;
  return (
    <textarea
      ref={boxRef ?? null}
      class="textBox"
      rows={1}
      dir="auto"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={required}
      placeholder={placeholder}
      value={text}
      onInput={event => {
        onText(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}
