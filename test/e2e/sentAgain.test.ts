// A prompt that Stop or a missing log-in has ended is sent again by the person: once, also after a restart.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { Call, Reply } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { replies } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('a prompt that is sent again', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let isLoggedIn = false;
  const refusal: Reply = {
    error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
    headers: { 'x-should-retry': 'false' },
  };
  const logIn = (): Reply => (isLoggedIn ? { blocks: [text('Hello, *you*.')] } : refusal);
  let isOverloaded = false;
  const overloaded = { status: 529, type: 'overloaded_error', message: 'Overloaded' };
  const busy = (): Reply =>
    isOverloaded ? { error: overloaded, headers: { 'x-should-retry': 'false' } } : { blocks: [text('There is *time* now.')] };
  let release: (reply: Reply) => void = () => undefined;
  const released = new Promise<Reply>(resolve => (release = resolve));
  const busyOnce = ({ attempt }: Call): Reply | Promise<Reply> => (attempt === 0 ? { error: overloaded } : released);
  let isKeyWrong = true;
  const wrongKey = (): Reply =>
    isKeyWrong
      ? { error: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' } }
      : { blocks: [text('The *key* is good.')] };
  const made = { ...replies, LOGIN: logIn, BUSY: busy, OFTEN: busyOnce, WRONG_KEY: wrongKey };
  shareWindowless('sentAgain', { replies: made }, opened => (parley = opened));

  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  /** How many prompts with these words the conversation has. */
  const prompts = (words: string): Promise<number> => parley.log.getByText(words, { exact: true }).count();
  const reads = (words: string): number => parley.api.requests.filter(({ side, prompt }) => !side && prompt.includes(words)).length;

  const refusedOnce = async (words: string, answer: string): Promise<void> => {
    await button('Send again').click();
    await parley.log.getByText(answer).waitFor();
    await parley.idle();
    await eventually(async () => [await prompts(words), await button('Send again').count()], [2, 0]);
  };

  // In one chat, because each further one starts a CLI.
  for (const cli of clis('newest'))
    it(`is the one that Stop has ended, after a restart and by a double press, then the one that found nobody logged in (${cli})`, async () => {
      const words = `ASK_ONE ${cli}`;
      isLoggedIn = false;
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      await parley.send(words);
      await button('Submit').waitFor();
      await button('Stop').click();
      await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
      await parley.restart('closed');
      await parley.goTo(words);
      await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
      const earlier = reads(words);
      await button('Try again').dblclick();
      await button('Submit').waitFor();
      await parley.idle();
      await eventually(async () => [await prompts(words), await button('Try again').count()], [2, 0]);
      assert.equal(reads(words), earlier + 1);
      await parley.view.getByRole('radio', { name: 'SQLite', exact: true }).last().click();
      await button('Submit').click();
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
      await button('Stop').waitFor({ state: 'detached' });

      await parley.send(`LOGIN ${cli}`);
      await button('Log in').waitFor();
      isLoggedIn = true;
      await refusedOnce(`LOGIN ${cli}`, 'Hello, you.');
    });

  it('is the one for which the CLI did not start, with its own words about why, then the one that the service has refused, in words that say what to do; where the CLI tries again, the message box says so, at once that the key is refused', async () => {
    const file = join(parley.home, '.claude.json');
    await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    await parley.newChat();
    const config = existsSync(file) ? readFileSync(file) : '{}';
    writeFileSync(file, '{ "a": ');
    try {
      await parley.send('MEND the file');
      await parley.log
        .getByText(/A configuration file of the Claude CLI is not valid JSON\. Correct it, then send again\. Message: .*\.claude\.json/)
        .waitFor();
    } finally {
      writeFileSync(file, config);
    }
    await button('Send again').click();
    await parley.log.getByText('You said: MEND the file').waitFor();
    await parley.idle();
    await eventually(() => prompts('MEND the file'), 1);
    await button('Stop').waitFor({ state: 'detached' });

    isOverloaded = true;
    await parley.send('BUSY today');
    await parley.log
      .getByText(/^Claude’s service had an error\. Wait a moment, then try again\. Message: API Error: 529 Overloaded/)
      .waitFor();
    isOverloaded = false;
    await refusedOnce('BUSY today', 'There is time now.');
    await button('Stop').waitFor({ state: 'detached' });

    await parley.send('OFTEN in need');
    await parley.view.getByText('Claude’s service is overloaded. Retrying (1/10)').waitFor();
    release({ blocks: [text('It works now.')] });
    await parley.log.getByText('It works now.').waitFor();
    await eventually(() => parley.view.getByText(/Retrying/).count(), 0);
    await button('Stop').waitFor({ state: 'detached' });

    await parley.send('WRONG_KEY in use');
    await parley.view.getByText('Your log-in, API key or cloud credentials were rejected. Retrying (1/10)').waitFor();
    const before = parley.claudes();
    assert.ok(before.length > 0);
    await button('Stop').click();
    await button('I use an API key').waitFor();
    await parley.idle();
    isKeyWrong = false;
    await button('Try again').click();
    await parley.log.getByText('The key is good.').waitFor();
    // A process knows only the key with which it was started.
    assert.deepEqual(
      parley.claudes().filter(id => before.includes(id)),
      [],
    );
  });
});
