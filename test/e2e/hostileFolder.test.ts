// A repository that brings along all that a folder can bring: until the person presses something, nothing of it has run, been sent, told or changed.
import assert from 'node:assert/strict';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { installedClaudes } from '../support/claudes.js';
import { hostileFolder, nothingReached } from '../support/hostileFolder.js';
import type { Reached } from '../support/hostileFolder.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('a folder that brings along everything', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const hostile = hostileFolder();
  const settings = { 'parley.claude.projectSettings': 'ask', 'parley.memory.decisions': true, 'parley.memory.productDoc': true };
  const replies = {
    HELLO: [() => [text('Hello, you.')]],
    RUN: [() => [toolUse('Bash', { command: 'touch made', description: 'Makes a file' })], () => [text('Done.')]],
  };
  // Also the looks for a version and a log-in run nothing of it.
  const claudePath = installedClaudes.newest;
  shareWindowless('hostile', { replies, settings, claudePath, environment: hostile.environment }, opened => (parley = opened));

  before(async () => {
    await hostile.write(parley.folder);
    await parley.restart('closed');
  });
  after(() => hostile.close());

  const question = 'This folder brings along what runs by itself, or decides for you.';
  const reached = (): Reached => hostile.reached([parley.home, parley.userData], parley.api);

  it('has nothing of it run, sent, told or changed until a press, nor after “Start Without Them”', async () => {
    for (const title of ['Parley: Decisions', 'Parley: Show Chats']) await parley.runTitled(title);
    await parley.closeList();
    await parley.view.getByRole('textbox', { name: 'Message Claude' }).fill('@');
    await parley.view.getByRole('option').first().waitFor();
    await parley.send('HELLO first');
    await parley.told(question);
    await parley.idle();
    // The looks for a version and a log-in end by themselves; a chat's own CLI would stay.
    await parley.claudeGone();
    assert.equal(parley.api.requests.length, 0);
    assert.deepEqual(reached(), nothingReached);

    await parley.press(question, 'Start Without Them');
    await parley.told('.claude/product-doc.md was written or changed outside of this VS Code.');
    await parley.log.getByText('Hello, you.').waitFor();
    await parley.send('RUN first');
    const asked = parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
    await asked.getByRole('button', { name: 'Deny', exact: true }).click();
    await parley.log.getByText('Done.').waitFor();
    await parley.idle();
    assert.deepEqual(reached(), nothingReached);
    assert.deepEqual(new Set(parley.api.requests.map(({ apiKey }) => apiKey)), new Set(['scripted']));
  });

  it('has all of it run and sent once the person uses it', async () => {
    // What was refused is asked about again in the next window, which shows the chat of before once it has read it.
    await parley.restart('closed');
    await parley.log.getByText('Done.').waitFor();
    await parley.newChat();
    await parley.send('HELLO second');
    await parley.press(question, 'Show All First');
    await parley.press(question, 'Use All');
    for (const name of ['run project-hook-SessionStart', 'run local-hook-SessionStart', 'run server'])
      await eventually(() => Promise.resolve(reached().ran.includes(name)), true, name);
    await eventually(() => Promise.resolve(reached().connections > 0), true);
  });
});
