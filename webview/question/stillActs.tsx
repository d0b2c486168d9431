// What can still be done about a card that is over, and the way it went.
import type { QuestionItem } from '../../src/shared/transcript.js';
import { useApp } from '../context.js';
import { composerTarget } from '../focusTargets.js';
import { strings } from '../strings.js';
import { Button } from '../ui/button.js';
import { canChange, changePrompt } from './changePrompt.js';
import { canSendLost, reachedBy } from './outcome.js';

export function StillActs({ item }: { readonly item: QuestionItem }) {
  const { post, composer, focusTargets } = useApp();
  const way = reachedBy(item);
  if (way === undefined && !canSendLost(item) && !canChange(item)) return null;
  return (
    <div class="cardFoot">
      {way !== undefined && <p class="way hint">{way}</p>}
      {canSendLost(item) && (
        <Button
          look="primary"
          label={strings.question.sendLost}
          onPress={() => {
            post({ type: 'sendLostAnswers', id: item.id });
          }}
        />
      )}
      {canChange(item) && (
        <Button
          look="secondary"
          label={strings.question.change}
          onPress={() => {
            composer.prepare(changePrompt(item));
            focusTargets.focus(composerTarget);
          }}
        />
      )}
    </div>
  );
}
