// A question outlives its view, its window and its server in a real VS Code, with the newest CLI. What each CLI makes of it is in
// parking.test.ts.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { isWholeMatrix } from '../support/tier.js';
import { faults } from './faults.js';

describe('an open question in a real VS Code, when', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  shareWindow('parking', { replies }, opened => (parley = opened));

  const chosen = (): Locator => parley.card().getByRole('radio', { name: 'SQLite', exact: true, checked: true });

  async function choose(prompt: string): Promise<readonly number[]> {
    const earlier = parley.claudes();
    await parley.send(prompt);
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.onDisk(prompt, '"selected":[1]');
    return parley.claudes().filter(id => !earlier.includes(id));
  }

  async function answer(prompt: string): Promise<void> {
    await chosen().waitFor();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    const request = await parley.api.waitForRequest(
      ({ side, prompt: read, toolResults }) => !side && read === prompt && toolResults.length > 0,
    );
    assert.deepEqual(
      request.toolResults.map(({ text }) => text),
      ['Your questions have been answered: "Which database should we use?"="SQLite". You can now continue with these answers in mind.'],
    );
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
  }

  it(`${faults.hidden.title}: the same process goes on`, async () => {
    const claudes = await choose('ASK_ONE hidden');
    await parley.hideView();
    await parley.openView();
    await chosen().waitFor();
    await parley.moveView('Move To', 'Secondary Side Bar');
    await chosen().waitFor();
    await parley.moveView('Reset Location');
    assert.ok(parley.claudes().some(id => claudes.includes(id)));
    await answer('ASK_ONE hidden');
  });

  // Of these tabs.window.test.ts shows what VS Code has to do with it, and parking.test.ts what each CLI makes of it.
  if (isWholeMatrix) {
    it(`${faults.reloaded.title}: the answer resumes the session`, async () => {
      const claudes = await choose('ASK_ONE reloaded');
      await parley.reload();
      await parley.claudeGone(claudes);
      await answer('ASK_ONE reloaded');
    });

    it(`${faults.closed.title}: the answer resumes the session`, async () => {
      const claudes = await choose('ASK_ONE closed');
      await parley.restart('closed');
      await parley.claudeGone(claudes);
      await answer('ASK_ONE closed');
    });

    it(`${faults.killedOpen.title}: the answers go as a message`, async () => {
      await choose('ASK_ONE killed');
      await parley.restart('killed');
      await parley.goTo('ASK_ONE killed');
      const send = parley.card().getByRole('button', { name: 'Send my answers as a message', exact: true });
      await send.click();
      const request = await parley.api.waitForRequest(({ side, prompt }) => !side && prompt.includes('connection was lost'));
      assert.match(request.prompt, /Which database should we use\?\n {2}SQLite/);
      await send.waitFor({ state: 'detached' });
    });
  }
});
