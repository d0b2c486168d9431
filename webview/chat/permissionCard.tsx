// A tool that wants to run and waits for Allow or Deny.
import { useRef } from 'preact/hooks';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { useClickGuard } from '../clickGuard.js';
import { Icon } from '../ui/icon.js';

export function PermissionCard({ item }: { readonly item: PermissionItem }) {
  const { post, store } = useApp();
  const card = useRef<HTMLDivElement>(null);
  useClickGuard(card, item.state === 'asked');
  const decide = (decision: 'allow' | 'deny'): void => {
    post({ type: 'decidePermission', id: item.id, decision });
  };
  return (
    <div ref={card} class={`card permission permission-${item.state}`} role="group" aria-label={strings.permission.name(item.toolName)}>
      <div class="cardHead">
        <Icon name="shield" />
        <span class="cardLine">
          <span class="cardTitle">{strings.permission.wants(item.toolName)}</span>
          <span>{strings.permissionState[item.state]}</span>
        </span>
      </div>
      {item.description !== '' && (
        <p class="permissionText" dir="auto">
          {item.description}
        </p>
      )}
      {item.summary !== '' && (
        <pre class="permissionSummary" tabIndex={0} dir="auto">
          {item.summary}
        </pre>
      )}
      {item.state === 'asked' && store.elsewhere.value === undefined && (
        <div class="cardFoot">
          <Button
            look="primary"
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
