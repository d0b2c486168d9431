// How git is run for snapshots.
import assert from 'node:assert/strict';
import { constants, getPriority } from 'node:os';
import { runGit } from '../../../src/review/gitCommand.js';

describe('git for snapshots', () => {
  it('runs behind the CLI', async () => {
    const looks = `const { getPriority } = require('node:os');
      const look = () => (getPriority() > ${getPriority()} ? process.stdout.write(String(getPriority())) : setImmediate(look));
      look();`;
    const { stdout } = await runGit(process.execPath, { args: ['-e', looks], cwd: process.cwd(), env: process.env, limit: 20_000 });
    assert.equal(stdout.toString(), String(constants.priority.PRIORITY_BELOW_NORMAL));
  });
});
