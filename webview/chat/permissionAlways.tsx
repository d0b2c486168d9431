// *Always* on a permission that waits: what would be allowed from now on, and the place that it is kept in, which is chosen by one press.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RuleLine } from '../../src/shared/permissionRuleSchema.js';
import type { RulePlace } from '../../src/shared/permissionRules.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { laterStrings } from '../laterStrings.js';
import { Button } from '../ui/button.js';
import { ExactText } from './exactText.js';

interface PermissionAlwaysProps {
  readonly always: NonNullable<PermissionItem['always']>;
  readonly onChosen: (place: RulePlace) => void;
  /** Esc closes it and decides nothing. */
  readonly onClosed: () => void;
}

/** Of the CLI's settings. */
const files: Readonly<Record<Exclude<RulePlace, 'session'>, string>> = {
  localSettings: '.claude/settings.local.json',
  projectSettings: '.claude/settings.json',
  userSettings: '~/.claude/settings.json',
};

export function PermissionAlways({ always: { lines, places }, onChosen, onClosed }: PermissionAlwaysProps) {
  const frame = useRef<HTMLDivElement>(null);
  const words = laterStrings.permission;
  useLayoutEffect(() => {
    frame.current?.focus();
  }, []);
  return (
    <div
      ref={frame}
      class="always"
      role="group"
      tabIndex={-1}
      aria-label={words.alwaysTitle}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClosed();
      }}
    >
      <p class="hint">{words.alwaysTitle}</p>
      <RuleLines lines={lines} />
      <ul class="alwaysPlaces">
        {places.map(place => {
          const label = words.rulePlaces[place];
          return (
            <li key={place}>
              <Button
                label={label}
                onPress={() => {
                  onChosen(place);
                }}
              />{' '}
              <span class="hint">{hintOf(place)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The CLI ignores what a project brings along until the person has trusted its folder, which Parley's CLI cannot ask for (2.1.329). */
function hintOf(place: RulePlace): string {
  const { untilStarted, onceTrusted } = laterStrings.permission;
  if (place === 'session') return untilStarted;
  return place === 'projectSettings' ? onceTrusted(files[place]) : files[place];
}

/** Each rule whole, character by character, because a part of it may be the model's. */
export function RuleLines({ lines }: { readonly lines: readonly RuleLine[] }) {
  return (
    <ul class="ruleLines">
      {lines.map(({ as, text }, index) => (
        <li key={index}>
          {laterStrings.permission.ruleLines[as]}
          {text !== '' && (
            <>
              {' '}
              <code dir="ltr">
                <ExactText text={text} />
              </code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
