// The actions on an ended card.
import { useContext } from 'preact/hooks';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { backTarget, composerTarget } from '../../a11y/focusTargets.js';
import { Button } from '../../ui/button.js';
import { changePrompt } from '../model/changePrompt.js';
import { CopyAnswer } from '../../chat/copyAnswer.js';
import { canChange, canSendLost, isNotFetched } from '../model/outcome.js';
import { questionWords } from '../words.js';

export function ReadOnlyActions({ item }: { readonly item: QuestionItem }) {
  const { post, composer, focusTargets, store } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const sendable = canSendLost(item) && !readOnly;
  if (isNotFetched(item) && item.reads !== undefined)
    return (
      <div class="cardFoot">
        <CopyAnswer text={item.reads} label={questionWords.agent.copy} />
      </div>
    );
  if (!sendable && !canChange(item)) return null;
  // A subagent's question is in a conversation of its own.
  const canAgain = canChange(item) && item.agent === undefined && store.elsewhere.value === undefined;
  return (
    <div class="cardFoot">
      {sendable && (
        <Button
          appearance="primary"
          label={questionWords.sendLost}
          onPress={() => {
            post({ type: 'sendLostAnswers', id: item.id });
          }}
        />
      )}
      {canChange(item) && (
        <Button
          appearance="secondary"
          label={questionWords.change}
          onPress={() => {
            composer.prepare(changePrompt(item));
            focusTargets.focus(composerTarget);
          }}
        />
      )}
      {canAgain && (
        <>
          <Button
            appearance="secondary"
            label={questionWords.again}
            onPress={() => {
              post({ type: 'askBack', id: item.id, edit: true });
              focusTargets.focus(backTarget);
            }}
          />
          <p class="hint">{questionWords.changeOrAgain}</p>
        </>
      )}
    </div>
  );
}
