// A box for a number, with its unit and two small buttons. A text box with the role of a spin button, because the native number
// input hides a text that is no number (so it could be neither kept nor explained) and changes with the wheel; the toolkit has a
// plain text field only.
import { SmallButton } from './smallButton.js';
import type { TextBoxProps } from './textBoxProps.js';
import { textBoxProps } from './textBoxProps.js';

interface NumberBoxProps extends TextBoxProps {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly unit?: string | undefined;
  readonly lessLabel: string;
  readonly moreLabel: string;
}

export function NumberBox(props: NumberBoxProps) {
  const { text, min, max, unit, lessLabel, moreLabel, onText } = props;
  const value = text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
  const move = (steps: number): void => {
    onText(stepped(props, steps));
  };
  return (
    <div class="numberBox">
      <input
        {...textBoxProps(props)}
        type="text"
        role="spinbutton"
        inputMode="decimal"
        autocomplete="off"
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={value === undefined || unit === undefined ? undefined : `${value} ${unit}`}
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
  const next = Number((now + steps * step).toPrecision(15));
  return String(Math.min(Math.max(next, min ?? -Infinity), max ?? Infinity));
}
