// Whether somebody is logged in, as the CLI tells it. What it does not tell is not claimed.
import assert from 'node:assert/strict';
import type { Run } from '../../../../src/claude/install/find.js';
import type { LogIn } from '../../../../src/claude/install/logInStatus.js';
import { askLogIn, readLogIn } from '../../../../src/claude/install/logInStatus.js';

const cli = { path: '/bin/claude', version: '2.1.329', command: '/bin/node', args: ['/cli.js'], env: {} };

interface Asked {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

async function ask(
  version: string,
  answer: Awaited<ReturnType<Run>>,
): Promise<{ readonly logIn: LogIn; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const run: Run = (command, args, { cwd, env }) => {
    asked.push({ line: [command, ...args].join(' '), cwd, env });
    return Promise.resolve(answer);
  };
  return { logIn: await askLogIn({ ...cli, version }, { HOME: '/home/x' }, '/work', run), asked };
}

const failed = { code: 'spawnFailed', detail: 'ended with 1' } as const;

describe('whether somebody is logged in', () => {
  it('is asked of the CLI with the chat’s own environment and folder', async () => {
    const { logIn, asked } = await ask('2.1.100', { ok: true, output: '{\n  "loggedIn": true,\n  "authMethod": "api_key"\n}' });
    assert.equal(logIn, 'in');
    const env = { HOME: '/home/x', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' };
    assert.deepEqual(asked, [{ line: '/bin/node /cli.js auth status --json', cwd: '/work', env }]);
  });

  it('is “out” when the CLI says so, which ends with 1', async () => {
    const { logIn } = await ask('2.1.329', { ok: false, problem: failed, output: '{"loggedIn": false, "authMethod": "none"}' });
    assert.equal(logIn, 'out');
  });

  it('is not known, and not asked, where the CLI has no such command', async () => {
    const { logIn, asked } = await ask('2.0.77', { ok: true, output: '{"loggedIn": true}' });
    assert.deepEqual([logIn, asked], ['unknown', []]);
  });

  it('is not known when the CLI fails or says something else', async () => {
    assert.equal((await ask('2.1.329', { ok: false, problem: failed })).logIn, 'unknown');
    for (const output of ['', 'error: unknown option', '{"loggedIn": "yes"}', '{"notLoggedIn": true}', '{"loggedIn": trueish}'])
      assert.equal(readLogIn(output), 'unknown', output);
  });
});
