// Where the conversation goes back: the button at a message of the person's, and the row of a chat that went back.
import { useContext } from 'preact/hooks';
import type { WentBackItem } from '../../../src/shared/ownItems.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { Icon } from '../../ui/icon.js';
import { SmallButton } from '../../ui/smallButton.js';
import { useNews } from '../news.js';
import { backWords as words } from './backWords.js';
import { backTarget } from './goBackCard.js';

/** At a message that has reached Claude. */
export function GoBackButton({ id }: { readonly id: string }) {
  const { focusTargets, post } = useApp();
  return (
    <SmallButton
      label={words.button}
      icon="discard"
      onPress={() => {
        post({ type: 'askBack', id });
        focusTargets.focus(backTarget);
      }}
    />
  );
}

export function WentBackRow({ item }: { readonly item: WentBackItem }) {
  const { focusTargets, post, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const { id, text, branch, isOver, files } = item;
  const isGoing = useNews('back')?.isGoing === true;
  const isEarlier = branch !== undefined && isOver === true;
  // Where nothing was written there is nothing to bring back.
  const canUndo = branch !== undefined || (files !== undefined && files.state !== 'undone');
  return (
    <div class="notice level-info divides" role="note">
      <Icon name="discard" />
      <div class="noticeBody wentBack">
        <span dir="auto">{branch === undefined ? words.filesWent(text) : words.wentBack(text)}</span>
        {files !== undefined && !(isGoing && files.state === 'writing') && <span class="hint">{filesText(files)}</span>}
        {canUndo && !readOnly && store.elsewhere.value === undefined && (
          <SmallButton
            label={isEarlier ? words.earlier : words.undoNamed}
            text={isEarlier ? words.earlier : words.undo}
            onPress={() => {
              post({ type: 'askForward', id });
              focusTargets.focus(backTarget);
            }}
          />
        )}
      </div>
    </div>
  );
}

function filesText({ state, written, left }: NonNullable<WentBackItem['files']>): string {
  if (state === 'writing') return words.writing;
  const went = state === 'undone' ? words.undone(written) : words.written(written);
  return left === 0 ? went : `${went}, ${words.stayed(left)}`;
}
