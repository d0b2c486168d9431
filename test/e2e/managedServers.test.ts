// A machine on which an organization manages MCP servers, with the real CLIs: they do not start with Parley's server, so Claude works without
// ask_user, and an answer to a question that was asked with it is not lost.
//
// A script stands before the CLI and refuses what the CLI refuses there, in its words (docs/protocol.md), because the file that makes the CLI
// itself do so belongs to the machine.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';
import { removeFolder } from '../support/removeFolder.js';

const words = 'You cannot dynamically configure MCP servers when an enterprise MCP config is present';
const notice = 'Your organization manages MCP servers, so Claude has to do without Parley’s tool ask_user here.';
const done = text('Thank you, I go on with that.');

describe('a machine on which an organization manages MCP servers', function () {
  this.timeout(windowLimit);
  const folder = mkdtempSync(join(tmpdir(), 'parley-managed-'));
  after(() => removeFolder(folder));

  const managed = (cli: keyof typeof claudePaths): string => {
    const file = join(folder, cli);
    const command = claudePaths[cli].endsWith('.js') ? `"${process.execPath}" "${claudePaths[cli]}"` : `"${claudePaths[cli]}"`;
    const refuses = `case " $* " in *" --mcp-config "*) echo "${words}" >&2; exit 1;; esac`;
    writeFileSync(file, `#!/bin/sh\n${refuses}\nexec ${command} "$@"\n`, { mode: 0o755 });
    return file;
  };

  let parley: Windowless;
  shareWindowless(
    'managedServers',
    {
      replies: {
        HELLO: () => [text('Hello there.')],
        PORT: [() => [toolUse('mcp__parley__ask_user', { question: 'Which port?' })], () => [done]],
        'Which port?': () => [done],
      },
    },
    opened => (parley = opened),
  );

  it('does not lose the answer to a question that was to be asked again, and says once in a window what is missing', async () => {
    // The oldest keeps no question.
    const tried = clis('newest').filter(cli => cli !== 'oldest');
    for (const cli of tried) {
      await parley.changeSettings({ 'parley.claude.path': claudePaths[cli] });
      await parley.send(`PORT ${cli}`);
      await parley.card().getByRole('textbox', { name: 'Which port?', exact: true }).fill('3000');
      await parley.onDisk(`PORT ${cli}`, '3000');
      await parley.newChat();
    }
    await parley.restart('closed');
    for (const cli of tried) {
      await parley.changeSettings({ 'parley.claude.path': managed(cli) });
      await parley.goTo(`PORT ${cli}`);
      await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
      await parley.log.getByRole('button', { name: 'Send my answers as a message' }).click();
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
      await parley.idle();
      await eventually(() => parley.log.getByText(notice).count(), cli === 'newest' ? 1 : 0);
      assert.match(parley.api.requests.filter(request => !request.side).at(-1)?.prompt ?? '', /3000/);
    }
  });

  for (const cli of clis('newest')) {
    it(`has Claude all the same, without the tool: ${cli}`, async () => {
      await parley.changeSettings({ 'parley.claude.path': managed(cli) });
      await parley.send(`HELLO ${cli}`);
      await parley.log.getByText('Hello there.').waitFor();
      const { tools } = await parley.api.waitForRequest(request => !request.side && request.prompt === `HELLO ${cli}`);
      assert.ok(!tools.some(tool => tool.startsWith('mcp__')));
    });
  }
});
