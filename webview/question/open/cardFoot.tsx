// The foot of an open card: progress, and the actions on the whole set. When some questions have no answer, Submit asks once before
// anything is sent.
import { strings } from '../../strings.js';
import { isMac } from '../../ui/platform.js';
import { Button } from '../../ui/button.js';
import { SmallButton } from '../../ui/smallButton.js';
import type { CardState } from './cardState.js';
import { missingTitles } from '../model/draft.js';
import { progressWords } from '../model/submission.js';

export function CardFoot({ state }: { readonly state: CardState }) {
  return (
    <div class="cardFoot openFoot" data-foot>
      {state.confirming ? <Confirmation state={state} /> : <Acts state={state} />}
    </div>
  );
}

function Acts({ state }: { readonly state: CardState }) {
  const { questions, offBecause, tabs, page, reviewPage } = state;
  return (
    <>
      <span class="submitReason hint">{hint(state)}</span>
      {tabs && page < reviewPage ? (
        <Button
          key="next"
          appearance="primary"
          label={strings.card.next}
          onPress={() => {
            state.goTo(page + 1);
          }}
        />
      ) : (
        <Button key="submit" appearance="primary" label={strings.question.submit} disabledReason={offBecause} onPress={state.submit} />
      )}
      <Button key="dismiss" appearance="quiet" label={strings.question.dismiss} onPress={state.dismiss} />
      <Button key="reply" appearance="quiet" icon="commentDiscussion" label={strings.question.reply} onPress={state.replyInChat} />
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
function hint({ questions, draft, offBecause }: CardState): string {
  if (offBecause !== undefined) return offBecause;
  const open = missingTitles(questions, draft).length;
  return open > 0 ? progressWords(questions, draft) : strings.question.submitHint(modifier());
}

function Confirmation({ state }: { readonly state: CardState }) {
  const { questions, draft } = state;
  const words = strings.card.sendAnyway(progressWords(questions, draft));
  return (
    <div class="confirmation" role="group" aria-label={words}>
      <p>{words}</p>
      <p class="hint">{strings.card.unanswered(missingTitles(questions, draft))}</p>
      <div class="confirmationActs">
        <Button key="send" appearance="primary" label={strings.card.send} onPress={state.submit} />
        <Button key="back" appearance="secondary" label={strings.card.goBack} onPress={state.goBack} />
      </div>
    </div>
  );
}

function modifier(): string {
  return isMac ? '⌘' : 'Ctrl';
}
