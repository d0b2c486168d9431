// The row of a turn that has changed files: how many, and which when it is unfolded. The host has the snapshots and writes the files. Loaded after the first
// paint.
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { ChangedFile, ChangedTurn } from '../../../src/shared/features/review/news.js';
import { oneLine } from '../../../src/shared/plain.js';
import type { ChangesItem } from '../../../src/shared/transcript.js';
import { focusConversation, useFocusKept } from '../../a11y/focusKept.js';
import { PathText } from '../../chat/pathText.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { useViewState } from '../../state/useViewState.js';
import { Disclosure } from '../../ui/disclosure.js';
import { SmallButton } from '../../ui/smallButton.js';
import { useNews } from '../news.js';
import { ChangedLines } from './changedLines.js';
import { reviewWords as words } from './reviewWords.js';

/** Files that are read at first, and with each press of *Show more*. */
const page = 100;

export function ChangesRow({ item: { id, files, plus, minus, isLate, isCut, isEdits } }: { readonly item: ChangesItem }) {
  const { post, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const [open, setOpen] = useViewState(id, 'open', false);
  const [most, setMost] = useViewState(id, 'most', page);
  const turn = useNews('changes')?.turns.find(one => one.id === id);
  const whole = useRef<HTMLDivElement>(null);
  useFocusKept(whole, () => {
    const line = whole.current?.querySelector('button');
    if (line) line.focus({ preventScroll: true });
    else focusConversation();
  });
  const isRead = open && !readOnly;
  // A snapshot takes replies away.
  const snapshots = store.snapshots.value;
  useEffect(() => {
    if (isRead) post({ type: 'readChanges', id, most });
  }, [isRead, id, most, snapshots]);
  const toggle = (opens: boolean): void => {
    setOpen(opens);
    // Nobody looks any more.
    if (!opens) post({ type: 'readChanges', id, most: 0 });
  };
  if (isLate === true) return <p class="hint">{isCut ? words.cutUnknown : words.late}</p>;
  const summary = (
    <>
      <span>{words.changed(files)}</span>
      <ChangedLines plus={plus} minus={minus} />
    </>
  );
  // What the host has let go of can neither be listed nor taken back.
  if (readOnly) return <p class="changesLine hint">{summary}</p>;
  return (
    <div ref={whole} class="changes">
      <div class="changesLine">
        <Disclosure summary={summary} open={open} onToggle={toggle} />
        <SmallButton label={words.reviewNamed(files)} text={words.review} onPress={() => post({ type: 'openChanges', id })} />
      </div>
      {isEdits && <p class="hint">{words.edits}</p>}
      {isCut && <p class="hint">{words.cut}</p>}
      {open &&
        (turn === undefined ? (
          <p class="hint">{words.reading}</p>
        ) : (
          <Files turn={turn} shared={isCut ? words.byOthers : words.byPerson} onMore={() => setMost(most + page)} />
        ))}
    </div>
  );
}

interface FilesProps {
  readonly turn: ChangedTurn;
  /** The words behind a file that is not Claude's alone. */
  readonly shared: string;
  readonly onMore: () => void;
}

function Files({ turn: { id, files, more, isLost, left }, shared, onMore }: FilesProps) {
  const { post, store } = useApp();
  if (isLost) return <p class="hint">{words.lost}</p>;
  const has = (present: ChangedFile['present']): boolean => files.some(file => file.present === present);
  const isHere = store.elsewhere.value === undefined;
  const unseen = files.flatMap(({ path, version, seen }) => (version === undefined || seen ? [] : [{ path, version }]));
  const seeText = more > 0 ? words.seeShown(files.length) : words.seeAll;
  return (
    <>
      <ul class="changedFiles" aria-label={words.list}>
        {files.map(file => (
          <li key={file.path}>
            <File id={id} file={file} shared={shared} />
          </li>
        ))}
      </ul>
      {left !== undefined && <p class="hint">{words.notCovered(left.files, left.more)}</p>}
      <div class="smallActs">
        {more > 0 && <SmallButton label={words.more(more)} text={words.more(more)} onPress={onMore} />}
        {isHere && has('asLeft') && (
          <SmallButton label={words.revertAll} text={words.revertAll} onPress={() => post({ type: 'takeBack', id })} />
        )}
        {unseen.length > 1 && (
          <SmallButton label={seeText} text={seeText} onPress={() => post({ type: 'markSeen', files: unseen, seen: true })} />
        )}
        {isHere && has('asBefore') && (
          <SmallButton label={words.putBackAll} text={words.putBackAll} onPress={() => post({ type: 'putBack', id })} />
        )}
      </div>
    </>
  );
}

function File({ id, file, shared }: { readonly id: string; readonly file: ChangedFile; readonly shared: string }) {
  const { post, store } = useApp();
  const { path, from, kind, plus, minus, binary, present, byPerson, version, seen } = file;
  const name = oneLine(path);
  const isBefore = present === 'asBefore';
  const kindText = from === undefined ? words.kinds[kind] : words.renamed(oneLine(from));
  const notes = [kindText, binary && words.binary, byPerson && shared, isBefore && words.reverted, present === 'other' && words.other];
  const said = notes.filter(note => typeof note === 'string').join(', ');
  return (
    <>
      <span class="changedPath">
        <button type="button" class="attachmentOpen" aria-label={words.open(name)} onClick={() => post({ type: 'openChange', id, path })}>
          <PathText text={path} isPath />
        </button>
        {plus + minus > 0 && <ChangedLines plus={plus} minus={minus} />}
      </span>
      {said !== '' && <span class="changedNote">{said}</span>}
      <span class="changedActs">
        {version !== undefined && (
          <label class="changedSeen">
            <input
              type="checkbox"
              class="optionMark"
              aria-label={words.seenNamed(name)}
              checked={seen === true}
              onChange={({ currentTarget }) => {
                const mark = currentTarget.checked;
                // The host's news say what became of it.
                currentTarget.checked = seen === true;
                post({ type: 'markSeen', files: [{ path, version }], seen: mark });
              }}
            />
            {words.seen}
          </label>
        )}
        {/* The same button before and after, so that it keeps the focus. */}
        {present !== 'other' && store.elsewhere.value === undefined && (
          <SmallButton
            label={isBefore ? words.putBackNamed(name) : words.revertNamed(name)}
            text={isBefore ? words.putBack : words.revert}
            onPress={() => post({ type: isBefore ? 'putBack' : 'takeBack', id, path })}
          />
        )}
      </span>
    </>
  );
}
