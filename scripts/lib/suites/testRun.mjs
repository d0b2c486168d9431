// Owns: one run of the tests, from the plan to the sum. Prints one line per suite when all is well, and every detail of a failure.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { watchCpuTime } from '../system/cpuTime.mjs';
import { describeFlaky, flakyRecord, isExcused, runFailedAgain } from './again.mjs';
import { redLine, sumOf } from './counts.mjs';
import { graveReasons } from './grave.mjs';
import { leftOf, readLastRun, recordRun, tellLeft } from './lastRun.mjs';
import { beginNeeds } from './needs.mjs';
import { runQueue } from './queue.mjs';
import { suites } from './suites.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./counts.mjs').Red} Red */
/** @typedef {import('./suites.mjs').Job} Job */
/** @typedef {{ desktop: boolean, fromFailed: boolean }} RunOptions `fromFailed`: only what was red or was not run */
/** @typedef {{ passed: number, failed: number, skipped: number, isGreen: boolean, flaky: readonly import('./again.mjs').Flaky[] }} Outcome */

const out = join(import.meta.dirname, '..', '..', '..', 'out/test');

/** One more than there are processors, because each job waits a sixth of its time: for a window, for a CLI that starts, for the disk. */
const lanes = availableParallelism() + 1;

/** Seconds on two processors, of the jobs that take long. They begin first, so that none of them runs alone at the end. */
const usualSeconds = new Map(
  Object.entries({
    e2e3: 180,
    e2e4: 175,
    'e2e-window': 175,
    e2e: 155,
    e2e2: 155,
    webview: 145,
    'host-nodeMain': 120,
    webview2: 110,
    'host-newest': 105,
    webview3: 90,
    unit2: 90,
    'host-oldest': 60,
    unit: 50,
    unit3: 40,
    'check-lint': 40,
  }),
);
const otherwiseSeconds = 10;

/**
 * @param {readonly string[]} names of suites
 * @param {RunOptions} options
 * @returns {Promise<Outcome>}
 */
export async function runTests(names, { desktop, fromFailed }) {
  const began = performance.now();
  const cpuSeconds = watchCpuTime();
  const file = join(out, 'lastRun.json');
  const last = fromFailed ? readLastRun(file) : undefined;
  // The titles of the whole matrix are others than those of `npm test`.
  if (last?.whole) process.env['PARLEY_TEST_ALL'] = '1';
  const plan = names.map(suite => {
    const parts = suites[suite]?.parts().map(name => ({ name })) ?? [];
    return { suite, parts: last === undefined ? parts : leftOf(last, suite, parts) };
  });
  if (last !== undefined) console.log(tellLeft(last, plan));
  if (plan.every(({ parts }) => parts.length === 0)) return { passed: 0, failed: 0, skipped: 0, isGreen: last !== undefined, flaky: [] };
  const record = recordRun(file, plan, { began: new Date(), whole: process.env['PARLEY_TEST_ALL'] === '1' });
  const planned = plan.map(({ suite, parts }) => ({ suite, jobs: suites[suite]?.jobs(parts, { desktop }) ?? [] }));
  const { counts, suiteOf } = await runJobs(planned, record);
  const judged = await runFailedAgain(counts.red, graveReasons());
  const outcome = judge(counts, judged);
  for (const { red } of outcome.isExcused ? judged.flaky : []) record.passed(suiteOf.get(red) ?? '', red);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'flaky.json'), `${JSON.stringify(flakyRecord(judged), null, 2)}\n`);
  for (const flaky of judged.flaky) console.log(describeFlaky(flaky));
  for (const line of outcome.red) console.log(`✗ ${line}`);
  console.log(timesLine((performance.now() - began) / 1000, cpuSeconds(), judged.flaky));
  return { ...outcome.sum, isGreen: outcome.sum.failed === 0 && outcome.sum.passed > 0, flaky: judged.flaky };
}

/**
 * What a run comes to: the sum, and a line for everything that makes it red.
 * @param {Required<Counts>} counts
 * @param {import('./again.mjs').Judged} judged
 */
export function judge({ passed, failed, skipped }, judged) {
  const excused = isExcused(judged);
  const moved = excused ? 1 : 0;
  const chance = excused ? [] : judged.flaky.map(({ red, grave }) => `FLAKY ${redLine(red)} (${grave ?? 'one is excused, not several'})`);
  return {
    isExcused: excused,
    sum: { passed: passed + moved, failed: failed - moved, skipped },
    // What could not be made ready has failed once per job, for the same reason.
    red: [...new Set([...judged.red.map(redLine), ...chance])],
  };
}

/** @param {number} wall seconds @param {number | undefined} cpu seconds @param {readonly import('./again.mjs').Flaky[]} flaky */
export function timesLine(wall, cpu, flaky) {
  const seconds = Math.round(wall);
  const minutes = `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const used = cpu === undefined ? '' : `, ${(cpu / 60).toFixed(1)} CPU-min`;
  return `${minutes}${used}${flaky.map(({ red }) => `, FLAKY ${red.name}`).join('')}`;
}

/**
 * @param {readonly { suite: string, jobs: readonly Job[] }[]} planned
 * @param {ReturnType<typeof recordRun>} record
 */
async function runJobs(planned, record) {
  /** @type {Map<Red, string>} */
  const suiteOf = new Map();
  /** @type {Counts[]} */
  const all = [];
  const needs = beginNeeds();
  const queue = planned.flatMap(({ suite, jobs }) => {
    const report = suiteReport(suite, jobs.length, counts => all.push(counts));
    return jobs.map(job => ({
      name: job.name,
      build: job.build,
      needs: job.needs.map(needs),
      async run() {
        report.begin();
        const began = performance.now();
        const counts = await runJob(suite, job, needs);
        const red = counts.red ?? [];
        for (const each of red) suiteOf.set(each, suite);
        record.ended(suite, job, red, (performance.now() - began) / 1000);
        report.end(counts);
      },
    }));
  });
  await runQueue(longestFirst(queue, record.secondsOf), lanes);
  return { counts: sumOf(all), suiteOf };
}

/**
 * Those that need the build and leave it alone come last: they may run beside the job that writes it, beside which nothing that reads it runs.
 * @template {{ name: string, build?: string, needs?: readonly unknown[] }} J
 * @param {readonly J[]} jobs
 * @param {(name: string) => number | undefined} secondsOf
 */
export function longestFirst(jobs, secondsOf) {
  const seconds = ({ name = '' }) => secondsOf(name) ?? usualSeconds.get(name) ?? otherwiseSeconds;
  const isLast = (/** @type {J} */ { build, needs = [] }) => build === 'neither' && needs.length > 0;
  return jobs.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)) || seconds(b) - seconds(a));
}

/**
 * One queue has the jobs of all suites, because at the end of each one alone most of the machine would be idle. The last job of a suite that
 * ends prints its sum.
 * @param {string} suite
 * @param {number} jobs
 * @param {(counts: Counts) => void} done
 */
function suiteReport(suite, jobs, done) {
  /** @type {Counts[]} */
  const ended = [];
  /** @type {number | undefined} */
  let began;
  return {
    begin() {
      began ??= performance.now();
    },
    /** @param {Counts} counts */
    end(counts) {
      ended.push(counts);
      if (ended.length < jobs) return;
      const sum = sumOf(ended);
      console.log(`${suite}: ${sum.passed} of ${sum.passed + sum.failed} in ${((performance.now() - (began ?? 0)) / 1000).toFixed(1)} s`);
      done(sum);
    },
  };
}

/**
 * What could not be installed or built says so in its message; that is a failure, never a skip.
 * @param {string} suite
 * @param {Job} job
 * @param {import('./needs.mjs').Needs} needs
 * @returns {Promise<Counts>}
 */
async function runJob(suite, job, needs) {
  try {
    await Promise.all(job.needs.map(needs));
    return await job.run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.log(`${suite}: ${message}`);
    return { passed: 0, failed: 1, skipped: 0, red: [{ kind: 'run', name: suite, message }] };
  }
}
