// `ask_user`, Parley's own tool, with the real CLIs: each form and each error as the API sees it, to the letter, and a question that outlives
// its window.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { eventually } from '../webview/harness.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';

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
const ruled = {
  questions: [
    { question: 'Which store?', header: 'Store', type: 'radio', options: ['PostgreSQL', 'SQLite'], required: true },
    {
      question: 'Which port?',
      header: 'Port',
      type: 'number',
      validation: { min: { value: 1024, message: 'Lower ports need the rights of an administrator.' }, integer: true },
      showIf: { question: 'Store', is: 'PostgreSQL' },
    },
    { question: 'Which file?', header: 'File', type: 'text', showIf: { question: 'Store', isNot: 'PostgreSQL' } },
    { question: 'When is the release?', header: 'Release', type: 'date', required: true, validation: { min: '2026-12-01' } },
    { question: 'Which version?', header: 'Version', type: 'text', default: '1.0', validation: { pattern: '^\\d+\\.\\d+$' } },
  ],
};
const choices = { question: 'Which database?', choices: ['PostgreSQL', 'SQLite'], multi_select: false, allow_other: true };
const icon = readFileSync('media/icon.png');
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pictures = {
  questions: [
    {
      question: 'Which logo fits?',
      header: 'Logo',
      type: 'radio',
      options: [
        { label: 'Bubble', image: 'media/logo.png' },
        { label: 'Dot', image: `data:image/png;base64,${dot}` },
        { label: 'Secret', image: 'media/link.png' },
        { label: 'Words', image: 'media/words.png' },
        { label: 'Lost', image: 'media/lost.png' },
      ],
    },
  ],
};
const faulty = { questions: [{ question: 'Which?', type: 'radio', options: ['Only one'] }] };
const done = text('Thank you, I go on with that.');
const asks = (...inputs: readonly Record<string, unknown>[]): Replies[string] => [
  ...inputs.map(input => () => [toolUse(tool, input)]),
  () => [done],
];
const replies: Replies = {
  EACH: asks(set, ruled, choices, { question: 'Which port?' }),
  CHOICES: asks(choices),
  WORDS: asks({ question: 'Which port?' }),
  FAULTY: asks(faulty),
  PARKED: asks(choices),
  PICTURES: [
    () => [toolUse(tool, pictures)],
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
  let parley: Windowless;
  shareWindowless('askUser', { replies }, opened => (parley = opened));

  /** The newest one, because those that are answered stay. */
  const card = () => parley.view.getByRole('form', { name: 'Claude asks' }).last();
  const box = (name: string) => card().getByRole('textbox', { name, exact: true });
  const submit = () => card().getByRole('button', { name: 'Submit', exact: true }).click();
  const goesOn = () => parley.log.getByText('Thank you, I go on with that.').last().waitFor();
  /** The result of a question of the turn, beginning with 1. */
  const read = async (prompt: string, nth = 1): Promise<{ readonly isError: boolean; readonly text: string } | undefined> => {
    const { toolResults } = await parley.api.waitForRequest(request => !request.side && request.prompt === prompt && request.step === nth);
    return toolResults[0] && { isError: toolResults[0].isError, text: toolResults[0].text };
  };

  for (const cli of clis('newest')) {
    describe(`of the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));
      after(() => parley.changeSettings({ 'parley.claude.path': claudePaths.newest }));

      // In one turn, because each further chat starts a CLI.
      it('asks a set of every type, questions that depend on each other and set rules for their answers, one question with choices, and one in own words, and Claude reads what the card has shown, or that nobody has answered in time', async () => {
        const prompt = `EACH ${cli}`;
        await parley.send(prompt);
        await card().getByText('Before I begin').waitFor();
        await card().getByText('Today it is Jotter.').waitFor();
        await card().getByRole('radio', { name: 'SQLite', exact: true }).click();
        await eventually(() => card().getByRole('radio', { name: 'Other', exact: true }).count(), 0, 'allowOther is false');
        await eventually(() => card().getByRole('checkbox', { name: 'Login', exact: true }).isChecked(), true, 'the default');
        await card().getByRole('checkbox', { name: 'Search, filters', exact: true }).click();
        await box('What is it called?').fill('Marginal notes');
        await card().getByRole('button', { name: 'What Claude will read' }).click();
        const expected = [
          'Q: Where are the notes kept?\nA: SQLite',
          'Q: What comes first?\nA: \n- Login\n- Search, filters',
          'Q: What is it called?\nA: Marginal notes',
          'Q: How many fit on a page?\nA: 20',
          'Q: Who reads it?\nA: (skipped: the user gave no answer)',
        ].join('\n\n');
        // The host writes this text, so it follows the last letter by a moment.
        await eventually(() => card().getByText('Q: Where are the notes kept?').innerText(), expected);
        await submit();
        await card().getByRole('button', { name: 'Submit anyway', exact: true }).click();
        assert.deepEqual(await read(prompt), { isError: false, text: expected });
        await parley.log.getByText('You answered').first().waitFor();

        await card().getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
        const port = card().getByRole('spinbutton', { name: 'Which port?' });
        await port.fill('80');
        await box('When is the release?').fill('2026-12-24');
        await card().getByText('Lower ports need the rights of an administrator.', { exact: true }).waitFor();
        await port.fill('5432');
        await card().getByRole('textbox', { name: 'Which version?' }).fill('2.0');
        await submit();
        assert.deepEqual(await read(prompt, 2), {
          isError: false,
          text: [
            'Q: Which store?\nA: PostgreSQL',
            'Q: Which port?\nA: 5432',
            'Q: Which file?\nA: (not asked: what it depends on was answered otherwise)',
            'Q: When is the release?\nA: 2026-12-24',
            'Q: Which version?\nA: 2.0',
          ].join('\n\n'),
        });

        await card().getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
        await submit();
        assert.deepEqual(await read(prompt, 3), { isError: false, text: '{"selected":[0],"other":null}' });

        await box('Which port?').fill('3000, for now');
        await submit();
        assert.deepEqual(await read(prompt, 4), { isError: false, text: 'User answered: 3000, for now' });
        await goesOn();

        const cliPath = { 'parley.claude.path': claudePaths[cli] };
        await parley.changeSettings({ ...cliPath, 'parley.questions.timeout': 0.02, 'parley.questions.onTimeout': 'dismiss' });
        await parley.send(`CHOICES too late ${cli}`);
        await card().getByRole('button', { name: 'Dismiss', exact: true }).waitFor();
        // However short the setting is.
        await parley.advance(30_000);
        const overdue = await read(`CHOICES too late ${cli}`);
        // Put back as they were, because a question of the tests behind would otherwise end before a busy machine has shown it.
        await parley.changeSettings({ ...cliPath, 'parley.questions.timeout': 5, 'parley.questions.onTimeout': 'park' });
        assert.equal(overdue?.isError, true);
        assert.match(overdue?.text ?? '', /^QuestionTimeoutError: Nobody answered in time\. Nothing was decided\./);
        await parley.log.getByText('Nobody answered in time').first().waitFor();
      });

      if (isWholeMatrix)
        it('gives Claude a long answer whole', async () => {
          // 2.0.77 reads 25,000 tokens, as the API counts them.
          const long = 'Notes of a long day. '.repeat(cli === 'oldest' ? 2_000 : 6_000).trim();
          await parley.send(`WORDS of a long answer ${cli}`);
          await box('Which port?').fill(long);
          await submit();
          assert.deepEqual(await read(`WORDS of a long answer ${cli}`), { isError: false, text: `User answered: ${long}` });
          await goesOn();
        });

      if (isWholeMatrix)
        it('tells Claude every fault, and that the person has dismissed it', async () => {
          await parley.send(`FAULTY ${cli}`);
          assert.deepEqual(await read(`FAULTY ${cli}`), {
            isError: true,
            text: 'QuestionValidationError: The user was not asked. Correct this and call again:\n- questions[0].options must be a list of 2 to 20 options, without one for “Other”; got a list of 1.',
          });
          await goesOn();
          await parley.newChat();
          await parley.send(`CHOICES dismissed ${cli}`);
          await card().getByRole('button', { name: 'Dismiss', exact: true }).click();
          const dismissed = await read(`CHOICES dismissed ${cli}`);
          assert.equal(dismissed?.isError, true);
          assert.match(dismissed?.text ?? '', /^QuestionCancelledError: The user dismissed this\. .*Do not ask this again now/);
          await parley.log.getByText('Dismissed', { exact: true }).waitFor();
        });
    });
  }

  it('shows the pictures of options, of the workspace and no others, which changes nothing that Claude reads; and is asked by a subagent, and the card says what became of it', async () => {
    const media = join(parley.folder, 'media');
    mkdirSync(media);
    writeFileSync(join(media, 'logo.png'), icon);
    writeFileSync(join(media, 'words.png'), 'words');
    symlinkSync(process.execPath, join(media, 'link.png'));
    await parley.send('PICTURES');
    const first = parley.card();
    const larger = (label: string) => first.getByRole('button', { name: `Show larger: ${label}`, exact: true });
    const width = (label: string) =>
      larger(label)
        .getByAltText(label)
        .evaluate((img: HTMLImageElement) => img.naturalWidth);
    await eventually(() => width('Bubble'), icon.readUInt32BE(16));
    await eventually(() => width('Dot'), 1);
    for (const sentence of ['Image outside your folder: link.png', 'Not an image: words.png', 'Image not found: lost.png'])
      await first.getByText(sentence, { exact: true }).waitFor();
    await larger('Bubble').click();
    const large = parley.tab.getByAltText('Bubble');
    await eventually(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth), icon.readUInt32BE(16));
    await parley.idle();
    await eventually(() => first.getByRole('radio', { name: 'Bubble', exact: true }).isChecked(), false);
    // What was shown stays on the card that is over.
    rmSync(media, { recursive: true });
    await first.getByRole('radio', { name: 'Dot', exact: true }).click();
    await first.getByRole('button', { name: 'Submit', exact: true }).click();
    assert.deepEqual(await read('PICTURES'), { isError: false, text: 'Q: Which logo fits?\nA: Dot' });
    await first.getByRole('button', { name: 'Expand question' }).click();
    await eventually(() => width('Bubble'), icon.readUInt32BE(16));

    await card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await submit();
    assert.deepEqual(await read('CHOICES of a subagent'), { isError: false, text: '{"selected":[1],"other":null}' });
    await parley.log.getByText('You answered').nth(1).waitFor();
    await goesOn();
  });

  it('is asked again in the next window, where the CLI can keep a question', async () => {
    const kept = clis('newest').filter(cli => cli !== 'oldest');
    for (const cli of kept) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.send(`PARKED ${cli}`);
      await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
      await parley.onDisk(`PARKED ${cli}`, '"selected":[1]');
      await parley.newChat();
    }
    await parley.restart('closed');
    await parley.restart('killed');
    for (const cli of kept) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.goTo(`PARKED ${cli}`);
      await eventually(() => parley.card().getByRole('radio', { name: 'SQLite', exact: true }).isChecked(), true);
      await submit();
      assert.deepEqual(await read(`PARKED ${cli}`), { isError: false, text: '{"selected":[1],"other":null}' });
      await goesOn();
    }
  });
});
