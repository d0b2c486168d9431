// Plans of the real CLIs: comments reach Claude each with its line, an approved plan is carried out in the mode that was chosen, and in a new chat
// without the talk that led to it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Call, Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';

const plan = '# Quiet lamps\n\n1. Make the file\n2. Test it\n';
let folder = '';
let made = 0;
const make = (name: string) => toolUse('Write', { file_path: join(folder, name), content: 'made\n' });
/** The file in which the CLI wants the plan; undefined in a version that takes it with the call. */
const planFile = (body: unknown): string | undefined => /\/[^\s"\\`]*\/plans\/[^\s"\\`]+\.md/.exec(JSON.stringify(body))?.[0];

/** The prompts whose plan was approved. */
const approved = new Set<string>();
/** A plan is shown once it is written, and again when it was refused. */
const goOn = ({ toolResults: [result], prompt }: Call) => {
  if (result?.name === 'ExitPlanMode' && !result.isError) {
    approved.add(prompt);
    return [make(`${prompt.split(' ').at(-1)}.txt`)];
  }
  return approved.has(prompt) ? [text('It is carried out.')] : [toolUse('ExitPlanMode', { plan })];
};
const replies: Replies = {
  PLANNED: [
    () => [toolUse('EnterPlanMode', {})],
    ({ body }) => {
      const path = planFile(body);
      return path === undefined ? [toolUse('ExitPlanMode', { plan })] : [toolUse('Write', { file_path: path, content: plan })];
    },
    ...Array.from({ length: 6 }, () => goOn),
  ],
  'Implement the following plan': [() => [make(`anew-${++made}.txt`)], () => [text('It is made anew.')]],
};

describe('plans', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindowless('plans', { replies }, opened => {
    parley = opened;
    ({ folder } = opened);
  });

  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  const changesFiles = () => parley.view.getByRole('radio', { name: 'edits without asking' });
  const intoFresh = () => parley.view.getByRole('checkbox', { name: 'Start a new chat with just the plan' });
  /** The result of the nth call that shows the plan, beginning with 1. */
  const read = async (prompt: string, nth: number): Promise<{ readonly isError: boolean; readonly text: string }> => {
    let seen = 0;
    const { toolResults } = await parley.api.waitForRequest(
      request => request.prompt === prompt && request.toolResults[0]?.name === 'ExitPlanMode' && ++seen === nth,
    );
    assert.ok(toolResults[0]);
    return toolResults[0];
  };
  const carriedOut = async (prompt: string, nth: number): Promise<void> => {
    await parley.log
      .getByText('It is carried out.')
      .nth(nth - 1)
      .waitFor();
    assert.equal(readFileSync(join(folder, `${prompt.split(' ').at(-1)}.txt`), 'utf8'), 'made\n');
    await button('Stop').waitFor({ state: 'detached' });
  };

  // In one chat, because each further one starts a CLI.
  for (const cli of clis('newest'))
    it(`get comments, each with its line, which are there again, with what was chosen, when the view has been away; are refused with a word; are carried out in the mode that the person has chosen, then in that of Claude before it planned, and in a new chat, which knows nothing of the planning (${cli} CLI)`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      const said = `PLANNED said-${cli}`;
      await parley.send(said);
      await parley.view.getByRole('group', { name: 'The plan', exact: true }).getByText('Quiet lamps').waitFor();
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
      const commented = await read(said, 1);
      assert.equal(commented.isError, true);
      assert.equal(
        commented.text.split('\n\n<system-reminder>')[0],
        'The user did not allow this. The user says:\nLine 3 of the plan:\n> 1. Make the file\nWhere?\n\nLine 4 of the plan:\n> 2. Test it\nWith the real API.',
      );

      await button('Add note').click();
      await parley.view.getByRole('textbox', { name: 'Note to Claude' }).fill('Smaller, please.');
      await parley.page.keyboard.press('Escape');
      await button('Keep planning').click();
      assert.equal((await read(said, 2)).text, 'The user did not allow this. The user says:\nSmaller, please.');

      await changesFiles().check();
      await button('Approve').click();
      assert.match((await read(said, 3)).text, /^User has approved your plan/);
      await carriedOut(said, 1);
      await button('Permission mode: Accept edits').waitFor();

      const before = `PLANNED before-${cli}`;
      await parley.send(before);
      await changesFiles().and(parley.view.locator(':checked')).waitFor();
      await button('Approve').click();
      await carriedOut(before, 2);

      const anew = `PLANNED anew-${cli}`;
      await parley.send(anew);
      await changesFiles().check();
      await intoFresh().check();
      await button('Approve').click();
      await parley.log.getByText('It is made anew.').waitFor();
      const own = parley.api.requests.filter(request => !request.side && request.prompt.startsWith('Implement the following plan:'));
      assert.match(own[0]?.prompt ?? '', /# Quiet lamps\n\n1\. Make the file\n2\. Test it$/);
      // The newest CLI names its tools in the messages.
      assert.doesNotMatch(JSON.stringify(own.map(({ messages }) => messages)), /PLANNED|"name":"(?:Enter|Exit)PlanMode"/);
      // Nothing of the planning went on.
      const [last] = parley.api.requests.filter(request => !request.side && request.prompt === anew).slice(-1);
      assert.notEqual(last?.toolResults[0]?.name, 'ExitPlanMode');
    });
});
