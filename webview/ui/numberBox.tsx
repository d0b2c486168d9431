// A box for a number, with its unit and two small buttons. A text box with the role of a spin button, because the native number
// input hides a text that is no number (so it could be neither kept nor explained) and changes with the wheel; the toolkit has a
// plain text field only.
import { SmallButton } from './smallButton.js';

interface NumberBoxProps {
  readonly label: string;
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
  readonly text: string;
  readonly placeholder: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly unit?: string | undefined;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly lessLabel: string;
  readonly moreLabel: string;
  readonly onText: (text: string) => void;
}

export function NumberBox(props: NumberBoxProps) {
  const { label, labelledBy, describedBy, text, placeholder, min, max, unit, required, invalid, lessLabel, moreLabel, onText } = props;
  const value = text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
  const move = (steps: number): void => {
    onText(stepped(props, steps));
  };
  return (
    <div class="numberBox">
      <input
        type="text"
        class="textBox"
        role="spinbutton"
        inputMode="decimal"
        autocomplete="off"
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        aria-required={required}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={value === undefined || unit === undefined ? undefined : `${value} ${unit}`}
        placeholder={placeholder}
        value={text}
        onInput={event => {
          onText(event.currentTarget.value);
        }}
        onKeyDown={event => {
          const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (steps === undefined) return;
          event.preventDefault();
          move(steps);
        }}
      />
      {unit !== undefined && (
        <span class="unit" aria-hidden="true">
          {unit}
        </span>
      )}
      <SmallButton
        label={lessLabel}
        icon="remove"
        pointerOnly
        onPress={() => {
          move(-1);
        }}
      />
      <SmallButton
        label={moreLabel}
        icon="add"
        pointerOnly
        onPress={() => {
          move(1);
        }}
      />
    </div>
  );
}

/** The number after `steps` steps, within the bounds; from an empty or invalid text the least one. */
function stepped({ text, min, max, step = 1 }: NumberBoxProps, steps: number): string {
  const now = Number(text);
  if (text.trim() === '' || !Number.isFinite(now)) return String(min ?? 0);
  // Rounded, because binary fractions leave digits behind.
  const next = Number((now + steps * step).toPrecision(12));
  return String(Math.min(Math.max(next, min ?? -Infinity), max ?? Infinity));
}
