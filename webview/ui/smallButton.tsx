// A quiet button for small acts beside what they act on. A native button: a set of questions has a dozen of them, and each
// of the toolkit's costs a shadow tree.
import type { IconName } from './icon.js';
import { Icon } from './icon.js';

interface SmallButtonProps {
  /** The name. */
  readonly label: string;
  /** What stands on it, as far as the name says more than that; a drawing has its name as a hint. */
  readonly text?: string;
  readonly icon?: IconName;
  /** For one that stays in or comes out again. */
  readonly pressed?: boolean;
  /** Not reached by Tab: keys do the same elsewhere. */
  readonly pointerOnly?: boolean;
  readonly onPress: () => void;
}

export function SmallButton({ label, text, icon, pressed, pointerOnly = false, onPress }: SmallButtonProps) {
  return (
    <button
      type="button"
      class="smallButton"
      aria-label={label}
      aria-pressed={pressed}
      title={text === undefined ? label : undefined}
      tabIndex={pointerOnly ? -1 : undefined}
      onClick={onPress}
    >
      {icon !== undefined && <Icon name={icon} />}
      {text}
    </button>
  );
}
