// What the runner of `npm test` prints about a mocha that does not end well: it names the test file, and the test or the hook.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Red } from '../../../../../scripts/lib/suites/counts.mjs';
import { redLine } from '../../../../../scripts/lib/suites/counts.mjs';
import { runMocha } from '../../../../../scripts/lib/suites/mocha.mjs';
import { usualPatience, watchProgress } from '../../../../../scripts/lib/suites/watchProgress.mjs';
import { removeFolder } from '../../../../support/removeFolder.js';

describe('the runner of the tests', function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-runner-'));
    file = join(folder, 'tiny.test.mjs');
  });
  afterEach(() => removeFolder(folder));

  interface Outcome {
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
    readonly red?: readonly Red[];
    readonly printed: string;
  }

  async function run(source: string, patience: Partial<typeof usualPatience> = {}, onPrint?: (text: string) => void): Promise<Outcome> {
    writeFileSync(file, source);
    const printed: string[] = [];
    const print = (text: string): void => {
      printed.push(text);
      onPrint?.(text);
    };
    const counts = await runMocha([file], {
      label: 'tiny',
      place: join(folder, 'run'),
      print,
      patience: { ...usualPatience, ...patience },
    });
    return { ...counts, printed: printed.join('\n') };
  }

  function assertPrinted({ printed }: Outcome, ...parts: readonly string[]): void {
    for (const part of parts) assert.ok(printed.includes(part), `“${part}” is missing in:\n${printed}`);
  }

  it('counts the tests and prints nothing when all is well', async () => {
    const outcome = await run(`describe('the sum', () => { it('adds', () => {}); it.skip('divides', () => {}); });`);
    assert.deepEqual(outcome, { passed: 1, failed: 0, skipped: 1, red: [], printed: '' });
  });

  it('prints the full title and the error of a failed test', async () => {
    const outcome = await run(`describe('the sum', () => it('adds', () => { throw new Error('five'); }));`);
    assert.deepEqual([outcome.passed, outcome.failed, outcome.red?.map(redLine)], [0, 1, ['the sum adds: Error: five']]);
    assertPrinted(outcome, 'the sum adds', 'Error: five', 'tiny.test.mjs');
  });

  it('runs a failed test again, alone in a fresh process, although another one has a title with more words', async () => {
    const ran = join(folder, 'ran');
    const outcome = await run(
      `import { appendFileSync } from 'node:fs';
       const says = word => appendFileSync(${JSON.stringify(ran)}, \`\${word} \${process.pid}\\n\`);
       describe('the sum (of two)', () => {
         it('adds', () => { says('adds'); throw new Error('five'); });
         it('adds more', () => says('more'));
       });`,
    );
    const again = await outcome.red?.[0]?.again?.();
    assert.deepEqual(
      [outcome.failed, again?.passed, again?.failed, again?.red?.map(redLine)],
      [1, 0, 1, ['the sum (of two) adds: Error: five']],
    );
    const lines = readFileSync(ran, 'utf8').trim().split('\n');
    assert.deepEqual(
      lines.map(line => line.split(' ')[0]),
      ['adds', 'more', 'adds'],
    );
    assert.notEqual(lines[0], lines[2]);
  });

  it('keeps the picture that the hook after a failed test makes, and none of an earlier run', async () => {
    writeFileSync(join(folder, 'earlier-failed.png'), '');
    utimesSync(join(folder, 'earlier-failed.png'), 1, 1);
    const { red } = await run(
      `import { writeFileSync } from 'node:fs';
       describe('the sum', () => {
         afterEach(function () {
           if (this.currentTest.state === 'failed') writeFileSync(${JSON.stringify(join(folder, 'sum-failed.png'))}, this.currentTest.title);
         });
         it('adds', () => { throw new Error('five'); });
         it('divides', () => { throw new Error('six'); });
       });`,
    );
    assert.deepEqual(
      red?.map(({ picture = '' }) => readFileSync(picture, 'utf8')),
      ['adds', 'divides'],
    );
  });

  it('runs no hook and no mocha again that did not end well', async () => {
    const hook = await run(`describe('the sum', () => { before(() => { throw new Error('five'); }); it('adds', () => {}); });`);
    const end = await run(`describe('the sum', () => it('adds', () => process.exit(3)));`);
    assert.deepEqual(
      [...(hook.red ?? []), ...(end.red ?? [])].map(({ kind, again }) => [kind, again]),
      [
        ['hook', undefined],
        ['run', undefined],
      ],
    );
  });

  it('asks after the fault of the Node that runs the tests when they are not green, and only then', async () => {
    let asked = 0;
    const findFault = async (): Promise<string | undefined> => {
      asked += 1;
      return Promise.resolve('the server has ended');
    };
    const host = { command: process.execPath, args: [], env: process.env, pathOf: (path: string) => path, findFault };
    const counts = async (body: string): Promise<unknown> => {
      writeFileSync(file, `describe('the sum', () => it('adds', () => { ${body} }));`);
      const { red, ...sum } = await runMocha([file], { label: 'tiny', place: join(folder, 'run'), print: () => undefined, host });
      assert.equal(red?.length, sum.failed);
      return sum;
    };
    assert.deepEqual([await counts(''), asked], [{ passed: 1, failed: 0, skipped: 0 }, 0]);
    assert.deepEqual([await counts('process.exit(3)'), asked], [{ passed: 0, failed: 1, skipped: 0, fault: 'the server has ended' }, 1]);
    assert.deepEqual(
      [await counts(`throw new Error('five')`), asked],
      [{ passed: 0, failed: 1, skipped: 0, fault: 'the server has ended' }, 2],
    );
  });

  it('ends a run at once when the Node that runs the tests has failed', async () => {
    writeFileSync(file, `describe('the sum', () => it('adds', function () { this.timeout(0); return new Promise(() => {}); }));`);
    const host = { command: process.execPath, args: [], env: process.env, pathOf: (path: string) => path };
    const printed: string[] = [];
    const { failed } = await runMocha([file], {
      label: 'tiny',
      place: join(folder, 'run'),
      print: (text: string) => void printed.push(text),
      host: { ...host, failed: Promise.resolve('the server has ended') },
    });
    assert.equal(failed, 1);
    assertPrinted({ passed: 0, failed, skipped: 0, printed: printed.join('\n') }, 'mocha was stopped, because the server has ended');
  });

  it('names a hook that mocha’s own limit ends', async () => {
    const outcome = await run(
      `describe('the sum', () => { before(function () { this.timeout(50); return new Promise(() => {}); }); it('adds', () => {}); });`,
    );
    assert.deepEqual([outcome.passed, outcome.failed], [0, 1]);
    assertPrinted(outcome, 'the sum "before all" hook for "adds"', 'Timeout of 50ms exceeded', file);
  });

  it('prints progress that names a hook without a limit while the hook runs', async () => {
    const release = join(folder, 'release');
    const outcome = await run(
      `import { existsSync } from 'node:fs';
       describe('the sum', () => {
         it('begins', () => {});
         describe('later', () => {
           before(async function () {
             this.timeout(0);
             while (!existsSync(${JSON.stringify(release)})) await new Promise(setImmediate);
           });
           it('adds', () => {});
         });
       });`,
      { quiet: 1, poll: 20 },
      text => {
        if (text.includes('the hook')) writeFileSync(release, '');
      },
    );
    assert.deepEqual([outcome.passed, outcome.failed], [2, 0]);
    assertPrinted(outcome, 'tiny: 1 of 2 done; the hook “the sum later "before all" hook for "adds"” of ', file);
  });

  it('names the test that was running when mocha was killed', async () => {
    const outcome = await run(
      `describe('the sum', () => {
         it('adds', () => {});
         it('multiplies', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); });
       });`,
    );
    assert.deepEqual([outcome.passed, outcome.failed], [1, 1]);
    // On Windows there are no signals: a process that is killed ends with 1.
    const end = process.platform === 'win32' ? 1 : 'SIGKILL';
    assertPrinted(outcome, `tiny: mocha ended with ${end}; the test “the sum multiplies” of `, file);
  });

  it('names the test during which mocha exited', async () => {
    const outcome = await run(`describe('the sum', () => it('adds', () => process.exit(0)));`);
    assert.deepEqual([outcome.passed, outcome.failed], [0, 1]);
    assertPrinted(outcome, 'tiny: mocha ended with 0; the test “the sum adds” of ', file);
  });

  it('names the test that blocks the event loop, which mocha’s limit cannot end', async () => {
    const outcome = await run(
      `describe('the sum', function () {
         this.timeout(20);
         beforeEach(() => {});
         it('adds', () => { for (;;); });
       });`,
      { blocked: 1000, poll: 20, exit: 1 },
    );
    assert.deepEqual([outcome.passed, outcome.failed], [0, 1]);
    assertPrinted(outcome, 'tiny: mocha was stopped, because the event loop has not turned for', 'the test “the sum adds” of ', file);
  });

  it('says which handles keep mocha from exiting when all tests have ended', async () => {
    const outcome = await run(
      `import { createServer } from 'node:net';
       describe('the sum', () => it('adds', done => { createServer().listen(0, '127.0.0.1', done); }));`,
      { beat: 20, poll: 20 },
    );
    assert.deepEqual([outcome.passed, outcome.failed], [1, 1]);
    assertPrinted(outcome, 'the process does not exit. Open handles: TCPServerWrap', 'all tests have ended', 'tiny');
  });

  it('hears of the beats of a test that is another user for a while, who may not open the file of the progress', async () => {
    const outcome = await run(
      `describe('the sum', () => it('adds', done => {
         const asRoot = process.geteuid() === 0;
         if (asRoot) process.seteuid('nobody');
         setTimeout(() => {
           if (asRoot) process.seteuid(0);
           done();
         }, 50);
       }));`,
      { beat: 5 },
    );
    assert.deepEqual(outcome, { passed: 1, failed: 0, skipped: 0, red: [], printed: '' });
  });

  it('names a file that throws while it is loaded', async () => {
    const outcome = await run(`throw new Error('no sum');`);
    assert.deepEqual([outcome.passed, outcome.failed], [0, 1]);
    assertPrinted(outcome, `tiny: mocha ended with 1; ${file} is being loaded`, 'Error: no sum');
  });

  it('reports an error that is thrown after the end of all tests', async () => {
    const outcome = await run(
      `describe('the sum', () => it('adds', () => {}));
       process.once('exit', () => { throw new Error('too late'); });`,
    );
    assert.deepEqual([outcome.passed, outcome.failed], [1, 1]);
    assertPrinted(outcome, 'all tests have ended', 'Error: too late');
  });

  it('ends the wait for tests that never begin', async () => {
    const reason = await new Promise<string>(resolve => {
      watchProgress('tiny', join(folder, 'none.progress'), resolve, { patience: { ...usualPatience, poll: 5, start: 1 } });
    });
    assert.match(reason, /^the tests did not begin/);
  });
});
