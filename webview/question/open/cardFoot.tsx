// The foot of an open card: progress, and the actions on the whole set. When some questions have no answer, Submit asks once before
// anything is sent.
import { strings } from '../../strings.js';
import { isMac } from '../../ui/platform.js';
import { Button } from '../../ui/button.js';
import { SmallButton } from '../../ui/smallButton.js';
import { later } from '../../state/laterCode.js';
import type { CardState } from './cardContract.js';
import { missingTitles, pageBeside, progressWords } from '../model/submission.js';

export function CardFoot({ state }: { readonly state: CardState }) {
  const Confirmation = later.value?.Confirmation;
  return (
    <div class="cardFoot openFoot" data-foot>
      {!state.confirming ? <Acts state={state} /> : Confirmation && <Confirmation state={state} />}
    </div>
  );
}

function Acts({ state }: { readonly state: CardState }) {
  const { questions, progress, offBecause, tabs, page, reviewPage, elicitation } = state;
  const ServerActs = later.value?.ElicitationActs;
  return (
    <>
      <span class="submitReason hint">{hint(state)}</span>
      {tabs && page < reviewPage ? (
        <Button
          key="next"
          appearance="primary"
          label={strings.card.next}
          onPress={() => {
            state.goTo(pageBeside(progress, page, 1));
          }}
        />
      ) : elicitation === undefined ? (
        <Button key="submit" appearance="primary" label={strings.question.submit} disabledReason={offBecause} onPress={state.submit} />
      ) : null}
      {elicitation === undefined ? (
        <>
          <Button key="dismiss" appearance="quiet" label={strings.question.dismiss} onPress={state.dismiss} />
          <Button key="reply" appearance="quiet" icon="commentDiscussion" label={strings.question.reply} onPress={state.replyInChat} />
        </>
      ) : (
        ServerActs && <ServerActs state={state} />
      )}
      {questions.length > 1 && (
        <span key="layout" class="layoutToggle">
          <SmallButton
            label={tabs ? strings.card.allAtOnce : strings.card.oneAtATime}
            icon={tabs ? 'listFlat' : 'browser'}
            onPress={state.switchLayout}
          />
        </span>
      )}
    </>
  );
}

/** The reason why Submit is off; when it is on, the open questions, or the key for Submit. */
function hint({ questions, progress, offBecause, elicitation }: CardState): string {
  if (offBecause !== undefined) return offBecause;
  if (elicitation?.page !== undefined) return '';
  const open = missingTitles(questions, progress).length;
  return open > 0 ? progressWords(progress) : strings.question.submitHint(modifier());
}

function modifier(): string {
  return isMac ? '⌘' : 'Ctrl';
}
