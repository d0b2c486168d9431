// A turn that is cut off, by the end of the window or by the service behind an answer: the chat says what Claude has, and *Continue* takes it up there.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Reply } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Cli } from '../support/tier.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const goOn = 'Go on where you were cut off.';
const question = {
  question: 'Which database keeps the notes?',
  header: 'Database',
  multiSelect: false,
  options: ['PostgreSQL', 'SQLite'].map(label => ({ label, description: `It is ${label}.` })),
};
const asks = () => [toolUse('AskUserQuestion', { questions: [question] })];
const second = { ...question, question: 'Which cache keeps the pages?', header: 'Cache' };
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
  PARKED: [asks, () => [toolUse('AskUserQuestion', { questions: [second] })], () => held],
  BESIDE: [
    asks,
    () => [toolUse('Bash', { command: 'touch beside.txt; sleep 300', description: 'Waits', run_in_background: true })],
    () => [text('It runs beside.')],
  ],
  ALONGSIDE: [
    () => [toolUse('Bash', { command: 'touch beside.txt; sleep 300', description: 'Waits', run_in_background: true })],
    () => [text('It runs beside.')],
  ],
  REMEMBER: [() => [text('I remember it.')]],
  'connection was lost': [() => [text('Now I have it.')]],
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
  /** What Claude reads then. */
  async function goesOn(nth: number): Promise<string> {
    const earlier = new Set(parley.api.requests);
    await button('Continue').click();
    await parley.log
      .getByText('I took it up again.')
      .nth(nth - 1)
      .waitFor();
    await eventually(() => parley.log.getByText('You let Claude continue.').count(), nth);
    await eventually(async () => [await button('Continue').count(), await parley.log.getByText(goOn).count()], [0, 0]);
    await button('Stop').waitFor({ state: 'detached' });
    const { messages } = await parley.api.waitForRequest(
      request => !earlier.has(request) && !request.side && request.prompt.includes(goOn),
    );
    return JSON.stringify(messages);
  }

  async function killed(cli: Cli, nth: number): Promise<void> {
    await parley.send(`RUNS with ${cli}`);
    await button('Allow').click();
    await eventually(() => parley.log.getByText('I look at all of').count(), nth === 1 ? 1 : 2);
    // Only what it has written down does it know after its end.
    await parley.inTranscript(`RUNS with ${cli}`, 'made-it');
    parley.killClaude();
    await parley.log.getByText(/^Claude stopped unexpectedly .*Claude has what was finished by then/s).waitFor();
    assert.match(await goesOn(nth), /made-it/);
  }

  // In one chat, because each further one starts a CLI.
  it('by the end of the window, by the service, behind an answer, and by the end of its process says what Claude has, and goes on', async () => {
    await parley.send('CUT_OFF please');
    await parley.log.getByText('I look at all of').waitFor();
    await parley.reload();
    await parley.log
      .getByText('Claude was cut off, because its window closed or handed the chat over. Claude has what was finished by then.')
      .waitFor();
    assert.match(await goesOn(1), /CUT_OFF please/);

    await parley.send('REFUSED please');
    await answer();
    await parley.log.getByText('Claude has your answer.').waitFor();
    await eventually(() => button('Send again').count(), 0);
    assert.match(await goesOn(2), /"SQLite/);

    await killed('newest', 3);
  });

  it('behind a parked question has lost the next answer, though the transcript holds it, and offers it', async () => {
    await parley.newChat();
    await parley.send('PARKED please');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.reload();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    await parley.card(1).getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
    await parley.card(1).getByRole('button', { name: 'Submit' }).click();
    await parley.log.getByText('I look at all of').waitFor();
    await parley.inTranscript('PARKED please', '=\\"PostgreSQL');
    parley.killClaude();
    await button('Send my answers as a message').click();
    const { messages } = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes('connection was lost'));
    await parley.log.getByText('Now I have it.').waitFor();
    const results = messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result');
    assert.equal(results.length, 1);
    assert.match(JSON.stringify(results), /SQLite/);
  });

  it('is not that of a message which the CLI reads behind the end of what had run in the background: it is read once, and nothing is said of it', async () => {
    await parley.newChat();
    await parley.send('ALONGSIDE please');
    await button('Allow').click();
    await parley.log.getByText('It runs beside.').waitFor();
    await eventually(() => button('Stop').count(), 0);
    await parley.idle();
    await parley.reload();
    await parley.send('REMEMBER this too');
    await parley.log.getByText('I remember it.').waitFor();
    await eventually(() => button('Stop').count(), 0);
    await parley.idle();
    await eventually(() => button('Send again').count(), 0);
    assert.equal(parley.api.requests.filter(({ side, prompt }) => !side && prompt === 'REMEMBER this too').length, 1);
  });

  it('behind a parked question has lost the messages too that Claude had read while a command ran on, and gives them back', async () => {
    await parley.newChat();
    await parley.send('BESIDE please');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.reload();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    await button('Allow').click();
    await parley.log.getByText('It runs beside.').waitFor();
    await parley.send('REMEMBER the milk');
    await parley.log.getByText('I remember it.').waitFor();
    await parley.inTranscript('BESIDE please', 'I remember it.');
    parley.killClaude();
    await parley.log.getByText('Claude no longer knows what you wrote', { exact: false }).waitFor();
    const earlier = new Set(parley.api.requests);
    await button('Send again').click();
    await parley.log.getByText('I remember it.').nth(1).waitFor();
    const { messages } = await parley.api.waitForRequest(
      request => !earlier.has(request) && !request.side && request.prompt.includes('REMEMBER the milk'),
    );
    assert.equal(JSON.stringify(messages).split('REMEMBER the milk').length, 2, 'Claude reads it once');
  });

  if (isWholeMatrix)
    for (const cli of clis().filter(one => one !== 'newest'))
      it(`by the end of its process says what Claude has (${cli})`, async () => {
        await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
        await parley.newChat();
        await killed(cli, 1);
        await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
      });

  if (isWholeMatrix)
    it('by a stream that 2.0.77 does not try again says so', async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths.oldest });
      await parley.newChat();
      await parley.send('BROKEN please');
      await answer();
      await parley.log.getByText(/^Claude’s answer broke off.*Claude has your answer/s).waitFor();
      await goesOn(1);
      await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    });
});
