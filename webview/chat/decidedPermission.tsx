// A permission that is over, in one line. What was permitted is in the row of the tool call.
import { plain } from '../../src/shared/plain.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';
import { Icon } from '../ui/icon.js';

export function DecidedPermission({ item: { state, summary, toolName } }: { readonly item: PermissionItem }) {
  const act = plain(summary === '' ? toolName : summary);
  return (
    <>
      <Icon name={state === 'allowed' ? 'check' : 'circleSlash'} />
      <span class="decision">{strings.permissionState[state]}</span>
      <span aria-hidden="true">·</span>
      <span class="toolSummary" dir="auto" title={act}>
        {act}
      </span>
    </>
  );
}
