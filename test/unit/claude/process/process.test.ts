import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxLineBytes } from '../../../../src/claude/process/lines.js';
import { drainMs, startProcess, stopTimes, type ClaudeProcess, type SpawnOptions } from '../../../../src/claude/process/process.js';
import { createManualClock, createQueue, type ManualClock } from '../../../support/manualClock.js';
import { removeFolder } from '../../../support/removeFolder.js';

const isWindows = process.platform === 'win32';

interface Running {
  readonly child: ClaudeProcess;
  readonly warnings: string[];
  readonly clock: ManualClock;
  readonly nextLine: () => Promise<string>;
  /** Those nobody has asked for. */
  readonly lines: readonly string[];
}

/** What a failed test has left. */
const running = new Set<ClaudeProcess>();

function run(script: string, options: Partial<SpawnOptions> = {}): Running {
  const queue = createQueue<string>();
  const warnings: string[] = [];
  const clock = createManualClock();
  const child = startProcess({
    command: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', SystemRoot: process.env['SystemRoot'] ?? '' },
    onLine: text => queue.put(text),
    onWarning: text => warnings.push(text),
    clock,
    ...options,
  });
  running.add(child);
  void child.exited.then(() => running.delete(child));
  return { child, warnings, clock, nextLine: () => queue.take(), lines: queue.items };
}

/** Says what it receives, and lives on whatever comes. */
const stubborn = `
  const say = text => console.log(text);
  process.on('SIGTERM', () => say('term'));
  process.on('SIGINT', () => say('int'));
  process.stdin.on('data', data => say('line ' + data.toString().trim()));
  process.stdin.on('end', () => say('end'));
  setInterval(() => {}, 1e6);
  say('ready');
`;

describe('process', () => {
  afterEach(() => {
    for (const { pid } of running) if (pid !== undefined) process.kill(isWindows ? pid : -pid, 'SIGKILL');
  });

  describe('reading', () => {
    it('delivers every line, the unfinished one too, before the news of the exit', async () => {
      const { child, lines } = run(`process.stdout.write('a\\r\\nb\\n\\n' + 'ü'.repeat(200000) + '\\nlast'); process.exitCode = 3`);
      assert.deepEqual(await child.started, { ok: true });
      assert.deepEqual(await child.exited, { code: 3, signal: null, requestedByUs: false, stderr: '' });
      assert.deepEqual(lines, ['a', 'b', 'ü'.repeat(200000), 'last']);
    });

    it('tells how long a line was that it does not read, and goes on behind it', async () => {
      const overlong: number[] = [];
      const length = maxLineBytes + 2;
      const script = `process.stdout.write('x'.repeat(${length}) + '\\nbehind')`;
      const { child, lines } = run(script, { onOverlong: bytes => overlong.push(bytes) });
      await child.exited;
      assert.deepEqual([overlong, lines], [[length], ['behind']]);
    });

    it('goes on with the next line after a listener has thrown', async () => {
      const seen: string[] = [];
      const { child, warnings } = run(`console.log('one\\ntwo')`, {
        onLine(text) {
          seen.push(text);
          if (text === 'one') throw new Error('no idea');
        },
      });
      await child.exited;
      assert.deepEqual(seen, ['one', 'two']);
      assert.deepEqual(warnings, ['A line could not be handled: no idea']);
    });

    it('keeps the last 4 KB of stderr and cuts no character', async () => {
      const { child } = run(`process.stderr.write('a'.repeat(5000) + '€'.repeat(2000) + '!')`);
      const { stderr } = await child.exited;
      assert.equal(stderr, `${'€'.repeat(1365)}!`);
    });

    it('gives the process just the environment and the folder it was told', async () => {
      const { child, nextLine } = run(
        `console.log(process.env.ONLY + ' ' + process.env.HOME + ' ' + (process.cwd() === require('fs').realpathSync(require('os').tmpdir())))`,
        {
          env: { ONLY: 'this', SystemRoot: process.env['SystemRoot'] ?? '', TMPDIR: tmpdir(), TEMP: tmpdir() },
        },
      );
      await child.exited;
      assert.equal(await nextLine(), 'this undefined true');
    });
  });

  describe('that cannot start', () => {
    let folder = '';
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'parley-process-'));
    });
    after(() => removeFolder(folder));

    async function problemOf(options: Partial<SpawnOptions>): Promise<string> {
      const { child } = run('', options);
      const started = await child.started;
      assert.deepEqual(await child.exited, { code: null, signal: null, requestedByUs: false, stderr: '' });
      assert.equal((await child.write('x')).ok, false);
      child.endInput();
      assert.equal(await child.stop(), await child.exited);
      assert.ok(!started.ok);
      return started.problem.code;
    }

    it('reports a missing command as not found', async () => {
      assert.equal(await problemOf({ command: join(folder, 'none') }), 'notFound');
    });

    it('reports a missing working directory as a failed start, not as a missing command', async () => {
      assert.equal(await problemOf({ cwd: join(folder, 'none') }), 'spawnFailed');
    });

    it('reports a file without permission, or without its interpreter, as not executable', async function () {
      // There a file has no permission to be executed, and no interpreter.
      if (isWindows) return this.skip();
      const plain = join(folder, 'plain');
      writeFileSync(plain, '#!/bin/sh\n', { mode: 0o644 });
      assert.equal(await problemOf({ command: plain }), 'notExecutable');
      writeFileSync(plain, '#!/no/such/interpreter\n');
      chmodSync(plain, 0o755);
      assert.equal(await problemOf({ command: plain }), 'notExecutable');
    });

    it('reports an error that Node throws the same way as one it emits', async () => {
      assert.equal(await problemOf({ args: ['a\0b'] }), 'spawnFailed');
    });
  });

  describe('writing', () => {
    it('keeps the order and acknowledges each line', async () => {
      const { child, lines } = run(`process.stdin.pipe(process.stdout)`);
      const written = await Promise.all(Array.from({ length: 50 }, (_, index) => child.write(`line ${index}`)));
      assert.ok(written.every(({ ok }) => ok));
      child.endInput();
      const exit = await child.exited;
      assert.equal(exit.requestedByUs, true);
      assert.deepEqual(
        lines,
        Array.from({ length: 50 }, (_, index) => `line ${index}`),
      );
    });

    it('waits for a full pipe and acknowledges only what it has taken', async function () {
      // There no signal can tell the process to begin reading.
      if (isWindows) return this.skip();
      const { child, nextLine } = run(`
        process.on('SIGUSR2', () => { let all = 0; process.stdin.on('data', data => all += data.length).on('end', () => console.log(all)); });
        const alive = setInterval(() => {}, 1e6);
        process.stdin.on('end', () => clearInterval(alive));
        console.log('ready')`);
      let isAcknowledged = false;
      const written = child.write('x'.repeat(1_000_000)).then(result => {
        isAcknowledged = true;
        return result;
      });
      assert.equal(await nextLine(), 'ready');
      assert.equal(isAcknowledged, false);
      assert.ok(child.pid !== undefined);
      process.kill(child.pid, 'SIGUSR2');
      assert.deepEqual(await written, { ok: true });
      child.endInput();
      await child.exited;
      assert.equal(await nextLine(), '1000001');
    });

    it('does not call a line written that the exit has cut off, nor those behind it', async () => {
      const { child, nextLine } = run(`setInterval(() => {}, 1e6); console.log('ready')`, {
        times: { endInputMs: 0, terminateMs: 0 },
      });
      await nextLine();
      const written = [child.write('x'.repeat(1_000_000)), child.write('y')];
      assert.ok(child.pid !== undefined);
      process.kill(child.pid, 'SIGKILL');
      assert.deepEqual(
        (await Promise.all(written)).map(({ ok }) => ok),
        [false, false],
      );
      assert.equal((await child.exited).requestedByUs, false);
    });

    it('does not call a line written that only a descendant could still read', async function () {
      // There no signal can tell the process to exit.
      if (isWindows) return this.skip();
      const { child, nextLine } = run(`
        const options = { stdio: ['inherit', 'ignore', 'ignore'], detached: true };
        const other = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], options);
        console.log(other.pid);
        process.on('SIGUSR2', () => process.exit(0));
        setInterval(() => {}, 1e6)`);
      const other = Number(await nextLine());
      const written = [child.write('x'.repeat(1_000_000)), child.write('y')];
      assert.ok(child.pid !== undefined);
      process.kill(child.pid, 'SIGUSR2');
      const results = await Promise.all(written);
      process.kill(other, 'SIGKILL');
      assert.deepEqual(
        results.map(({ ok }) => ok),
        [false, false],
      );
    });

    it('says so when the process is gone', async () => {
      const { child } = run('');
      await child.exited;
      assert.equal((await child.write('x')).ok, false);
    });

    it('says so when the process has closed its end and lives on', async function () {
      // There the pipe lives as long as the process: Node duplicates its handle, and Wine holds one too.
      if (isWindows) return this.skip();
      const { child, nextLine } = run(`require('fs').closeSync(0); setInterval(() => {}, 1e6); console.log('ready')`);
      await nextLine();
      assert.equal((await child.write('x')).ok, false);
      assert.equal((await child.write('y')).ok, false);
      assert.ok(child.pid !== undefined);
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    });

    it('says so after the end of the input', async () => {
      const { child } = run(`process.stdin.resume()`);
      child.endInput();
      assert.equal((await child.write('x')).ok, false);
      await child.exited;
    });
  });

  describe('stopping', () => {
    before(function () {
      // There the steps before the last are not signals: see test/windows/process.test.ts.
      if (isWindows) this.skip();
    });

    for (const atOnce of [false, true])
      it(`goes from ${atOnce ? '' : 'the end of input over '}SIGTERM to SIGKILL, each after its time`, async () => {
        const { child, clock, nextLine, lines } = run(stubborn);
        assert.equal(await nextLine(), 'ready');
        const stopped = child.stop(atOnce);
        const steps = [['end', stopTimes.endInputMs] as const, ['term', stopTimes.terminateMs] as const];
        for (const [said, ms] of steps.slice(atOnce ? 1 : 0)) {
          const timer = await clock.next();
          assert.equal(timer.ms, ms);
          assert.equal(await nextLine(), said);
          timer.run();
        }
        assert.deepEqual(await stopped, { code: null, signal: 'SIGKILL', requestedByUs: true, stderr: '' });
        assert.deepEqual(lines, []);
      });

    it('takes no further step once the process has exited, and leaves no timer', async () => {
      const { child, clock } = run(`process.stdin.resume().on('end', () => { process.exitCode = 7 })`);
      assert.deepEqual(await child.stop(), { code: 7, signal: null, requestedByUs: true, stderr: '' });
      assert.deepEqual(
        clock.all.map(({ ms, isCalledOff }) => [ms, isCalledOff]),
        [
          [stopTimes.endInputMs, true],
          [drainMs, true],
        ],
      );
    });

    it('ends at SIGTERM with a process that heeds it', async () => {
      const { child, clock, nextLine } = run(`setInterval(() => {}, 1e6); console.log('ready')`);
      await nextLine();
      const stopped = child.stop();
      (await clock.next()).run();
      assert.equal((await stopped).signal, 'SIGTERM');
    });

    it('is one stop however often it is called, also after the end', async () => {
      const { child } = run(`process.stdin.resume()`);
      const first = child.stop();
      assert.equal(child.stop(), first);
      assert.equal(await child.stop(), await child.exited);
      const other = run('');
      assert.equal((await other.child.exited).requestedByUs, false);
      assert.equal((await other.child.stop()).requestedByUs, false);
    });

    it('does not wait for a pipe that nobody reads', async () => {
      const { child, clock, nextLine } = run(`setInterval(() => {}, 1e6); console.log('ready')`);
      await nextLine();
      const written = child.write('x'.repeat(1_000_000));
      const stopped = child.stop();
      (await clock.next()).run();
      assert.equal((await stopped).signal, 'SIGTERM');
      assert.equal((await written).ok, false);
    });
  });

  describe('and what it started', () => {
    before(function () {
      // There are no process groups there.
      if (isWindows) this.skip();
    });

    const startGrandchild = (options: string): string => `
      const grandchild = require('child_process').spawn(process.execPath,
        ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); console.log(process.pid)"],
        { stdio: ['ignore', 'inherit', 'inherit'], ${options} });
      grandchild.unref();`;

    // Its stdout is ours: `close` comes, and so `exited` without the clock, only when it is gone.
    it('leaves nothing of the group behind when it exits by itself', async () => {
      const { child, clock, nextLine } = run(`${startGrandchild('')} process.stdin.once('data', () => process.exit(0))`);
      assert.match(await nextLine(), /^\d+$/);
      await child.write('go');
      assert.equal((await child.exited).code, 0);
      assert.deepEqual(
        clock.all.map(({ ms, isCalledOff }) => [ms, isCalledOff]),
        [[drainMs, true]],
      );
    });

    it('leaves nothing of the group behind when only the process itself heeds SIGTERM', async () => {
      const { child, clock, nextLine } = run(`${startGrandchild('')} setInterval(() => {}, 1e6)`);
      await nextLine();
      const stopped = child.stop();
      (await clock.next()).run();
      assert.equal((await stopped).signal, 'SIGTERM');
    });

    it('waits only so long for a stdout that another session holds open', async () => {
      const { child, clock, nextLine } = run(`${startGrandchild('detached: true')} process.stdin.once('data', () => process.exit(0))`);
      const pid = Number(await nextLine());
      await child.write('go');
      const drain = await clock.next();
      assert.equal(drain.ms, drainMs);
      drain.run();
      assert.equal((await child.exited).code, 0);
      process.kill(pid, 'SIGKILL');
    });
  });

  it('leaves no listener and no handle behind', async () => {
    const listeners = (): string[] => process.eventNames().map(name => `${String(name)} ${process.listenerCount(name)}`);
    const resources = (): string[] => process.getActiveResourcesInfo().filter(name => /Process|Pipe/.test(name));
    const warnings: string[] = [];
    const warn = (warning: Error): unknown => warnings.push(warning.message);
    process.on('warning', warn);
    const before = { listeners: listeners(), resources: resources().length };
    for (let round = 0; round < 3; round++) {
      const { child } = run(`process.stdin.resume()`);
      await Promise.all(Array.from({ length: 30 }, () => child.write('x')));
      await child.stop();
    }
    // Handles are closed at the end of the turn of the event loop that let go of them.
    for (let turn = 0; turn < 2; turn++) await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(listeners(), before.listeners);
    assert.equal(resources().length, before.resources);
    assert.deepEqual(warnings, []);
    process.off('warning', warn);
  });
});
