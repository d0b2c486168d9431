// A tool that wants to run and waits for Allow or Deny.
import { useRef } from 'preact/hooks';
import { plain } from '../../src/shared/plain.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { useClickGuard } from '../a11y/clickGuard.js';
import { Icon } from '../ui/icon.js';
import { ExactText } from './exactText.js';

export function PermissionCard({ item }: { readonly item: PermissionItem }) {
  const { post, store } = useApp();
  const card = useRef<HTMLDivElement>(null);
  useClickGuard(card, item.state === 'asked');
  const decide = (decision: 'allow' | 'deny'): void => {
    post({ type: 'decidePermission', id: item.id, decision });
  };
  return (
    <div
      ref={card}
      class={`card permission permission-${item.state}`}
      role="group"
      aria-label={strings.permission.name(plain(item.toolName))}
    >
      <div class="cardHead">
        <Icon name="shield" />
        <span class="cardLine">
          <span class="cardTitle">{strings.permission.wants(plain(item.toolName))}</span>
          <span>{strings.permissionState[item.state]}</span>
        </span>
      </div>
      {item.input === undefined ? <OverText item={item} /> : <AskedText item={item} input={item.input} />}
      {item.state === 'asked' && store.elsewhere.value === undefined && (
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
    </div>
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

function OverText({ item: { summary } }: { readonly item: PermissionItem }) {
  return summary === '' ? null : (
    <div class="permissionField">
      <pre dir="auto">{plain(summary)}</pre>
    </div>
  );
}
