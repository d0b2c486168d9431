// The toolkit's button. What it lacks is added here: a button that is off can still be reached and says why.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IconName } from './icon.js';
import { Icon } from './icon.js';
import { VscodeButton } from './elements.js';

/** `icon` and `send` show a drawing only, the second as the primary act. */
type Look = 'primary' | 'secondary' | 'quiet' | 'icon' | 'send';

const appearances = { primary: 'primary', secondary: 'secondary', quiet: 'icon', icon: 'icon', send: 'primary' } as const;

interface ButtonProps {
  /** The name, and what stands on it; children, when there are any, are both instead. */
  readonly label: string;
  readonly onPress: () => void;
  readonly look?: Look;
  readonly icon?: IconName;
  /** Set when the button is off: why. It stays focusable, so that the reason can be heard. */
  readonly offBecause?: string | undefined;
  readonly expanded?: boolean;
  readonly children?: ComponentChildren;
}

export function Button({ label, onPress, look = 'secondary', icon, offBecause, expanded, children }: ButtonProps) {
  const host = useRef<HTMLElement>(null);
  const off = offBecause !== undefined;
  const drawn = look === 'icon' || look === 'send';
  useLayoutEffect(() => {
    // An id outside of the button's shadow tree cannot be pointed at from inside, so the words themselves go in.
    const inner = host.current?.shadowRoot?.querySelector('button');
    if (offBecause !== undefined && offBecause !== '') inner?.setAttribute('aria-description', offBecause);
    else inner?.removeAttribute('aria-description');
  }, [offBecause]);
  return (
    <VscodeButton
      ref={host}
      class={`button look-${look}${off ? ' off' : ''}`}
      aria-label={children === undefined ? label : undefined}
      appearance={appearances[look]}
      ariaDisabled={off ? 'true' : 'false'}
      {...(expanded !== undefined && { ariaExpanded: expanded ? 'true' : 'false' })}
      title={drawn ? label : undefined}
      onClick={() => {
        if (!off) onPress();
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {drawn ? null : (children ?? label)}
    </VscodeButton>
  );
}
