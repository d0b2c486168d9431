// Owns: the steps of `npm run test:all`, each in a process of its own: its processor time is its own, and the busy processes are not in it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { atExit } from '../system/processes.mjs';
import { suites } from './suites.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const scripts = join(import.meta.dirname, '..', '..');
const busyProcesses = 2;

/** A whole run of the tests with all that `npm test` leaves out. @returns {Promise<Counts>} */
export async function runRound() {
  const endBusy = beBusy(busyProcesses);
  try {
    const { code, output } = await runScript('test.mjs', Object.keys(suites), { PARLEY_TEST_ALL: '1' });
    return countsOf(output, code);
  } finally {
    endBusy();
  }
}

/** Each bench once, which shows that it runs to its end. @returns {Promise<Counts>} */
export async function smokeBenches() {
  const { code } = await runScript('bench.mjs', ['--smoke'], {});
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * The sum in the last line of a run. A run that is not green has failed at least once, whatever it prints.
 * @param {string} output
 * @param {number | string} code
 * @returns {Counts}
 */
export function countsOf(output, code) {
  const [, passed = 0, failed = 0, skipped = 0] =
    /^(\d+) passed, (\d+) failed, (\d+) skipped\s*$/m.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? [];
  return { passed: Number(passed), failed: code === 0 ? 0 : Math.max(1, Number(failed)), skipped: Number(skipped) };
}

/** @param {number} count @returns {() => void} ends them */
function beBusy(count) {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const end = () => {
    for (const child of busy) child.kill('SIGKILL');
  };
  const forget = atExit(end);
  return () => {
    end();
    forget();
  };
}

/**
 * Shows what the script prints while it runs. A signal that ends this process ends the script in its own way, so that it ends what it has
 * started.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number | string, output: string }>}
 */
async function runScript(name, args, env) {
  const child = spawn(process.execPath, [join(scripts, name), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const forget = atExit(() => child.kill());
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    output += text;
    process.stdout.write(text);
  });
  /** @type {number | string} */
  const code = await new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'));
  });
  forget();
  return { code, output };
}
