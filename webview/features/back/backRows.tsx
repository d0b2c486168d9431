// Where the conversation goes back: the buttons at a message of the person's, and the row of a chat that went back.
import { useContext, useRef } from 'preact/hooks';
import type { FeatureIntent } from '../../../src/shared/contract/featureIntents.js';
import type { WentBackItem } from '../../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { Icon } from '../../ui/icon.js';
import { SmallButton } from '../../ui/smallButton.js';
import { useNews } from '../news.js';
import { backWords as words } from './backWords.js';
import { useFocusKept } from '../../a11y/focusKept.js';
import { backTarget } from '../../a11y/focusTargets.js';

/** At a message that has reached Claude. */
export function BackButtons({ id }: { readonly id: string }) {
  const { focusTargets, post } = useApp();
  const act = (intent: FeatureIntent) => () => {
    post(intent);
    focusTargets.focus(backTarget);
  };
  return (
    <>
      <SmallButton label={words.edit} icon="edit" onPress={act({ type: 'askBack', id, edit: true })} />
      <SmallButton label={words.fork} icon="fork" onPress={act({ type: 'forkChat', id })} />
      <SmallButton label={words.button} icon="discard" onPress={act({ type: 'askBack', id })} />
    </>
  );
}

export function WentBackRow({ item }: { readonly item: WentBackItem }) {
  const { focusTargets, post, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const whole = useRef<HTMLDivElement>(null);
  useFocusKept(whole);
  const { id, text, branch, isQuestion, isOver, files } = item;
  const isGoing = useNews('back')?.isGoing === true;
  const isEarlier = branch !== undefined && isOver === true;
  // Where nothing was written there is nothing to bring back.
  const canUndo = branch !== undefined || (files !== undefined && files.state !== 'undone');
  return (
    <div ref={whole} class="notice level-info divides" role="note">
      <Icon name="discard" />
      <div class="noticeBody wentBack">
        <span dir="auto">{branch === undefined ? words.filesWent(text) : (isQuestion ? words.wentToQuestion : words.wentBack)(text)}</span>
        {files !== undefined && !(isGoing && files.state === 'writing') && (
          <span class="hint">{filesText(files, isEarlier ? words.earlier : words.undo)}</span>
        )}
        {canUndo && !readOnly && store.elsewhere.value === undefined && (
          <SmallButton
            label={isEarlier ? words.earlier : words.undoNamed}
            text={isEarlier ? words.earlier : words.undo}
            onPress={() => {
              post({ type: 'askForward', id, ...(branch !== undefined && { branch }) });
              focusTargets.focus(backTarget);
            }}
          />
        )}
      </div>
    </div>
  );
}

function filesText({ state, written, left }: NonNullable<WentBackItem['files']>, button: string): string {
  if (state === 'writing') return words.writing(button);
  const went = state === 'undone' ? words.undone(written) : words.written(written);
  return left === 0 ? went : `${went}, ${words.stayed(left)}`;
}
