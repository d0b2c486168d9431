// Asks, in place of the foot, whether to send a set in which some questions have no answer.
import { Button } from '../../ui/button.js';
import { countOf, missingTitles } from '../model/submission.js';
import type { CardState } from './cardContract.js';
import { questionWords } from '../words.js';

export function Confirmation({ state }: { readonly state: CardState }) {
  const { questions, progress } = state;
  const [answered, skipped, left] = [countOf(progress, 'answered'), countOf(progress, 'skipped'), countOf(progress, 'notAnswered')];
  const words = questionWords.sendAnyway.ask(answered, skipped, answered + skipped + left);
  return (
    <div class="confirmation" role="group" aria-label={words}>
      <p>{words}</p>
      <p class="hint">{questionWords.sendAnyway.unanswered(missingTitles(questions, progress))}</p>
      <div class="confirmationActs">
        <Button key="send" appearance="primary" label={questionWords.sendAnyway.send} onPress={state.submit} />
        <Button key="back" appearance="secondary" label={questionWords.sendAnyway.goBack} onPress={state.goBack} />
      </div>
    </div>
  );
}
