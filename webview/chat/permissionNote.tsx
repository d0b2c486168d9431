// The note to Claude on a permission that waits: a box that opens by a button or a key, and the words as they go along while it is closed.
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isEscape } from '../a11y/escapeKey.js';
import type { PermissionItem } from '../../src/shared/transcript.js';
import { longestNote } from '../../src/shared/longestNote.js';
import { useApp } from '../state/context.js';
import { Button } from '../ui/button.js';
import { GrowingTextBox } from '../ui/growingTextBox.js';
import { permissionWords } from './permissionWords.js';

export interface NoteState {
  readonly text: string;
  readonly isOpen: boolean;
  readonly type: (text: string) => void;
  readonly open: (isOpen: boolean) => void;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** The host keeps each letter, so the note is there again after a reload. */
export function useNote({ id, draft = '' }: PermissionItem): NoteState {
  const { post } = useApp();
  const [text, setText] = useState(draft);
  const opened = useOpenedNote();
  const type = (typed: string): void => {
    setText(typed);
    post({ type: 'draftNote', id, text: typed });
  };
  return { ...opened, text, type };
}

/** Whether the box is open. It has the focus when it opens, and when the person asks for it once more. */
export function useOpenedNote(): Pick<NoteState, 'isOpen' | 'open' | 'box'> {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isOpen) box.current?.focus();
  }, [isOpen]);
  const open = (wanted: boolean): void => {
    setOpen(wanted);
    if (wanted) box.current?.focus();
  };
  return { isOpen, open, box };
}

interface PermissionNoteProps {
  readonly note: NoteState;
  readonly onClosed: () => void;
  /** The words of the note. A caller that says by itself when the note is too long leaves `longNote` out. */
  readonly words?: { readonly notePlaceholder: string; readonly youSay: string; readonly longNote?: string };
}

/** Esc closes the box and decides nothing. `onClosed` gets the focus. */
export function PermissionNote({ note, onClosed, words = permissionWords }: PermissionNoteProps) {
  const hintId = useId();
  const hint = words.longNote !== undefined && note.text.length > longestNote && (
    <p id={hintId} class="permissionText hint">
      {words.longNote}
    </p>
  );
  if (note.isOpen) {
    return (
      <div class="note permissionNote">
        <GrowingTextBox
          label={permissionWords.note}
          placeholder={words.notePlaceholder}
          text={note.text}
          boxRef={note.box}
          describedBy={hint === false ? undefined : hintId}
          onText={note.type}
          onKeyDown={event => {
            if (!isEscape(event)) return;
            event.preventDefault();
            event.stopPropagation();
            note.open(false);
            onClosed();
          }}
        />
        {hint}
      </div>
    );
  }
  return note.text.trim() === '' ? null : (
    <>
      <p class="permissionText permissionNoteText" dir="auto">
        <span class="hint">{words.youSay}</span> {note.text}
      </p>
      {hint}
    </>
  );
}

export function NoteButton({ note }: { readonly note: NoteState }) {
  const { addNote, changeNote } = permissionWords;
  return (
    <span class="noteButton">
      <Button
        appearance="quiet"
        label={note.text.trim() === '' ? addNote : changeNote}
        keyShortcut="n"
        expanded={note.isOpen}
        onPress={() => {
          note.open(true);
        }}
      />
      <kbd class="keyHint" aria-hidden="true">
        n
      </kbd>
    </span>
  );
}
