// The note to an answer, and the button that skips the question.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../../../src/shared/question.js';
import { SmallButton } from '../../ui/smallButton.js';
import { askerWordsOf } from '../askerWordsOf.js';
import type { CardState } from './cardContract.js';
import { questionTitle, toggleSkipped, typeNote } from '../model/draft.js';
import { WordsBox } from './wordsBox.js';
import { questionWords } from '../words.js';

interface NoteAndSkipProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
}

export function NoteAndSkip({ asked, index, state }: NoteAndSkipProps) {
  const [wanted, setWanted] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const given = state.given(index);
  const { elicitation } = state;
  // A field that is optional may hold a default, which has to be left out by an act.
  const canSkip = asked.required !== true && (elicitation !== undefined || state.questions.length > 1);
  const title = questionTitle(asked, index);
  const open = wanted || given.note !== '';
  useLayoutEffect(() => {
    // Focus the control that replaces the button the person has just pressed.
    if (pressed.current) frame.current?.querySelector<HTMLElement>(open ? 'textarea' : 'button')?.focus();
    pressed.current = false;
  }, [open]);
  const show = (shown: boolean): void => {
    pressed.current = true;
    setWanted(shown);
  };
  return (
    <div ref={frame} class="noteAndSkip">
      <div class="smallActs">
        {elicitation !== undefined ? null : open ? (
          <span class="hint" aria-hidden="true">
            {questionWords.card.noteLabel}
          </span>
        ) : (
          <SmallButton
            label={questionWords.card.addNoteTo(title)}
            text={questionWords.card.addNote}
            icon="add"
            onPress={() => {
              show(true);
            }}
          />
        )}
        {open && given.note === '' && (
          <SmallButton
            label={questionWords.card.hideNote(title)}
            icon="close"
            onPress={() => {
              show(false);
            }}
          />
        )}
        {canSkip && (
          <SmallButton
            label={questionWords.card.skipNamed(title)}
            text={questionWords.card.skip}
            pressed={given.skipped}
            onPress={() => {
              state.change(index, toggleSkipped(given));
            }}
          />
        )}
        {given.skipped && <span class="hint">{askerWordsOf(state)?.skipHint ?? questionWords.card.skipHint}</span>}
      </div>
      {open && (
        <div class="note">
          <WordsBox
            {...{ state, index }}
            field="note"
            label={questionWords.card.note(title)}
            placeholder={questionWords.card.notePlaceholder}
            referenceLabel={questionWords.card.addReferenceToNote(title)}
            onText={note => {
              // An emptied box stays until the person removes it.
              setWanted(true);
              state.change(index, typeNote(given, note));
            }}
          />
        </div>
      )}
    </div>
  );
}
