// The permission of a subagent in the background, by the real CLI: it is asked until the subagent has its answer or has ended, whatever the turns do.
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { database } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

/** Claude asks once the permission of its subagent is on the page: one that comes later waits behind the question. */
let permissionIsAsked = (): void => undefined;
const permissionAsked = new Promise<void>(resolve => (permissionIsAsked = resolve));

const begun = text('I have sent somebody to look.');
const slow = text('I think about it for long. ');

/** The call by its name before 2.1.329. */
const older = (input: object) =>
  toolUse('Task', { description: 'Look for the routes', subagent_type: 'general-purpose', run_in_background: false, ...input });

const replies = {
  BEGIN_AGENT: [
    () => [
      toolUse('Agent', {
        description: 'Look for the routes',
        prompt: 'AGENT_WORK, please',
        subagent_type: 'general-purpose',
        run_in_background: true,
      }),
    ],
    () => [begun],
  ],
  BEGIN_AND_ASK: [
    () => [
      toolUse('Agent', {
        description: 'Look for the routes',
        prompt: 'AGENT_WORK, please',
        subagent_type: 'general-purpose',
        run_in_background: true,
      }),
    ],
    async () => {
      await permissionAsked;
      return [toolUse('AskUserQuestion', { questions: [database] })];
    },
    () => [text('Thank you, I go on with that one.')],
  ],
  AGENT_WORK: [() => [toolUse('Bash', { command: 'touch made.txt', description: 'Makes a file' })], () => [text('It is made.')]],
  BEGIN_ASKER: [() => [older({ prompt: 'AGENT_ASKS, please', run_in_background: true })], () => [begun]],
  AGENT_ASKS: [() => [toolUse('mcp__parley__ask_user', { question: 'Which port?' })], () => [text('It is answered.')]],
  BEGIN_HELPER: [() => [older({ prompt: 'AGENT_WORK, please' })], () => [text('Somebody has looked.')]],
  MEANWHILE: [() => [text('Meanwhile I answer this.')]],
  SLOW: [() => ({ blocks: [slow], hold: new Promise(() => undefined) })],
};

describe('the permission of a subagent in the background', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let made = '';

  shareWindowless('subagents', { replies, inOneChat: true }, opened => {
    parley = opened;
    made = join(parley.folder, 'made.txt');
  });

  const card = () => parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
  const allow = () =>
    card()
      .getByRole('button', { name: /^Allow/ })
      .click();
  const call = (end: string) => parley.log.getByRole('button', { name: new RegExp(`agent.*${end}$`) });

  const begin = async (): Promise<void> => {
    await parley.send('BEGIN_AGENT, please');
    await card().waitFor();
    await parley.log.getByText('I have sent somebody to look.').last().waitFor();
    await parley.idle();
  };

  // In one chat, because each further one starts a CLI.
  it('names the subagent as Claude does when the turn is over, is asked behind a later message and behind Stop, which says what goes on, and its Allow is carried out; it goes with the subagent, where the person stops that', async () => {
    await parley.changeSettings({ 'parley.claude.path': claudePaths.newest });
    rmSync(made, { force: true });
    await parley.newChat();
    await begin();
    await card().getByText('Asked by a subagent: Look for the routes').waitFor();
    await call('In the background').waitFor();
    await parley.send('MEANWHILE, please');
    await parley.log.getByText('Meanwhile I answer this.').waitFor();
    await parley.idle();
    await card().waitFor();
    await parley.send('SLOW, please');
    await parley.log.getByText('I think about it').waitFor();
    await parley.view.getByRole('button', { name: /^Stop/ }).click();
    await parley.log.getByText('Stopped by you. Work in the background keeps running').waitFor();
    await parley.idle();
    await allow();
    await parley.log.getByRole('button', { name: /^Started an agent: Look for the routes[^a-z]*s?$/ }).waitFor();
    await eventually(() => Promise.resolve(existsSync(made)), true);
    // Its row says what the subagent has made behind the turn.
    await parley.log.getByText('1 file changed').waitFor();

    rmSync(made);
    await begin();
    await parley.view.getByRole('button', { name: /^Running: Look for the routes/ }).click();
    await parley.view.getByRole('button', { name: 'Stop: Look for the routes' }).click();
    await eventually(() => card().count(), 0);
    await parley.log.getByRole('group', { name: 'Permission: Bash' }).getByText('No longer needed').waitFor();
    assert.equal(existsSync(made), false);
    await call('Stopped').waitFor();
  });

  it('gets no decision from the end of the window, and takes no question of Claude’s with it: that is there in the next one', async () => {
    await parley.send('BEGIN_AND_ASK, please');
    await card().waitFor();
    permissionIsAsked();
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.idle();
    const requests = () => parley.api.requests.filter(({ side }) => !side);
    const before = requests().length;
    await parley.reload();
    await call('Cut off').waitFor();
    await eventually(() => parley.card().getByRole('radio', { name: 'SQLite', exact: true }).isChecked(), true);
    assert.equal(requests().length, before);
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    await parley.log.getByText('Thank you, I go on with that one.').waitFor();
    assert.match(parley.toolResults().at(-1)?.text ?? '', /"SQLite"/);
  });
});

// Of these a subagent in the background gets no permission, and nobody is asked: only `ask_user` asks.
for (const cli of chosen(['deferring', 'oldest'] as const, 'oldest'))
  describe(`what a subagent asks, with the ${cli} CLI`, function () {
    this.timeout(windowLimit);
    let parley: Windowless;
    shareWindowless('subagentsOlder', { replies, claudePath: claudePaths[cli] }, opened => (parley = opened));

    const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
    const answer = async (): Promise<void> => {
      await parley.card().getByRole('textbox').first().fill('3000');
      await button('Submit').click();
      const { toolResults } = await parley.api.waitForRequest(({ side, key, step }) => !side && key === 'AGENT_ASKS' && step === 1);
      assert.match(toolResults.map(({ text: read }) => read).join(), /3000/);
    };
    /** 2.1.100 ends the turn with its subagents. */
    const started = async (): Promise<void> => {
      await parley.send('BEGIN_ASKER, please');
      await parley.card().getByRole('textbox').first().waitFor();
      await parley.log.getByText('I have sent somebody to look.').waitFor();
      if (cli === 'oldest') await button('Stop').waitFor({ state: 'detached' });
    };

    it('outlives the turn, names the subagent where the CLI tells it, and its answer is read; the next message is, too', async () => {
      await started();
      // 2.0.77 tells nothing of a subagent in the background.
      await parley
        .card()
        .getByText(cli === 'oldest' ? /^Asked by a subagent$/ : 'Asked by a subagent: Look for the routes')
        .waitFor();
      await answer();
      await button('Stop').waitFor({ state: 'detached' });
      await parley.idle();
      // 2.0.77 ends instead of reading it, because its subagent has ended.
      await parley.send('MEANWHILE, please');
      await parley.log.getByText('Meanwhile I answer this.').waitFor();
      const reads = parley.api.requests.filter(({ side, prompt }) => !side && prompt === 'MEANWHILE, please');
      assert.deepEqual([reads.length, JSON.stringify(reads[0]?.messages).includes('BEGIN_ASKER')], [1, true]);
      await eventually(() => button('Send again').count(), 0);
    });

    if (isWholeMatrix)
      it('names the subagent that the turn waits for, and its Allow is carried out', async () => {
        await parley.send('BEGIN_HELPER, please');
        await parley.log.getByText('Asked by a subagent: Look for the routes').waitFor();
        await parley.log.getByRole('button', { name: /^Allow/ }).click();
        await parley.log.getByText('Somebody has looked.').waitFor();
        assert.ok(existsSync(join(parley.folder, 'made.txt')));
      });

    // 2.0.77 has ended the turn by then.
    if (cli === 'deferring')
      it('waits on behind Stop, which this version obeys only once the subagent has ended', async () => {
        await started();
        await button('Stop').click();
        await parley.view.getByText(/^Claude has been told to stop\. A subagent waits for your answer/).waitFor();
        await parley.advance(10_000);
        await answer();
        await button('Stop').waitFor({ state: 'detached' });
      });
  });
