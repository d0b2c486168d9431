// A repository that brings along all that a folder can bring: until the person presses something, nothing of it has run, been sent, told or changed.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { changedIn, hostileWord, ranIn, ranVariable, writeHostileFolder } from '../support/hostileFolder.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('a folder that brings along everything', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const place = mkdtempSync(join(tmpdir(), 'parley-hostile-'));
  const log = join(place, 'ran');
  const settings = { 'parley.claude.projectSettings': 'ask', 'parley.memory.decisions': true, 'parley.memory.productDoc': true };
  const replies = {
    HELLO: [() => [text('Hello, you.')]],
    RUN: [() => [toolUse('Bash', { command: 'touch made', description: 'Makes a file' })], () => [text('Done.')]],
  };
  shareWindowless('hostile', { replies, settings, environment: { [ranVariable]: log } }, opened => (parley = opened));

  /** What has connected to the address of the folder. */
  let connections = 0;
  let listener: Server;
  before(async () => {
    listener = createServer(socket => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>(done => listener.listen(0, '127.0.0.1', done));
    writeHostileFolder(parley.folder, `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
    await parley.restart('closed');
  });
  after(() => {
    listener.close();
    rmSync(place, { recursive: true, force: true });
  });

  const question = 'This folder brings along what runs by itself, or decides for you.';
  const files = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name));
  /** What of it has run, connected, changed, or is kept as if it were Claude's or the person's. */
  const reached = (): unknown => ({
    ran: ranIn(log),
    connections,
    changed: changedIn(parley.folder),
    kept: [...files(parley.home), ...files(parley.userData)].filter(file => readFileSync(file, 'utf8').includes(hostileWord)),
    told: parley.api.requests.filter(({ body }) => JSON.stringify(body).includes(hostileWord)).map(({ prompt }) => prompt),
  });
  const nothing = { ran: [], connections: 0, changed: '', kept: [], told: [] };

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
    assert.deepEqual(reached(), nothing);

    await parley.press(question, 'Start Without Them');
    await parley.told('.claude/product-doc.md was written or changed outside of this VS Code.');
    await parley.log.getByText('Hello, you.').waitFor();
    await parley.send('RUN first');
    const asked = parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
    await asked.getByRole('button', { name: 'Deny', exact: true }).click();
    await parley.log.getByText('Done.').waitFor();
    await parley.idle();
    assert.deepEqual(reached(), nothing);
    assert.deepEqual(new Set(parley.api.requests.map(({ apiKey }) => apiKey)), new Set(['scripted']));
  });

  it('has all of it run and sent once the person uses it', async () => {
    await parley.newChat();
    // What was refused is asked about again in the next window.
    await parley.restart('closed');
    await parley.newChat();
    await parley.send('HELLO second');
    await parley.press(question, 'Show All First');
    await parley.press(question, 'Use All');
    for (const name of ['run project-hook-SessionStart', 'run local-hook-SessionStart', 'run server'])
      await eventually(() => Promise.resolve(ranIn(log).includes(name)), true, name);
    await eventually(() => Promise.resolve(connections > 0), true);
  });
});
