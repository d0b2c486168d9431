// What became of a message that was sent while Claude worked, below its row.
import { useContext } from 'preact/hooks';
import type { PromptItem } from '../../src/shared/transcript.js';
import { composerTarget } from '../a11y/focusTargets.js';
import { ReadOnlyRows, useApp } from '../state/context.js';
import { strings } from '../strings.js';

const words = strings.send;

export function PromptNote({ item }: { readonly item: PromptItem }) {
  const { focusTargets, post } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const isTakenBack = item.state === 'takenBack';
  const said = isTakenBack ? words.takenBack : words[item.queue ?? 'next'];
  return (
    <div class="hint promptNote">
      <span>{said}</span>
      {!readOnly && item.canTakeBack === true && (
        <button
          type="button"
          class="rowAct"
          onClick={() => {
            post({ type: 'takeBackPrompt', id: item.id });
            focusTargets.focus(composerTarget);
          }}
        >
          {words.takeBack}
        </button>
      )}
      {!readOnly && isTakenBack && (
        <button
          type="button"
          class="rowAct"
          onClick={() => {
            post({ type: 'editPrompt', id: item.id });
            focusTargets.focus(composerTarget);
          }}
        >
          {words.edit}
        </button>
      )}
    </div>
  );
}
