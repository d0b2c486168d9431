// Owns: running test files in mocha processes of their own, and telling why such a process did not end well.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit, endChild, killMarked } from '../system/processes.mjs';
import { onlyTests } from './progress.mjs';
import { describeCurrent, readProgress, usualPatience, watchProgress } from './watchProgress.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/**
 * @typedef {object} MochaOptions
 * @property {string} label begins each line about the run
 * @property {string} place path of the files of the run, without extension: the progress and the output
 * @property {(text: string) => void} [print]
 * @property {import('./watchProgress.mjs').Patience} [patience]
 * @property {MochaHost} [host]
 * @property {readonly string[]} [only] titles, with the suites around them, of the tests to run; without it all
 */
/** @typedef {import('./counts.mjs').Red} Red */
/**
 * The Node that runs the tests.
 * @typedef {object} MochaHost
 * @property {string} command
 * @property {readonly string[]} args come before those of Node
 * @property {NodeJS.ProcessEnv} env
 * @property {(path: string) => string} pathOf how that Node names an absolute path of this one
 * @property {Promise<string>} [failed] resolves when that Node runs no program any more; why
 * @property {() => Promise<string | undefined>} [findFault] asked after a run that is not green: why that Node runs no program any more, if so
 */

const root = join(import.meta.dirname, '..', '..', '..');

/** @type {MochaHost} */
const thisNode = { command: process.execPath, args: [], env: process.env, pathOf: path => path };

/** Every process that descends from a mocha process has this variable. */
const runMark = 'PARLEY_TEST_RUN';

/**
 * Runs one mocha over `files`. Prints failures, and progress when the run takes long; prints nothing otherwise.
 * @param {readonly string[]} files absolute paths
 * @param {MochaOptions} options
 * @returns {Promise<Counts & { fault?: string }>} `fault`: the host has failed, so the counts say nothing about the tests
 */
export async function runMocha(files, options) {
  const { label, place, print = console.log, patience = usualPatience, host = thisNode, only } = options;
  const progressFile = `${place}.progress`;
  const outputFile = `${place}.log`;
  mkdirSync(dirname(place), { recursive: true });
  rmSync(progressFile, { force: true });
  /** @type {string | undefined} */
  let stuck;
  // The output goes to a file, because a pipe would stay open as long as any descendant of the mocha process has it.
  const output = openSync(outputFile, 'w');
  const program = host.pathOf(join(root, 'scripts/lib/suites/mochaProcess.mjs'));
  const args = ['--enable-source-maps', program, host.pathOf(progressFile), String(patience.beat), ...files.map(host.pathOf)];
  const child = spawn(host.command, [...host.args, ...args], {
    cwd: root,
    env: { ...host.env, [runMark]: place, [onlyTests]: only && JSON.stringify(only) },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const forget = atExit(() => child.kill());
  /** @param {string} reason */
  const stop = reason => {
    stuck ??= reason;
    endChild(child, patience.exit);
  };
  const endWatch = watchProgress(label, progressFile, stop, { print, patience });
  void host.failed?.then(stop);
  /** @type {number | string | null} */
  const code = await new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  endWatch();
  forget();
  const progress = readProgress(progressFile);
  const { passed, skipped, failures, ended } = progress;
  for (const { title, message } of failures) print(`\n  ✗ ${title}\n${message.replace(/^/gm, '    ')}`);
  // Tests print nothing while they pass, so the output explains a failure.
  const printed = readFileSync(outputFile, 'utf8').slice(-4000);
  // An exit code without a failed test is a failure too, for example something thrown after the end.
  const endedWell = ended && stuck === undefined && code === (failures.length > 0 ? 1 : 0);
  /** @type {Red[]} */
  const red = failures.map(failure => redOf(failure, files, options));
  if (!endedWell) {
    killMarked(runMark, place);
    const how = stuck === undefined ? `mocha ended with ${code}` : `mocha was stopped, because ${stuck}`;
    const what = `${how}; ${describeCurrent(progress)}`;
    red.push({ kind: 'run', name: label, message: what });
    print(`\n  ✗ ${label}: ${what}\n${printed}`);
  } else if (failures.length > 0 && printed !== '') {
    print(printed);
  }
  const fault = red.length === 0 ? undefined : await host.findFault?.();
  return { passed, failed: red.length, skipped, red, ...(fault !== undefined && { fault }) };
}

/**
 * @param {import('./watchProgress.mjs').Failure} failure
 * @param {readonly string[]} files
 * @param {MochaOptions} options
 * @returns {Red}
 */
function redOf({ kind, title, message, file: named, picture }, files, options) {
  const { host = thisNode } = options;
  const file = files.find(each => host.pathOf(each) === named);
  /** @type {Red} */
  const red = { kind: kind === 'test' ? 'test' : 'hook', name: title, message, ...(picture !== undefined && { picture }) };
  if (file === undefined) return red;
  if (kind !== 'test') return { ...red, file };
  const again = { ...options, label: `${options.label}, again`, place: `${options.place}-again`, only: [title] };
  return { ...red, file, again: () => runMocha([file], again) };
}
