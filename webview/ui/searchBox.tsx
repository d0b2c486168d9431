// A box that filters a list. A native element, because the toolkit has none with this role.
import type { Ref } from 'preact';

interface SearchBoxProps {
  readonly label: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly text: string;
  readonly boxRef?: Ref<HTMLInputElement> | undefined;
  readonly onText: (text: string) => void;
}

export function SearchBox({ label, describedBy, placeholder, text, boxRef, onText }: SearchBoxProps) {
  return (
    <input
      {...(boxRef !== undefined && { ref: boxRef })}
      type="search"
      class="textBox"
      dir="auto"
      autocomplete="off"
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder}
      value={text}
      onInput={event => {
        onText(event.currentTarget.value);
      }}
    />
  );
}
