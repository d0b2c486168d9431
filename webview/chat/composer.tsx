// The message box: a prompt, or a reply to a question. Drafting and Stop always work; Send says why it is off.
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';
import { Fragment } from 'preact';
import type { ReturnReason, SendWay } from '../../src/shared/chatStatus.js';
import { pastedFiles } from '../images/givenFiles.js';
import { useApp } from '../state/context.js';
import { AboveComposer } from '../features/aboveComposer.js';
import { stoppedMessage } from '../features/back/editStopped.js';
import { ElsewhereLine } from './elsewhereLine.js';
import { WaitingMessages } from './waitingMessages.js';
import { WritingAids } from '../features/mentions/writingAids.js';
import { SendWays, SendWaysButton } from './sendWays.js';
import { ContextRing } from '../features/meters/contextRing.js';
import { SteeringNotes, SteeringRow } from '../features/steering/steeringRow.js';
import { WorkFolder, WorkFolderNote } from '../features/workFolder/workFolder.js';
import { showsPastMessage } from './pastMessages.js';
import { CommentChip } from '../features/comments/commentChip.js';
import { Attachments } from './attachments.js';
import { focusConversation, useFocusKept } from '../a11y/focusKept.js';
import { backTarget, composerTarget } from '../a11y/focusTargets.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { GrowingTextBox } from '../ui/growingTextBox.js';
import { ProgressRing } from '../ui/marks.js';

export function Composer() {
  const { composer, focusTargets, post, store } = useApp();
  const box = useRef<HTMLTextAreaElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const reasonId = useId();
  const because = composer.blockedBecause.value;
  const replying = composer.replyTarget.value !== undefined;
  const chat = store.chat.value;
  useLayoutEffect(() => focusTargets.register(composerTarget, () => box.current?.focus()), [focusTargets]);
  useFocusKept(place);
  return (
    // All but the box begins anew with each chat: what is open or has the focus in one acts on nothing in the next.
    <div ref={place} class="composerPlace">
      <StatusLine key={`status ${chat}`} reasonId={reasonId} because={because} />
      <div ref={whole} class="composer">
        <Fragment key={`above ${chat}`}>
          <AboveComposer />
          <ElsewhereLine />
          <ReplyLine />
          {store.returned.value !== undefined && <ReturnedLine because={store.returned.value} />}
          {store.waiting.value.length > 0 && <WaitingMessages />}
          <AddedContext whole={whole} box={box} replying={replying} />
        </Fragment>
        {/* Stays with the box, whose keys it hears. */}
        <WritingAids whole={whole} box={box} />
        <GrowingTextBox
          boxRef={box}
          label={strings.composer.name}
          placeholder={
            replying ? strings.composer.replyPlaceholder : because === strings.blocked.agents ? '' : strings.composer.placeholder
          }
          describedBy={because === undefined ? undefined : reasonId}
          text={composer.text.value}
          onText={text => {
            composer.type(text);
          }}
          onKeyDown={event => {
            // Enter confirms the word of an input method, and Escape leaves it. VS Code listens on the page, and must not hear these keys either.
            if (event.isComposing) return event.stopPropagation();
            if (event.key === 'Backspace' && !event.repeat && box.current?.value === '' && focusRemove(whole.current, -1))
              event.preventDefault();
            const stopped = stoppedMessage(event, composer, store);
            if (stopped !== undefined) {
              event.preventDefault();
              post({ type: 'askBack', id: stopped, edit: true });
              return focusTargets.focus(backTarget);
            }
            if (box.current !== null && showsPastMessage(event, box.current, composer, store)) event.preventDefault();
            const way = wayOf(event, store.preferences.value.ctrlEnterSends === true);
            if (way === undefined) return;
            event.preventDefault();
            // The key that has answered a card is still held down, and the focus has come here meanwhile.
            if (!event.repeat) composer.send(way);
          }}
          onPaste={event => {
            if (composer.addFiles(pastedFiles(event.clipboardData))) event.preventDefault();
          }}
        />
        <Fragment key={`below ${chat}`}>
          {composer.choosingWay.value && <SendWays />}
          <WorkFolderNote />
          <SteeringNotes />
          <div class="composerFoot">
            <Button
              appearance="icon"
              icon="add"
              label={strings.composer.addContext}
              onPress={() => {
                post({ type: 'addContext' });
              }}
            />
            <SteeringRow />
            <ContextRing />
            <ComposerActs because={because} />
          </div>
        </Fragment>
      </div>
    </div>
  );
}

/** How this key sends; undefined where it does not. */
function wayOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, ctrlEnterSends: boolean): SendWay | undefined {
  if (key !== 'Enter') return undefined;
  if (altKey) return shiftKey ? 'now' : 'next';
  return !shiftKey && (!ctrlEnterSends || ctrlKey || metaKey) ? 'after' : undefined;
}

interface AddedContextProps {
  readonly whole: RefObject<HTMLDivElement | null>;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly replying: boolean;
}

/** The chips, and what is to be said of the images among them. */
function AddedContext({ whole, box, replying }: AddedContextProps) {
  const { composer, store } = useApp();
  const removed = useRef<number | undefined>(undefined);
  const all = composer.attachments.value;
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    // The focus was on a button that is gone.
    if (!focusRemove(whole.current, Math.min(removed.current, all.length - 1))) box.current?.focus();
    removed.current = undefined;
  }, [all]);
  return (
    <>
      <CommentChip box={box} />
      <Attachments
        all={all}
        onRemove={position => {
          const one = all[position];
          removed.current = position;
          if (one !== undefined) composer.remove(one.id);
        }}
      />
      {composer.preparing.value && (
        <p class="hint" role="status">
          {strings.composer.preparing}
        </p>
      )}
      {/* Another agent gets the image itself. */}
      {replying && store.status.value.blocked !== 'agents' && all.some(({ kind }) => kind === 'image') && (
        <p class="hint">{strings.composer.replyImages}</p>
      )}
      {composer.imageProblem.value !== undefined && (
        <p class="problem" role="alert">
          {composer.imageProblem.value}
        </p>
      )}
    </>
  );
}

/** Focuses the button that removes the chip at this position (-1: the last). False where there is none. */
function focusRemove(whole: HTMLElement | null, position: number): boolean {
  const button = [...(whole?.querySelectorAll<HTMLElement>('.attachments .attachmentRemove') ?? [])].at(position);
  button?.focus();
  return button !== undefined;
}

function ReplyLine() {
  const { composer, focusTargets } = useApp();
  const line = useRef<HTMLDivElement>(null);
  useFocusKept(line);
  const target = composer.replyTarget.value;
  if (target === undefined) return null;
  return (
    <div ref={line} class="replyLine">
      <span class="replyTo">{strings.composer.replyingTo(target.titles)}</span>
      <Button
        appearance="quiet"
        label={strings.composer.cancel}
        onPress={() => {
          composer.cancelReply();
          focusTargets.focus(composerTarget);
        }}
      />
    </div>
  );
}

interface StatusProps {
  readonly reasonId: string;
  readonly because: string | undefined;
}

/** Always one line high, so that the message box stays where it is. */
function StatusLine({ reasonId, because }: StatusProps) {
  return (
    <div class="statusLine">
      <ComposerStatus reasonId={reasonId} because={because} />
      <WorkFolder />
      <JumpToLatest />
    </div>
  );
}

function ComposerStatus({ reasonId, because }: StatusProps) {
  const { composer, store } = useApp();
  const { turn, waiting, note } = store.status.value;
  if (because !== undefined) {
    // Why Send is off matters to whoever has written something; until then the state is shown.
    const hidden = waiting === true && composer.text.value === '';
    return (
      <>
        {hidden && <StatusText text={strings.composer.waiting} />}
        <span id={reasonId} class={hidden ? 'visuallyHidden' : 'composerState'} title={because}>
          {because}
        </span>
      </>
    );
  }
  if (waiting === true) return <StatusText text={strings.composer.waiting} />;
  return (
    <>
      {turn !== 'idle' && <ProgressRing />}
      <StatusText text={note ?? strings.turn[turn]} />
    </>
  );
}

function StatusText({ text }: { readonly text: string }) {
  return (
    <span class="composerState" title={text}>
      {text}
    </span>
  );
}

function ComposerActs({ because }: { readonly because: string | undefined }) {
  const { composer, post, store } = useApp();
  const { turn } = store.status.value;
  const acts = useRef<HTMLDivElement>(null);
  useFocusKept(acts);
  const offReason = composer.preparing.value ? strings.composer.preparing : strings.composer.nothingToSend;
  return (
    <div ref={acts} class="composerActs">
      {turn !== 'idle' && store.elsewhere.value === undefined && (
        <Button
          appearance="icon"
          icon="stop"
          label={strings.composer.stop}
          disabledReason={turn === 'stopping' ? strings.turn.stopping : undefined}
          onPress={() => {
            post({ type: 'interrupt' });
          }}
        />
      )}
      <Button
        appearance="send"
        icon="send"
        label={strings.composer.send}
        disabledReason={because ?? (composer.canSend.value ? undefined : offReason)}
        onPress={() => {
          composer.send('after');
        }}
      />
      {SendWaysButton && turn !== 'idle' && store.elsewhere.value === undefined && because === undefined && (
        <SendWaysButton offReason={composer.canSend.value ? undefined : offReason} />
      )}
    </div>
  );
}

/** Here it covers nothing, and nothing moves when it comes or goes. */
function JumpToLatest() {
  const { scroll, store } = useApp();
  if (scroll.following.value || store.conversation.slots.value.length === 0) return null;
  return (
    <Button
      appearance="icon"
      label={strings.chat.jumpToLatest}
      icon="arrowDown"
      onPress={() => {
        scroll.jumpToLatest();
        // The button goes, and the focus with it.
        focusConversation();
      }}
    />
  );
}

/** Why words have returned to the message box. */
function ReturnedLine({ because }: { readonly because: ReturnReason }) {
  return <div class="returnedLine">{strings.returned[because]}</div>;
}
