// *Always* on a permission that waits: a box for each rule that would be added, and a button for each place that they may be kept in.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isEscape } from '../a11y/escapeKey.js';
import type { Preferences } from '../../src/shared/chatStatus.js';
import type { RuleLine } from '../../src/shared/permissionRuleSchema.js';
import type { RulePlace, TickedRules } from '../../src/shared/permissionRules.js';
import { placesOf } from '../../src/shared/permissionRules.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { useViewState } from '../state/useViewState.js';
import { Button } from '../ui/button.js';
import { alwaysWords } from './alwaysWords.js';
import { ExactText } from './exactText.js';

interface PermissionAlwaysProps {
  readonly item: PermissionItem;
  /** The person has just opened it. It may also come with a page that is shown again, while the person types elsewhere. */
  readonly pressed: { current: boolean };
  readonly onChosen: (rules: TickedRules) => void;
  /** Esc closes it and decides nothing. */
  readonly onClosed: () => void;
}

export function PermissionAlways({ item: { id, always: offered = [] }, pressed, onChosen, onClosed }: PermissionAlwaysProps) {
  const { store } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const positions = offered.map((_, position) => position);
  // A mode does more than what Claude asks for here, so it is never added without an act of its own.
  const [rules, modes] = [positions.filter(one => !isMode(offered[one]?.line)), positions.filter(one => isMode(offered[one]?.line))];
  const [ticked, setTicked] = useViewState<readonly number[]>(id, 'ticked', rules);
  const chosen = offered.filter((_, position) => ticked.includes(position));
  useLayoutEffect(() => {
    if (pressed.current) frame.current?.focus();
    pressed.current = false;
  }, [pressed]);
  const boxes = (shown: readonly number[]) => (
    <ul class="ruleLines">
      {shown.map(position => {
        const { line } = offered[position] ?? {};
        const isTicked = ticked.includes(position);
        return (
          line && (
            <li key={position}>
              <label class="ruleBox">
                <input
                  type="checkbox"
                  class="optionMark"
                  checked={isTicked}
                  onChange={() => setTicked(positions.filter(one => (one === position ? !isTicked : ticked.includes(one))))}
                />
                <span>
                  <RuleWords line={line} />
                </span>
              </label>
            </li>
          )
        );
      })}
    </ul>
  );
  return (
    <div
      ref={frame}
      class="always"
      role="group"
      tabIndex={-1}
      aria-label={alwaysWords.title}
      onKeyDown={event => {
        if (!isEscape(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onClosed();
      }}
    >
      {rules.length > 0 && <p class="hint">{alwaysWords.title}</p>}
      {boxes(rules)}
      {modes.length > 0 && (
        <div class="alwaysMode" role="group" aria-label={alwaysWords.mode}>
          <p class="hint">{alwaysWords.mode}</p>
          {boxes(modes)}
        </div>
      )}
      <ul class="alwaysPlaces">
        {placesOf(chosen.length === 0 ? offered : chosen).map(place => (
          <li key={place}>
            <Button
              label={alwaysWords.allow[place]}
              disabledReason={chosen.length === 0 ? alwaysWords.tickFirst : undefined}
              onPress={() => onChosen({ ticked, place })}
            />{' '}
            <span class="hint">{hintOf(place, store.preferences.value)}</span>
          </li>
        ))}
      </ul>
      {chosen.length === 0 && <p class="hint">{alwaysWords.tickFirst}</p>}
    </div>
  );
}

function isMode(line: RuleLine | undefined): boolean {
  return line?.as === 'edits';
}

/** The file of the CLI's settings. The CLI ignores what a project brings along until the person has trusted its folder, which Parley's CLI cannot ask for (2.1.329). */
function hintOf(place: RulePlace, { userSettings = '~/.claude/settings.json' }: Preferences): string {
  switch (place) {
    case 'session':
      return alwaysWords.untilStarted;
    case 'localSettings':
      return '.claude/settings.local.json';
    case 'projectSettings':
      return alwaysWords.onceTrusted('.claude/settings.json');
    case 'userSettings':
      return userSettings;
  }
}

/** Each rule whole, character by character, because a part of it may be the model's. */
export function RuleLines({ lines }: { readonly lines: readonly RuleLine[] }) {
  return (
    <ul class="ruleLines">
      {lines.map((line, index) => (
        <li key={index}>
          <RuleWords line={line} />
        </li>
      ))}
    </ul>
  );
}

function RuleWords({ line: { as, text } }: { readonly line: RuleLine }) {
  return (
    <>
      {alwaysWords.ruleLines[as]}
      {text !== '' && (
        <>
          {' '}
          <code dir="ltr">
            <ExactText text={text} />
          </code>
        </>
      )}
    </>
  );
}
