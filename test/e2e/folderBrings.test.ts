// A folder that brings along what runs by itself: nothing of it runs before the person has let it through, with the real CLIs.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('a folder that brings along a hook, a server and a variable', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const settings = { 'parley.claude.projectSettings': 'ask' };
  shareWindowless('folder-brings', { replies: { HELLO: [() => [text('Hello, you.')]] }, settings }, opened => (parley = opened));

  const inFolder = (...parts: readonly string[]): string => join(parley.folder, ...parts);
  const ran = (): boolean => existsSync(inFolder('ran'));
  const served = (): boolean => existsSync(inFolder('served'));
  const words = 'This folder brings along what runs by itself, or decides for you.';

  function bring(hook: string): void {
    const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: hook }] }] };
    mkdirSync(inFolder('.claude'), { recursive: true });
    writeFileSync(inFolder('.claude', 'settings.json'), JSON.stringify({ hooks, env: { FROM_FOLDER: '1' } }));
    const server = `touch "${inFolder('served')}"; exec "${process.execPath}" "${resolve('test/support/notesServer.mjs')}" "${inFolder('note.json')}"`;
    writeFileSync(inFolder('.mcp.json'), JSON.stringify({ mcpServers: { notes: { command: 'sh', args: ['-c', server] } } }));
  }

  async function greeted(): Promise<void> {
    await parley.log.getByText('Hello, you.').waitFor();
    await parley.idle();
  }

  // In `npm test` hostileFolder shows what the newest CLI does then, and test/host/folderBrings.suite.ts when the person is asked.
  for (const cli of clis())
    it(`asks before the first start, runs nothing of what was refused, and asks again once a line has changed (${cli} CLI)`, async () => {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.newChat();
      for (const file of ['ran', 'served']) rmSync(inFolder(file), { force: true });
      bring(`touch "${inFolder('ran')}" # of ${cli}`);
      await parley.send(`HELLO without ${cli}`);
      await parley.press(words, 'Start Without Them');
      await greeted();
      assert.deepEqual([ran(), served()], [false, false]);

      // Refused in this window, so that the next chat is not asked about it.
      await parley.newChat();
      await parley.send(`HELLO again ${cli}`);
      await greeted();
      assert.deepEqual([ran(), served()], [false, false]);

      bring(`touch "${inFolder('ran')}" # another one of ${cli}`);
      await parley.newChat();
      await parley.send(`HELLO with all ${cli}`);
      await parley.press(words, 'Use All');
      await greeted();
      await eventually(() => Promise.resolve([ran(), served()]), [true, true]);

      await parley.newChat();
      rmSync(inFolder('ran'));
      await parley.restart('closed');
      await parley.newChat();
      await parley.send(`HELLO once more ${cli}`);
      await greeted();
      await eventually(() => Promise.resolve(ran()), true);
    });
});
