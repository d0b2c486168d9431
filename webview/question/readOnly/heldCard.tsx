// The body of a card whose submitted answers can still be undone.
import { askedNow } from '../../../src/shared/answers.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { Button } from '../../ui/button.js';
import { Countdown } from '../../ui/countdown.js';
import { QuestionSetTitle } from '../questionSetTitle.js';
import { ReadOnlyQuestion } from './readOnlyQuestion.js';
import { questionWords } from '../words.js';

interface HeldCardProps {
  readonly item: QuestionItem;
  readonly until: number;
  readonly onUndo: () => void;
  readonly onOpenPreview: (index: number, option: number) => void;
}

export function HeldCard({ item, until, onUndo, onOpenPreview }: HeldCardProps) {
  return (
    <>
      <QuestionSetTitle title={item.title} />
      {askedNow(item.questions, item.draft).map((isAsked, index) => (
        <ReadOnlyQuestion
          key={index}
          id={item.id}
          asked={isAsked ? item.questions[index] : undefined}
          given={item.draft[index]}
          sent
          onOpenPreview={option => {
            onOpenPreview(index, option);
          }}
        />
      ))}
      <div class="cardFoot openFoot">
        <Countdown until={until} words={questionWords.card.sendsIn} />
        <Button appearance="secondary" label={questionWords.card.undo} onPress={onUndo} />
      </div>
    </>
  );
}
