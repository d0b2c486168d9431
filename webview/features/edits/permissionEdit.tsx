// An edit that waits for its permission: the person can leave out its changes one by one, or change the file in an editor. The host has the texts;
// what the card shows above is what Allow writes. Nothing here decides.
import { useEffect } from 'preact/hooks';
import type { ChangeableEdit, EditHunk } from '../../../src/shared/contract/news.js';
import { isChangeable } from '../../../src/shared/tools.js';
import type { PermissionItem } from '../../../src/shared/transcript.js';
import { useNews } from '../news.js';
import { useApp } from '../../state/context.js';
import { useViewState } from '../../state/useViewState.js';
import { Disclosure } from '../../ui/disclosure.js';
import { SmallButton } from '../../ui/smallButton.js';
import { editWords as words } from './editWords.js';
import { DiffPart } from '../../chat/permissionParts.js';

export function PermissionEdit({ item }: { readonly item: PermissionItem }) {
  const { post, store } = useApp();
  const { id, toolName, edit, editAgain } = item;
  const isEdit = isChangeable(toolName);
  const known = useNews('edits')?.edits.find(one => one.id === id);
  // A snapshot takes replies away.
  const snapshots = store.snapshots.value;
  useEffect(() => {
    if (isEdit) post({ type: 'readEdit', id });
  }, [id, isEdit, snapshots]);
  if (!isEdit || known === undefined) return null;
  const cannot = known.why && words.cannot[known.why];
  const why = edit?.why;
  return (
    <div class="permissionText">
      {cannot !== undefined && <p class="hint">{cannot}</p>}
      {edit !== undefined && (
        <p class={why === undefined ? undefined : 'outside'} role="status">
          {why === undefined ? words.changed : words.why[why]}
        </p>
      )}
      {editAgain && (
        <p class="outside" role="alert">
          {words.again}
        </p>
      )}
      {known.why === undefined && <Hunks edit={known} />}
      <div class="smallActs">
        {known.why === undefined && why !== 'stale' && (
          <SmallButton label={words.open} text={words.open} onPress={() => post({ type: 'openEdit', id })} />
        )}
        {edit !== undefined && <SmallButton label={words.back} text={words.back} onPress={() => post({ type: 'resetEdit', id })} />}
      </div>
    </div>
  );
}

/** One change alone is allowed or denied as a whole. */
function Hunks({ edit: { id, hunks } }: { readonly edit: ChangeableEdit }) {
  const [open, setOpen] = useViewState(id, 'hunks', false);
  const isChosen = hunks.some(({ state }) => state === 'out');
  if (hunks.length < 2) return null;
  return (
    <>
      <Disclosure summary={words.hunks(hunks.length)} open={open || isChosen} onToggle={setOpen} />
      {(open || isChosen) && (
        <ul class="editHunks" aria-label={words.list}>
          {hunks.map((hunk, index) => (
            <li key={index}>
              <Hunk id={id} hunk={hunk} index={index} count={hunks.length} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface HunkProps {
  readonly id: string;
  readonly hunk: EditHunk;
  readonly index: number;
  readonly count: number;
}

function Hunk({ id, hunk: { line, rows, state }, index, count }: HunkProps) {
  const { post } = useApp();
  const label = words.hunk(index + 1, count, line);
  const said = words.states[state];
  const lines = (sign: string): number => rows.filter(row => row.sign === sign).length;
  const part = { as: 'diff' as const, name: words.diff(index + 1), rows, added: lines('+'), removed: lines('-') };
  return (
    <>
      <label class="editHunk">
        <input
          type="checkbox"
          class="optionMark"
          checked={state !== 'out'}
          disabled={state === 'own'}
          onChange={({ currentTarget }) => {
            const take = currentTarget.checked;
            // The host's news say what became of it.
            currentTarget.checked = state !== 'out';
            post({ type: 'takeHunk', id, hunk: index, take });
          }}
        />
        {label}
      </label>
      {said !== undefined && <p class="hint">{said}</p>}
      <DiffPart part={part} isTitled role="group" />
    </>
  );
}
