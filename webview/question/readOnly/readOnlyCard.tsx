// The body of a card that cannot be answered, because it is being sent or is over.
import { useContext } from 'preact/hooks';
import { askedNow } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { AskedByAgent } from '../agents/askedByAgent.js';
import { AskedByServer } from '../elicitation/askedByServer.js';
import { askerWordsOf } from '../askerWordsOf.js';
import { ReadText } from '../readText.js';
import { QuestionSetTitle } from '../questionSetTitle.js';
import { ReadOnlyActions } from './readOnlyActions.js';
import { WordsAndImages } from './wordsAndImages.js';
import { ReadOnlyQuestion } from './readOnlyQuestion.js';
import { questionWords } from '../words.js';
import type { AskerWords } from '../model/asker.js';
import { canSendLost, endReasonOf, isClaudes } from '../model/outcome.js';

export function ReadOnlyCard({ item }: { readonly item: QuestionItem }) {
  const { post } = useApp();
  const readOnly = useContext(ReadOnlyRows);
  const { id, phase, questions, draft, reply, detail, reads } = item;
  const sent = phase === 'sending' || phase === 'answered' || item.resent === true;
  return (
    <>
      {outcomeText(item, askerWordsOf(item)).map(sentence => (
        <p key={sentence} class="outcome">
          {sentence}
        </p>
      ))}
      {detail !== undefined && detail !== '' && (phase === 'refused' || phase === 'lost') && (
        <p class="outcome detail" dir="auto">
          {questionWords.itSaid(detail)}
        </p>
      )}
      {item.otherAgent && <AskedByAgent agent={item.otherAgent} />}
      {item.elicitation && <AskedByServer elicitation={item.elicitation} over />}
      <QuestionSetTitle title={item.title} />
      {askedNow(questions, draft).map((isAsked, index) => (
        <ReadOnlyQuestion
          key={index}
          id={id}
          asked={isAsked ? questions[index] : undefined}
          given={draft[index]}
          sent={sent && reply === undefined}
          onOpenPreview={
            readOnly
              ? undefined
              : option => {
                  post({ type: 'openPreview', id, question: index, option });
                }
          }
        />
      ))}
      {reply !== undefined && (
        <div class="reply" role="group" aria-label={questionWords.yourReply}>
          <div class="hint">{questionWords.yourReply}</div>
          <WordsAndImages text={reply} className="replyText" />
        </div>
      )}
      {reads !== undefined && (
        <ReadText
          summary={phase === 'sending' ? questionWords.willRead : questionWords.hasRead}
          text={reads}
          {...askerWordsOf(item)?.reads(item)}
        />
      )}
      <ReadOnlyActions item={item} />
    </>
  );
}

const words = questionWords.outcome;

/** Sentences to show below the head of a card that is over; none where the head says it all. */
function outcomeText(item: QuestionItem, asker: AskerWords | undefined): readonly string[] {
  if (!isClaudes(item)) return asker?.outcome(item) ?? [];
  const { phase } = item;
  const reason = endReasonOf(item);
  switch (phase) {
    case 'dismissed':
      return [item.reason === 'timedOut' ? words.timedOut : words.dismissed];
    case 'refused':
      if (item.reason === 'refusedByHook') return [words.withdrawn.refusedByHook];
      return [item.reason === 'planMode' ? words.refused.planMode : words.refused.fault];
    case 'withdrawn':
      return [words.withdrawn[reason]];
    case 'lost':
      // Nobody had filled anything in, so there was no answer that Claude could have read.
      if (reason === 'exited' && item.resent !== true && !canSendLost(item)) return [words.withdrawn.exited];
      if ((reason === 'exited' || reason === 'cancelled') && item.unanswered === true)
        return [words.unanswered[reason], item.resent === true ? words.resent : words.draftKept];
      return [
        words.lost[reason],
        item.resent === true ? words.resent : canSendLost(item) ? words.lostWithAnswers : words.lostWithoutAnswers,
      ];
    case 'announced':
    case 'asked':
    case 'sending':
    case 'answered':
    case 'replied':
      return [];
  }
}
