// The row of a change that Claude has made in the Product Doc, or wanted to make: what differs, and Undo.
import { useContext } from 'preact/hooks';
import { oneLine } from '../../src/shared/plain.js';
import type { DocChangeItem } from '../../src/shared/transcript.js';
import { DiffPart, sizeOf } from '../chat/permissionParts.js';
import { useOpenedByHit } from '../find/openedByHit.js';
import { ReadOnlyRows, useApp } from '../state/context.js';
import { useViewState } from '../state/useViewState.js';
import { Disclosure } from '../ui/disclosure.js';
import { SmallButton } from '../ui/smallButton.js';
import { WithPart } from './withPart.js';
import { memoryWords } from './words.js';

const words = memoryWords.docChange;

/** A longer difference is folded. In lines. */
const mostRows = 12;
/** Lines that stay around a change. */
const around = 2;
/** The most characters of a title. */
const longestTitle = 100;

type Row = DocChangeItem['change']['rows'][number];

export function DocChangeRow({ item: { id, change, state } }: { readonly item: DocChangeItem }) {
  const { post } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const [open, setOpen] = useViewState(id, 'open', false);
  useOpenedByHit(id, setOpen);
  const section = oneLine(change.name, longestTitle);
  const rows = nearChanges(change.rows);
  const isLong = rows.length > mostRows;
  const undone = state === 'undone';
  // What the host has let go of cannot be undone there any more.
  const canUndo = state === 'done' && !readOnly;
  return (
    <div class="remembered">
      <p class="rememberedTitle" dir="auto">
        <WithPart words={state === 'conflict' ? words.wanted : words.changed}>
          <strong dir="auto">{section}</strong>
        </WithPart>
      </p>
      {state === 'conflict' && <p class="hint">{words.conflict}</p>}
      {isLong && <Disclosure summary={<span>{words.show(sizeOf(change))}</span>} open={open} onToggle={setOpen} />}
      <div class="rememberedPart">
        {(open || !isLong) && <DiffPart part={{ ...change, rows }} isTitled role="group" />}
        <div class="smallActs">
          {(canUndo || undone) && (
            <SmallButton
              label={undone ? words.undoneNamed(section) : words.undoNamed(section)}
              text={undone ? words.undone : words.undo}
              disabled={undone}
              onPress={() => {
                post({ type: 'undoDocChange', id });
              }}
            />
          )}
          {state === 'conflict' && !readOnly && (
            <SmallButton
              label={words.compareNamed(section)}
              text={words.compare}
              onPress={() => {
                post({ type: 'openProductDoc', change: id });
              }}
            />
          )}
          <SmallButton
            label={words.open}
            text={words.open}
            icon="goToFile"
            onPress={() => {
              post({ type: 'openProductDoc' });
            }}
          />
        </div>
      </div>
    </div>
  );
}

/** The rows of the changes and those around them; “⋯” stands for two others or more. */
function nearChanges(rows: readonly Row[]): Row[] {
  const isNear = rows.map((_, at) => rows.slice(Math.max(0, at - around), at + around + 1).some(({ sign }) => sign !== ' '));
  return rows.flatMap((row, at): Row[] => {
    const isFirst = at === 0 || isNear[at - 1] === true;
    const isLast = at === rows.length - 1 || isNear[at + 1] === true;
    if (isNear[at] === true || (isFirst && isLast)) return [row];
    return isFirst ? [{ sign: ' ', pieces: ['⋯'] }] : [];
  });
}
