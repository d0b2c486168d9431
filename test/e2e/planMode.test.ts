// While Claude plans, with the real CLIs: questions are asked on a card by default, and refused where the person has turned them off; nothing is
// written into the Product Doc.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen, clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

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
  // Asked beside the chat, so the pending call comes before it and the place of the step is not the conversation's.
  BESIDE: () => [text('SQLite needs **no server**.')],
};
const refused =
  'The user has turned off questions in plan mode, so nobody was asked. Decide yourself where you can, list what you have assumed in the plan, and go on.';

describe('plan mode', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  shareWindowless('planMode', { replies, settings: { 'parley.memory.productDoc': true }, inOneChat: true }, opened => (parley = opened));

  const read = async (prompt: string): Promise<{ readonly isError: boolean; readonly text: string } | undefined> => {
    const { toolResults } = await parley.api.waitForRequest(
      request => !request.side && request.prompt === prompt && request.toolResults.length > 0,
    );
    return toolResults[0] && { isError: toolResults[0].isError, text: toolResults[0].text };
  };
  const goesOn = () => parley.log.getByText('Thank you, I go on with that.').waitFor();

  const plan = async (prompt: string): Promise<void> => {
    await parley.send(prompt);
    await parley.log.getByText('I plan.').waitFor();
    await parley.goOn();
  };

  for (const cli of clis('newest')) {
    describe(`of the ${cli} CLI: questions`, () => {
      before(() => parley.useCli(cli));
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
  }

  // That the oldest cannot be asked is in its recording (test/unit/claude/stream/controlRequests.test.ts).
  for (const cli of clis('newest'))
    for (const tool of chosen(['THEIRS', 'OURS'], 'THEIRS'))
      it(`of the ${cli} CLI: ${cli === 'oldest' ? 'nothing can be asked' : 'the person asks Claude'} beside the card of ${tool === 'OURS' ? 'ask_user' : 'AskUserQuestion'}`, async () => {
        await parley.useCli(cli);
        await parley.send(`${tool} aside ${cli}`);
        await parley.card().getByRole('radio', { name: 'SQLite' }).click();
        const ask = parley.card().getByRole('button', { name: 'Ask Claude about this' });
        if (cli === 'oldest') {
          await parley.idle();
          await eventually(() => ask.count(), 0);
        } else {
          await ask.click();
          await parley.card().getByRole('textbox', { name: 'Question to Claude' }).fill('BESIDE: which is simpler?');
          await parley.page.keyboard.press('Enter');
          const aside = await parley.api.waitForRequest(({ messages }) => JSON.stringify(messages.at(-1)).includes('BESIDE'));
          const seen = JSON.stringify(aside.messages);
          // The conversation with the call that waits, and what the person asks about.
          assert.match(seen, /"type":"tool_use"[^]*Which database\?[^]*has not answered your open question yet: “Which database\?”/);
          await parley.card().locator('strong', { hasText: 'no server' }).waitFor();
          await parley.card().getByRole('button', { name: 'Use as my note' }).click();
        }
        await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
        const answer = await read(`${tool} aside ${cli}`);
        assert.match(answer?.text ?? '', cli === 'oldest' ? /SQLite/ : /SQLite[^]*SQLite needs \*\*no server\*\*\./);
        await goesOn();
        const last = parley.api.requests.findLast(({ side, prompt }) => !side && prompt === `${tool} aside ${cli}`);
        assert.doesNotMatch(JSON.stringify(last?.messages), /BESIDE|before they decide/);
      });

  for (const cli of clis('newest'))
    it(`of the ${cli} CLI: the Product Doc is not changed`, async () => {
      await parley.useCli(cli);
      await plan(`PLAN note ${cli}`);
      await parley.send(`NOTE on ${cli}`);
      const answer = await read(`NOTE on ${cli}`);
      assert.match(answer?.text ?? '', /^The user is planning with you .* nothing was written\./);
      assert.equal(answer?.isError, true);
      await goesOn();
    });
});
