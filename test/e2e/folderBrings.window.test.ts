// What a folder brings along is shown whole in VS Code's own dialog, before Claude starts there.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import { installedClaudes } from '../support/claudes.js';
import { hostileFolder, nothingReached } from '../support/hostileFolder.js';
import type { HostileFolder, Reached } from '../support/hostileFolder.js';
import type { Parley } from '../support/parley.js';
import { openParley } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { isWholeMatrix } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

describe('what a folder brings along, in a real VS Code', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  const hostile = hostileFolder();
  const settings = { 'parley.claude.projectSettings': 'ask', 'parley.memory.productDoc': true };
  const { environment } = hostile;
  const replies = { HELLO: [() => [text('Hello, you.')]] };
  // Also the looks for a version and a log-in run nothing of it.
  const claudePath = installedClaudes.newest;
  shareWindow('folder-brings', { replies, settings, claudePath, environment }, opened => (parley = opened));
  after(() => hostile.close());

  it('is a dialog with each line, and nothing runs before a press; Enter and Escape start Claude without it', async () => {
    const ran = join(parley.folder, 'ran');
    const command = `touch "${ran}"`;
    mkdirSync(join(parley.folder, '.claude'), { recursive: true });
    const bring = (which: string): void => {
      const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: `${command} # ${which}` }] }] };
      const brought = { hooks, env: { ANTHROPIC_CUSTOM_HEADERS: 'from: folder' } };
      writeFileSync(join(parley.folder, '.claude', 'settings.json'), JSON.stringify(brought));
    };
    bring('none');
    await parley.send('HELLO');
    const dialog = parley.page.getByRole('dialog').filter({ hasText: 'This folder brings along' });
    for (const line of [`Hook SessionStart: ${command}`, 'Environment: ANTHROPIC_CUSTOM_HEADERS=from: folder'])
      await dialog.getByText(line).waitFor();
    await parley.page.screenshot({ path: 'out/test/folder-brings.png' });
    assert.equal(existsSync(ran), false);
    await parley.page.keyboard.press('Escape');
    await parley.log.getByText('Hello, you.').waitFor();
    assert.equal(existsSync(ran), false);
    bring('one');
    await parley.newChat();
    await parley.send('HELLO again');
    await dialog.getByText(/# one/).waitFor();
    await parley.page.keyboard.press('Enter');
    await parley.log.getByText('Hello, you.').waitFor();
    assert.equal(existsSync(ran), false);
    bring('two');
    await parley.newChat();
    await parley.send('HELLO once more');
    await parley.press('This folder brings along', 'Use All');
    await parley.log.getByText('Hello, you.').waitFor();
    await eventually(() => Promise.resolve(existsSync(ran)), true);
  });

  // test/e2e/hostileFolder does more of this without a window; here VS Code itself reads the folder, its settings too.
  async function bringsEverything(parley: Parley, hostile: HostileFolder): Promise<void> {
    await hostile.write(parley.folder);
    // It may set how large the text is: so its settings have been read.
    await eventually(() => parley.view.locator('body').evaluate(body => body.style.getPropertyValue('--vscode-font-size')), '40px');
    await parley.newChat();
    const reached = (): Reached => hostile.reached([parley.home, parley.userData], parley.api);
    await parley.runTitled('Parley: Show Chats');
    await parley.sees('New chat');
    await parley.closeList();
    await parley.send('HELLO you');
    await parley.told('This folder brings along');
    assert.equal(parley.api.requests.length, 0);
    assert.deepEqual(reached(), nothingReached);
    await parley.page.keyboard.press('Escape');
    await parley.told('.claude/product-doc.md was written or changed outside of this VS Code.');
    await parley.log.getByText('Hello, you.').waitFor();
    assert.deepEqual(reached(), nothingReached);
    assert.deepEqual(new Set(parley.api.requests.map(({ apiKey }) => apiKey)), new Set(['scripted']));
  }

  it('that brings along everything: nothing of it has run, was sent, told or changed until a press, nor after Escape', async () => {
    rmSync(join(parley.folder, '.claude'), { recursive: true, force: true });
    await bringsEverything(parley, hostile);
  });

  if (isWholeMatrix)
    it('that brings along everything, in the oldest VS Code: the same', async () => {
      const another = hostileFolder();
      const oldest = await openParley({ workbench: 'oldest', replies, settings, claudePath, environment: another.environment });
      try {
        await bringsEverything(oldest, another);
      } finally {
        await oldest.stop();
        another.close();
      }
    });
});
