// The files of the card: those that go back, those that others have changed since, each with a box, and what cannot come back.
import type { BackFile, BackFiles } from '../../../src/shared/features/back/news.js';
import { oneLine } from '../../../src/shared/plain.js';
import { PathText } from '../../chat/pathText.js';
import { useApp } from '../../state/context.js';
import { ChangedLines } from '../review/changedLines.js';
import { backWords as words } from './backWords.js';

interface FilesProps {
  readonly files: BackFiles;
  /** Paths. */
  readonly ticked: readonly string[];
  readonly onTick: (path: string) => void;
}

export function FilesOfCard({ files: { own, more, others, moreOthers, left, moreLeft, isUnsure, isEdits }, ticked, onTick }: FilesProps) {
  const heading = words.own(own.length + more);
  return (
    <div class="permissionText backFiles">
      {own.length > 0 && (
        <>
          <p>{heading}</p>
          <ul class="changedFiles" aria-label={heading}>
            {own.map(file => (
              <li key={file.path}>
                <File file={file} />
              </li>
            ))}
          </ul>
          {more > 0 && <p class="hint">{words.more(more)}</p>}
        </>
      )}
      {others.length > 0 && (
        <>
          <p>{words.others}</p>
          {isUnsure && <p class="hint">{words.unsure}</p>}
          <ul class="changedFiles" aria-label={words.others}>
            {others.map(file => (
              <li key={file.path}>
                <input
                  type="checkbox"
                  class="optionMark"
                  aria-label={oneLine(file.path)}
                  checked={ticked.includes(file.path)}
                  onChange={() => onTick(file.path)}
                />
                <File file={file} />
              </li>
            ))}
          </ul>
          {moreOthers > 0 && <p class="hint">{words.moreStay(moreOthers)}</p>}
        </>
      )}
      {left.length > 0 && (
        <>
          <p>{words.left}</p>
          <ul class="changedFiles" aria-label={words.left}>
            {left.map(({ path, why }) => (
              <li key={path}>
                <PathText text={path} isPath /> <span class="changedNote">{words.why[why]}</span>
              </li>
            ))}
          </ul>
          {moreLeft > 0 && <p class="hint">{words.more(moreLeft)}</p>}
        </>
      )}
      <p class="hint">{isEdits ? words.edits : words.ignored}</p>
    </div>
  );
}

function File({ file: { path, kind, plus, minus, binary, unsaved } }: { readonly file: BackFile }) {
  const { post } = useApp();
  const notes = [words.kinds[kind], binary && words.binary, unsaved && words.unsaved].filter(note => typeof note === 'string');
  return (
    <>
      <button
        type="button"
        class="attachmentOpen"
        aria-label={words.open(oneLine(path))}
        onClick={() => post({ type: 'openBackFile', path })}
      >
        <PathText text={path} isPath />
      </button>
      {notes.length > 0 && <span class="changedNote">{notes.join(', ')}</span>}
      {plus + minus > 0 && <ChangedLines plus={plus} minus={minus} />}
    </>
  );
}
