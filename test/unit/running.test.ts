import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realClock, type Clock } from '../../src/claude/process/clock.js';
import { until } from '../host/until.js';
import type { ProcessStart } from '../../src/claude/process/processStart.js';
import type { RunningSession } from '../../src/claude/transcripts/sessionRecords.js';
import { endLimitMs, RunningSessions } from '../../src/claude/transcripts/sessionRecords.js';

const onLinux = process.platform === 'linux';
const sessionId = '00000000-0000-4000-8000-000000000001';
/** When the CLI says that it began, in epoch milliseconds. */
const startedAt = 1_763_789_003_250;

/** A system that tells this start of every process. */
const telling = (start: ProcessStart | undefined): RunningSessions => new RunningSessions(() => Promise.resolve(start));

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

  const look = (sessions: RunningSessions, env: Record<string, string> = { HOME: home, USERPROFILE: home }) =>
    sessions.find({ env, sessionId });
  const pidOf = async (...args: Parameters<typeof look>): Promise<number | undefined> => (await look(...args))?.pid;
  const same = telling({ at: startedAt - 300 });

  function record(pid: number, more: Readonly<Record<string, unknown>> = {}, folder = join(home, '.claude', 'sessions')): void {
    mkdirSync(folder, { recursive: true });
    // As 2.1.329 writes it, cut to what is read and a little more.
    const said = { cwd: '/home/someone/jotter', kind: 'interactive', entrypoint: 'cli', status: 'idle' };
    const content = { pid, sessionId, startedAt, ...said, ...more };
    writeFileSync(join(folder, `${pid}.json`), JSON.stringify(content));
  }

  /** The command's name here has no blank, so that the fields can simply be counted. */
  const startOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21] ?? '';

  it('is none where no CLI has ever written a record', async () => {
    assert.equal(await look(same), undefined);
  });

  it('is the live one that says so in its record', async () => {
    const { pid } = await start(process.execPath, staying());
    record(pid, { startedAt: Date.now(), ...(onLinux && { procStart: startOf(pid) }) });
    const sessions = new RunningSessions();
    const found = await look(sessions);
    assert.deepEqual([found?.pid, found?.entrypoint], [pid, 'cli']);
    assert.equal(await sessions.find({ env: { HOME: home, USERPROFILE: home }, sessionId: 'another' }), undefined);
  });

  it('is looked for in the folder that the environment names', async () => {
    const { pid } = await start(process.execPath, staying());
    const own = join(home, 'own');
    record(pid, {}, join(own, 'sessions'));
    assert.equal(await look(same), undefined);
    assert.equal(await pidOf(same, { HOME: home, CLAUDE_CONFIG_DIR: own }), pid);
  });

  it('needs no entrypoint in its record', async () => {
    const { pid } = await start(process.execPath, staying());
    record(pid, { entrypoint: undefined });
    assert.deepEqual([(await look(same))?.pid, (await look(same))?.entrypoint], [pid, '']);
  });

  it('is not one that has ended and left its record', async () => {
    const { child, pid } = await start(process.execPath, staying());
    record(pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await look(same), undefined);
  });

  describe('whose process id may have been given to a stranger', () => {
    let pid: number;

    beforeEach(async () => {
      pid = (await start(process.execPath, staying())).pid;
    });

    it('is the process that has the very start of the record, on Linux', async () => {
      record(pid, { procStart: '123456' });
      // The clock was set forward since: the start in epoch milliseconds says nothing here.
      assert.equal(await pidOf(telling({ at: startedAt + 3_600_000, ticks: '123456' })), pid);
      assert.equal(await pidOf(telling({ at: startedAt - 300, ticks: '123457' })), undefined);
    });

    it('is the process that began before the record was written, where the starts cannot be compared', async () => {
      // As 2.1.329 writes it on macOS: not a form that is compared.
      record(pid, { procStart: 'Sat Nov 22 05:23:23 2025' });
      assert.equal(await pidOf(telling({ at: startedAt - 300 })), pid);
      assert.equal(await pidOf(telling({ at: startedAt + 1_000 })), pid, 'the clock was corrected by a second');
      assert.equal(await pidOf(telling({ at: startedAt + 1_001 })), undefined);
      // 2.1.100 writes `startedAt` alone.
      record(pid, { procStart: undefined });
      assert.equal(await pidOf(telling({ at: startedAt - 300, ticks: '123456' })), pid);
      assert.equal(await pidOf(telling({ at: startedAt + 1_001, ticks: '123456' })), undefined);
    });

    it('counts as running where nothing can be proven, until the person says that it has ended', async () => {
      record(pid);
      const sessions = telling(undefined);
      const found = await look(sessions);
      assert.equal(found?.pid, pid);
      sessions.dismiss(found);
      assert.equal(await look(sessions), undefined);
      // The next CLI with this process id writes a record of its own.
      record(pid, { startedAt: startedAt + 1 });
      assert.equal(await pidOf(sessions), pid);
      record(pid, { startedAt: undefined });
      assert.equal(await pidOf(same), pid);
    });

    it('asks the system once about a record, however often it is looked for', async () => {
      record(pid);
      let asked = 0;
      const sessions = new RunningSessions(() => {
        asked++;
        return Promise.resolve({ at: startedAt });
      });
      await look(sessions);
      await look(sessions);
      assert.equal(asked, 1);
    });
  });

  it('is never we ourselves, nor a whole group of processes', async () => {
    record(process.pid);
    record(0);
    record(-1);
    assert.equal(await look(same), undefined);
  });

  it('is found beside a record that is half written', async () => {
    const { pid } = await start(process.execPath, staying());
    record(1);
    writeFileSync(join(home, '.claude', 'sessions', '1.json'), `{"pid":1,"sessionId":"${sessionId}"`);
    writeFileSync(join(home, '.claude', 'sessions', '2.json'), 'null');
    record(pid);
    assert.equal(await pidOf(same), pid);
  });

  describe('when it is to end', () => {
    const recorded = (pid: number): RunningSession => ({ pid, sessionId, startedAt, entrypoint: 'cli', procStart: undefined });
    let signals: (string | number | undefined)[];
    const { kill } = process;

    beforeEach(() => {
      signals = [];
      process.kill = (pid, signal) => {
        if (signal !== 0) signals.push(signal);
        return kill.call(process, pid, signal);
      };
    });
    afterEach(() => (process.kill = kill));

    it('has ended as soon as it is gone', async () => {
      const { child, pid } = await start(process.execPath, staying());
      const exited = once(child, 'exit');
      assert.equal(await same.end(recorded(pid)), 'ended');
      // Windows has no signals: what stands for one ends the process with 1.
      assert.deepEqual(await exited, process.platform === 'win32' ? [1, null] : [null, 'SIGTERM']);
      assert.equal(await same.end(recorded(pid)), 'ended', 'it was gone before');
      assert.deepEqual(signals, ['SIGTERM']);
    });

    it('is not ended where a stranger has its process id, also when that happened after it was found', async () => {
      const { pid } = await start(process.execPath, staying());
      record(pid);
      let at = startedAt - 300;
      const sessions = new RunningSessions(() => Promise.resolve({ at }));
      const found = await look(sessions);
      assert.ok(found);
      at = startedAt + 60_000;
      assert.equal(await sessions.end(found), 'ended', 'the CLI that wrote the record is gone');
      assert.deepEqual([signals, await look(sessions)], [[], undefined]);
    });

    it('is not ended where the process began long before the record was written, as one of another container or machine has', async () => {
      const { pid } = await start(process.execPath, staying());
      // A home folder that is shared with a container holds records with process ids of the container.
      const ending = await telling({ at: startedAt - 3 * 24 * 3_600_000 }).end(recorded(pid));
      assert.deepEqual([signals, ending === 'stillRunning'], [[], false]);
    });

    it('is not ended where nobody can tell that it is the one', async () => {
      const { pid } = await start(process.execPath, staying());
      assert.deepEqual([await telling(undefined).end(recorded(pid)), signals], ['unproven', []]);
    });

    it('has ended also where its parent does not look', async function () {
      // It reads `/proc`.
      if (!onLinux) this.skip();
      // What `exec` puts in the shell's place never collects the shell's child.
      const { pid: parent, said } = await start('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 61']);
      const pid = Number(said);
      await until(() => readFileSync(`/proc/${parent}/comm`, 'utf8') === 'sleep\n');
      assert.equal(await same.end(recorded(pid)), 'ended');
      assert.match(readFileSync(`/proc/${pid}/stat`, 'utf8'), /\) Z /);
    });

    it('has not ended when it is still there after three seconds', async function () {
      // There no process can ignore the request to end.
      if (process.platform === 'win32') this.skip();
      const { pid } = await start(process.execPath, staying("process.on('SIGTERM', () => undefined)"));
      let waited = 0;
      const hurried: Clock = {
        after(ms, run) {
          waited += ms;
          return realClock.after(0, run);
        },
      };
      assert.equal(await same.end(recorded(pid), hurried), 'stillRunning');
      assert.equal(waited, endLimitMs);
    });
  });
});
