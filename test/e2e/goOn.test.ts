// A turn that is cut off, by the end of the window or by the service behind an answer: the chat says what Claude has, and *Go on* takes it up there.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Reply } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const goOn = 'Go on where you were cut off.';
const question = {
  ...{ question: 'Which database keeps the notes?', header: 'Database', multiSelect: false },
  options: ['PostgreSQL', 'SQLite'].map(label => ({ label, description: `It is ${label}.` })),
};
const asks = () => [toolUse('AskUserQuestion', { questions: [question] })];
const overloaded: Reply = {
  error: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
  headers: { 'x-should-retry': 'false' },
};

const held: Reply = { blocks: [text('I look at all of the files first, one by one. ')], hold: new Promise(() => undefined) };
const replies = {
  CUT_OFF: [() => held],
  REFUSED: [asks, () => overloaded],
  BROKEN: [asks, () => ({ blocks: [text('I thank you, and I go on with what you said.')], breaks: 'overloaded' as const })],
  RUNS: [() => [toolUse('Bash', { command: "touch made.txt; printf 'made-%s' it", description: 'Makes a file' })], () => held],
  PARKED: [asks, () => [text('Thank you.')]],
  'where you were cut off': [() => [text('I took it up again.')]],
};

describe('a turn that was cut off', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  shareWindowless('goOn', { replies }, opened => (parley = opened));

  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  const answer = async (): Promise<void> => {
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
  };
  async function goesOn(): Promise<void> {
    await button('Go on').click();
    await parley.log.getByText('I took it up again.').waitFor();
    await parley.log.getByText('You let Claude go on.').waitFor();
    await eventually(async () => [await button('Go on').count(), await parley.log.getByText(goOn).count()], [0, 0]);
  }

  it('by the end of the window says so in the next one', async () => {
    await parley.send('CUT_OFF please');
    await parley.log.getByText('I look at all of').waitFor();
    await parley.reload();
    await parley.log
      .getByText('Claude was cut off, because its window closed or handed the chat over. Claude has what was finished by then.')
      .waitFor();
    await goesOn();
    const { messages } = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes(goOn));
    assert.match(JSON.stringify(messages), /CUT_OFF please/);
  });

  for (const cli of clis('newest'))
    it(`by the end of its process says what Claude has (${cli})`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      await parley.send(`RUNS with ${cli}`);
      await button('Allow').click();
      await parley.log.getByText('I look at all of').waitFor();
      parley.killClaude();
      await parley.log.getByText(/^Claude stopped unexpectedly .*Claude has what was finished by then/s).waitFor();
      await goesOn();
      const { messages } = await parley.api.waitForRequest(
        ({ side, prompt, messages: [first] }) => !side && prompt.includes(goOn) && JSON.stringify(first).includes(`RUNS with ${cli}`),
      );
      assert.match(JSON.stringify(messages), /made-it/);
      await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    });

  it('by the service, behind an answer, says that Claude has the answer', async () => {
    await parley.send('REFUSED please');
    await answer();
    await parley.log.getByText('Claude has your answer.').waitFor();
    await eventually(() => button('Send again').count(), 0);
    await goesOn();
    const { messages } = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes(goOn));
    assert.match(JSON.stringify(messages), /"SQLite/);
  });

  if (isWholeMatrix)
    it('by a stream that 2.0.77 does not try again says so', async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths.oldest });
      await parley.newChat();
      await parley.send('BROKEN please');
      await answer();
      await parley.log.getByText(/^Claude’s answer broke off.*Claude has your answer/s).waitFor();
      await goesOn();
      await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    });

  it('a question that a newer CLI has kept is given up at once by 2.0.77, and its answer goes as a message', async () => {
    await parley.send('PARKED please');
    await parley.card().getByRole('radio').first().waitFor();
    await parley.idle();
    await parley.reload();
    await parley.changeSettings({ 'parley.claude.path': claudePaths.oldest });
    await answer();
    await parley.log.getByText('Claude no longer knows this question, so your answer was not sent.').waitFor();
    await parley.log.getByRole('button', { name: /^Send/ }).click();
    // 2.0.77 puts the message behind what the person had said before.
    await parley.api.waitForRequest(({ side, messages }) => !side && /My answers:.*SQLite/.test(JSON.stringify(messages)));
  });
});
