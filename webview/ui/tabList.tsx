// A row of tabs that scrolls sideways. Native buttons, because the toolkit's panels hide which tab is active and cannot describe a tab
// beyond its name.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IconName } from './icon.js';
import { Icon } from './icon.js';

export interface Tab {
  readonly id: string;
  readonly panelId: string;
  readonly name: string;
  readonly icon?: IconName | undefined;
  /** The drawing's meaning in words. */
  readonly state?: string | undefined;
  /** The last tab, which stays in sight while the others scroll. */
  readonly isPinned?: true;
}

interface TabListProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: number;
  readonly onChoose: (position: number) => void;
}

export function TabList({ label, tabs, selected: chosen, onChoose }: TabListProps) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const list = row.current;
    // Calls back when it begins to watch, too.
    const observer = new ResizeObserver(() => {
      const tab = list?.querySelector<HTMLElement>('[aria-selected="true"]');
      // In the middle, where its neighbours are in sight too. `scrollIntoView` would scroll the conversation as well.
      if (list && tab) list.scrollTo({ left: tab.offsetLeft + (tab.offsetWidth - list.clientWidth) / 2 });
    });
    if (list) observer.observe(list);
    return () => {
      observer.disconnect();
    };
  }, [chosen]);
  const choose = (position: number): void => {
    row.current?.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]')[position]?.focus();
    onChoose(position);
  };
  const tab = ({ id, panelId, name, icon, state }: Tab, position: number) => (
    <button
      key={id}
      type="button"
      role="tab"
      id={id}
      class="tab"
      aria-selected={position === chosen}
      aria-controls={panelId}
      aria-description={state}
      tabIndex={position === chosen ? 0 : -1}
      onClick={() => {
        choose(position);
      }}
    >
      {icon !== undefined && (
        <span class="tabMark">
          <Icon name={icon} />
        </span>
      )}
      <span dir="auto">{name}</span>
    </button>
  );
  const pinned = tabs.findIndex(({ isPinned }) => isPinned);
  return (
    <div
      class="tabRow"
      role="tablist"
      aria-label={label}
      onKeyDown={event => {
        const to = target(event.key, chosen, tabs.length, getComputedStyle(event.currentTarget).direction === 'rtl');
        if (to === undefined) return;
        event.preventDefault();
        choose(to);
      }}
    >
      <div ref={row} class="tabList" role="presentation">
        {tabs.map((one, position) => (position === pinned ? null : tab(one, position)))}
      </div>
      {pinned >= 0 && tabs.slice(pinned, pinned + 1).map(one => tab(one, pinned))}
    </div>
  );
}

function target(key: string, chosen: number, count: number, rightToLeft: boolean): number | undefined {
  const forwards = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const backwards = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case forwards:
      return (chosen + 1) % count;
    case backwards:
      return (chosen + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
