// The toolkit's check box.
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { OptionContent } from './optionContent.js';
import { VscodeCheckbox } from './elements.js';

interface CheckboxProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly shortcut: string | undefined;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

export function Checkbox({ label, description, shortcut, checked, onToggle }: CheckboxProps) {
  const box = useRef<HTMLElement>(null);
  const descriptionId = useId();
  useLayoutEffect(() => {
    // The element takes its whole text for its name.
    box.current?.setAttribute('aria-label', label);
  }, [label]);
  return (
    <VscodeCheckbox
      ref={box}
      class={checked ? 'option chosen' : 'option'}
      checked={checked}
      aria-describedby={description ? descriptionId : undefined}
      onChange={event => {
        // It also says so when we switch it.
        if ('checked' in event.currentTarget && event.currentTarget.checked !== checked) onToggle();
      }}
    >
      <OptionContent label={label} description={description} descriptionId={descriptionId} shortcut={shortcut} />
    </VscodeCheckbox>
  );
}
