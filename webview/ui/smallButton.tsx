// A quiet button for a small action beside its object. A native button, because a set of questions has a dozen of them and each of
// the toolkit's costs a shadow tree.
import type { IconName } from './icon.js';
import { Icon } from './icon.js';

interface SmallButtonProps {
  /** The accessible name. */
  readonly label: string;
  /** The visible text, where it differs from the name; a button with a drawing shows its name as a tooltip. */
  readonly text?: string;
  readonly icon?: IconName;
  /** Makes it a toggle button (`aria-pressed`). */
  readonly pressed?: boolean;
  /** Left out of the Tab order, because keys do the same elsewhere. */
  readonly pointerOnly?: boolean;
  /** Keeps its place and the focus, and does nothing. */
  readonly disabled?: boolean;
  readonly onPress: () => void;
  /** The pointer or the focus leaves the button. */
  readonly onLeave?: (() => void) | undefined;
}

export function SmallButton({ label, text, icon, pressed, pointerOnly = false, disabled = false, onPress, onLeave }: SmallButtonProps) {
  return (
    <button
      type="button"
      class="smallButton"
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      title={text === undefined ? label : undefined}
      tabIndex={pointerOnly ? -1 : undefined}
      onClick={disabled ? undefined : onPress}
      onPointerLeave={onLeave}
      onFocusOut={onLeave}
    >
      {icon !== undefined && <Icon name={icon} />}
      {text}
    </button>
  );
}
