// Before the first message: a log-in in a real terminal is noticed.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClaude } from '../support/fakeClaudeScripts.mjs';
import type { Parley } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { removeFolder } from '../support/removeFolder.js';

describe('a person who is not logged in', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  let isNew: boolean;
  const folder = mkdtempSync(join(tmpdir(), 'parley-login-'));
  const environment = { FAKE_CLAUDE_LOGIN: join(folder, 'logged-in') };

  // Only the log-in of a fake CLI can work here.
  const settings = { 'terminal.integrated.gpuAcceleration': 'off' };
  shareWindow('set-up', { replies: {}, claudePath: fakeClaude, environment, settings }, (...opened) => ([parley, isNew] = opened));
  // What is asked when a window opens has been asked already where the window was opened for another suite.
  before(async () => {
    if (!isNew) await parley.reload();
  });
  after(() => removeFolder(folder));

  it('logs in in a terminal that stays, and the chat says so by itself', async () => {
    const { view, page } = parley;
    const setUp = view.getByRole('status', { name: 'Set-up' });
    await setUp.getByText('You’re not logged in.').waitFor();
    await setUp.getByRole('button', { name: 'Log in' }).click();
    // Nobody goes back to the chat: VS Code reports that the command has ended.
    await setUp.getByText('You’re logged in.').waitFor();
    assert.ok(existsSync(join(folder, 'logged-in')));
    await page.getByText('Login successful.').waitFor();
  });
});
