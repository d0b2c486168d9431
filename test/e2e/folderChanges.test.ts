// A folder that brings along a hook while its CLI runs: the CLI takes it only where the person uses it.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('a folder that brings along a hook while its CLI runs', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const settings = { 'parley.claude.projectSettings': 'ask' };
  shareWindowless('folder-changes', { replies: { HELLO: [() => [text('Hello, you.')]] }, settings }, opened => (parley = opened));

  const words = 'Since Claude was started, this folder brings along more';
  const inFolder = (...parts: readonly string[]): string => join(parley.folder, ...parts);
  function bring(hook: string | undefined): void {
    mkdirSync(inFolder('.claude'), { recursive: true });
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: hook }] }] };
    writeFileSync(inFolder('.claude', 'settings.json'), JSON.stringify(hook === undefined ? {} : { hooks }));
  }
  async function greeted(times: number): Promise<void> {
    await parley.log
      .getByText('Hello, you.')
      .nth(times - 1)
      .waitFor();
    await parley.idle();
  }

  for (const cli of chosen(['newest', 'deferring'] as const, 'newest'))
    it(`asks when the file changes, and runs nothing of what was refused (${cli} CLI)`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      rmSync(inFolder('ran'), { force: true });
      bring(undefined);
      await parley.send(`HELLO first ${cli}`);
      await greeted(1);
      const before = parley.claudes();
      bring(`touch "${inFolder('ran')}" # of ${cli}`);
      // The CLI itself asks, without a message.
      await parley.press(words, 'Start Without Them');
      await parley.claudeGone(before);
      await parley.send(`HELLO second ${cli}`);
      await greeted(2);
      assert.equal(existsSync(inFolder('ran')), false);
    });

  for (const cli of chosen(['newest', 'deferring'] as const, 'newest'))
    it(`goes on without what is new where the dialog was closed, and asks again before the next message (${cli} CLI)`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      rmSync(inFolder('ran'), { force: true });
      bring(undefined);
      await parley.send(`HELLO begin ${cli}`);
      await greeted(1);
      const before = parley.claudes();
      bring(`touch "${inFolder('ran')}" # closed ${cli}`);
      await parley.press(words, undefined);
      await parley.send(`HELLO closed ${cli}`);
      await parley.press(words, undefined);
      await greeted(2);
      assert.deepEqual([parley.claudes(), existsSync(inFolder('ran'))], [before, false]);
      await parley.send(`HELLO used ${cli}`);
      await parley.press(words, 'Use All');
      await greeted(3);
      // By the CLI that was kept from it.
      await eventually(() => Promise.resolve(existsSync(inFolder('ran'))), true);
      assert.deepEqual(parley.claudes(), before);
    });

  it('asks before a message that comes sooner than the CLI has seen the change, and sends it without the folder', async () => {
    rmSync(inFolder('ran'), { force: true });
    bring(undefined);
    await parley.send('HELLO third');
    await greeted(1);
    bring(`touch "${inFolder('ran')}" # at once`);
    await parley.send('HELLO fourth');
    await parley.press(words, 'Start Without Them');
    await greeted(2);
    assert.equal(existsSync(inFolder('ran')), false);
  });
});
