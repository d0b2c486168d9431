// How a process is ended on Windows, where the steps before the last are not signals.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { startProcess, stopTimes, type ClaudeProcess } from '../../src/claude/process/process.js';
import { createManualClock, createQueue, type ManualClock } from '../support/manualClock.js';

interface Running {
  readonly child: ClaudeProcess;
  readonly clock: ManualClock;
  readonly nextLine: () => Promise<string>;
}

function run(script: string): Running {
  const lines = createQueue<string>();
  const clock = createManualClock();
  const child = startProcess({
    command: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    clock,
    env: { PATH: process.env['PATH'] ?? '', SystemRoot: process.env['SystemRoot'] ?? '' },
    onLine: text => lines.put(text),
    onWarning: () => undefined,
  });
  return { child, clock, nextLine: () => lines.take() };
}

describe('ending a process on Windows', () => {
  before(function () {
    if (process.platform !== 'win32') this.skip();
  });

  it('asks by the end of the input, and then ends it', async () => {
    const { child, clock, nextLine } = run(`
      process.stdin.resume().on('end', () => console.log('end'));
      setInterval(() => {}, 1e6);
      console.log('ready')`);
    assert.equal(await nextLine(), 'ready');
    const stopped = child.stop();
    const timer = await clock.next();
    assert.equal(timer.ms, stopTimes.endInputMs);
    assert.equal(await nextLine(), 'end');
    timer.run();
    const { requestedByUs, stderr } = await stopped;
    assert.deepEqual({ requestedByUs, stderr }, { requestedByUs: true, stderr: '' });
  });

  it('takes no further step with a process that heeds the end of its input', async () => {
    const { child, clock } = run(`process.stdin.resume().on('end', () => { process.exitCode = 7 })`);
    assert.deepEqual(await child.stop(), { code: 7, signal: null, requestedByUs: true, stderr: '' });
    assert.deepEqual(clock.all.map(({ ms, isCalledOff }) => [ms, isCalledOff]).slice(0, 1), [[stopTimes.endInputMs, true]]);
  });

  it('does not wait for a pipe that nobody reads', async () => {
    const { child, clock, nextLine } = run(`setInterval(() => {}, 1e6); console.log('ready')`);
    await nextLine();
    const written = child.write('x'.repeat(1_000_000));
    const stopped = child.stop();
    (await clock.next()).run();
    assert.equal((await stopped).requestedByUs, true);
    assert.equal((await written).ok, false);
  });
});
