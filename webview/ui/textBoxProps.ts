// What every box has in which a person types, whatever its element is.

export interface TextBoxProps {
  /** Accessible name; `labelledBy` wins. */
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly text: string;
  readonly placeholder: string;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly onText: (text: string) => void;
}

/** The attributes of its element. */
export function textBoxProps({ label, labelledBy, describedBy, text, placeholder, invalid, required, onText }: TextBoxProps) {
  return {
    class: 'textBox',
    'aria-label': label,
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': required,
    placeholder,
    value: text,
    onInput: (event: { readonly currentTarget: { readonly value: string } }): void => {
      onText(event.currentTarget.value);
    },
  };
}
