// One option: a radio or a check box, with what stands beside it. Native elements: the toolkit's hold their whole content
// inside of the control, where a link may not be; its radio group finds only its own children, so that they can neither
// scroll apart from Other nor have a preview between them, and takes every arrow key and click in it for itself.
import { useId } from 'preact/hooks';
import { OptionContent } from './optionContent.js';

export interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  /** The same for all radios of which one can be chosen. */
  readonly group: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly chosen: boolean;
  readonly onPick: () => void;
  /** The keyboard has come to it. */
  readonly onReach?: (() => void) | undefined;
}

export function Choice({ type, group, label, description, shortcut, chosen, onPick, onReach }: ChoiceProps) {
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
          // A press of the mouse gives it the focus too; nothing may move before the button is up again.
          if (event.currentTarget.matches(':focus-visible')) onReach?.();
        }}
      />
      <OptionContent label={label} description={description} descriptionId={descriptionId} shortcut={shortcut} links="open" />
    </label>
  );
}
