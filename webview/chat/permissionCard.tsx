// A tool that wants to run and waits for Allow or Deny.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { planOf } from '../../src/shared/features/plan/plan.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { useApp } from '../state/context.js';
import { useClickGuard } from '../a11y/clickGuard.js';
import { itemTarget } from '../a11y/focusTargets.js';
import { useOpenedByHit } from '../find/openedByHit.js';
import { AskedPlan } from '../features/plan/askedPlan.js';
import { useKeptFocus } from '../question/cardFolding.js';
import { AskedPermission } from './askedPermission.js';
import { DecidedPermission } from './decidedPermission.js';
import { permissionWords } from './permissionWords.js';
import { strings } from '../strings.js';

export function PermissionCard({ item }: { readonly item: PermissionItem }) {
  const { focusTargets } = useApp();
  const card = useRef<HTMLDivElement>(null);
  const asked = item.state === 'asked';
  const byRow = useSaidByRow(item, card);
  // What is allowed is another thing now, so a second press of the same click must not reach it.
  useClickGuard(card, asked, item.editAgain === true ? item.changes : item.lookAgain && JSON.stringify(item.place));
  useKeptFocus(card, item.state);
  useLayoutEffect(() =>
    // The card and not Allow, because the next Enter may be meant for something else.
    focusTargets.register(itemTarget(item.id), () => {
      card.current?.focus({ preventScroll: true });
      card.current?.scrollIntoView({ block: 'nearest' });
    }),
  );
  return byRow === 'all' ? null : (
    <div
      ref={card}
      class={`${asked ? 'card permission' : 'decided'} permission-${item.state}`}
      role="group"
      aria-label={asked ? strings.permissionAsked(item.toolName) : permissionWords.decided(item.toolName)}
      tabIndex={-1}
    >
      {asked ? <Asked item={item} card={card} /> : <DecidedPermission item={item} isDecisionSaid={byRow === 'decision'} />}
    </div>
  );
}

function Asked({ item, card }: { readonly item: PermissionItem; readonly card: RefObject<HTMLElement | null> }) {
  const plan = planOf(item);
  return plan === undefined ? <AskedPermission item={item} card={card} /> : <AskedPlan item={item} plan={plan} card={card} />;
}

/**
 * What the row of the tool says of the permission, so that a line of its own would repeat it: that it was decided and how, or all there is. The focus
 * goes to that row.
 */
function useSaidByRow(
  { id, toolUseId, state, note, added, changed, movedTo, lost }: PermissionItem,
  card: RefObject<HTMLElement | null>,
): 'all' | 'decision' | undefined {
  const row = useApp().store.item(toolUseId)?.value;
  const [isHit, setHit] = useState(false);
  useOpenedByHit(id, setHit);
  const isDecisionSaid =
    !isHit && movedTo === undefined && state !== 'asked' && row?.kind === 'tool' && (state !== 'denied' || row.state === 'denied');
  const isSaid = isDecisionSaid && note === undefined && added === undefined && changed === undefined && lost === undefined;
  const hadFocus = isSaid && card.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus) document.querySelector<HTMLElement>(`[data-item="${CSS.escape(toolUseId)}"] button`)?.focus({ preventScroll: true });
  });
  if (isSaid) return 'all';
  return isDecisionSaid ? 'decision' : undefined;
}
