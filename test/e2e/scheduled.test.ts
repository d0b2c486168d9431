// What Claude has scheduled, by the real CLI: its process stays behind another chat, and the next window has the job again.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

/** The id that the CLI has given the job. */
const idIn = (messages: unknown): string => /Scheduled recurring job (\w+)/.exec(JSON.stringify(messages))?.[1] ?? 'none';

const replies = {
  BEGIN_JOB: [
    () => [toolUse('CronCreate', { cron: '30 3 * * *', prompt: 'Look whether the build is green' })],
    () => [text('I look each night.')],
  ],
  END_JOB: [
    ({ body }: { body: { messages?: unknown } }) => [toolUse('CronDelete', { id: idIn(body.messages) })],
    () => [text('I do not look any more.')],
  ],
  LIST_JOBS: [() => [toolUse('CronList', {})], () => [text('That is all.')]],
  PLAIN: [() => [text('That is it.')]],
};

describe('what Claude has scheduled', function () {
  this.timeout(windowLimit);
  let parley: Windowless;

  shareWindowless('scheduled', { replies }, opened => (parley = opened));

  const line = () => parley.view.getByRole('region', { name: 'Scheduled by Claude' });
  const say = async (prompt: string, answer: string): Promise<void> => {
    await parley.send(prompt);
    await parley.log.getByText(answer, { exact: true }).waitFor();
    await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
    await parley.idle();
  };
  /** The processes that the next message has started. */
  const startedBy = async (prompt: string, answer: string): Promise<readonly number[]> => {
    const before = parley.claudes();
    await say(prompt, answer);
    return parley.claudes().filter(pid => !before.includes(pid));
  };

  for (const cli of chosen(['newest', 'deferring'] as const, 'newest'))
    it(`keeps its process behind other chats until Claude deletes it (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      await parley.newChat();
      const keeping = await startedBy(`BEGIN_JOB, please (${cli})`, 'I look each night.');
      await line().getByText('Scheduled: Look whether the build is green').waitFor();
      await parley.newChat();
      // The process of a chat that is left later is gone, so this one would be.
      const plain = await startedBy(`PLAIN, please (${cli})`, 'That is it.');
      await parley.newChat();
      await parley.claudeGone(plain);
      assert.deepEqual(
        keeping.filter(pid => !parley.claudes().includes(pid)),
        [],
      );
      await parley.goTo(`BEGIN_JOB, please (${cli})`);
      await say('END_JOB, please', 'I do not look any more.');
      await eventually(() => line().count(), 0);
      await parley.newChat();
      await parley.claudeGone(keeping);
    });

  it('does not run behind the end of its window, which the chat says once, and is there again with the next message', async () => {
    await parley.useCli('newest');
    await parley.newChat();
    await say('BEGIN_JOB, please, for the next window', 'I look each night.');
    await line().waitFor();
    await parley.reload();
    const row = () => parley.log.getByText('what Claude had scheduled in it does not run now');
    await row().waitFor();
    await parley.log.getByText('Look whether the build is green').last().waitFor();
    await eventually(() => line().count(), 0);
    await say('LIST_JOBS, please', 'That is all.');
    assert.match(
      parley
        .toolResults()
        .map(({ text: read }) => read)
        .join(),
      /Look whether the build is green/,
    );
    await line().waitFor();
    await eventually(() => row().count(), 1);
  });
});
