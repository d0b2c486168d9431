// The body of a card that cannot be answered, because it is being sent or is over.
import { useContext } from 'preact/hooks';
import { askedNow } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { ReadOnlyRows, useApp } from '../../state/context.js';
import { AskedByAgent } from '../agents/askedByAgent.js';
import { AskedByServer } from '../elicitation/askedByServer.js';
import { outcomeText } from './outcomeText.js';
import { askerWordsOf } from '../askerWordsOf.js';
import { ReadText } from '../readText.js';
import { QuestionSetTitle } from '../questionSetTitle.js';
import { ReadOnlyActions } from './readOnlyActions.js';
import { WordsAndImages } from './wordsAndImages.js';
import { ReadOnlyQuestion } from './readOnlyQuestion.js';
import { questionWords } from '../words.js';

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
