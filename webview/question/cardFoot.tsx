// The foot of an open card: how far one is, and what one can do with all of it. When some questions have no answer, Submit
// asks here, once, before anything is sent.
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { SmallButton } from '../ui/smallButton.js';
import type { CardState } from './cardState.js';
import { missingTitles, titlesOf } from './draft.js';
import { answeredCount } from './submission.js';

export function CardFoot({ state }: { readonly state: CardState }) {
  return (
    <div class="cardFoot" data-foot>
      {state.confirming ? <Confirmation state={state} /> : <Acts state={state} />}
    </div>
  );
}

function Acts({ state }: { readonly state: CardState }) {
  const { questions, offBecause, tabs, page, reviewPage } = state;
  return (
    <>
      <div class="submitReason hint">
        <span>{hint(state)}</span>
        {/* Keeps the room that the longest reason needs, so that nothing moves under the pointer while one answers. */}
        <span class="room" aria-hidden="true">
          {strings.question.missing(titlesOf(questions))}
        </span>
      </div>
      {tabs && page < reviewPage ? (
        <Button
          key="next"
          look="primary"
          label={strings.card.next}
          onPress={() => {
            state.goTo(page + 1);
          }}
        />
      ) : (
        <Button key="submit" look="primary" label={strings.question.submit} offBecause={offBecause} onPress={state.submit} />
      )}
      <Button key="dismiss" look="quiet" label={strings.question.dismiss} onPress={state.dismiss} />
      <Button key="reply" look="quiet" label={strings.question.reply} onPress={state.replyInChat} />
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

/** Why Submit is off; when it is on, what is still open, or the key for it. */
function hint({ questions, draft, offBecause }: CardState): string {
  if (offBecause !== undefined) return offBecause;
  const open = missingTitles(questions, draft).length;
  return open > 0 ? strings.question.progress(answeredCount(questions, draft), questions.length) : strings.question.submitHint(modifier());
}

function Confirmation({ state }: { readonly state: CardState }) {
  const { questions, draft } = state;
  const words = strings.card.sendThese(answeredCount(questions, draft), questions.length);
  return (
    <div class="confirmation" role="group" aria-label={words}>
      <p>{words}</p>
      <p class="hint">{strings.card.unanswered(missingTitles(questions, draft))}</p>
      <div class="confirmationActs">
        <Button key="send" look="primary" label={strings.card.send} onPress={state.submit} />
        <Button key="back" look="secondary" label={strings.card.goBack} onPress={state.goBack} />
      </div>
    </div>
  );
}

function modifier(): string {
  return /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
