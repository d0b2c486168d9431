// The project card is rewritten by the real CLIs, apart from every chat, and written once the person accepts it.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/claudes.js';
import { eventually } from '../webview/harness.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';

const card = 'Goal: bicycles for everyone';
const replies: Replies = { HELLO: [() => [text('Hello, you.')]], 'Write the project card': [() => [text(card)]] };

describe('the project card, rewritten by Claude', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindow('product-doc', { replies }, opened => (parley = opened));

  const file = (): string => join(parley.folder, '.claude', 'product-doc.md');
  const doc = '## Goal\n\nSell bicycles.\n';
  before(() => mkdirSync(dirname(file()), { recursive: true }));

  /** The CLI's transcripts. */
  const transcripts = (): readonly string[] => {
    const folder = join(parley.environment['HOME'] ?? assert.fail(), '.claude', 'projects');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.jsonl'))
      .map(name => readFileSync(join(folder, name), 'utf8'));
  };

  for (const cli of clis('newest')) {
    it(`has no tools, leaves no session, and is written by the person's act alone (${cli} CLI)`, async () => {
      writeFileSync(file(), doc);
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      // A session, so that the folder of the transcripts is there.
      await parley.send('HELLO');
      await parley.log.getByText('Hello, you.').waitFor();
      await parley.runTitled('Parley: Rewrite the Project Card with Claude');
      await parley.press('was written or changed outside of this VS Code', 'Look at It');
      await parley.press('Tell Claude what .claude/product-doc.md says?', 'Tell Claude');
      const request = await parley.api.waitForRequest(({ key }) => key === 'Write the project card');
      assert.deepEqual(request.tools, []);
      assert.match(request.prompt, /<product_doc>\n## Goal\n\nSell bicycles\.\n<\/product_doc>/);
      const accept = parley.page.getByRole('button', { name: 'Use It' });
      await accept.waitFor();
      assert.equal(readFileSync(file(), 'utf8'), doc);
      await accept.click();
      await accept.waitFor({ state: 'detached' });
      await eventually(() => readFile(file(), 'utf8'), `${doc}\n## Project card\n\n${card}\n`);
      assert.notEqual(transcripts().length, 0);
      assert.deepEqual(
        transcripts().filter(whole => whole.includes('<product_doc>')),
        [],
      );
    });
  }
});
