// What helps to write a message.
import type { RefObject } from 'preact';
import { EditorOffer } from './editorOffer.js';
import { MentionList } from './mentionList.js';
import { useEffect, useState } from 'preact/hooks';
import { filesIn } from '../../images/givenFiles.js';
import { useApp } from '../../state/context.js';
import { mentionWords } from './words.js';

interface WritingAidsProps {
  readonly whole: RefObject<HTMLElement | null>;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

export function WritingAids({ whole, box }: WritingAidsProps) {
  return (
    <>
      <EditorOffer box={box} />
      <MentionList box={box} />
      <DropTarget whole={whole} />
    </>
  );
}

/** What is dropped onto the message box: images, and files of the list of files or of the editor's tabs. VS Code hands a drop to a page only while Shift is held; without it, VS Code opens the file. */
const lists = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

function DropTarget({ whole }: { readonly whole: RefObject<HTMLElement | null> }) {
  const { composer, post } = useApp();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const target = whole.current;
    const end = new AbortController();
    const { signal } = end;
    const over = (event: DragEvent): void => {
      if (event.dataTransfer === null || ![...lists, 'Files'].some(type => event.dataTransfer?.types.includes(type))) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (!(relatedTarget instanceof Node) || target?.contains(relatedTarget) !== true) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const files = filesIn(event.dataTransfer);
      const uris = files.images.length > 0 ? [] : urisIn(event.dataTransfer);
      if (uris.length > 0) post({ type: 'addDropped', uris: [...uris] });
      else if (!composer.addFiles(files)) return;
      event.preventDefault();
    };
    target?.addEventListener('dragover', over, { signal });
    target?.addEventListener('dragleave', leave, { signal });
    target?.addEventListener('drop', drop, { signal });
    return () => {
      end.abort();
    };
  }, [whole, composer, post]);
  return isOver ? <div class="dropTarget">{mentionWords.drop}</div> : null;
}

/**
 * Addresses of files, each once. VS Code's own list has also what is no file, such as a tab that was never saved: the host says that it cannot be
 * added. Lines that begin with `#` are notes.
 */
function urisIn(transfer: DataTransfer | null): readonly string[] {
  const [own = '', others = ''] = lists.map(type => transfer?.getData(type));
  const isTaken = own === '' ? /^(?:file|vscode-remote):/i : /^(?!https?:)[a-z][a-z\d+.-]+:/i;
  return [...new Set((own || others).split(/\r?\n/))].filter(line => isTaken.test(line));
}
