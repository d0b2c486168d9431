// A permission that is over: one line, and the person's note under it. What was permitted is in the row of the tool call.
import { useState } from 'preact/hooks';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { toolTitle } from '../../src/shared/mcpTool.js';
import { planTool } from '../../src/shared/tools.js';
import { Disclosure } from '../ui/disclosure.js';
import { PlanNote } from '../features/plan/planNote.js';
import { planStrings } from '../features/plan/planStrings.js';
import { useApp } from '../state/context.js';
import { Icon } from '../ui/icon.js';
import { SmallButton } from '../ui/smallButton.js';
import { alwaysWords } from './alwaysWords.js';
import { decisionWords, planDecisionWords } from './decisionWords.js';
import { editWords } from '../features/edits/editWords.js';
import { ExactText } from './exactText.js';
import { RuleLines } from './permissionAlways.js';
import { PathText } from './pathText.js';
import { permissionWords } from './permissionWords.js';

export function DecidedPermission({
  item,
  isDecisionSaid,
}: {
  readonly item: PermissionItem;
  /** The row of the tool says how it was decided, and of what. */
  readonly isDecisionSaid: boolean;
}) {
  const { post } = useApp();
  const { state, summary, toolName, note, added, changed, movedTo, lost } = item;
  const isPlan = toolName === planTool;
  return (
    <>
      {!isDecisionSaid && (
        <div class="decidedLine">
          <Icon name={state === 'allowed' || movedTo !== undefined ? 'check' : 'circleSlash'} />
          <span class="decision">{decisionWords(item)}</span>
          {planDecisionWords(item) === undefined && (
            <>
              <span aria-hidden="true">·</span>
              <PathText text={isPlan ? planStrings.plan : summary === '' ? toolTitle(toolName) : summary} />
            </>
          )}
          {movedTo !== undefined && (
            <SmallButton label={planStrings.goThere} text={planStrings.goThere} onPress={() => post({ type: 'openChat', id: movedTo })} />
          )}
        </div>
      )}
      {lost !== undefined && <p class="decidedNote">{permissionWords[lost === true ? 'lost' : 'notedElsewhere']}</p>}
      {changed !== undefined && <ChangedEdit state={state} told={note?.state} difference={changed} />}
      {added !== undefined && (
        <div class="decidedRules">
          <span class="hint">{alwaysWords.added(alwaysWords.rulePlaces[added.place])}</span>
          <RuleLines lines={added.lines} />
        </div>
      )}
      {note !== undefined && note.text !== '' && (
        <div class={`decidedNote note-${note.state}`} dir="auto">
          <span class="hint">{permissionWords.noteStates[note.state]}</span> {isPlan ? <PlanNote text={note.text} /> : note.text}
        </div>
      )}
    </>
  );
}

interface ChangedEditProps {
  readonly state: PermissionItem['state'];
  readonly told: NonNullable<PermissionItem['note']>['state'] | undefined;
  readonly difference: string;
}

function ChangedEdit({ state, told, difference }: ChangedEditProps) {
  const [open, setOpen] = useState(false);
  const isWritten = state === 'allowed';
  return (
    <div class="decidedNote">
      <Disclosure
        summary={
          <span>
            {isWritten ? editWords.over.allowed : editWords.over.withdrawn}
            {isWritten && told !== undefined && <span class="hint"> · {editWords.told[told]}</span>}
          </span>
        }
        open={open}
        onToggle={setOpen}
      />
      {open && (
        <div class="permissionField">
          <pre role="group" aria-label={editWords.difference} tabIndex={0} dir="ltr">
            <ExactText text={difference} />
          </pre>
        </div>
      )}
    </div>
  );
}
