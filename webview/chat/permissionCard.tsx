// A tool that wants to run and waits for Allow or Deny.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { oneLine } from '../../src/shared/plain.js';
import { planOf } from '../../src/shared/features/plan/news.js';
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
  const inRow = useSaidByRow(item, card);
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
  return inRow ? null : (
    <div
      ref={card}
      class={`${asked ? 'card permission' : 'decided'} permission-${item.state}`}
      role="group"
      aria-label={asked ? strings.permissionAsked(oneLine(item.toolName)) : permissionWords.decided(oneLine(item.toolName))}
      tabIndex={-1}
    >
      {asked ? <Asked item={item} card={card} /> : <DecidedPermission item={item} />}
    </div>
  );
}

function Asked({ item, card }: { readonly item: PermissionItem; readonly card: RefObject<HTMLElement | null> }) {
  const plan = planOf(item);
  return plan === undefined ? <AskedPermission item={item} card={card} /> : <AskedPlan item={item} plan={plan} card={card} />;
}

/** Whether the row of the tool says how the permission was decided, so that a line of its own would repeat it. The focus goes to that row. */
function useSaidByRow(
  { id, toolUseId, state, note, added, changed, movedTo, lost }: PermissionItem,
  card: RefObject<HTMLElement | null>,
): boolean {
  const row = useApp().store.item(toolUseId)?.value;
  const [isHit, setHit] = useState(false);
  useOpenedByHit(id, setHit);
  const isSaid =
    !isHit &&
    note === undefined &&
    added === undefined &&
    changed === undefined &&
    movedTo === undefined &&
    lost === undefined &&
    state !== 'asked' &&
    row?.kind === 'tool' &&
    (state !== 'denied' || row.state === 'denied');
  const hadFocus = isSaid && card.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus) document.querySelector<HTMLElement>(`[data-item="${CSS.escape(toolUseId)}"] button`)?.focus({ preventScroll: true });
  });
  return isSaid;
}
