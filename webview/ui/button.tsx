// The toolkit's button, with a disabled state that stays focusable and says its reason.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IconName } from './icon.js';
import { Icon } from './icon.js';
import { VscodeButton } from './elements.js';

/** `icon` and `send` show a drawing only; `send` is drawn as the primary action. */
type Look = 'primary' | 'secondary' | 'quiet' | 'icon' | 'send';

const appearances = { primary: 'primary', secondary: 'secondary', quiet: 'icon', icon: 'icon', send: 'primary' } as const;

interface ButtonProps {
  /** Accessible name and visible text; `children` replace both. */
  readonly label: string;
  readonly onPress: () => void;
  readonly appearance?: Look;
  readonly icon?: IconName;
  /** Why the button is off; undefined when it is on. A disabled button stays focusable, so that the reason can be heard. */
  readonly disabledReason?: string | undefined;
  readonly expanded?: boolean;
  /** The value of `aria-keyshortcuts`. */
  readonly keyShortcut?: string;
  readonly children?: ComponentChildren;
}

export function Button({
  label,
  onPress,
  appearance: look = 'secondary',
  icon,
  disabledReason: offBecause,
  expanded,
  keyShortcut,
  children,
}: ButtonProps) {
  const host = useRef<HTMLElement>(null);
  const off = offBecause !== undefined;
  const iconOnly = look === 'icon' || look === 'send';
  // Words beside a drawing: the style sheet may hide them where there is no room.
  const words = look === 'quiet' && icon !== undefined ? <span class="buttonWords">{label}</span> : label;
  useLayoutEffect(() => {
    // The words themselves, because an element inside the shadow tree cannot refer to an id outside.
    const inner = host.current?.shadowRoot?.querySelector('button');
    if (offBecause !== undefined && offBecause !== '') inner?.setAttribute('aria-description', offBecause);
    else inner?.removeAttribute('aria-description');
    if (keyShortcut !== undefined) inner?.setAttribute('aria-keyshortcuts', keyShortcut);
  }, [offBecause, keyShortcut]);
  return (
    <VscodeButton
      ref={host}
      class={`button look-${look}${off ? ' off' : ''}`}
      aria-label={children === undefined ? label : undefined}
      appearance={appearances[look]}
      ariaDisabled={off ? 'true' : 'false'}
      {...(expanded !== undefined && { ariaExpanded: expanded ? 'true' : 'false' })}
      title={iconOnly || words !== label ? label : undefined}
      onClick={() => {
        if (!off) onPress();
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {iconOnly ? null : (children ?? words)}
    </VscodeButton>
  );
}
