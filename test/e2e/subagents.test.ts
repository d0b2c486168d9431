// The permission of a subagent in the background, by the real CLI: it is asked until the subagent has its answer or has ended, whatever the turns do.
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const begun = text('I have sent somebody to look.');
const slow = text('I think about it for long. ');

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
  AGENT_WORK: [() => [toolUse('Bash', { command: 'touch made.txt', description: 'Makes a file' })], () => [text('It is made.')]],
  MEANWHILE: [() => [text('Meanwhile I answer this.')]],
  SLOW: [() => ({ blocks: [slow], hold: new Promise(() => undefined) })],
};

describe('the permission of a subagent in the background', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let made = '';

  shareWindowless('subagents', { replies }, opened => {
    parley = opened;
    made = join(parley.folder, 'made.txt');
  });

  const card = () => parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
  const allow = () =>
    card()
      .getByRole('button', { name: /^Allow/ })
      .click();
  const call = (end: string) => parley.log.getByRole('button', { name: new RegExp(`^Agent.*${end}$`) });

  beforeEach(async () => {
    rmSync(made, { force: true });
    await parley.newChat();
    await parley.send('BEGIN_AGENT, please');
    await card().waitFor();
    await parley.log.getByText('I have sent somebody to look.').waitFor();
    await parley.idle();
  });

  it('is asked when the turn is over, names the subagent as Claude does, and its Allow is carried out', async () => {
    await card().getByText('Asked by a subagent: Look for the routes').waitFor();
    await call('In the background').waitFor();
    await allow();
    await call('Done').waitFor();
    await eventually(() => Promise.resolve(existsSync(made)), true);
  });

  it('is asked behind a later message and behind Stop, which says what goes on', async () => {
    await parley.send('MEANWHILE, please');
    await parley.log.getByText('Meanwhile I answer this.').waitFor();
    await parley.idle();
    await card().waitFor();
    await parley.send('SLOW, please');
    await parley.log.getByText('I think about it').waitFor();
    await parley.view.getByRole('button', { name: /^Stop/ }).click();
    await parley.log.getByText('Stopped by you. What runs in the background goes on').waitFor();
    await parley.idle();
    await allow();
    await eventually(() => Promise.resolve(existsSync(made)), true);
  });

  it('goes with the subagent, where the person stops that', async () => {
    await parley.view.getByRole('button', { name: /^Running: Look for the routes/ }).click();
    await parley.view.getByRole('button', { name: 'Stop: Look for the routes' }).click();
    await eventually(() => card().count(), 0);
    await parley.log.getByRole('group', { name: 'Permission: Bash' }).getByText('No longer needed').waitFor();
    assert.equal(existsSync(made), false);
    await call('Stopped').waitFor();
  });
});
