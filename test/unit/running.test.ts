import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock, type Clock } from '../../src/claude/clock.js';
import { until } from '../host/until.js';
import { endLimitMs, endRunning, runningSession } from '../../src/claude/running.js';

const onLinux = process.platform === 'linux';
const sessionId = '00000000-0000-4000-8000-000000000001';

/** A program that says a line and then stays; `waitsFor` runs before that. */
const staying = (before = ''): readonly string[] => ['-e', `${before}; console.log('up'); setInterval(() => undefined, 1000)`];

describe('another process with the session', () => {
  let home: string;
  let children: ChildProcess[];

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'parley-running-'));
    children = [];
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(home, { recursive: true });
  });

  /** Comes back once it has said its first line, with that line. */
  async function start(command: string, args: readonly string[]): Promise<{ child: ChildProcess; pid: number; said: string }> {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, pid: child.pid ?? 0, said: said.toString().trim() };
  }

  const look = (env: Record<string, string> = { HOME: home, USERPROFILE: home }) => runningSession({ env, sessionId });

  function record(pid: number, more: Readonly<Record<string, unknown>> = {}, folder = join(home, '.claude', 'sessions')): void {
    mkdirSync(folder, { recursive: true });
    // As 2.1.329 writes it, cut to what is read and a little more.
    const content = { pid, sessionId, cwd: '/home/someone/jotter', kind: 'interactive', entrypoint: 'cli', status: 'idle', ...more };
    writeFileSync(join(folder, `${pid}.json`), JSON.stringify(content));
  }

  /** The command's name here has no blank, so that the fields can simply be counted. */
  const startOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21] ?? '';

  it('is none where no CLI has ever written a record', async () => {
    assert.equal(await look(), undefined);
  });

  it('is the live one that says so in its record', async () => {
    const { pid } = await start(process.execPath, staying());
    record(pid, onLinux ? { procStart: startOf(pid) } : {});
    assert.deepEqual(await look(), { pid, entrypoint: 'cli' });
    assert.equal(await runningSession({ env: { HOME: home, USERPROFILE: home }, sessionId: 'another' }), undefined);
  });

  it('is looked for in the folder that the environment names', async () => {
    const { pid } = await start(process.execPath, staying());
    const own = join(home, 'own');
    record(pid, {}, join(own, 'sessions'));
    assert.equal(await look(), undefined);
    assert.deepEqual(await look({ HOME: home, CLAUDE_CONFIG_DIR: own }), { pid, entrypoint: 'cli' });
  });

  it('needs no start and no entrypoint in its record: 2.1.100 writes no start', async () => {
    const { pid } = await start(process.execPath, staying());
    record(pid, { entrypoint: undefined });
    assert.deepEqual(await look(), { pid, entrypoint: '' });
  });

  it('is not one that has ended and left its record', async () => {
    const { child, pid } = await start(process.execPath, staying());
    record(pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await look(), undefined);
  });

  it('is not a stranger that was given the number later', async function () {
    if (!onLinux) this.skip();
    const { pid } = await start(process.execPath, staying());
    record(pid, { procStart: String(Number(startOf(pid)) - 1) });
    assert.equal(await look(), undefined);
  });

  it('is never we ourselves, nor a whole group of processes', async () => {
    record(process.pid);
    record(0);
    record(-1);
    assert.equal(await look(), undefined);
  });

  it('is found beside a record that is half written', async () => {
    const { pid } = await start(process.execPath, staying());
    record(1);
    writeFileSync(join(home, '.claude', 'sessions', '1.json'), `{"pid":1,"sessionId":"${sessionId}"`);
    writeFileSync(join(home, '.claude', 'sessions', '2.json'), 'null');
    record(pid);
    assert.deepEqual(await look(), { pid, entrypoint: 'cli' });
  });

  describe('when it is to end', () => {
    it('has ended as soon as it is gone', async () => {
      const { child, pid } = await start(process.execPath, staying());
      const exited = once(child, 'exit');
      assert.equal(await endRunning(pid), true);
      assert.deepEqual(await exited, [null, 'SIGTERM']);
      assert.equal(await endRunning(pid), true, 'it was gone before');
    });

    it('has ended also where its parent does not look', async function () {
      if (!onLinux) this.skip();
      // What `exec` puts in the shell's place never collects the shell's child.
      const { pid: parent, said } = await start('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 61']);
      const pid = Number(said);
      await until(() => readFileSync(`/proc/${parent}/comm`, 'utf8') === 'sleep\n');
      assert.equal(await endRunning(pid), true);
      assert.match(readFileSync(`/proc/${pid}/stat`, 'utf8'), /\) Z /);
    });

    it('has not ended when it is still there after three seconds', async function () {
      if (process.platform === 'win32') this.skip();
      const { pid } = await start(process.execPath, staying("process.on('SIGTERM', () => undefined)"));
      let waited = 0;
      const hurried: Clock = {
        after(ms, run) {
          waited += ms;
          return realClock.after(0, run);
        },
      };
      assert.equal(await endRunning(pid, hurried), false);
      assert.equal(waited, endLimitMs);
    });
  });
});
