// Asks, in place of the foot, whether to send a set in which some questions have no answer. Loaded after the first paint.
import { strings } from '../../strings.js';
import { Button } from '../../ui/button.js';
import { missingTitles, progressWords } from '../model/submission.js';
import type { CardState } from './cardContract.js';

export function Confirmation({ state }: { readonly state: CardState }) {
  const { questions, progress } = state;
  const words = strings.card.sendAnyway(progressWords(progress));
  return (
    <div class="confirmation" role="group" aria-label={words}>
      <p>{words}</p>
      <p class="hint">{strings.card.unanswered(missingTitles(questions, progress))}</p>
      <div class="confirmationActs">
        <Button key="send" appearance="primary" label={strings.card.send} onPress={state.submit} />
        <Button key="back" appearance="secondary" label={strings.card.goBack} onPress={state.goBack} />
      </div>
    </div>
  );
}
