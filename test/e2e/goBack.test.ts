// Going back in a chat with the real CLI: what Claude has of the conversation before and behind it, after Undo, and after a restart.
import assert from 'node:assert/strict';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { replies as asking } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const replies = {
  ALPHA: () => [text('Heard of alpha.')],
  BETA: () => [text('Heard of beta.')],
  GAMMA: () => [text('Heard of gamma.')],
  DELTA: () => [text('Heard of delta.')],
  OMEGA: () => [text('Heard of omega.')],
  ASK_ONE: asking.ASK_ONE ?? assert.fail(),
  RUN: asking.RUN ?? assert.fail(),
};

describe('a chat that goes back', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  shareWindowless('goBack', { replies }, opened => (parley = opened));

  const box = () => parley.view.getByRole('textbox', { name: 'Message Claude' });
  const card = () => parley.view.getByRole('form', { name: 'Go back' });
  const say = async (word: string, answer: string): Promise<void> => {
    await parley.send(word);
    await parley.log.getByText(answer).waitFor();
    await parley.idle();
  };
  const goBackTo = async (word: string): Promise<void> => {
    const row = parley.log.locator('.row').filter({ hasText: new RegExp(word) });
    await row.getByRole('button', { name: 'Go back to before this message' }).press('Enter');
    await card().getByRole('button', { name: 'Go back', exact: true }).click();
    await parley.log.getByText(`Went back to before “${word}”`).waitFor();
  };
  const fork = async (word: string): Promise<void> => {
    const row = parley.log.locator('.row').filter({ hasText: new RegExp(word) });
    await row.getByRole('button', { name: 'Fork conversation from here' }).press('Enter');
    await eventually(() => box().inputValue(), word);
    await eventually(() => row.count(), 0);
  };
  /** The words of the test that the API was given with this prompt, in their order. */
  const heard = async (prompt: string): Promise<readonly string[]> => {
    const { messages } = await parley.api.waitForRequest(({ side, prompt: last }) => !side && last.endsWith(prompt));
    return JSON.stringify(messages).match(/ALPHA|BETA|GAMMA|DELTA|OMEGA|Heard of \w+/g) ?? [];
  };

  for (const cli of clis('newest'))
    it(`goes on as if the message had never been sent, has it in the message box, and gives all of it back, also after a restart (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      await parley.newChat();
      await say('ALPHA', 'Heard of alpha.');
      await say('BETA', 'Heard of beta.');
      await say('GAMMA', 'Heard of gamma.');
      await box().fill('my draft');
      await goBackTo('BETA');
      await eventually(() => box().inputValue(), 'BETA\n\nmy draft');
      await eventually(() => parley.log.getByText('Heard of gamma.').count(), 0);

      // Undone at once.
      await parley.log.getByRole('button', { name: 'Undo going back' }).click();
      await parley.log.getByText('Heard of gamma.').waitFor();
      await eventually(() => box().inputValue(), 'my draft');
      await say('DELTA', 'Heard of delta.');
      assert.deepEqual(await heard('DELTA'), ['ALPHA', 'Heard of alpha', 'BETA', 'Heard of beta', 'GAMMA', 'Heard of gamma', 'DELTA']);

      await goBackTo('BETA');
      await say('OMEGA', 'Heard of omega.');
      assert.deepEqual(await heard('OMEGA'), ['ALPHA', 'Heard of alpha', 'OMEGA']);
      await parley.onDisk('ALPHA', 'wentBack');
      await parley.restart('closed');
      await parley.log.getByText('Heard of omega.').waitFor();
      await parley.log.getByRole('button', { name: 'Earlier branch' }).click();
      await parley.log.getByText('Heard of delta.').waitFor();
      await say('BETA again', 'Heard of beta.');
      assert.deepEqual((await heard('BETA again')).slice(-3), ['DELTA', 'Heard of delta', 'BETA']);
    });

  // In front of all tests that answer a question: an answer is remembered when the CLI is proven to have read it, which may be in the next test.
  it('answers a question again, and Claude reads the answer as if it had never asked; the old one is in the earlier branch', async () => {
    await parley.useCli('newest');
    await parley.changeSettings({ 'parley.memory.decisions': true });
    await parley.newChat();
    await say('ALPHA decides', 'Heard of alpha.');
    await parley.send('ASK_ONE');
    const option = (name: string) => parley.card().getByRole('radio', { name, exact: true });
    const submit = () => parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    const stopped = () => parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    /** What a new chat is told of the question. */
    const told = async (): Promise<readonly string[]> => {
      await parley.newChat();
      await parley.send('OMEGA told');
      const { system } = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt === 'OMEGA told');
      await stopped();
      await parley.goTo('ALPHA decides');
      return [...system.matchAll(/"Which database should we use\?" → "(\w+)"/g)].map(([, answer = '']) => answer);
    };
    /** Resolves when this answer, which a new chat would be told, is the one that holds. To begin the chat would start a CLI. */
    const holds = async (answer: string): Promise<void> => {
      const listed = async (): Promise<readonly string[]> => {
        await parley.run('parley.searchDecisions');
        const rows = await parley.rows('Which database should we use?');
        await parley.closeList();
        return rows.filter(row => row.includes('Which database') && !row.includes('no longer holds'));
      };
      await eventually(async () => (await listed()).map(row => /PostgreSQL|SQLite/.exec(row)?.[0]), [answer]);
    };
    await option('PostgreSQL').click();
    await submit();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await stopped();
    await parley.card().getByRole('button', { name: 'Expand question' }).click();
    await parley.card().getByRole('button', { name: 'Answer again from here' }).click();
    await parley.log.getByText('Went back to the question “Which database should we use?”').waitFor();
    await option('PostgreSQL')
      .and(parley.view.getByRole('radio', { checked: true }))
      .waitFor();
    await option('SQLite').click();
    await submit();
    const { messages } = await parley.api.waitForRequest(
      ({ side, prompt }) => !side && prompt.startsWith('You were about to ask me this.'),
    );
    const read = JSON.stringify(messages);
    assert.match(read, /Heard of alpha.*ASK_ONE.*My answers:[^"]*Which database should we use\?[^"]*SQLite/);
    assert.doesNotMatch(read, /"name":"AskUserQuestion"|PostgreSQL/);
    await stopped();
    assert.deepEqual(await told(), ['SQLite']);

    // Once more, from the card of the second answer.
    await parley.card().getByRole('button', { name: 'Expand question' }).click();
    await parley.card().getByRole('button', { name: 'Answer again from here' }).click();
    await option('PostgreSQL').click();
    await submit();
    const { messages: once } = await parley.api.waitForRequest(
      ({ side, prompt }) => !side && /^You were about to ask me this\.[^]*PostgreSQL/.test(prompt),
    );
    assert.doesNotMatch(JSON.stringify(once), /SQLite/);
    await stopped();
    await holds('PostgreSQL');
    await parley.log.getByRole('button', { name: 'Earlier branch' }).last().click();
    await parley.log
      .locator('.row')
      .filter({ hasText: /My answers:[^]*SQLite/ })
      .first()
      .waitFor();
    await holds('SQLite');

    await parley.log.getByRole('button', { name: 'Earlier branch' }).click();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await holds('PostgreSQL');
    await parley.changeSettings({ 'parley.memory.decisions': false });
  });

  it('leaves a question that Claude can keep where it waits, with what was chosen, and Claude reads its answer in the earlier branch alone', async () => {
    await parley.useCli('newest');
    await parley.newChat();
    await say('ALPHA', 'Heard of alpha.');
    await parley.send('ASK_ONE');
    const option = () => parley.card().getByRole('radio', { name: 'SQLite', exact: true });
    await option().click();
    await parley.onDisk('ALPHA', '"selected":[1]');
    await goBackTo('ASK_ONE');
    await eventually(() => parley.card().count(), 0);
    await box().fill('');
    await say('GAMMA', 'Heard of gamma.');
    const { messages: inFront } = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.endsWith('GAMMA'));
    assert.doesNotMatch(JSON.stringify(inFront), /Continue from where you left off|ASK_ONE/);
    assert.deepEqual(await heard('GAMMA'), ['ALPHA', 'Heard of alpha', 'GAMMA']);
    await parley.log.getByRole('button', { name: 'Earlier branch' }).click();
    await option()
      .and(parley.view.getByRole('radio', { checked: true }))
      .waitFor();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    const { messages } = await parley.api.waitForRequest(
      ({ side, messages: all }) => !side && JSON.stringify(all).includes('=\\"SQLite\\"'),
    );
    assert.match(JSON.stringify(messages), /Which database should we use/);
    await parley.idle();
  });

  it('asks again where Claude has begun to work since the card was there, and stops nothing before', async () => {
    await parley.useCli('newest');
    await parley.newChat();
    await say('ALPHA', 'Heard of alpha.');
    await parley.log.getByRole('button', { name: 'Go back to before this message' }).press('Enter');
    await card().waitFor();
    await parley.send('RUN');
    const permission = parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
    await permission.waitFor();
    await card().getByRole('button', { name: 'Go back', exact: true }).click();
    await card().getByText('1 permission that waits is withdrawn.').waitFor();
    await permission.getByRole('button', { name: /^Allow/ }).waitFor();
    await card().getByRole('button', { name: 'Go back', exact: true }).click();
    await parley.log.getByText('Went back to before “ALPHA”').waitFor();
  });

  it('edits the message whose answer was stopped, by arrow up, and Claude reads it in the place of that one', async () => {
    await parley.useCli('newest');
    await parley.newChat();
    await say('ALPHA', 'Heard of alpha.');
    await parley.send('ASK_ONE');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).waitFor();
    await parley.view.getByRole('button', { name: 'Stop', exact: true }).click();
    await parley.log.getByText('Stopped by you').waitFor();
    await box().press('ArrowUp');
    await parley.log.getByText('Went back to before “ASK_ONE”').waitFor();
    await eventually(() => box().inputValue(), 'ASK_ONE');
    await say('OMEGA', 'Heard of omega.');
    assert.deepEqual(await heard('OMEGA'), ['ALPHA', 'Heard of alpha', 'OMEGA']);
  });

  it('is forked into chats of their own, also across a restart, and goes on with the question that waits in it', async () => {
    await parley.useCli('newest');
    await parley.newChat();
    await say('ALPHA', 'Heard of alpha.');
    await say('BETA', 'Heard of beta.');
    await parley.send('ASK_ONE');
    const option = () => parley.card().getByRole('radio', { name: 'SQLite', exact: true });
    await option().waitFor();
    const open = async (name: RegExp): Promise<void> => {
      await parley.run('parley.showChats');
      await parley.pick(name);
    };
    await option().click();
    await fork('BETA');
    await parley.restart('closed');
    await parley.log.getByText('Heard of alpha.').waitFor();
    await eventually(() => box().inputValue(), 'BETA');
    await say('OMEGA', 'Heard of omega.');
    assert.deepEqual(await heard('OMEGA'), ['ALPHA', 'Heard of alpha', 'OMEGA']);
    await open(/^ALPHA/);
    await option().waitFor();
    await fork('BETA');
    await say('GAMMA', 'Heard of gamma.');
    assert.deepEqual(await heard('GAMMA'), ['ALPHA', 'Heard of alpha', 'GAMMA']);
    await open(/^ALPHA/);
    await option()
      .and(parley.view.getByRole('radio', { checked: true }))
      .waitFor();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    const { messages } = await parley.api.waitForRequest(
      ({ side, messages: all }) => !side && JSON.stringify(all).includes('=\\"SQLite\\"') && JSON.stringify(all).includes('BETA'),
    );
    assert.match(JSON.stringify(messages), /Heard of beta/);
    await parley.idle();
  });

  it('is forked in front of a summary that it has got since', async () => {
    await parley.useCli('newest');
    await parley.newChat();
    await say('ALPHA summarised', 'Heard of alpha.');
    await say('BETA', 'Heard of beta.');
    await fork('BETA');
    await parley.run('parley.showChats');
    await parley.pick(/^ALPHA summarised/);
    await parley.log.getByText('Heard of beta.').waitFor();
    await parley.send('/compact');
    await parley.log.getByText('Compacted as you asked', { exact: false }).waitFor();
    await parley.idle();
    await parley.run('parley.showChats');
    await parley.pick(/^Forked: ALPHA summarised/);
    await eventually(() => box().inputValue(), 'BETA');
    await say('OMEGA in front', 'Heard of omega.');
    assert.deepEqual(await heard('OMEGA in front'), ['ALPHA', 'Heard of alpha', 'OMEGA']);
  });
});
