// Answers that are submitted and held back for a moment, in which they can be taken back.
import { useLayoutEffect, useState } from 'preact/hooks';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
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
        <Countdown until={until} />
        <Button look="secondary" label={strings.card.undo} onPress={onUndo} />
      </div>
    </>
  );
}

/** In whole seconds, and silently: a second is no news. */
function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, until - now);
  useLayoutEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(
      () => {
        setNow(Date.now());
      },
      left % 1000 || 1000,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [left]);
  return (
    <span role="timer" aria-live="off" class="countdown">
      {strings.card.sendsIn(Math.ceil(left / 1000))}
    </span>
  );
}
