// The ways to send while Claude works: the button beside Send, and the menu that it opens.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SendWay } from '../../src/shared/chatStatus.js';
import { composerTarget } from '../a11y/focusTargets.js';
import { useApp } from '../state/context.js';
import { Button } from '../ui/button.js';
import { entriesIn, onMenuKey } from '../ui/menuKeys.js';
import { isMac } from '../ui/platform.js';
import { keyHintOf, keysOf } from './sendKeys.js';
import { strings } from '../strings.js';

const ways: readonly SendWay[] = ['after', 'next', 'now'];

export function SendWaysButton({ offReason }: { readonly offReason: string | undefined }) {
  const { composer } = useApp();
  const isOpen = composer.choosingWay.value;
  return (
    <Button
      appearance="icon"
      icon={isOpen ? 'chevronDown' : 'chevronUp'}
      label={strings.send.how}
      expanded={isOpen}
      disabledReason={isOpen ? undefined : offReason}
      onPress={() => {
        composer.choosingWay.value = !isOpen;
      }}
    />
  );
}

/** The menu over the page, above the button that opens it. */
export function SendWays() {
  const { composer, focusTargets, store } = useApp();
  const menu = useRef<HTMLDivElement>(null);
  const keyboard = { isMac, ctrlEnterSends: store.preferences.value.ctrlEnterSends === true };
  const isOver = store.status.value.turn === 'idle' || composer.blockedBecause.value !== undefined;
  useLayoutEffect(() => entriesIn(menu.current)[0]?.focus(), []);
  useLayoutEffect(() => {
    if (isOver) composer.choosingWay.value = false;
  }, [isOver, composer]);
  const close = (): void => {
    composer.choosingWay.value = false;
    focusTargets.focus(composerTarget);
  };
  return (
    <div
      ref={menu}
      role="menu"
      class="overPage atEnd sendWays"
      data-over-page
      tabIndex={-1}
      onFocusOut={({ relatedTarget }) => {
        // The button beside Send closes it by itself.
        const isNear =
          relatedTarget instanceof Element &&
          (menu.current?.contains(relatedTarget) === true || relatedTarget.closest('.composerActs') !== null);
        if (!isNear) composer.choosingWay.value = false;
      }}
      aria-label={strings.send.how}
      onKeyDown={event => {
        onMenuKey(event, menu.current, close);
      }}
    >
      {ways
        .filter(way => way !== 'next' || store.status.value.readsSteps === true)
        .map(way => (
          <button
            key={way}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-keyshortcuts={keysOf(way, keyboard).join('+')}
            onClick={() => {
              composer.send(way);
              close();
            }}
          >
            <span>{strings.send.ways[way]}</span>
            <kbd aria-hidden="true">{keyHintOf(way, keyboard)}</kbd>
          </button>
        ))}
    </div>
  );
}
