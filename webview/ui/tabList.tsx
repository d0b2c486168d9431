// A row of tabs that wraps. Native buttons, because the toolkit's panels hide which tab is active, do not wrap, and cannot describe
// a tab beyond its name.
import { useRef } from 'preact/hooks';
import type { IconName } from './icon.js';
import { Icon } from './icon.js';

export interface Tab {
  readonly id: string;
  readonly panelId: string;
  readonly name: string;
  readonly icon?: IconName | undefined;
  /** The drawing's meaning in words. */
  readonly state?: string | undefined;
}

interface TabListProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: number;
  readonly onChoose: (position: number) => void;
}

export function TabList({ label, tabs, selected: chosen, onChoose }: TabListProps) {
  const row = useRef<HTMLDivElement>(null);
  const choose = (position: number): void => {
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[position]?.focus();
    onChoose(position);
  };
  return (
    <div
      ref={row}
      class="tabList"
      role="tablist"
      aria-label={label}
      onKeyDown={event => {
        const to = target(event.key, chosen, tabs.length, getComputedStyle(event.currentTarget).direction === 'rtl');
        if (to === undefined) return;
        event.preventDefault();
        choose(to);
      }}
    >
      {tabs.map(({ id, panelId, name, icon, state }, position) => (
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
          {icon !== undefined && <Icon name={icon} />}
          <span dir="auto">{name}</span>
        </button>
      ))}
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
