// A process on Windows, which has no request to end: seen on every system, because the tool that ends it there can be replaced.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { startProcess, stopTimes } from '../../../../src/claude/process/process.js';
import { createProcessGroup } from '../../../../src/claude/process/processGroup.js';
import { createManualClock, createQueue } from '../../../support/manualClock.js';

describe('a process on Windows', () => {
  it('is ended with all its descendants by taskkill, by its full path and without a shell', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    const calls: (readonly string[])[] = [];
    const group = createProcessGroup(child, 'win32', (command, args, onFailed) => {
      calls.push([command, ...args]);
      if (calls.length === 2) onFailed();
    });
    group.sweep();
    assert.deepEqual(calls, []);
    group.terminate();
    const [command, ...args] = calls[0] ?? [];
    assert.match(command ?? '', /^[a-z]:\\.*\\System32\\taskkill\.exe$/i);
    assert.deepEqual(args, ['/PID', String(child.pid), '/T', '/F']);
    // taskkill has failed: the process itself can still be ended.
    group.kill();
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  });

  it('has the time of the first step to write in, where its input is not to end', async () => {
    const said = createQueue<string>();
    const clock = createManualClock();
    const script = `process.stdin.on('data', data => console.log(String(data).trim())).on('end', () => console.log('end'));
      setInterval(() => {}, 1e6);
      console.log('ready')`;
    const child = startProcess({
      command: process.execPath,
      args: ['-e', script],
      cwd: tmpdir(),
      env: {},
      platform: 'win32',
      clock,
      onLine: text => said.put(text),
      onWarning: () => undefined,
    });
    assert.equal(await said.take(), 'ready');
    const stopped = child.stop(true);
    const timer = await clock.next();
    assert.equal(timer.ms, stopTimes.endInputMs);
    await child.write('still there');
    assert.equal(await said.take(), 'still there');
    timer.run();
    assert.equal((await stopped).requestedByUs, true);
    assert.deepEqual(said.items, []);
  });
});
