// The messages that wait in Parley, above the message box: what each waits for, and what the person can do with it.
import type { WaitingPromptItem } from '../../src/shared/chatStatus.js';
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
      <div class="waitingLine">
        <span class="hint">{isAsked ? words.untilAnswer : words.until[message.until]}</span>
        {store.elsewhere.value === undefined && <Changes id={message.id} position={position} />}
      </div>
      {!isAsked && store.elsewhere.value === undefined && <Hurries message={message} position={position} />}
    </li>
  );
}

interface ActsProps {
  readonly message: WaitingPromptItem;
  readonly position: number;
}

const named = (act: string, position: number): string => words.of(act, position + 1);

/** What sends the message earlier. */
function Hurries({ message: { id, until }, position }: ActsProps) {
  const { focusTargets, post, store } = useApp();
  const { turn, readsSteps } = store.status.value;
  if (turn !== 'idle' && until === 'now') return null;
  const act = (text: string, way: 'next' | 'now') => (
    <button
      type="button"
      class="rowAct"
      aria-label={named(text, position)}
      onClick={() => {
        post({ type: 'hurryPrompt', id, way });
        // The row goes, and the focus with it.
        focusTargets.focus(composerTarget);
      }}
    >
      {text}
    </button>
  );
  return (
    <div class="waitingActs">
      {turn === 'idle' && act(words.send, 'next')}
      {turn !== 'idle' && readsSteps === true && act(words.ways.next, 'next')}
      {turn !== 'idle' && act(words.ways.now, 'now')}
    </div>
  );
}

/** What changes the message, or its place. */
function Changes({ id, position }: { readonly id: string; readonly position: number }) {
  const { focusTargets, post, store } = useApp();
  return (
    <span class="waitingChanges">
      <Button
        appearance="icon"
        icon="edit"
        label={named(words.edit, position)}
        onPress={() => {
          post({ type: 'editPrompt', id });
          focusTargets.focus(composerTarget);
        }}
      />
      <Button
        appearance="icon"
        icon="close"
        label={named(words.takeBack, position)}
        onPress={() => {
          post({ type: 'takeBackPrompt', id });
          focusTargets.focus(composerTarget);
        }}
      />
      {store.waiting.value.length > 1 && <Moves id={id} position={position} />}
    </span>
  );
}

function Moves({ id, position }: { readonly id: string; readonly position: number }) {
  const { post, store } = useApp();
  const all = store.waiting.value;
  const move = (by: -1 | 1) => (): void => {
    post({ type: 'movePrompt', id, by });
    store.say(words.place(position + by + 1, all.length));
  };
  /** What goes once Claude stops keeps its place in front of the others. */
  const isUrgent = (by: -1 | 0 | 1): boolean => all[position + by]?.until === 'now';
  const urgent = isUrgent(0) ? words.until.now : undefined;
  return (
    <>
      <Button
        appearance="icon"
        icon="chevronUp"
        label={named(words.up, position)}
        disabledReason={position === 0 ? words.isFirst : isUrgent(-1) ? words.isBehindUrgent : urgent}
        onPress={move(-1)}
      />
      <Button
        appearance="icon"
        icon="chevronDown"
        label={named(words.down, position)}
        disabledReason={position === all.length - 1 ? words.isLast : urgent}
        onPress={move(1)}
      />
    </>
  );
}
