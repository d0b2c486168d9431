// One option: a radio or a check box with its content. Native elements, because the toolkit's put the content inside the control,
// where a link is not allowed, and its radio group finds only its own children (so that they can neither scroll apart from Other
// nor have a preview between them) and takes every arrow key and click for itself.
import { useId } from 'preact/hooks';
import { OptionContent } from './optionContent.js';

export interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  /** The group's name, shared by the radios of one question. */
  readonly group: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly checked: boolean;
  readonly onPick: () => void;
  /** Called when the keyboard moves the focus here. */
  readonly onKeyboardFocus?: (() => void) | undefined;
}

export function Choice({ type, group, label, description, shortcut, checked: chosen, onPick, onKeyboardFocus: onReach }: ChoiceProps) {
  const descriptionId = useId();
  return (
    <label class={chosen ? 'option chosen' : 'option'}>
      <input
        type={type}
        class="optionMark"
        name={group}
        aria-label={label}
        aria-describedby={description ? descriptionId : undefined}
        checked={chosen}
        onChange={onPick}
        onFocus={event => {
          // A press of the mouse focuses it too, and nothing may move before the button is released.
          if (event.currentTarget.matches(':focus-visible')) onReach?.();
        }}
      />
      <OptionContent label={label} description={description} descriptionId={descriptionId} shortcut={shortcut} links="open" />
    </label>
  );
}
