// The toolkit's radio group and radios. The group keeps the roving focus and the arrow keys; what is chosen is ours.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { OptionContent } from './optionContent.js';
import { VscodeRadio, VscodeRadioGroup } from './elements.js';

interface RadioGroupProps {
  readonly labelledBy: string;
  /** The value of the chosen radio. Once chosen, another may be, but not none: the element cannot show that. */
  readonly chosen: string | undefined;
  readonly children: ComponentChildren;
}

export function RadioGroup({ labelledBy, chosen, children }: RadioGroupProps) {
  return (
    <VscodeRadioGroup class="options" aria-labelledby={labelledBy} value={chosen} orientation="vertical">
      {children}
    </VscodeRadioGroup>
  );
}

interface RadioProps {
  readonly value: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly shortcut: string | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

export function Radio({ value, label, description, shortcut, chosen, onChoose }: RadioProps) {
  const radio = useRef<HTMLElement>(null);
  const descriptionId = useId();
  useLayoutEffect(() => {
    // The element takes its whole text for its name, and carries two attributes that a radio may not have.
    radio.current?.setAttribute('aria-label', label);
    radio.current?.removeAttribute('aria-required');
    radio.current?.removeAttribute('aria-readonly');
  }, [label]);
  return (
    <VscodeRadio
      ref={radio}
      class={chosen ? 'option chosen' : 'option'}
      value={value}
      aria-describedby={description ? descriptionId : undefined}
      onChange={event => {
        // Radios also say that they were switched off, and when we switch them.
        if (isChecked(event.currentTarget) && !chosen) onChoose();
      }}
    >
      <OptionContent label={label} description={description} descriptionId={descriptionId} shortcut={shortcut} />
    </VscodeRadio>
  );
}

function isChecked(element: EventTarget): boolean {
  return 'checked' in element && element.checked === true;
}
