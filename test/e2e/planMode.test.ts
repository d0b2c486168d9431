// While Claude plans, with the real CLIs: questions are asked on a card by default, and refused where the person has turned them off; nothing is
// written into the Product Doc.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';

const database = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL', description: 'A server' },
    { label: 'SQLite', description: 'One file' },
  ],
};
const done = text('Thank you, I go on with that.');
const replies: Replies = {
  PLAN: [() => [toolUse('EnterPlanMode', {})], () => [text('I plan.')]],
  THEIRS: [() => [toolUse('AskUserQuestion', { questions: [database] })], () => [done]],
  NOTE: [() => [toolUse('mcp__parley__update_product_doc', { section: 'Goal', content: 'A shop.' })], () => [done]],
  OURS: [() => [toolUse('mcp__parley__ask_user', { questions: [database] })], () => [done]],
};
const refused =
  'The user has turned off questions in plan mode, so nobody was asked. Decide yourself where you can, list what you have assumed in the plan, and go on.';

describe('plan mode', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindow('planMode', { replies, settings: { 'parley.memory.productDoc': true } }, opened => (parley = opened));

  const read = async (prompt: string): Promise<{ readonly isError: boolean; readonly text: string } | undefined> => {
    const { toolResults } = await parley.api.waitForRequest(
      request => !request.side && request.prompt === prompt && request.toolResults.length > 0,
    );
    return toolResults[0] && { isError: toolResults[0].isError, text: toolResults[0].text };
  };
  const goesOn = () => parley.log.getByText('Thank you, I go on with that.').last().waitFor();

  const plan = async (prompt: string): Promise<void> => {
    await parley.send(prompt);
    await parley.log.getByText('I plan.').waitFor();
  };

  for (const cli of ['newest', 'deferring', 'oldest'] as const) {
    describe(`of the ${cli} CLI: questions`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));
      for (const tool of ['THEIRS', 'OURS']) {
        it(`are asked with ${tool === 'OURS' ? 'ask_user' : 'AskUserQuestion'}`, async () => {
          await plan(`PLAN ${tool} on ${cli}`);
          await parley.send(`${tool} on ${cli}`);
          await parley.card().getByRole('radio', { name: 'SQLite' }).click();
          await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
          const answer = await read(`${tool} on ${cli}`);
          assert.match(answer?.text ?? '', /SQLite/);
          assert.equal(answer?.isError, false);
          await goesOn();
        });

        it(`are refused with ${tool === 'OURS' ? 'ask_user' : 'AskUserQuestion'} where the person has turned them off`, async () => {
          await parley.changeSettings({ 'parley.questions.inPlanMode': false });
          await plan(`PLAN ${tool} off ${cli}`);
          await parley.send(`${tool} off ${cli}`);
          assert.deepEqual(await read(`${tool} off ${cli}`), { isError: true, text: refused });
          await goesOn();
          await parley.log.getByText('Not asked').waitFor();
          await parley.changeSettings({ 'parley.questions.inPlanMode': true });
        });
      }
    });

    it(`of the ${cli} CLI: the Product Doc is not changed`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await plan(`PLAN note ${cli}`);
      await parley.send(`NOTE on ${cli}`);
      const answer = await read(`NOTE on ${cli}`);
      assert.match(answer?.text ?? '', /^The user is planning with you .* nothing was written\./);
      assert.equal(answer?.isError, true);
      await goesOn();
    });
  }
});
