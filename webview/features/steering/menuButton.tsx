// A button of the row below the message box, and the menu that it opens over the page.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RadioGroup } from '../../ui/radioMenu.js';
import { RadioMenu } from '../../ui/radioMenu.js';

interface MenuButtonProps {
  /** Accessible name of the button and of its menu. Contains `text`. */
  readonly label: string;
  readonly text: string;
  readonly title: string;
  readonly icon?: ComponentChildren;
  readonly warns?: boolean;
  /** A menu at the end of the line instead of at its beginning. */
  readonly atEnd?: boolean;
  readonly groups: readonly RadioGroup[];
  /** Stands below the entries. */
  readonly hint?: string | undefined;
  readonly onOpen?: () => void;
}

export function MenuButton({ label, text, title, icon, warns, atEnd, groups, hint, onOpen }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span
      ref={whole}
      class="menuPlace"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && whole.current?.contains(relatedTarget) === true)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        class={`steer ${warns === true ? 'warns' : ''}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        title={title}
        onClick={() => {
          if (!open) onOpen?.();
          setOpen(!open);
        }}
      >
        {icon}
        <span class="steerWords" dir="auto">
          {text}
        </span>
      </button>
      {open && (
        <RadioMenu
          label={label}
          groups={groups}
          hint={hint}
          atEnd={atEnd === true}
          onClose={() => {
            button.current?.focus();
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}
