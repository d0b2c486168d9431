// One option: a radio or a check box with its content. Native elements, because the toolkit's put the content inside the control,
// where a link is not allowed, and its radio group finds only its own children (so that they can neither scroll apart from Other
// nor have a preview between them) and takes every arrow key and click for itself.
import { useId } from 'preact/hooks';
import { OptionContent } from './optionContent.js';

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  /** The group's name, shared by the radios of one question. */
  readonly group: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly hasPreview?: boolean;
  readonly checked: boolean;
  readonly onPick: () => void;
  /** Called when the keyboard moves the focus here. */
  readonly onKeyboardFocus?: (() => void) | undefined;
}

export function Choice(props: ChoiceProps) {
  const { type, group, label, description, shortcut, hasPreview = false, checked: chosen, onPick, onKeyboardFocus: onReach } = props;
  const descriptionId = useId();
  const previewId = useId();
  return (
    <label class={chosen ? 'option chosen' : 'option'}>
      <input
        type={type}
        class="optionMark"
        name={group}
        aria-label={label}
        aria-describedby={[description ? descriptionId : '', hasPreview ? previewId : ''].join(' ').trim() || undefined}
        checked={chosen}
        onChange={onPick}
        onFocus={event => {
          // A press of the mouse focuses it too, and nothing may move before the button is released.
          if (event.currentTarget.matches(':focus-visible')) onReach?.();
        }}
      />
      <OptionContent {...{ label, description, descriptionId, shortcut }} previewId={hasPreview ? previewId : undefined} links="open" />
    </label>
  );
}
