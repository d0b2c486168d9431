// A tool that wants to run and waits for Allow or Deny.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { plain } from '../../src/shared/plain.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { useClickGuard } from '../a11y/clickGuard.js';
import { itemTarget } from '../a11y/focusTargets.js';
import { useKeptFocus } from '../question/cardFolding.js';
import { Icon } from '../ui/icon.js';
import { DecidedPermission } from './decidedPermission.js';
import { ExactText } from './exactText.js';

export function PermissionCard({ item }: { readonly item: PermissionItem }) {
  const { focusTargets } = useApp();
  const card = useRef<HTMLDivElement>(null);
  const asked = item.state === 'asked';
  useClickGuard(card, asked);
  useKeptFocus(card, item.state);
  useLayoutEffect(() =>
    // The card and not Allow, because the next Enter may be meant for something else.
    focusTargets.register(itemTarget(item.id), () => {
      card.current?.focus({ preventScroll: true });
      card.current?.scrollIntoView({ block: 'nearest' });
    }),
  );
  return (
    <div
      ref={card}
      class={`${asked ? 'card permission' : 'decided'} permission-${item.state}`}
      role="group"
      aria-label={asked ? strings.permission.name(plain(item.toolName)) : strings.permission.decided(plain(item.toolName))}
      tabIndex={-1}
    >
      {asked ? <AskedPermission item={item} /> : <DecidedPermission item={item} />}
    </div>
  );
}

function AskedPermission({ item }: { readonly item: PermissionItem }) {
  const { post, store } = useApp();
  const decide = (decision: 'allow' | 'deny'): void => {
    post({ type: 'decidePermission', id: item.id, decision });
  };
  return (
    <>
      <div class="cardHead">
        <Icon name="shield" />
        <span class="cardLine">
          <span class="cardTitle">{strings.permission.wants(plain(item.toolName))}</span>
        </span>
      </div>
      {item.input !== undefined && <AskedText item={item} input={item.input} />}
      {store.elsewhere.value === undefined && (
        <div class="cardFoot">
          <Button
            appearance="primary"
            label={strings.permission.allow}
            onPress={() => {
              decide('allow');
            }}
          />
          <Button
            label={strings.permission.deny}
            onPress={() => {
              decide('deny');
            }}
          />
        </div>
      )}
    </>
  );
}

interface AskedTextProps {
  readonly item: PermissionItem;
  readonly input: NonNullable<PermissionItem['input']>;
}

/** Everything that would be permitted, then the CLI's and Claude's words about it. */
function AskedText({ item: { description, reason }, input }: AskedTextProps) {
  const shown = input.filter(({ name, text }) => name !== 'description' || text !== description);
  return (
    <>
      {shown.map(({ name, text }) => (
        <div key={name} class="permissionField">
          <div class="hint">
            <ExactText text={name} />
          </div>
          <pre role="region" aria-label={plain(name)} tabIndex={0} dir="ltr">
            <ExactText text={text} />
          </pre>
        </div>
      ))}
      {description !== '' && (
        <p class="permissionText" dir="auto">
          <span class="hint">{strings.permission.says}</span> <ExactText text={description} />
        </p>
      )}
      {reason !== '' && (
        <p class="permissionText" dir="auto">
          <ExactText text={reason} />
        </p>
      )}
    </>
  );
}
