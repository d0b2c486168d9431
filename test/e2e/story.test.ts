import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { dismissedText } from '../../src/claude/answers/record.js';
import type { Parley } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import { eventually } from '../webview/harness.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { openWindowless } from '../support/windowless/windowless.js';

/** Waits for the request that carries the tool's result, and says what Claude read. */
async function read(parley: Parley, prompt: string): Promise<{ readonly isError: boolean; readonly text: string }[]> {
  const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === prompt && toolResults.length > 0);
  return request.toolResults.map(({ isError, text }) => ({ isError, text }));
}

const radio = (card: Locator, name: string): Locator => card.getByRole('radio', { name, exact: true });
const box = (card: Locator, name: string): Locator => card.getByRole('checkbox', { name, exact: true });
const submit = (card: Locator): Locator => card.getByRole('button', { name: 'Submit' });

/** The text that each CLI makes of the same answers, to the letter. */
const wording = {
  newest: {
    chosen: (answers: string) => `Your questions have been answered: ${answers}. You can now continue with these answers in mind.`,
    typed: (answers: string) =>
      `The user answered: ${answers}. Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.`,
  },
  oldest: {
    chosen: (answers: string) => `User has answered your questions: ${answers}. You can now continue with the user's answers in mind.`,
    typed: (answers: string) => `User has answered your questions: ${answers}. You can now continue with the user's answers in mind.`,
  },
};

describe('in one window', function () {
  this.timeout(windowLimit);
  let parley: Windowless;

  shareWindowless('story', { replies, inOneChat: true }, opened => (parley = opened));

  // What the model reads has other words in the oldest. It is the first, because the tests behind go on in the chat of the newest.
  for (const cli of clis('oldest', 'newest')) {
    const words = cli === 'oldest' ? wording.oldest : wording.newest;
    const isTried = cli === 'newest' || isWholeMatrix;
    describe(`one question, from the ${cli} CLI to a person and back`, () => {
      before(() => parley.useCli(cli));

      it('the story: a choice, two boxes with a comma in a label, an own answer', async () => {
        const { view, card, log } = parley;
        await parley.send('ASK_ALL please');
        await log.getByText('first', { exact: true }).waitFor();
        await radio(card(), 'PostgreSQL').waitFor();
        await view.getByText('Answer Claude’s question first').first().waitFor();
        await eventually(() => view.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
        await radio(card(), 'PostgreSQL').click();
        await box(card(), 'Login').click();
        await box(card(), 'Search, filters').click();
        await card().getByRole('textbox', { name: 'Other answer: Name' }).fill('Marginal notes, "for now"');
        await submit(card()).click();
        const [result] = await read(parley, 'ASK_ALL');
        assert.deepEqual(result, {
          isError: false,
          text: words.typed(
            '"Which database should we use?"="PostgreSQL", "Which features come first?"="Login, "Search, filters"", "What shall it be called?"="Marginal notes, "for now""',
          ),
        });
        await card().getByText('You answered').first().waitFor();
        await log.getByText('Thank you, I go on with that.').waitFor();
      });

      if (isTried)
        it('one choice reaches Claude as the label', async () => {
          const { card } = parley;
          await parley.send('ASK_ONE please');
          await radio(card(), 'SQLite').click();
          await submit(card()).click();
          assert.deepEqual(await read(parley, 'ASK_ONE'), [
            { isError: false, text: words.chosen('"Which database should we use?"="SQLite"') },
          ]);
        });

      if (isTried)
        it('two cards at once keep their own state and are answered in any order', async () => {
          const { card } = parley;
          await parley.send('ASK_TWICE please');
          await box(card(1), 'Export').click();
          await submit(card(1)).click();
          await card(1).getByText('You answered').first().waitFor();
          await radio(card(0), 'PostgreSQL').click();
          await submit(card(0)).click();
          const results = await read(parley, 'ASK_TWICE');
          assert.deepEqual(
            results.map(({ text }) => text).sort(),
            ['"Which database should we use?"="PostgreSQL"', '"Which features come first?"="Export"'].map(words.chosen),
          );
        });
    });
  }

  for (const cli of clis('newest')) {
    describe(`one question and the ${cli} CLI`, () => {
      before(() => parley.useCli(cli));

      it('a dismissed question is dismissed, in words, and the turn goes on', async () => {
        const { card, log } = parley;
        await parley.send('ASK_ONE please');
        await card().getByRole('button', { name: 'Dismiss' }).click();
        assert.deepEqual(await read(parley, 'ASK_ONE'), [{ isError: true, text: dismissedText }]);
        await log.getByText('Thank you, I go on with that.').waitFor();
      });

      it('Stop while asked withdraws the question, and the next prompt is answered', async () => {
        const { view, card, log } = parley;
        await parley.send('ASK_ONE please');
        await radio(card(), 'PostgreSQL').click();
        await view.getByRole('button', { name: 'Stop' }).click();
        await submit(card()).waitFor({ state: 'detached' });
        await parley.send('HELLO');
        await log.getByText('Hello, you.').waitFor();
      });

      it('a reply in the chat goes to Claude instead of an answer', async () => {
        const { view, card, log } = parley;
        await parley.send('ASK_ONE please');
        await card().getByRole('button', { name: 'Reply in chat instead' }).click();
        await parley.send('Which one needs no server?');
        const [result] = await read(parley, 'ASK_ONE');
        assert.ok(result?.text.includes('Which one needs no server?'), result?.text);
        await log.getByText('Thank you, I go on with that.').waitFor();
        await eventually(() => view.getByRole('button', { name: 'Submit' }).count(), 0);
      });

      it('a question that Claude’s own rules refuse is shown as refused, and the turn goes on', async () => {
        const { log } = parley;
        await parley.send('BAD question');
        await log.getByText('Thank you, I go on with that.').waitFor();
        await log.getByText('Not asked').waitFor();
      });

      if (isWholeMatrix)
        it('a permission is asked, and what was denied does not happen', async () => {
          const { view, log } = parley;
          await parley.send('RUN it');
          await view.getByRole('button', { name: 'Deny' }).click();
          const [result] = await read(parley, 'RUN');
          assert.equal(result?.isError, true);
          await log.getByText('Thank you, I go on with that.').waitFor();
          await parley.send('RUN it again');
          await view.getByRole('button', { name: 'Allow' }).click();
          await parley.api.waitForRequest(({ side, toolResults }) => !side && toolResults.some(result => !result.isError));
        });
    });
  }

  describe('the view', () => {
    it('keeps a half-filled card and the composer’s draft while it is hidden', async () => {
      const { view, card, log } = parley;
      await parley.send('ASK_ALL please');
      await radio(card(), 'PostgreSQL').click();
      await card().getByRole('textbox', { name: 'Other answer: Name' }).fill('Half a thought');
      await view.getByRole('textbox', { name: 'Message Claude' }).fill('and another');
      await parley.hideView();
      await parley.openView();
      await eventually(() => card().getByRole('textbox', { name: 'Other answer: Name' }).inputValue(), 'Half a thought');
      await eventually(() => view.getByRole('textbox', { name: 'Message Claude' }).inputValue(), 'and another');
      await eventually(() => radio(card(), 'PostgreSQL').isChecked(), true);
      await view.getByRole('textbox', { name: 'Message Claude' }).fill('');
      await card().getByRole('button', { name: 'Dismiss' }).click();
      await log.getByText('Thank you, I go on with that.').waitFor();
    });
  });
});

describe('the view in a folder that is not trusted', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  before(async () => {
    parley = await openWindowless({ replies, trust: true });
  });
  after(async () => {
    assert.deepEqual(await parley.stop(), [], 'processes outlived the extension');
  });

  it('says so and starts nothing', async () => {
    await parley.view.getByText(/trust/i).first().waitFor();
    await parley.view.getByRole('button', { name: 'Send', exact: true, disabled: true }).waitFor();
    assert.equal(parley.api.requests.length, 0);
  });
});
