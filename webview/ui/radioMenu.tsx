// A menu of which one entry is chosen. In the flow, because a layer above the message box would be cut off at its edge.
import { isEscape } from '../a11y/escapeKey.js';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface RadioEntry {
  readonly value: string;
  readonly name: string;
  readonly what: string;
  readonly icon?: ComponentChildren;
  readonly warns?: boolean;
}

interface RadioMenuProps {
  readonly label: string;
  readonly entries: readonly RadioEntry[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string) => void;
  /** By the keyboard, with nothing chosen. */
  readonly onClose: () => void;
}

export function RadioMenu({ label, entries, chosen, onChoose, onClose }: RadioMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const items = itemsIn(menu.current);
    (items.find(item => item.ariaChecked === 'true') ?? items[0])?.focus();
  }, []);
  return (
    <div
      ref={menu}
      role="menu"
      class="radioMenu"
      aria-label={label}
      onKeyDown={event => {
        const items = itemsIn(menu.current);
        const at = items.findIndex(item => item === document.activeElement);
        if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
        else if (event.key === 'ArrowUp') items.at(at - 1)?.focus();
        else if (event.key === 'Home') items[0]?.focus();
        else if (event.key === 'End') items.at(-1)?.focus();
        else if (isEscape(event) || event.key === 'Tab') onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {entries.map(({ value, name, what, icon, warns }, position) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          class={warns === true ? 'warns' : undefined}
          aria-checked={value === chosen}
          aria-labelledby={`${id}-name-${position}`}
          aria-describedby={what === '' ? undefined : `${id}-what-${position}`}
          onClick={() => onChoose(value)}
        >
          {icon}
          <span class="radioWords">
            <span id={`${id}-name-${position}`} dir="auto">
              {name}
            </span>
            {what !== '' && (
              <span id={`${id}-what-${position}`} class="radioWhat" dir="auto">
                {what}
              </span>
            )}
          </span>
        </button>
      ))}
    </div>
  );
}

function itemsIn(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])];
}
