// A prompt that Stop or a missing log-in has ended is sent again by the person: once, also after a restart.
import assert from 'node:assert/strict';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { Reply } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';

describe('a prompt that is sent again', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  let isLoggedIn = false;
  const refusal: Reply = {
    error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
    headers: { 'x-should-retry': 'false' },
  };
  const logIn = (): Reply => (isLoggedIn ? { blocks: [text('Hello, *you*.')] } : refusal);
  shareWindow('sentAgain', { replies: { ...replies, LOGIN: logIn } }, opened => (parley = opened));

  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  /** How many prompts with these words the conversation has. */
  const prompts = (words: string): Promise<number> => parley.log.getByText(words, { exact: true }).count();
  const reads = (words: string): number => parley.api.requests.filter(({ side, prompt }) => !side && prompt.includes(words)).length;

  const clis = ['newest', 'oldest'] as const;
  const stopped = (cli: string): string => `ASK_ONE ${cli}`;
  // One restart for both, because a window is slow to come back.
  before(async () => {
    for (const cli of clis) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      await parley.send(stopped(cli));
      await button('Submit').waitFor();
      await button('Stop').click();
      await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
    }
    await parley.restart('closed');
  });

  for (const cli of clis) {
    it(`is the one that Stop has ended, after a restart and by a double press (${cli})`, async () => {
      const words = stopped(cli);
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.goTo(words);
      await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
      const earlier = reads(words);
      await button('Try again').dblclick();
      await button('Submit').waitFor();
      assert.deepEqual([await prompts(words), await button('Try again').count()], [2, 0]);
      assert.equal(reads(words), earlier + 1);
      await parley.view.getByRole('radio', { name: 'SQLite', exact: true }).last().click();
      await button('Submit').click();
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
    });

    it(`is the one that found nobody logged in (${cli})`, async () => {
      const words = `LOGIN ${cli}`;
      isLoggedIn = false;
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      await parley.send(words);
      await button('Log in').waitFor();
      isLoggedIn = true;
      await button('Send again').click();
      await parley.log.getByText('Hello, you.').waitFor();
      assert.deepEqual([await prompts(words), await button('Send again').count()], [2, 0]);
    });
  }
});
