// A permission that is over: one line, and the person's note under it. What was permitted is in the row of the tool call.
import type { PermissionItem } from '../../src/shared/transcript.js';
import { laterStrings } from '../laterStrings.js';
import { Icon } from '../ui/icon.js';
import { RuleLines } from './permissionAlways.js';
import { PathText } from './pathText.js';

export function DecidedPermission({ item: { state, summary, toolName, note, added } }: { readonly item: PermissionItem }) {
  return (
    <>
      <div class="decidedLine">
        <Icon name={state === 'allowed' ? 'check' : 'circleSlash'} />
        <span class="decision">{laterStrings.permissionState[state]}</span>
        <span aria-hidden="true">·</span>
        <PathText text={summary === '' ? toolName : summary} />
      </div>
      {added !== undefined && (
        <div class="decidedRules">
          <span class="hint">{laterStrings.permission.added(laterStrings.permission.rulePlaces[added.place])}</span>
          <RuleLines lines={added.lines} />
        </div>
      )}
      {note !== undefined && (
        <p class={`decidedNote note-${note.state}`} dir="auto">
          <span class="hint">{laterStrings.permission.noteStates[note.state]}</span> {note.text}
        </p>
      )}
    </>
  );
}
