// Where the person writes to Claude: a prompt, or a reply to a question. Drafting and Stop work always; Send says why not.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../context.js';
import { composerTarget } from '../focusTargets.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { GrowingTextBox } from '../ui/growingTextBox.js';
import { ProgressRing } from '../ui/marks.js';

export function Composer() {
  const { composer, focusTargets, post } = useApp();
  const box = useRef<HTMLTextAreaElement>(null);
  const reasonId = useId();
  const because = composer.blockedBecause.value;
  const replying = composer.replyTarget.value !== undefined;
  useLayoutEffect(() => focusTargets.register(composerTarget, () => box.current?.focus()), [focusTargets]);
  return (
    <div class="composer">
      <ElsewhereLine />
      <ReplyLine />
      <ReturnedLine />
      <GrowingTextBox
        boxRef={box}
        label={strings.composer.name}
        placeholder={replying ? strings.composer.replyPlaceholder : strings.composer.placeholder}
        describedBy={because === undefined ? undefined : reasonId}
        text={composer.text.value}
        onText={text => {
          composer.type(text);
        }}
        onKeyDown={event => {
          // While an input method is composing, Enter takes its word.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          composer.send();
        }}
      />
      <div class="composerFoot">
        <Button
          look="icon"
          icon="add"
          label={strings.composer.newChat}
          onPress={() => {
            post({ type: 'newChat' });
          }}
        />
        <ComposerState reasonId={reasonId} because={because} />
        <ComposerActs because={because} />
      </div>
    </div>
  );
}

/** Somebody else has the session: what is shown is a picture. */
function ElsewhereLine() {
  const { post, store } = useApp();
  const elsewhere = store.elsewhere.value;
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (elsewhere === undefined) setAsked(false);
  }, [elsewhere]);
  if (elsewhere === undefined) return null;
  const works = store.status.value.turn === 'idle' ? '' : strings.elsewhere.works;
  return (
    <div class="replyLine">
      <span class="replyTo">
        {strings.elsewhere[elsewhere]} {works}
      </span>
      <Button
        look="quiet"
        label={asked ? strings.elsewhere.takingOver : strings.elsewhere.takeOver}
        offBecause={asked ? strings.elsewhere.takingOver : undefined}
        onPress={() => {
          setAsked(true);
          post({ type: 'takeOver' });
        }}
      />
    </div>
  );
}

function ReplyLine() {
  const { composer, focusTargets } = useApp();
  const target = composer.replyTarget.value;
  if (target === undefined) return null;
  return (
    <div class="replyLine">
      <span class="replyTo">{strings.composer.replyingTo(target.titles)}</span>
      <Button
        look="quiet"
        label={strings.composer.cancel}
        onPress={() => {
          composer.cancelReply();
          focusTargets.focus(composerTarget);
        }}
      />
    </div>
  );
}

function ReturnedLine() {
  const because = useApp().store.returned.value;
  return because === undefined ? null : <div class="returnedLine">{strings.returned[because]}</div>;
}

function ComposerState({ reasonId, because }: { readonly reasonId: string; readonly because: string | undefined }) {
  const { turn } = useApp().store.status.value;
  if (because !== undefined) {
    return (
      <span id={reasonId} class="composerState">
        {because}
      </span>
    );
  }
  return (
    <span class="composerState">
      {turn !== 'idle' && <ProgressRing />}
      {strings.turn[turn]}
    </span>
  );
}

function ComposerActs({ because }: { readonly because: string | undefined }) {
  const { composer, post, store } = useApp();
  const { turn } = store.status.value;
  return (
    <div class="composerActs">
      {turn !== 'idle' && store.elsewhere.value === undefined && (
        <Button
          look="icon"
          icon="stop"
          label={strings.composer.stop}
          offBecause={turn === 'stopping' ? strings.turn.stopping : undefined}
          onPress={() => {
            post({ type: 'interrupt' });
          }}
        />
      )}
      <Button
        look="send"
        icon="send"
        label={strings.composer.send}
        offBecause={because ?? (composer.canSend.value ? undefined : strings.composer.nothingToSend)}
        onPress={() => {
          composer.send();
        }}
      />
    </div>
  );
}
