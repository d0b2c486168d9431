// Plans of the real CLIs: comments reach Claude each with its line, an approved plan is carried out in the mode that was chosen, and in a new chat
// without the talk that led to it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';

const plan = '# Quiet lamps\n\n1. Make the file\n2. Test it\n';
let folder = '';
let made = 0;
const make = (name: string) => toolUse('Write', { file_path: join(folder, name), content: 'made\n' });
/** Where the CLI wants the plan; undefined in a version that takes it with the call. */
const planFile = (body: unknown): string | undefined => /\/[^\s"\\`]*\/plans\/[^\s"\\`]+\.md/.exec(JSON.stringify(body))?.[0];

const replies: Replies = {
  PLANNED: [
    () => [toolUse('EnterPlanMode', {})],
    ({ body }) => {
      const path = planFile(body);
      return path === undefined ? [toolUse('ExitPlanMode', { plan })] : [toolUse('Write', { file_path: path, content: plan })];
    },
    ({ toolResults, prompt }) =>
      toolResults[0]?.name === 'ExitPlanMode' ? afterPlan(toolResults[0].isError, prompt) : [toolUse('ExitPlanMode', { plan })],
    ({ toolResults, prompt }) =>
      toolResults[0]?.name === 'ExitPlanMode' ? afterPlan(toolResults[0].isError, prompt) : [text('It is carried out.')],
    () => [text('It is carried out.')],
  ],
  'Implement the following plan': [() => [make(`anew-${++made}.txt`)], () => [text('It is made anew.')]],
};
const afterPlan = (isDenied: boolean, prompt: string) => (isDenied ? [text('I plan on.')] : [make(`${prompt.split(' ').at(-1)}.txt`)]);

describe('plans', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindowless('plans', { replies }, opened => {
    parley = opened;
    ({ folder } = opened);
  });

  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  const changesFiles = () => parley.view.getByRole('radio', { name: 'Changes files without asking' });
  const intoFresh = () => parley.view.getByRole('checkbox', { name: 'In a new chat that has only the plan' });
  const asked = async (prompt: string): Promise<void> => {
    await parley.send(prompt);
    await parley.view.getByRole('group', { name: 'The plan', exact: true }).getByText('Quiet lamps').waitFor();
  };
  const read = async (prompt: string): Promise<{ readonly isError: boolean; readonly text: string }> => {
    const { toolResults } = await parley.api.waitForRequest(
      request => request.prompt === prompt && request.toolResults[0]?.name === 'ExitPlanMode',
    );
    assert.ok(toolResults[0]);
    return toolResults[0];
  };

  for (const cli of clis('newest')) {
    describe(`of the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));

      it('get comments, each with its line, which are there again, with what was chosen, when the view has been away', async () => {
        await asked(`PLANNED said-${cli}`);
        for (const [line, words] of [
          [4, 'With the real API.'],
          [3, 'Where?'],
        ] as const) {
          await button(`Comment on line ${line}`).click();
          await parley.view.getByRole('textbox', { name: `Comment on line ${line}`, exact: true }).fill(words);
          await parley.page.keyboard.press('Escape');
        }
        await intoFresh().check();
        await changesFiles().check();
        await parley.hideView();
        await parley.openView();
        await parley.view.getByText('With the real API.').waitFor();
        await changesFiles().and(parley.view.locator(':checked')).waitFor();
        await intoFresh().and(parley.view.locator(':checked')).waitFor();
        await button('Send 2 comments').click();
        const { isError, text: result } = await read(`PLANNED said-${cli}`);
        assert.equal(isError, true);
        assert.equal(
          result.split('\n\n<system-reminder>')[0],
          'The user did not allow this. The user says:\nLine 3 of the plan:\n> 1. Make the file\nWhere?\n\nLine 4 of the plan:\n> 2. Test it\nWith the real API.',
        );
        await parley.log.getByText('I plan on.').waitFor();
      });

      it('are carried out in the mode that the person has chosen, with a note', async () => {
        const prompt = `PLANNED done-${cli}`;
        await asked(prompt);
        await changesFiles().check();
        await button('Approve').click();
        assert.match((await read(prompt)).text, /^User has approved your plan/);
        await parley.log.getByText('It is carried out.').waitFor();
        assert.equal(readFileSync(join(folder, `done-${cli}.txt`), 'utf8'), 'made\n');
      });

      it('are carried out in a new chat, which knows nothing of the planning', async () => {
        const prompt = `PLANNED anew-${cli}`;
        await asked(prompt);
        await changesFiles().check();
        await intoFresh().check();
        await button('Approve').click();
        await parley.log.getByText('It is made anew.').waitFor();
        const own = parley.api.requests.filter(request => !request.side && request.prompt.startsWith('Implement the following plan:'));
        assert.match(own[0]?.prompt ?? '', /# Quiet lamps\n\n1\. Make the file\n2\. Test it$/);
        // The newest CLI names its tools in the messages.
        assert.doesNotMatch(JSON.stringify(own.map(({ messages }) => messages)), /PLANNED|"name":"(?:Enter|Exit)PlanMode"/);
        // Nothing of the planning went on.
        const [last] = parley.api.requests.filter(request => !request.side && request.prompt === prompt).slice(-1);
        assert.notEqual(last?.toolResults[0]?.name, 'ExitPlanMode');
      });
    });
  }

  for (const cli of clis('newest')) {
    it(`go on in the mode that Claude was in before it planned, unless the person chooses another (${cli} CLI)`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.view.getByRole('button', { name: /^Permission mode: |^Mode from settings/ }).click();
      await parley.view.getByRole('menuitemradio', { name: 'Accept edits', exact: true }).click();
      await button('Permission mode: Accept edits').waitFor();
      await asked(`PLANNED before-${cli}`);
      await changesFiles().and(parley.view.locator(':checked')).waitFor();
      await button('Approve').click();
      await parley.log.getByText('It is carried out.').waitFor();
      assert.equal(readFileSync(join(folder, `before-${cli}.txt`), 'utf8'), 'made\n');
    });
  }

  it('are refused with a word', async () => {
    await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    await asked('PLANNED word-newest');
    await button('Add note').click();
    await parley.view.getByRole('textbox', { name: 'Note to Claude' }).fill('Smaller, please.');
    await parley.page.keyboard.press('Escape');
    await button('Keep planning').click();
    assert.equal((await read('PLANNED word-newest')).text, 'The user did not allow this. The user says:\nSmaller, please.');
  });
});
