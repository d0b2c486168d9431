// The limit of time of a section of `npm run bench`: what hung is named, and all that the section has started is gone.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { formatRows } from '../../../scripts/lib/suites/benchRows.mjs';
import { runBench } from '../../../scripts/lib/suites/benchRun.mjs';
import { benchSections, chooseSections } from '../../../scripts/lib/suites/benchSections.mjs';
import type { ManualClock } from '../../support/manualClock.js';
import { createManualClock } from '../../support/manualClock.js';
import { removeFolder } from '../../support/removeFolder.js';

type Outcome = Awaited<ReturnType<typeof runBench>>;

const limit = 120_000;

describe('a section of the benches', () => {
  let folder: string;
  let clock: ManualClock;
  let server: Server;
  /** A process of the section is there, until its connection ends. */
  let connected: Promise<Socket>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    clock = createManualClock();
    server = createServer();
    connected = once(server, 'connection').then(([socket]) => socket as Socket);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.close();
    await removeFolder(folder);
  });

  /** Code that connects to the test and then does `go` with its `socket`. */
  const connect = (go: string): string =>
    `const socket = require('node:net').connect(${(server.address() as AddressInfo).port}, '127.0.0.1', () => { ${go} });`;

  function run(source: string, section?: string): Promise<Outcome> {
    const file = join(folder, 'tiny.bench.mjs');
    writeFileSync(
      file,
      `import { createRequire } from 'node:module'; import { spawn } from 'node:child_process';
      import { awaiting, beginStep } from '${resolve('scripts/lib/suites/benchSteps.mjs')}';
      const require = createRequire(import.meta.url); const never = new Promise(() => {}); ${source}`,
    );
    return runBench(file, { limit, after: (ms, act) => clock.after(ms, act), ...(section !== undefined && { section }) });
  }

  async function passLimit(): Promise<void> {
    const timer = await clock.next();
    assert.equal(timer.ms, limit);
    timer.run();
  }

  const missing = (outcome: Outcome): string => ('missing' in outcome ? outcome.missing : assert.fail(JSON.stringify(outcome)));

  it('gives its rows, and its limit is called off', async () => {
    const row = { name: 'a row', now: 1.5, unit: 'ms' };
    assert.deepEqual(await run(`export const sections = { one: async () => [${JSON.stringify(row)}] };`, 'one'), { rows: [row] });
    assert.deepEqual(
      clock.all.map(({ isCalledOff }) => isCalledOff),
      [true],
    );
  });

  it('is missing where it throws, ends, has no such section, no rows or no figure', async () => {
    assert.match(missing(await run(`export const bench = async () => { throw new Error('no room'); };`)), /^Error: no room\n.*tiny\.bench/);
    assert.match(missing(await run(`export const bench = () => { Promise.reject(new Error('later')); return never; };`)), /^Error: later/);
    assert.equal(missing(await run(`export const bench = () => process.exit(7);`)), 'ended with 7 before it had measured anything');
    assert.match(missing(await run(`export const sections = {};`, 'two')), /has no section “two”/);
    assert.equal(missing(await run(`export const bench = async () => [];`)), 'gave no rows');
    const nothing = `export const bench = async () => [{ name: '  of that', now: NaN, unit: 'ms' }];`;
    assert.equal(missing(await run(nothing)), 'gave no figure for “of that”');
  });

  it('that hangs is ended at its limit: its step and what it awaits are named, and what it has started is gone with its files', async () => {
    const child = JSON.stringify(connect('socket.write(process.env.TMPDIR)'));
    const outcome = run(
      `export const bench = async () => {
        beginStep('round 2, the CLI alone');
        // In a group of its own, as servers are.
        spawn(process.execPath, ['-e', ${child}], { detached: true, stdio: 'ignore' });
        await awaiting('a line of the CLI', never);
      };`,
    );
    const socket = await connected;
    const [place] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    assert.ok(existsSync(place));
    const gone = once(socket, 'close');
    await passLimit();
    const words = /^did not end within 120 s\. The step “round 2, the CLI alone” had run for \d+ s, awaiting a line of the CLI for \d+ s$/;
    assert.match(missing(await outcome), words);
    await gone;
    assert.ok(!existsSync(place));
  });

  it('whose thread is held does not say what it does, and is ended too', async () => {
    // The word goes out at once, and the thread is held in the same step.
    const outcome = run(`export const bench = async () => { ${connect(`socket.write('held'); for (;;);`)} await never; };`);
    const socket = await connected;
    await once(socket, 'data');
    const gone = once(socket.resume(), 'close');
    await passLimit();
    (await clock.next()).run();
    assert.equal(missing(await outcome), 'did not end within 120 s. Its thread is held');
    await gone;
  });

  it('that is missing has a line of its own in the table', () => {
    const table = formatRows([
      { name: 'a row', now: 1.5, unit: 'ms' },
      { name: 'growth.stream', missing: 'Error: no room\n    at tiny' },
    ]);
    assert.match(table, /\na row +1\.5 ms\ngrowth\.stream +MISSING +Error: no room$/);
  });

  it('is chosen by its name or by that of its bench, and each bench has one', () => {
    const names = (...said: readonly string[]): readonly string[] => chooseSections(said).map(({ name }) => name);
    assert.deepEqual(names('growth.stream', 'send'), ['send', 'growth.stream']);
    assert.deepEqual(names('memory'), ['memory.build', 'memory.lookUp', 'memory.doc', 'memory.disk']);
    assert.deepEqual(
      names(),
      benchSections.map(({ name }) => name),
    );
    assert.throws(() => names('grow'), /There is no bench “grow”/);
    const files = readdirSync('test/bench').flatMap(name => /^(.+)\.bench\.ts$/.exec(name)?.[1] ?? []);
    assert.deepEqual(new Set(benchSections.map(({ name }) => name.split('.')[0])), new Set(files));
  });
});
