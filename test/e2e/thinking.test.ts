// What Claude thinks, with each CLI: one line in front of the answer that unfolds to the words, also in the next window.
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const thought = 'The door is blue, so the key must be red.';
const tried = clis('newest');

describe('the thinking of the real CLI', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const blocks = [{ type: 'thinking' as const, thinking: thought }, text('The key is red.')];
  shareWindowless('thinking', { replies: {}, otherwise: { blocks } }, opened => (parley = opened));

  const line = () => parley.log.getByRole('button', { name: /^Thought/ });
  const words = () => parley.log.getByRole('group', { name: 'What Claude thought' });

  async function unfold(): Promise<void> {
    await line().waitFor();
    await parley.idle();
    await eventually(() => words().count(), 0);
    await line().press('Enter');
    await eventually(async () => (await words().innerText()).trim(), thought);
  }

  for (const cli of tried)
    it(`is one line that unfolds to the words: ${cli}`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.send(`Which key, ${cli}?`);
      await parley.log.getByText('The key is red.').waitFor();
      await unfold();
    });

  it('is there in the next window, from the transcript, unfolded as it was left', async () => {
    await parley.restart('closed');
    for (const cli of tried) {
      await parley.goTo(`Which key, ${cli}?`);
      await parley.log.getByText('The key is red.').waitFor();
      await eventually(async () => (await words().innerText()).trim(), thought);
    }
  });
});
