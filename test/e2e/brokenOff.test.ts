// The stream of a message breaks in the middle of a question, and the real CLI tries again by itself.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Call } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen, clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const question = {
  question: 'Which database keeps the notes?',
  header: 'Database',
  multiSelect: false,
  options: ['PostgreSQL', 'SQLite'].map(label => ({ label, description: `It is ${label}.` })),
};
const asks = () => toolUse('AskUserQuestion', { questions: [question] });

/** Resolves when the machine wakes up. */
const wakes: { up: () => void } = { up: () => undefined };
const sleeping = new Promise<void>(resolve => (wakes.up = resolve));
const words = 'I go on with the whole of it, for as long as it takes.';

const replies = {
  SLEEPS: [({ attempt }: Call) => ({ blocks: [text(words)], ...(attempt === 0 && { hold: sleeping, breaks: 'reset' as const }) })],
  BREAK_AT_ONCE: [({ attempt }: Call) => (attempt === 0 ? { blocks: [asks()], breaks: 'overloaded' as const } : [asks()])],
  BREAK_BEHIND_WORDS: [
    ({ attempt }: Call) => (attempt === 0 ? { blocks: [text('I have a question.'), asks()], breaks: 'reset' as const } : [asks()]),
  ],
  'cut off mid-stream': [() => [asks()]],
};

describe('a question whose message is broken off', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  shareWindowless('brokenOff', { replies }, opened => {
    parley = opened;
  });

  const tried = clis('newest', 'deferring').flatMap(cli =>
    chosen(['BREAK_AT_ONCE', 'BREAK_BEHIND_WORDS'], ...(cli === 'newest' ? ['BREAK_AT_ONCE'] : []), 'BREAK_BEHIND_WORDS').map(key => ({
      cli,
      key,
      prompt: `${key} of ${cli}`,
    })),
  );
  const radio = () => parley.card().getByRole('radio', { name: 'SQLite', exact: true });

  // The CLI stands still, an hour goes by for the extension, and the API has given the connection up.
  it('is the same where the machine slept for an hour: what was asked waits on, and the turn goes on, each of it once', async () => {
    await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    const sleep = async (): Promise<void> => {
      const pids = parley.claudes();
      assert.ok(pids.length > 0);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await parley.advance(3_600_000);
      wakes.up();
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
    await parley.newChat();
    await parley.send('SLEEPS, please');
    await parley.log.getByText('I go on with').waitFor();
    await sleep();
    await parley.log.getByText(words).waitFor();
    await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    await parley.idle();
    await eventually(async () => (await parley.log.innerText()).split('I go on with').length - 1, 1);
    await eventually(() => parley.view.getByRole('button', { name: 'Continue' }).count(), 0);

    await parley.send('cut off mid-stream');
    await radio().click();
    await sleep();
    await parley.idle();
    await eventually(() => radio().isChecked(), true);
    const earlier = new Set(parley.api.requests);
    await parley
      .card()
      .getByRole('button', { name: /^Submit/ })
      .click();
    const { toolResults } = await parley.api.waitForRequest(request => !earlier.has(request) && request.toolResults.length > 0);
    assert.match(JSON.stringify(toolResults), /SQLite/);
  });

  // One restart for all of them.
  before(async () => {
    for (const { cli, prompt } of tried) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      await parley.send(prompt);
      await radio().waitFor();
      await eventually(() => parley.log.getByText('Claude asks this next').count(), 0);
      await parley.idle();
      await eventually(() => parley.log.locator('.card').count(), 1, prompt);
    }
    await parley.reload();
    // The chat that was shown comes a moment after an empty one.
    await radio().waitFor();
  });

  for (const { cli, key, prompt } of tried)
    it(`stands there once, also behind a restart of the window, and its answer is read (${key}, ${cli} CLI)`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.goTo(prompt);
      const earlier = new Set(parley.api.requests);
      await radio().waitFor();
      await eventually(() => parley.log.locator('.card').count(), 1);
      await radio().click();
      await parley
        .card()
        .getByRole('button', { name: /^Submit/ })
        .click();
      const { toolResults } = await parley.api.waitForRequest(
        request => !earlier.has(request) && !request.side && request.toolResults.length > 0,
      );
      assert.match(JSON.stringify(toolResults), /SQLite/);
    });
});
