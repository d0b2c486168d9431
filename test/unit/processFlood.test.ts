// A process that writes faster than the window can read.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { startProcess } from '../../src/claude/process/process.js';
import { createManualClock } from '../support/manualClock.js';

describe('a flood of lines', () => {
  it('leaves the rest of the window its turn between two reads', async () => {
    const [all, ofOneRead] = [2_000_000, 65_536 / 2];
    let lines = 0;
    let before = Infinity;
    const child = startProcess({
      command: process.execPath,
      args: ['-e', `process.stdout.write('x\\n'.repeat(${all}))`],
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', SystemRoot: process.env['SystemRoot'] ?? '' },
      onLine: () => {
        if (lines++ === 0) setImmediate(() => (before = lines));
      },
      onWarning: text => assert.fail(text),
      clock: createManualClock(),
    });
    await child.exited;
    assert.equal(lines, all);
    assert.ok(before <= ofOneRead, `${before} lines were read before anything else`);
  });
});
