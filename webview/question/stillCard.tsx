// The body of a card that cannot be answered: not any more, or just now on its way.
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { strings } from '../strings.js';
import { outcomeText } from './outcome.js';
import { ReadText } from './readText.js';
import { SetTitle } from './setTitle.js';
import { StillActs } from './stillActs.js';
import { StillQuestion } from './stillQuestion.js';

export function StillCard({ item }: { readonly item: QuestionItem }) {
  const { post } = useApp();
  const { id, phase, questions, draft, reply, detail, reads } = item;
  const sent = phase === 'sending' || phase === 'answered' || item.resent === true;
  return (
    <>
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
      <SetTitle title={item.title} />
      {questions.map((asked, index) => (
        <StillQuestion
          key={index}
          asked={asked}
          given={draft[index]}
          sent={sent && reply === undefined}
          onOpenPreview={option => {
            post({ type: 'openPreview', id, question: index, option });
          }}
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
      {reads !== undefined && (
        <ReadText summary={phase === 'sending' ? strings.question.willRead : strings.question.hasRead} text={reads} />
      )}
      <StillActs item={item} />
    </>
  );
}
