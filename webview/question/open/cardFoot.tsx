// The foot of an open card: progress, and the actions on the whole set. When some questions have no answer, Submit asks once before
// anything is sent.
import { isMac } from '../../ui/platform.js';
import { Button } from '../../ui/button.js';
import { SmallButton } from '../../ui/smallButton.js';
import { ElicitationActs } from '../elicitation/askedByServer.js';
import type { CardState } from './cardContract.js';
import { countOf, missingTitles, pageBeside, progressWords } from '../model/submission.js';
import { questionWords } from '../words.js';

export function CardFoot({ state }: { readonly state: CardState }) {
  return (
    <div class="cardFoot openFoot" data-foot>
      {state.confirming ? <Confirmation state={state} /> : <Acts state={state} />}
    </div>
  );
}

function Acts({ state }: { readonly state: CardState }) {
  const { questions, progress, offBecause, tabs, page, reviewPage, elicitation } = state;
  return (
    <>
      <span class="submitReason hint">{hint(state)}</span>
      {tabs && page < reviewPage ? (
        <Button
          key="next"
          appearance="primary"
          label={questionWords.card.next}
          onPress={() => {
            state.goTo(pageBeside(progress, page, 1));
          }}
        />
      ) : elicitation === undefined ? (
        <Button key="submit" appearance="primary" label={questionWords.submit} disabledReason={offBecause} onPress={state.submit} />
      ) : null}
      {elicitation === undefined ? (
        <>
          <Button key="dismiss" appearance="quiet" label={questionWords.dismiss} onPress={state.dismiss} />
          <Button key="reply" appearance="quiet" icon="commentDiscussion" label={questionWords.reply} onPress={state.replyInChat} />
        </>
      ) : (
        <ElicitationActs state={state} />
      )}
      {questions.length > 1 && (
        <span key="layout" class="layoutToggle">
          <SmallButton
            label={tabs ? questionWords.card.allAtOnce : questionWords.card.oneAtATime}
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
  return open > 0 ? progressWords(progress) : questionWords.submitHint(modifier());
}

function modifier(): string {
  return isMac ? '⌘' : 'Ctrl';
}

/** Asks, in place of the foot, whether to send a set in which some questions have no answer. */
function Confirmation({ state }: { readonly state: CardState }) {
  const { questions, progress } = state;
  const [answered, skipped, left] = [countOf(progress, 'answered'), countOf(progress, 'skipped'), countOf(progress, 'notAnswered')];
  const words = questionWords.sendAnyway.ask(answered, skipped, answered + skipped + left);
  return (
    <div class="confirmation" role="group" aria-label={words}>
      <p>{words}</p>
      <p class="hint">{questionWords.sendAnyway.unanswered(missingTitles(questions, progress))}</p>
      <div class="confirmationActs">
        <Button key="send" appearance="primary" label={questionWords.sendAnyway.send} onPress={state.submit} />
        <Button key="back" appearance="secondary" label={questionWords.sendAnyway.goBack} onPress={state.goBack} />
      </div>
    </div>
  );
}
