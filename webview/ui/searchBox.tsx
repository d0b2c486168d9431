// A box that narrows a list. A native element, since the toolkit has none with this role.
interface SearchBoxProps {
  readonly label: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function SearchBox({ label, describedBy, placeholder, text, onText }: SearchBoxProps) {
  return (
    <input
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
