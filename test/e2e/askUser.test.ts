// `ask_user`, Parley's own tool, with the real CLIs: each form and each error as the API sees it, to the letter, and a question that outlives
// its window.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';

const tool = 'mcp__parley__ask_user';
const set = {
  title: 'Before I begin',
  questions: [
    { question: 'Where are the notes kept?', header: 'Store', type: 'radio', options: ['PostgreSQL', 'SQLite'], allowOther: false },
    {
      question: 'What comes first?',
      header: 'Parts',
      type: 'checkbox',
      options: ['Login', { label: 'Search, filters' }, 'Export'],
      default: ['Login'],
    },
    { question: 'What is it called?', header: 'Name', type: 'text', context: 'Today it is *Jotter*.' },
    { question: 'How many fit on a page?', header: 'Page', type: 'number', default: 20 },
    { question: 'Who reads it?', header: 'Reader', type: 'text' },
  ],
};
const choices = { question: 'Which database?', choices: ['PostgreSQL', 'SQLite'], multi_select: false, allow_other: true };
const faulty = { questions: [{ question: 'Which?', type: 'radio', options: ['Only one'] }] };
const done = text('Thank you, I go on with that.');
const asks = (input: Record<string, unknown>): Replies[string] => [() => [toolUse(tool, input)], () => [done]];
const replies: Replies = {
  SET: asks(set),
  CHOICES: asks(choices),
  WORDS: asks({ question: 'Which port?' }),
  FAULTY: asks(faulty),
  PARKED: asks(choices),
  DELEGATE: [
    () => [
      toolUse('Task', {
        description: 'Look around',
        prompt: 'CHOICES of a subagent',
        subagent_type: 'general-purpose',
        run_in_background: false,
      }),
    ],
    () => [done],
  ],
};

describe('ask_user', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindow('askUser', { replies, settings: { 'parley.askUser.enabled': true } }, opened => (parley = opened));

  const box = (name: string) => parley.card().getByRole('textbox', { name, exact: true });
  const submit = () => parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
  const goesOn = () => parley.log.getByText('Thank you, I go on with that.').last().waitFor();
  const read = async (prompt: string): Promise<{ readonly isError: boolean; readonly text: string } | undefined> => {
    const { toolResults } = await parley.api.waitForRequest(
      request => !request.side && request.prompt === prompt && request.toolResults.length > 0,
    );
    return toolResults[0] && { isError: toolResults[0].isError, text: toolResults[0].text };
  };

  for (const cli of ['newest', 'deferring', 'oldest'] as const) {
    describe(`of the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));
      after(() => parley.changeSettings({ 'parley.claude.path': claudePaths.newest }));

      it('asks a set of every type, and Claude reads what the card has shown', async () => {
        await parley.send(`SET ${cli}`);
        const card = parley.card();
        await card.getByText('Before I begin').waitFor();
        await card.getByText('Today it is Jotter.').waitFor();
        await card.getByRole('radio', { name: 'SQLite', exact: true }).click();
        assert.equal(await card.getByRole('radio', { name: 'Other', exact: true }).count(), 0, 'allowOther is false');
        assert.ok(await card.getByRole('checkbox', { name: 'Login', exact: true }).isChecked(), 'the default');
        await card.getByRole('checkbox', { name: 'Search, filters', exact: true }).click();
        await box('What is it called?').fill('Marginal notes');
        await card.getByRole('button', { name: 'What Claude will read' }).click();
        const shown = card.getByText('Q: Where are the notes kept?');
        await shown.waitFor();
        const promised = await shown.innerText();
        await submit();
        await card.getByRole('button', { name: 'Send anyway', exact: true }).click();
        const expected = [
          'Q: Where are the notes kept?\nA: SQLite',
          'Q: What comes first?\nA: \n- Login\n- Search, filters',
          'Q: What is it called?\nA: Marginal notes',
          'Q: How many fit on a page?\nA: 20',
          'Q: Who reads it?\nA: (skipped: the user gave no answer)',
        ].join('\n\n');
        assert.deepEqual(await read(`SET ${cli}`), { isError: false, text: expected });
        assert.equal(promised, expected);
        await goesOn();
        await parley.log.getByText('You answered').waitFor();
      });

      it('asks one question with choices, and one in own words', async () => {
        await parley.send(`CHOICES ${cli}`);
        await parley.card().getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
        await submit();
        assert.deepEqual(await read(`CHOICES ${cli}`), { isError: false, text: '{"selected":[0],"other":null}' });
        await goesOn();
        await parley.newChat();
        await parley.send(`WORDS ${cli}`);
        await box('Which port?').fill('3000, for now');
        await submit();
        assert.deepEqual(await read(`WORDS ${cli}`), { isError: false, text: 'User answered: 3000, for now' });
        await goesOn();
      });

      it('tells Claude every fault, and that the person has dismissed it', async () => {
        await parley.send(`FAULTY ${cli}`);
        assert.deepEqual(await read(`FAULTY ${cli}`), {
          isError: true,
          text: 'QuestionValidationError: The user was not asked. Correct this and call again:\n- questions[0].options must be a list of 2 to 20 options, without one for “Other”; got a list of 1.',
        });
        await goesOn();
        await parley.newChat();
        await parley.send(`CHOICES dismissed ${cli}`);
        await parley.card().getByRole('button', { name: 'Dismiss', exact: true }).click();
        const dismissed = await read(`CHOICES dismissed ${cli}`);
        assert.equal(dismissed?.isError, true);
        assert.match(dismissed?.text ?? '', /^QuestionCancelledError: The user dismissed this\. .*Do not ask this again now/);
        await parley.log.getByText('Dismissed', { exact: true }).waitFor();
      });
    });
  }

  it('is asked by a subagent, and the card says what became of it', async () => {
    await parley.send('DELEGATE');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await submit();
    assert.deepEqual(await read('CHOICES of a subagent'), { isError: false, text: '{"selected":[1],"other":null}' });
    await parley.log.getByText('You answered').waitFor();
    await goesOn();
  });

  it('is asked again in the next window, where the CLI can keep a question', async () => {
    for (const cli of ['newest', 'deferring'] as const) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.send(`PARKED ${cli}`);
      await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
      await parley.onDisk(`PARKED ${cli}`, '"selected":[1]');
      await parley.newChat();
    }
    await parley.restart('closed');
    for (const cli of ['newest', 'deferring'] as const) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.goTo(`PARKED ${cli}`);
      assert.ok(await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).isChecked());
      await submit();
      assert.deepEqual(await read(`PARKED ${cli}`), { isError: false, text: '{"selected":[1],"other":null}' });
      await goesOn();
    }
  });
});
