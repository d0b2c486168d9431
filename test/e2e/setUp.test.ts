// Before the first message: the real CLI tells who is logged in without asking an API, and a log-in in a real terminal is noticed.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClaudeFinder, createRun } from '../../src/claude/install/find.js';
import { askLogIn } from '../../src/claude/install/logInStatus.js';
import { realClock } from '../../src/claude/process/clock.js';
import { fakeClaude } from '../support/fakeClaudeScripts.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths, openParley } from '../support/parley.js';
import { windowLimit } from '../support/sharedWindow.js';

describe('who is logged in, with the real CLI', () => {
  let home: string;
  let network: Server;
  let connections = 0;

  before(async () => {
    home = mkdtempSync(join(tmpdir(), 'parley-home-'));
    network = createServer(socket => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>(resolve => network.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    network.close();
    rmSync(home, { recursive: true, force: true });
  });

  const cases = [
    { name: 'newest', out: 'out', in: 'in' },
    { name: 'deferring', out: 'out', in: 'in' },
    { name: 'oldest', out: 'unknown', in: 'unknown' },
  ] as const;
  for (const { name, ...expected } of cases)
    it(`is found out without a connection to anywhere: ${name}`, async () => {
      // A server's address is never a string.
      const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
      const proxies = { HTTP_PROXY: url, HTTPS_PROXY: url, https_proxy: url, ANTHROPIC_BASE_URL: url };
      const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...proxies };
      const found = await createClaudeFinder().find({ setting: claudePaths[name], env });
      assert.ok(found.ok);
      const ask = (more: Readonly<Record<string, string>>) => askLogIn(found.cli, { ...env, ...more }, home, createRun(realClock));
      assert.equal(await ask({}), expected.out);
      assert.equal(await ask({ ANTHROPIC_API_KEY: 'scripted' }), expected.in);
      assert.equal(connections, 0);
    });
});

describe('a person who is not logged in', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-login-'));
    const environment = { FAKE_CLAUDE_LOGIN: join(folder, 'logged-in') };
    // Only the log-in of a fake CLI can work here.
    const settings = { 'terminal.integrated.gpuAcceleration': 'off' };
    parley = await openParley({ replies: {}, claudePath: fakeClaude, environment, settings });
  });
  after(async () => {
    assert.deepEqual(await parley.stop(), []);
    rmSync(folder, { recursive: true, force: true });
  });

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
