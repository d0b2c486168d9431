// How the runner of `npm test` judges a run: what is excused, what runs again, in which order, and what is counted.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Judged } from '../../../../../scripts/lib/suites/again.mjs';
import { describeFlaky, flakyRecord, isExcused, mostAgain, runFailedAgain } from '../../../../../scripts/lib/suites/again.mjs';
import type { Counts, Red } from '../../../../../scripts/lib/suites/counts.mjs';
import { gravePromises, graveReasons } from '../../../../../scripts/lib/suites/grave.mjs';
import { leftOf, readLastRun, recordRun, tellLeft } from '../../../../../scripts/lib/suites/lastRun.mjs';
import type { QueuedJob } from '../../../../../scripts/lib/suites/queue.mjs';
import { runQueue } from '../../../../../scripts/lib/suites/queue.mjs';
import { countsOf } from '../../../../../scripts/lib/suites/rounds.mjs';
import { judge, longestFirst, timesLine } from '../../../../../scripts/lib/suites/testRun.mjs';
import { cpuMeter, parseStat } from '../../../../../scripts/lib/system/cpuTime.mjs';
import { removeFolder } from '../../../../support/removeFolder.js';

const green: Counts = { passed: 1, failed: 0, skipped: 0, red: [] };
const failed = (message: string): Counts => ({ passed: 0, failed: 1, skipped: 0, red: [{ kind: 'test', name: 'the sum adds', message }] });

/** A failed test, and what its next runs come to. */
function redTest(name: string, ...runs: readonly Counts[]): Red & { readonly ran: () => number } {
  let ran = 0;
  const again = async (): Promise<Counts> => Promise.resolve(runs[ran++] ?? green);
  return { kind: 'test', name, message: 'Error: five', file: '/work/out/test/unit/sum.test.mjs', part: 'sum', again, ran: () => ran };
}

const judgeAgain = (
  red: readonly Red[],
  grave: string | undefined = undefined,
  print: (line: string) => void = () => undefined,
): Promise<Judged> => runFailedAgain(red, () => grave, print);

describe('a test that failed', () => {
  it('is flaky when it passes twice alone, and one of these is excused', async () => {
    const red = redTest('the sum adds', green, green);
    const judged = await judgeAgain([red]);
    assert.deepEqual([judged.red, judged.flaky.length, red.ran(), isExcused(judged)], [[], 1, 2, true]);
    assert.deepEqual(judge({ passed: 8, failed: 1, skipped: 0, red: [red] }, judged), {
      isExcused: true,
      sum: { passed: 9, failed: 0, skipped: 0 },
      red: [],
    });
  });

  for (const [when, ...runs] of [
    ['first', failed('Error: six')],
    ['second', green, failed('Error: six')],
  ] as const)
    it(`stays red when the ${when} run alone is red, with both messages`, async () => {
      const judged = await judgeAgain([redTest('the sum adds', ...runs)]);
      assert.deepEqual(judged.flaky, []);
      assert.match(judged.red[0]?.message ?? '', /^Error: five\nIt fails alone, too: the sum adds: Error: six$/);
    });

  it('stays red when no test of its name runs alone', async () => {
    const judged = await judgeAgain([redTest('the sum adds', { passed: 0, failed: 0, skipped: 0 })]);
    assert.match(judged.red[0]?.message ?? '', /no test of its name/);
  });

  it('makes the run red together with a second one, although both pass alone', async () => {
    const all = [redTest('the sum adds'), redTest('the sum divides')];
    const judged = await judgeAgain(all);
    const outcome = judge({ passed: 8, failed: 2, skipped: 0, red: all }, judged);
    assert.deepEqual([outcome.isExcused, outcome.sum.failed, outcome.red.length], [false, 2, 2]);
    assert.match(outcome.red[0] ?? '', /^FLAKY the sum adds: Error: five \(one is excused, not several\)$/);
  });

  it('makes the run red when its promise excuses nothing', async () => {
    const judged = await judgeAgain([redTest('the sum adds')], 'it holds promise 1');
    const outcome = judge({ passed: 8, failed: 1, skipped: 0, red: [] }, judged);
    assert.deepEqual(
      [outcome.isExcused, outcome.sum.failed, outcome.red],
      [false, 1, ['FLAKY the sum adds: Error: five (it holds promise 1)']],
    );
  });

  it('does not run again after a handful of others, which is said', async () => {
    const all = Array.from({ length: mostAgain + 2 }, (_, index) => redTest(`sum ${index}`));
    const said: string[] = [];
    const judged = await judgeAgain(all, undefined, line => said.push(line));
    assert.deepEqual(
      all.map(red => red.ran()),
      [...Array<number>(mostAgain).fill(2), 0, 0],
    );
    assert.deepEqual([judged.red.length, said.length], [2, 1]);
    assert.match(said[0] ?? '', /^2 more failed tests did not run again/);
  });

  it('runs again only if it is a test: a hook, and what did not end well, stay red', async () => {
    const hook: Red = { kind: 'hook', name: 'the sum "before all" hook', message: 'Error: five' };
    const run: Red = { kind: 'run', name: 'unit', message: 'mocha ended with SIGKILL' };
    assert.deepEqual(await judgeAgain([hook, run]), { red: [hook, run], flaky: [] });
  });

  it('is told as flaky with its message and its picture, and written down', async () => {
    const judged = await judgeAgain([{ ...redTest('the sum adds'), picture: 'out/test/e2e.red1.png' }], 'a crash');
    const [flaky] = judged.flaky;
    assert.ok(flaky !== undefined);
    assert.equal(
      describeFlaky(flaky),
      'FLAKY the sum adds\n  red all the same: a crash\n    Error: five\n    It passed twice, alone.\n    Its picture: out/test/e2e.red1.png',
    );
    assert.deepEqual(flakyRecord(judged), [
      {
        name: 'the sum adds',
        file: '/work/out/test/unit/sum.test.mjs',
        message: 'Error: five',
        picture: 'out/test/e2e.red1.png',
        redAllTheSame: 'a crash',
      },
    ]);
    assert.equal(timesLine(605.4, 1122, judged.flaky), '10 min 5 s, 18.7 CPU-min, FLAKY the sum adds');
    assert.equal(timesLine(59.6, undefined, []), '1 min 0 s');
  });
});

describe('what no run is excused', () => {
  const table =
    '| promise | test |\n| --- | --- |\n| 1 An answer | `test/unit/answer.test.ts` |\n| 2 A question | `test/host/kept.suite.ts` |\n';
  const reasonOf = graveReasons({
    promises: table,
    read: file => (file.includes('kept') ? `it('keeps the question of a closed window', …)` : ''),
  });
  const red = (name: string, file?: string, message = 'Error: five'): Red => ({
    kind: 'test',
    name,
    message,
    ...(file !== undefined && { file }),
  });

  it('is a test of promise 1 or 2, by its file, or by its words inside of VS Code', () => {
    assert.equal(reasonOf(red('the sum adds', '/work/out/test/unit/answer.test.mjs')), 'it holds promise 1');
    assert.equal(reasonOf(red('chats keeps the question of a closed window')), 'it holds promise 2');
    assert.equal(reasonOf(red('the sum adds', '/work/out/test/unit/sum.test.mjs')), undefined);
    assert.equal(reasonOf(red('chats adds one number to another')), undefined);
  });

  it('is a crash, a process left behind, something sent twice, and what is no test', () => {
    assert.equal(reasonOf(red('the sum adds', undefined, 'Error: page crashed')), 'a crash');
    assert.equal(reasonOf(red('leaves no process when the window closes')), 'a process left behind');
    assert.equal(reasonOf(red('is not sent twice')), 'an answer sent twice');
    assert.equal(reasonOf({ kind: 'hook', name: 'the sum "after all" hook', message: '' }), 'only a test can fail by chance');
  });

  it('comes from a table that names a test of both promises, as the one of this project does', () => {
    assert.throws(() => gravePromises('| 1 An answer | `test/unit/answer.test.ts` |'), /promise 2/);
    assert.equal(graveReasons()(red('the sum adds', '/x/out/test/unit/host__storage__journalCrash.test.mjs')), 'it holds promise 2');
  });
});

describe('the record of a run', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-record-'));
    file = join(folder, 'lastRun.json');
  });
  afterEach(() => removeFolder(folder));

  const named = (...names: readonly string[]): { readonly name: string }[] => names.map(name => ({ name }));
  const began = new Date('2026-11-25T10:11:12Z');

  it('leaves what was red, test by test, and what was not run', () => {
    const parts = named('adds', 'divides', 'multiplies', 'subtracts');
    const record = recordRun(file, [{ suite: 'unit', parts }], { began, whole: false });
    const red: Red = { kind: 'test', name: 'the sum divides by two', message: 'Error: five', part: 'divides' };
    const hook: Red = { kind: 'hook', name: 'a hook', message: 'Error: six', part: 'multiplies' };
    record.ended('unit', { name: 'unit', parts: parts.slice(0, 3) }, [red, hook], 12);
    const last = readLastRun(file);
    assert.ok(last !== undefined);
    const left = leftOf(last, 'unit', [...parts, { name: 'new' }]);
    assert.deepEqual(left, [
      { name: 'divides', only: ['the sum divides by two'] },
      { name: 'multiplies' },
      { name: 'subtracts' },
      { name: 'new' },
    ]);
    assert.equal(
      tellLeft(last, [{ suite: 'unit', parts: left }]),
      'Only what in the last run (2026-11-25 10:11 UTC) was red: unit/divides (1 test), unit/multiplies; was not run: unit/subtracts, unit/new.',
    );
  });

  it('leaves all of a job that did not end well, because nobody knows which of its files have run', () => {
    const parts = named('adds', 'divides');
    const record = recordRun(file, [{ suite: 'unit', parts }], { began, whole: false });
    record.ended('unit', { name: 'unit', parts }, [{ kind: 'run', name: 'unit', message: 'mocha ended with SIGKILL' }], 1);
    assert.deepEqual(leftOf(readLastRun(file) ?? assert.fail(), 'unit', parts), parts);
    assert.equal(record.secondsOf('unit'), undefined);
  });

  it('is taken up by the next run: what that one does not run stays, what it runs is as it came out', () => {
    const parts = named('adds', 'divides');
    const red: Red = { kind: 'test', name: 'the sum divides', message: 'Error: five', part: 'divides' };
    recordRun(
      file,
      [
        { suite: 'unit', parts },
        { suite: 'e2e', parts: named('story') },
      ],
      { began, whole: true },
    ).ended(...(['unit', { name: 'unit', parts }, [red], 12] as const));
    const [left] = leftOf(readLastRun(file) ?? assert.fail(), 'unit', parts);
    assert.ok(left !== undefined);
    const next = recordRun(file, [{ suite: 'unit', parts: [left] }], { began, whole: true });
    assert.equal(next.secondsOf('unit'), 12);
    next.ended('unit', { name: 'unit-divides', parts: [left] }, [], 1);
    const last = readLastRun(file) ?? assert.fail();
    assert.deepEqual([leftOf(last, 'unit', parts), leftOf(last, 'e2e', named('story')), last.whole], [[], named('story'), true]);
    assert.equal(tellLeft(last, [{ suite: 'unit', parts: [] }]), 'Nothing was red in the last run (2026-11-25 10:11 UTC).');
  });

  it('takes a test that was excused for green', () => {
    const parts = named('adds');
    const record = recordRun(file, [{ suite: 'unit', parts }], { began, whole: false });
    const red: Red = { kind: 'test', name: 'the sum adds', message: 'Error: five', part: 'adds' };
    record.ended('unit', { name: 'unit', parts }, [red], 1);
    record.passed('unit', red);
    assert.deepEqual(leftOf(readLastRun(file) ?? assert.fail(), 'unit', parts), []);
  });

  it('is whole JSON after each step, and without a run there is none', () => {
    assert.equal(readLastRun(file), undefined);
    recordRun(file, [], { began, whole: false });
    assert.doesNotThrow(() => void JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(file, '');
    assert.throws(() => readLastRun(file));
  });
});

describe('the queue of the jobs', () => {
  /** Jobs that end when they are told to. */
  function jobs(): {
    readonly log: string[];
    readonly job: (name: string, more?: Partial<QueuedJob>) => QueuedJob;
    readonly end: (name: string) => Promise<void>;
  } {
    const log: string[] = [];
    const ends = new Map<string, () => void>();
    const job = (name: string, more: Partial<QueuedJob> = {}): QueuedJob => ({
      needs: [],
      build: 'reads' as const,
      ...more,
      run: () => {
        log.push(name);
        return new Promise(resolve => ends.set(name, resolve));
      },
    });
    const end = async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    };
    return { log, job, end };
  }

  it('begins the next job of the order when a lane is free, passing over what waits for an install', async () => {
    const { log, job, end } = jobs();
    let install = (): void => undefined;
    const installed = new Promise<void>(resolve => (install = resolve));
    const done = runQueue([job('host', { needs: [installed] }), job('unit'), job('check'), job('webview')], 2);
    await end('nothing');
    assert.deepEqual(log, ['unit', 'check']);
    install();
    await end('nothing');
    await end('check');
    assert.deepEqual(log, ['unit', 'check', 'host']);
    for (const name of ['unit', 'host', 'webview']) await end(name);
    await done;
    assert.deepEqual(log, ['unit', 'check', 'host', 'webview']);
  });

  it('begins a job whose install has failed, because the job tells why', async () => {
    const { log, job, end } = jobs();
    const done = runQueue([job('host', { needs: [Promise.reject(new Error('no compiler'))] })], 2);
    await end('nothing');
    await end('host');
    await done;
    assert.deepEqual(log, ['host']);
  });

  it('runs what writes the build after all that reads it, beside what does neither', async () => {
    const { log, job, end } = jobs();
    const done = runQueue([job('start', { build: 'writes' }), job('story'), job('card'), job('format', { build: 'neither' })], 2);
    await end('story');
    assert.deepEqual(log, ['story', 'card', 'format']);
    await end('card');
    assert.deepEqual(log, ['story', 'card', 'format', 'start']);
    await end('format');
    await end('start');
    await done;
  });

  it('has the longest first, by what the last run took or else by what is usual', () => {
    const order = longestFirst([{ name: 'e2e-tabs' }, { name: 'webview' }, { name: 'e2e-story' }], name => ({ 'e2e-story': 400 })[name]);
    assert.deepEqual(
      order.map(({ name }) => name),
      ['e2e-story', 'webview', 'e2e-tabs'],
    );
  });

  it('keeps for its end what may run beside the job that writes the build', () => {
    const build = [Promise.resolve()];
    const jobs = [
      { name: 'start', build: 'writes', needs: build },
      { name: 'beside', build: 'neither', needs: build },
      { name: 'story', build: 'reads', needs: build },
      { name: 'lint', build: 'neither', needs: [] },
    ];
    const order = longestFirst(jobs, name => ({ start: 10, beside: 30, story: 20, lint: 25 })[name]);
    assert.deepEqual(
      order.map(({ name }) => name),
      ['lint', 'story', 'start', 'beside'],
    );
  });
});

describe('a round of the whole matrix', () => {
  it('counts as the last line of its run says', () => {
    const output = 'unit: 8 of 9 in 3.0 s\n9 passed, 0 failed, 0 skipped\n10 min 5 s\n8 passed, 1 failed, 2 skipped\n';
    assert.deepEqual(countsOf(output, 1), { passed: 8, failed: 1, skipped: 2 });
    assert.deepEqual(countsOf('8 passed, 0 failed, 2 skipped\n', 0), { passed: 8, failed: 0, skipped: 2 });
  });

  it('has failed when its run has no sum, or ends badly with one', () => {
    assert.deepEqual(countsOf('unit: 8 of 8 in 3.0 s\n', 'SIGKILL'), { passed: 0, failed: 1, skipped: 0 });
    assert.deepEqual(countsOf('8 passed, 0 failed, 2 skipped\n', 1), { passed: 8, failed: 1, skipped: 2 });
  });
});

describe('the processor time of a run', () => {
  const seen = (pid: number, parent: number, own: number, reaped = 0): Parameters<ReturnType<typeof cpuMeter>['look']>[0][number] => ({
    pid,
    parent,
    began: '7',
    own,
    reaped,
  });

  it('counts the root and what descends from it, nobody else', () => {
    const meter = cpuMeter(10);
    meter.look([seen(1, 0, 900), seen(9, 12, 300), seen(10, 1, 100), seen(12, 10, 200), seen(50, 1, 700)]);
    assert.equal(meter.seconds(), 6);
  });

  it('counts a child once that has ended, as its parent does', () => {
    const meter = cpuMeter(10);
    meter.look([seen(10, 1, 100), seen(12, 10, 200)]);
    meter.look([seen(10, 1, 100, 250)]);
    assert.equal(meter.seconds(), 3.5);
  });

  it('counts what nobody has waited for: a browser that ends takes its renderers with it', () => {
    const meter = cpuMeter(10);
    meter.look([seen(10, 1, 100), seen(12, 10, 200), seen(13, 12, 400), seen(14, 13, 800)]);
    meter.look([seen(10, 1, 100, 210)]);
    assert.equal(meter.seconds(), 15);
  });

  it('goes on counting a process whose parent has ended', () => {
    const meter = cpuMeter(10);
    meter.look([seen(10, 1, 100), seen(12, 10, 200), seen(13, 12, 400)]);
    meter.look([seen(10, 1, 100, 200), seen(13, 1, 500)]);
    meter.look([seen(10, 1, 100, 200)]);
    assert.equal(meter.seconds(), 8);
  });

  it('does not take a new process for an old one of its number', () => {
    const meter = cpuMeter(10);
    meter.look([seen(10, 1, 100), seen(12, 10, 200)]);
    meter.look([seen(10, 1, 100, 200), { ...seen(12, 1, 900), began: '8' }]);
    assert.equal(meter.seconds(), 3);
  });

  it('reads the line of a process with any name', () => {
    const line = '77 (a) b (c) S 5 77 77 0 -1 4194304 100 200 0 0 11 12 13 14 20 0 1 0 4242 1000 50';
    assert.deepEqual(parseStat(line), { pid: 77, parent: 5, began: '4242', own: 23, reaped: 27 });
  });
});
