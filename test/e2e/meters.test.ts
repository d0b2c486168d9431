// The ring of the context with each CLI: what it is made of, what it has cost, and a compaction that is asked for.
import assert from 'node:assert/strict';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

describe('the ring of the context', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindowless('meters', { replies: {}, otherwise: { blocks: [text('I have read it.')] } }, opened => {
    parley = opened;
  });

  const button = (name: RegExp | string) => parley.view.getByRole('button', { name });
  const table = () => parley.view.getByRole('region', { name: 'Context and cost' });
  const rowOf = async (name: RegExp): Promise<readonly string[]> => {
    const row = table().getByRole('row', { name }).first();
    return (await row.getByRole('cell').allInnerTexts()).map(cell => cell.trim());
  };
  const idle = () => parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  const talk = async (words: string, times: number): Promise<void> => {
    await parley.send(words);
    await eventually(() => parley.log.getByText('I have read it.').count(), times);
    await idle();
  };
  const dollars = (text: string | undefined): number => Number(text?.replace('$', ''));

  for (const cli of clis('newest')) {
    it(`comes with the first words of the CLI “${cli}”, opens to its parts and the cost, and Compact now makes a summary`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await talk(`Remember the blue door ${cli}`, 1);
      await button(/^Context: .*%/).click();
      await table().waitFor();
      if (cli === 'oldest') await table().getByText('This needs a running Claude CLI of version 2.1.100 or newer.').waitFor();
      else {
        await table()
          .getByRole('row', { name: /^System prompt / })
          .waitFor();
        assert.match((await rowOf(/^System prompt /))[0] ?? '', /^[\d,]+$/);
        await table().getByText('Claude compacts by itself at', { exact: false }).waitFor();
      }
      const [first, whole] = await rowOf(/^Cost /);
      assert.ok(dollars(first) > 0 && dollars(whole) >= dollars(first), `${first}, ${whole}`);
      await talk('And the red one', 2);
      // Whoever writes has left the table, which folds.
      await button(/^Context: .*%/).click();
      await eventually(async () => dollars((await rowOf(/^Cost /))[1]) > dollars(whole), true);
      parley.api.requests.length = 0;
      await button('Compact now').click();
      await parley.log.getByText('Compacted as you asked', { exact: false }).waitFor();
      await idle();
      await talk('What do you remember?', 3);
      const last = parley.api.requests.findLast(({ side }) => !side);
      assert.match(JSON.stringify(last?.messages), /This session is being continued from a previous conversation/);
    });
  }
});
