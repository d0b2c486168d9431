// A permission that is over, in one line. What was permitted is in the row of the tool call.
import type { PermissionItem } from '../../src/shared/transcript.js';
import { laterStrings } from '../laterStrings.js';
import { Icon } from '../ui/icon.js';
import { PathText } from './pathText.js';

export function DecidedPermission({ item: { state, summary, toolName } }: { readonly item: PermissionItem }) {
  return (
    <>
      <Icon name={state === 'allowed' ? 'check' : 'circleSlash'} />
      <span class="decision">{laterStrings.permissionState[state]}</span>
      <span aria-hidden="true">·</span>
      <PathText text={summary === '' ? toolName : summary} />
    </>
  );
}
