// The body of a card that cannot be answered: not yet, not any more, or just now on its way.
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { canSendLost, outcomeText } from './outcome.js';
import { StillQuestion } from './stillQuestion.js';

export function StillCard({ item }: { readonly item: QuestionItem }) {
  const { post } = useApp();
  const { phase, questions, draft, reply, detail } = item;
  const sent = phase === 'sending' || phase === 'answered';
  return (
    <>
      {phase === 'announced' && <p class="outcome">{questions.length === 0 ? strings.question.writing : strings.question.ready}</p>}
      {outcomeText(item).map(sentence => (
        <p key={sentence} class="outcome">
          {sentence}
        </p>
      ))}
      {detail !== undefined && detail !== '' && (phase === 'refused' || phase === 'lost') && (
        <p class="outcome detail" dir="auto">
          {strings.question.itSaid(detail)}
        </p>
      )}
      {questions.map((asked, index) => (
        <StillQuestion
          key={index}
          asked={asked}
          given={phase === 'announced' ? undefined : draft[index]}
          sent={sent && reply === undefined}
        />
      ))}
      {reply !== undefined && (
        <div class="reply" role="group" aria-label={strings.question.yourReply}>
          <div class="hint">{strings.question.yourReply}</div>
          <div class="replyText" dir="auto">
            {reply}
          </div>
        </div>
      )}
      {canSendLost(item) && (
        <div class="cardFoot">
          <Button
            look="primary"
            label={strings.question.sendLost}
            onPress={() => {
              post({ type: 'sendLostAnswers', id: item.id });
            }}
          />
        </div>
      )}
    </>
  );
}
