// What was decided is told to Claude in a new chat, where the person sees and stops it, with the real CLIs.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';

const asking = (question: string, ...labels: readonly string[]): Record<string, unknown> => ({
  questions: [{ question, header: 'Choice', multiSelect: false, options: labels.map(label => ({ label, description: `It is ${label}` })) }],
});
const replies: Replies = {
  DATABASE: [
    () => [toolUse('AskUserQuestion', asking('Which database keeps the notes?', 'PostgreSQL', 'SQLite'))],
    () => [text('Decided.')],
  ],
  AGAIN: [() => [toolUse('AskUserQuestion', asking('Which database should keep the notes?', 'Files', 'SQLite'))], () => [text('Decided.')]],
  FIND: [() => [toolUse('mcp__parley__find_decisions', { query: 'database' })], () => [text('Found.')]],
  HELLO: [() => [text('Hello, you.')]],
  GOAL: [
    () => [toolUse('mcp__parley__update_product_doc', { section: 'Goal', content: 'A shop for used bicycles.' })],
    () => [text('Noted.')],
  ],
  READ: [() => [toolUse('mcp__parley__read_product_doc', { section: 'Goal' })], () => [text('I have read it.')]],
  CHANGE: [() => [toolUse('mcp__parley__update_product_doc', { section: 'Goal', content: 'A shop for cars.' })], () => [text('Tried.')]],
};

describe('the memory', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const memory = { 'parley.memory.decisions': true, 'parley.memory.productDoc': true };
  shareWindowless('memory', { replies, settings: memory, inOneChat: true }, opened => (parley = opened));

  /** The system prompt of the first request with this prompt. */
  const systemOf = async (prompt: string): Promise<string> =>
    (await parley.api.waitForRequest(request => !request.side && request.prompt === prompt)).system;
  const hello = async (prompt: string): Promise<string> => {
    await parley.newChat();
    await parley.send(prompt);
    await parley.log.getByText('Hello, you.').waitFor();
    return systemOf(prompt);
  };
  const timesIn = (whole: string, part: string): number => whole.split(part).length - 1;

  for (const cli of clis('newest')) {
    it(`tells what was decided in the next chat, once (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      await parley.send(`DATABASE ${cli}`);
      await parley.card().getByRole('radio', { name: 'SQLite' }).click();
      await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
      await parley.log.getByText('Decided.').waitFor();
      // A decision is kept once the turn has ended: before, the CLI could lose the answer.
      await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
      const told = await hello(`HELLO told ${cli}`);
      assert.equal(timesIn(told, '"Which database keeps the notes?" → "SQLite"'), 1);
      assert.equal(timesIn(told, 'Remembered by Parley'), 1);
    });

    it(`is searched by Claude without asking for a permission (${cli} CLI)`, async () => {
      await parley.send(`FIND ${cli}`);
      const { toolResults } = await parley.api.waitForRequest(
        request => !request.side && request.prompt === `FIND ${cli}` && request.toolResults.length > 0,
      );
      assert.equal(toolResults[0]?.isError, false);
      assert.match(toolResults[0]?.text ?? '', /^- \d{4}-\d\d-\d\d.*: "Which database keeps the notes\?" → "SQLite"$/m);
      await parley.log.getByText('Found.').waitFor();
    });
  }

  it('is shown on a card that asks the same, and fills it in without sending it', async () => {
    await parley.useCli('newest');
    await parley.send('AGAIN filled');
    const card = parley.card();
    await card.getByText(/^You chose SQLite earlier today/).waitFor();
    await card.getByText('Which database keeps the notes?').waitFor();
    await card.getByRole('button', { name: /^Use SQLite again/ }).click();
    await card.getByRole('radio', { name: 'SQLite', checked: true }).waitFor();
    assert.equal(parley.toolResults().length, 0);
    await card.getByRole('button', { name: 'Submit', exact: true }).click();
    await parley.log.getByText('Decided.').waitFor();
  });

  it('is not shown any more where the person has said that it is not the same', async () => {
    await parley.send('AGAIN refused');
    await parley
      .card()
      .getByRole('button', { name: /^Different question/ })
      .click();
    await parley
      .card()
      .getByText(/^You chose SQLite earlier today/)
      .waitFor({ state: 'detached' });
    await parley.card().getByRole('radio', { name: 'Files' }).click();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    await parley.log.getByText('Decided.').waitFor();
    await parley.goOn();
    await parley.send('AGAIN decided anew');
    await parley
      .card()
      .getByText(/^You chose Files earlier today/)
      .waitFor();
    await parley.card().getByRole('button', { name: 'Dismiss', exact: true }).click();
    await parley.log.getByText('Decided.').waitFor();
  });

  it('is told line by line in the chat, where each line can be taken out of the next one', async () => {
    const line = /"Which database should keep the notes\?" → "Files"$/;
    assert.match(await hello('HELLO before'), /Which database should keep the notes\?" → "Files"/);
    await parley.log.getByRole('button', { name: /^Claude knows/ }).click();
    await parley.log.getByText(line).waitFor();
    await parley.log.getByRole('button', { name: /^Remove.*should keep the notes/ }).click();
    await parley.log.getByRole('button', { name: /^Put back.*should keep the notes/ }).waitFor();
    const after = await hello('HELLO after');
    assert.doesNotMatch(after, /should keep the notes\?" → "Files"/);
    assert.match(after, /" → "SQLite"/);
  });

  describe('the Product Doc', () => {
    const file = (): string => join(parley.folder, '.claude', 'product-doc.md');
    const result = async (prompt: string): Promise<{ readonly isError: boolean; readonly text: string }> => {
      const { toolResults } = await parley.api.waitForRequest(
        request => !request.side && request.prompt === prompt && request.toolResults.length > 0,
      );
      return toolResults[0] ?? assert.fail();
    };
    before(() => mkdirSync(dirname(file()), { recursive: true }));
    const begun = (): void => {
      writeFileSync(file(), '# Notes\n\n## Stack\n\nNode and Preact.\n');
    };
    after(() => {
      rmSync(file());
    });

    for (const cli of clis('newest')) {
      it(`is changed by Claude one section at a time, and its card is told once, with and without AGENTS.md, and by its setting alone (${cli} CLI)`, async () => {
        await parley.useCli(cli);
        begun();
        // What a folder brings is not told before the person has looked at it.
        assert.doesNotMatch(await hello(`HELLO not looked at ${cli}`), /Node and Preact/);
        await parley.press('was written or changed outside of this VS Code', 'Look at It');
        await parley.press('Tell Claude what .claude/product-doc.md says?', 'Tell Claude');
        await parley.send(`GOAL ${cli}`);
        assert.equal((await result(`GOAL ${cli}`)).isError, false);
        await parley.log.getByText('Noted.').waitFor();
        assert.match(readFileSync(file(), 'utf8'), /^# Notes\n\n## Stack\n\nNode and Preact\.\n\n## Goal\n\nA shop for used bicycles\.\n$/);
        await parley.log.getByRole('button', { name: /^Undo/ }).click();
        await parley.log.getByRole('button', { name: /^Undone/ }).waitFor();
        assert.equal(readFileSync(file(), 'utf8'), '# Notes\n\n## Stack\n\nNode and Preact.\n');
        // This chat knows the section that is gone; another one does not.
        await parley.newChat();
        writeFileSync(join(parley.folder, 'AGENTS.md'), '# Agents\n\nBe kind.\n');
        await parley.send(`GOAL anew ${cli}`);
        assert.equal(timesIn(await systemOf(`GOAL anew ${cli}`), 'Stack: Node and Preact.'), 1);
        await result(`GOAL anew ${cli}`);
        await parley.log.getByRole('button', { name: /^Undo: Goal/ }).waitFor();
        // What the CLI reads by itself is not told twice, and what it does not read is told.
        writeFileSync(join(parley.folder, 'AGENTS.md'), '# Stack\n\nNode and Preact.\n');
        await parley.changeSettings({ 'parley.memory.tellDecisions': false });
        const told = await hello(`HELLO same ${cli}`);
        assert.equal(timesIn(told, 'Stack: Node and Preact.'), cli === 'newest' ? 0 : 1);
        assert.equal(timesIn(told, 'Goal: A shop for used bicycles.'), 1);
        assert.doesNotMatch(told, /" → "/);
        rmSync(join(parley.folder, 'AGENTS.md'));
        await parley.changeSettings({ 'parley.memory.tellDecisions': true, 'parley.memory.tellProjectCard': false });
        assert.doesNotMatch(await hello(`HELLO no card ${cli}`), /Project card/);
        await parley.changeSettings({ 'parley.memory.tellProjectCard': true });
      });

      it(`keeps what a person has written since Claude read it (${cli} CLI)`, async () => {
        await parley.send(`READ ${cli}`);
        const read: unknown = JSON.parse((await result(`READ ${cli}`)).text);
        assert.deepEqual(Object.keys((read as { readonly sections: object }).sections), ['Goal']);
        await parley.log.getByText('I have read it.').waitFor();
        const byHand = readFileSync(file(), 'utf8').replace('used bicycles', 'good bicycles');
        writeFileSync(file(), byHand);
        parley.api.requests.length = 0;
        await parley.send(`CHANGE ${cli}`);
        assert.match((await result(`CHANGE ${cli}`)).text, /the user has not looked at it yet/);
        await parley.press('was written or changed outside of this VS Code', 'Look at It');
        await parley.press('Tell Claude what .claude/product-doc.md says?', 'Tell Claude');
        await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
        parley.api.requests.length = 0;
        await parley.send(`CHANGE ${cli}`);
        const refused = await result(`CHANGE ${cli}`);
        assert.equal(refused.isError, true);
        assert.match(
          refused.text,
          /“Goal” is not as you last read it, or you have not read it, so nothing was written\. It says now:\n\nA shop for good bicycles\./,
        );
        assert.equal(readFileSync(file(), 'utf8'), byHand);
      });
    }
  });
});
