// A process that writes faster than the window can read.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { startProcess } from '../../../../src/claude/process/process.js';
import { createManualClock } from '../../../support/manualClock.js';

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

describe('a flood of what a process complains of', () => {
  it('is read to its end, of which 4 KB are kept, and leaves the rest of the window its turn', async () => {
    const gigabyte = 1_000_000_000;
    const program = `const part = Buffer.alloc(1_000_000, 'x');
      let left = ${gigabyte} / part.length;
      const more = () => { if (left-- > 0) process.stderr.write(part, more); else process.stderr.write('the end'); };
      more();`;
    let most = 0;
    let turns = 0;
    let isOver = false;
    const look = (): void => {
      turns += 1;
      most = Math.max(most, process.memoryUsage().rss);
      if (!isOver) setImmediate(look);
    };
    const before = process.memoryUsage().rss;
    look();
    const child = startProcess({
      command: process.execPath,
      args: ['-e', program],
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', SystemRoot: process.env['SystemRoot'] ?? '' },
      onLine: line => assert.fail(line),
      onWarning: text => assert.fail(text),
      clock: createManualClock(),
    });
    const { stderr } = await child.exited;
    isOver = true;
    assert.equal(stderr.length, 4_096);
    assert.ok(stderr.endsWith('xthe end'));
    assert.ok(most - before < gigabyte / 4, `${most - before} bytes more`);
    assert.ok(turns > 100, `${turns} turns`);
  });
});
