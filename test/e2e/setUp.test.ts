// Before the first message: the real CLI tells who is logged in without asking an API.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClaudeFinder, createRun } from '../../src/claude/install/find.js';
import { askLogIn } from '../../src/claude/install/logInStatus.js';
import { realClock } from '../../src/disk/clock.js';
import { installedClaudes } from '../support/claudes.js';
import { chosen } from '../support/tier.js';
import { removeFolder } from '../support/removeFolder.js';

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
  after(async () => {
    network.close();
    await removeFolder(home);
  });

  const cases = [
    { name: 'newest', out: 'out', in: 'in' },
    { name: 'deferring', out: 'out', in: 'in' },
    { name: 'oldest', out: 'unknown', in: 'unknown' },
  ] as const;
  // The outcome of 2.1.100 is that of the newest.
  for (const { name, ...expected } of chosen(cases, cases[0], cases[2]))
    it(`is found out without a connection to anywhere: ${name}`, async () => {
      // A server's address is never a string.
      const url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
      const proxies = { HTTP_PROXY: url, HTTPS_PROXY: url, https_proxy: url, ANTHROPIC_BASE_URL: url };
      const env = { HOME: home, PATH: process.env['PATH'] ?? '', ...proxies };
      const found = await createClaudeFinder().find({ setting: installedClaudes[name], env });
      assert.ok(found.ok);
      const ask = (more: Readonly<Record<string, string>>) => askLogIn(found.cli, { ...env, ...more }, home, createRun(realClock));
      assert.equal(await ask({}), expected.out);
      assert.equal(await ask({ ANTHROPIC_API_KEY: 'scripted' }), expected.in);
      assert.equal(connections, 0);
    });
});
