// Answers that are submitted and held back for a moment, in which they can be taken back.
import type { QuestionItem } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { Countdown } from '../ui/countdown.js';
import { SetTitle } from './setTitle.js';
import { StillQuestion } from './stillQuestion.js';

interface HeldCardProps {
  readonly item: QuestionItem;
  readonly until: number;
  readonly onUndo: () => void;
  readonly onOpenPreview: (index: number, option: number) => void;
}

export function HeldCard({ item, until, onUndo, onOpenPreview }: HeldCardProps) {
  return (
    <>
      <SetTitle title={item.title} />
      {item.questions.map((asked, index) => (
        <StillQuestion
          key={index}
          asked={asked}
          given={item.draft[index]}
          sent
          onOpenPreview={option => {
            onOpenPreview(index, option);
          }}
        />
      ))}
      <div class="cardFoot">
        <Countdown until={until} words={strings.card.sendsIn} />
        <Button look="secondary" label={strings.card.undo} onPress={onUndo} />
      </div>
    </>
  );
}
