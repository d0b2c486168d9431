// The messages that wait in Parley, above the message box: what each waits for, and what the person can do with it.
import type { WaitingPromptItem } from '../../src/shared/transcript.js';
import { composerTarget } from '../a11y/focusTargets.js';
import { useApp } from '../state/context.js';
import { Button } from '../ui/button.js';
import { Attachments } from './attachments.js';
import { strings } from '../strings.js';

const words = strings.send;

export function WaitingMessages() {
  const { store } = useApp();
  const all = store.waiting.value;
  return (
    <ol class="waitingMessages" aria-label={words.waiting}>
      {all.map((message, position) => (
        <WaitingMessage key={message.id} message={message} position={position} />
      ))}
    </ol>
  );
}

function WaitingMessage({ message, position }: { readonly message: WaitingPromptItem; readonly position: number }) {
  const { store } = useApp();
  const { blocked } = store.status.value;
  const isAsked = blocked !== undefined && store.elsewhere.value === undefined;
  return (
    <li class="waitingMessage">
      {message.attachments !== undefined && <Attachments all={message.attachments} />}
      {message.text !== '' && (
        <div class="waitingText" dir="auto">
          {message.text}
        </div>
      )}
      <div class="hint">{isAsked ? words.untilAnswer : words.until[message.until]}</div>
      {store.elsewhere.value === undefined && <WaitingActs message={message} position={position} isAsked={isAsked} />}
    </li>
  );
}

interface WaitingActsProps {
  readonly message: WaitingPromptItem;
  readonly position: number;
  /** A question waits, so nothing is sent. */
  readonly isAsked: boolean;
}

function WaitingActs({ message: { id, until }, position, isAsked }: WaitingActsProps) {
  const { focusTargets, post, store } = useApp();
  const isIdle = store.status.value.turn === 'idle';
  const named = (act: string): string => words.of(act, position + 1);
  /** The row goes, and the focus with it. */
  const leave = (): void => {
    focusTargets.focus(composerTarget);
  };
  const hurry = (way: 'next' | 'now') => (): void => {
    post({ type: 'hurryPrompt', id, way });
    leave();
  };
  return (
    <div class="waitingActs">
      {!isAsked && isIdle && <Act label={named(words.send)} text={words.send} onPress={hurry('next')} />}
      {!isAsked && !isIdle && until !== 'now' && (
        <>
          {store.status.value.readsSteps === true && <Act label={named(words.ways.next)} text={words.ways.next} onPress={hurry('next')} />}
          <Act label={named(words.ways.now)} text={words.ways.now} onPress={hurry('now')} />
        </>
      )}
      <Act
        label={named(words.edit)}
        text={words.edit}
        onPress={() => {
          post({ type: 'editPrompt', id });
          leave();
        }}
      />
      <Act
        label={named(words.takeBack)}
        text={words.takeBack}
        onPress={() => {
          post({ type: 'takeBackPrompt', id });
          store.aside.value = words.takenBack;
          leave();
        }}
      />
      {store.waiting.value.length > 1 && <Moves id={id} position={position} />}
    </div>
  );
}

function Moves({ id, position }: { readonly id: string; readonly position: number }) {
  const { post, store } = useApp();
  const all = store.waiting.value.length;
  const move = (by: -1 | 1) => (): void => {
    post({ type: 'movePrompt', id, by });
    store.aside.value = words.place(position + by + 1, all);
  };
  return (
    <>
      <Button
        appearance="icon"
        icon="chevronUp"
        label={words.of(words.up, position + 1)}
        disabledReason={position === 0 ? words.isFirst : undefined}
        onPress={move(-1)}
      />
      <Button
        appearance="icon"
        icon="chevronDown"
        label={words.of(words.down, position + 1)}
        disabledReason={position === all - 1 ? words.isLast : undefined}
        onPress={move(1)}
      />
    </>
  );
}

function Act({ label, text, onPress }: { readonly label: string; readonly text: string; readonly onPress: () => void }) {
  return (
    <button type="button" class="rowAct" aria-label={label} onClick={onPress}>
      {text}
    </button>
  );
}
