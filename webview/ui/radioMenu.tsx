// A menu over the page, above the row below the message box. Each of its groups has one entry that is chosen.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { entriesIn, onMenuKey } from './menuKeys.js';

export interface RadioEntry {
  readonly value: string;
  readonly name: string;
  readonly what: string;
  readonly icon?: ComponentChildren;
  readonly warns?: boolean;
}

export interface RadioGroup {
  /** Its name, where the menu has several. */
  readonly name?: string;
  readonly entries: readonly RadioEntry[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string) => void;
}

interface RadioMenuProps {
  readonly label: string;
  readonly groups: readonly RadioGroup[];
  readonly hint?: string | undefined;
  readonly atEnd: boolean;
  /** Gives the focus back. Called before what was chosen is done, and where the keyboard leaves the menu with nothing chosen. */
  readonly onClose: () => void;
}

export function RadioMenu({ label, groups, hint, atEnd, onClose }: RadioMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const items = entriesIn(menu.current);
    (items.find(item => item.ariaChecked === 'true') ?? items[0])?.focus();
  }, []);
  return (
    <div
      ref={menu}
      role="menu"
      class={`overPage radioMenu ${atEnd ? 'atEnd' : ''}`}
      data-over-page
      // A press on what is no entry must not take the focus out of the menu, which would close it.
      tabIndex={-1}
      aria-label={label}
      onKeyDown={event => {
        onMenuKey(event, menu.current, onClose);
      }}
    >
      {groups.map((group, position) => (
        <MenuGroup key={group.name} id={`${id}-${position}`} group={group} onClose={onClose} />
      ))}
      {hint !== undefined && (
        <p role="menuitem" class="hint" aria-disabled tabIndex={-1}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface MenuGroupProps {
  readonly id: string;
  readonly group: RadioGroup;
  readonly onClose: () => void;
}

function MenuGroup({ id, group: { name: groupName, entries, chosen, onChoose }, onClose }: MenuGroupProps) {
  if (entries.length === 0) return null;
  return (
    <div role="group" aria-label={groupName}>
      {groupName !== undefined && (
        <p class="radioGroupName" aria-hidden="true">
          {groupName}
        </p>
      )}
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
          onClick={() => {
            onClose();
            onChoose(value);
          }}
        >
          <span class="radioTick">{value === chosen && <Icon name="check" />}</span>
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
          {icon}
        </button>
      ))}
    </div>
  );
}
