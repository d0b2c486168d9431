// Questions to Claude about a card that waits, and the replies, shown on that card. Nothing here answers or ends the card. The host keeps
// what was asked; the component keeps what is typed, because the host sends back no letter of it.
import { isEscape } from '../../a11y/escapeKey.js';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AsideCard, AsideTurn } from '../../../src/shared/contract/news.js';
import { isAsideOf } from '../../../src/shared/contract/news.js';
import type { PermissionItem } from '../../../src/shared/transcript.js';
import type { NoteState } from '../../chat/permissionNote.js';
import type { QuestionPartProps } from '../../question/open/cardContract.js';
import { questionTitle, typeNote } from '../../question/model/draft.js';
import { useApp } from '../../state/context.js';
import { Button } from '../../ui/button.js';
import { GrowingTextBox } from '../../ui/growingTextBox.js';
import { Markdown } from '../../ui/markdownText.js';
import { SmallButton } from '../../ui/smallButton.js';
import { asideWords as words } from './asideWords.js';
import { useNews } from '../news.js';

/** Whether the key belongs to the box of a question to Claude, which Esc closes. */
export function isForAside({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-aside]') !== null;
}

/** A question of an MCP server, or of another agent, has no note, and its asker does not read the chat. */
export function AskBesideQuestion({ asked, index, state }: QuestionPartProps) {
  const given = state.given(index);
  if (state.elicitation !== undefined) return null;
  return (
    <AskBeside
      id={state.id}
      question={index}
      title={state.questions.length > 1 ? questionTitle(asked, index) : undefined}
      note={given.note}
      onNote={note => {
        state.change(index, typeNote(given, note));
      }}
    />
  );
}

export function AskBesidePermission({ item, note }: { readonly item: PermissionItem; readonly note: NoteState }) {
  return (
    <div class="permissionText">
      <AskBeside id={item.id} title={undefined} note={note.text} onNote={note.type} />
    </div>
  );
}

interface AskBesideProps extends AsideCard {
  /** Tells several questions of one card apart. */
  readonly title: string | undefined;
  /** The note that goes with the decision. */
  readonly note: string;
  readonly onNote: (note: string) => void;
}

function AskBeside(props: AskBesideProps) {
  const { id, question, title } = props;
  const { store } = useApp();
  const can = useNews('canAsk')?.can === true;
  const known = useNews('asides')?.asides.find(one => isAsideOf(one, { id, question }));
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  // Here, because the panel that is hidden is gone, and the host sends no letter back.
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const turns = known?.turns ?? [];
  const isOpen = opened ?? (turns.length > 0 || (known?.draft ?? '') !== '');
  useLayoutEffect(() => {
    // The control that replaces what the person has just left.
    if (pressed.current) frame.current?.querySelector<HTMLElement>(isOpen ? 'textarea' : 'button')?.focus();
    pressed.current = false;
  }, [isOpen]);
  if (store.elsewhere.value !== undefined || (!can && turns.length === 0 && !isOpen)) return null;
  const show = (shown: boolean): void => {
    pressed.current = true;
    setOpened(shown);
  };
  return (
    <div ref={frame} class="aside">
      <div class="smallActs">
        {isOpen ? (
          <SmallButton
            label={title === undefined ? words.hide : words.hideNamed(title)}
            text={words.hide}
            icon="close"
            onPress={() => show(false)}
          />
        ) : (
          <SmallButton
            label={title === undefined ? words.ask : words.askNamed(title)}
            text={words.ask}
            icon="question"
            onPress={() => show(true)}
          />
        )}
      </div>
      {isOpen && (
        <Panel
          {...props}
          can={can}
          turns={turns}
          draft={known?.draft ?? ''}
          typed={typed}
          setTyped={setTyped}
          onClosed={() => show(false)}
        />
      )}
    </div>
  );
}

interface PanelProps extends AskBesideProps {
  /** Whether a process runs that could reply. */
  readonly can: boolean;
  readonly turns: readonly AsideTurn[];
  /** The draft that the host keeps. */
  readonly draft: string;
  /** What is written since; undefined where the host's draft is shown. */
  readonly typed: string | undefined;
  readonly setTyped: (typed: string | undefined) => void;
  readonly onClosed: () => void;
}

function Panel({ id, question, title, note, onNote, can, turns, draft, typed, setTyped, onClosed }: PanelProps) {
  const { post, store } = useApp();
  const card = { id, ...(question !== undefined && { question }) };
  const text = typed ?? draft;
  const isAsking = turns.at(-1)?.state === 'asking';
  const whyOff = can ? (text.trim() === '' ? words.placeholder : undefined) : words.off;
  const ask = (asked: string): void => {
    if (!can || isAsking || asked.trim() === '') return;
    if (asked === text) setTyped('');
    post({ type: 'askAside', ...card, words: asked });
  };
  const cancel = (): void => {
    // The words that return come from the host.
    if (text === '') setTyped(undefined);
    post({ type: 'cancelAside', ...card });
  };
  return (
    <div role="group" class="asidePanel" aria-label={title === undefined ? words.panel : words.panelNamed(title)}>
      {turns.length === 0 && <p class="hint">{words.hint}</p>}
      <div aria-live="polite">
        {turns.map((turn, index) => (
          <Turn key={index} turn={turn} note={note} onNote={onNote} onAgain={can ? () => ask(turn.words) : undefined} />
        ))}
      </div>
      <div
        data-aside
        class="note"
        onKeyDown={event => {
          if (isEscape(event)) {
            event.preventDefault();
            event.stopPropagation();
            return onClosed();
          }
          if (!asksBy(event, store.preferences.value.ctrlEnterSends === true)) return;
          event.preventDefault();
          ask(text);
        }}
      >
        <GrowingTextBox
          label={title === undefined ? words.box : words.boxNamed(title)}
          placeholder={words.placeholder}
          text={text}
          onText={changed => {
            setTyped(changed);
            post({ type: 'draftAside', ...card, text: changed });
          }}
        />
      </div>
      {!can && <p class="hint">{words.off}</p>}
      {isAsking ? (
        <Button label={words.cancel} onPress={cancel} />
      ) : (
        <Button label={words.send} disabledReason={whyOff} onPress={() => ask(text)} />
      )}
    </div>
  );
}

/** Whether this key asks, as it sends a message. */
function asksBy({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent, ctrlEnterSends: boolean): boolean {
  if (key !== 'Enter' || altKey || shiftKey || isComposing) return false;
  return !ctrlEnterSends || ctrlKey || metaKey;
}

interface TurnProps {
  readonly turn: AsideTurn;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onAgain: (() => void) | undefined;
}

function Turn({ turn: { words: asked, state, reply = '' }, note, onNote, onAgain }: TurnProps) {
  const isTaken = state === 'replied' && note.includes(reply);
  return (
    <div class="asideTurn">
      <p class="asideAsked" dir="auto">
        <span class="hint">{words.you}</span> {asked}
      </p>
      {state === 'asking' && <p class="hint">{words.asking}</p>}
      {state === 'replied' && <Markdown text={reply} />}
      {state === 'replied' && (
        <div class="smallActs">
          <SmallButton
            label={isTaken ? words.taken : words.take}
            text={isTaken ? words.taken : words.take}
            disabled={isTaken}
            onPress={() => onNote(note.trim() === '' ? reply : `${note}\n\n${reply}`)}
          />
        </div>
      )}
      {(state === 'failed' || state === 'ended') && (
        <>
          <p class="problem">{words[state]}</p>
          {onAgain !== undefined && (
            <div class="smallActs">
              <SmallButton label={words.again} text={words.again} onPress={onAgain} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
