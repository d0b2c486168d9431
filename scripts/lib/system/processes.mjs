// Runs the programs of our scripts: quiet ones that must succeed, and servers in a process group of their own.
// Imports Node's own modules only, because `npm start` runs before anything is installed.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const windows = process.platform === 'win32';
/** Actions for the exit of this process, in the order of registration. @type {Set<() => void>} */
const pending = new Set();

/**
 * Runs `act` synchronously when this process exits. The last registered action runs first.
 * @param {() => void} act
 * @returns {() => void} cancels it
 */
export function atExit(act) {
  if (pending.size === 0) process.on('exit', runPending);
  pending.add(act);
  return () => {
    pending.delete(act);
    if (pending.size === 0) process.off('exit', runPending);
  };
}

function runPending() {
  for (const act of [...pending].reverse()) act();
}

/** @type {(code: number, name: string) => void} */
let exitOnSignal = code => process.exit(code);
let onSignal = exitOnSignal;

/**
 * Call first in a script that starts servers. A signal then exits in the ordinary way and ends everything.
 * @param {(name: string) => void} [say] called with the signal's name before the exit
 */
export function exitOnSignals(say = () => {}) {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}); // a terminal which has gone
  exitOnSignal = (code, name) => {
    say(name);
    process.exit(code);
  };
  onSignal = exitOnSignal;
  process.on('SIGINT', () => onSignal(130, 'Ctrl+C'));
  process.on('SIGHUP', () => onSignal(129, 'SIGHUP'));
  process.on('SIGTERM', () => onSignal(143, 'SIGTERM'));
  if (process.env['npm_lifecycle_event'] === undefined) return;
  // A signal to npm alone ends npm and its shell but does not reach us; then our parent changes.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onSignal(143, 'npm has ended');
  }, 500);
  watch.unref();
}

/**
 * Makes the next signal, after `exitOnSignals`, only resolve this with its name, for an orderly end; the one after it exits at once.
 * @returns {Promise<string>}
 */
export function untilSignal() {
  return new Promise(resolve => {
    onSignal = (_, name) => {
      onSignal = exitOnSignal;
      resolve(name);
    };
  });
}

/**
 * The environment for a child, without variables of npm's script (npm's configuration stays, because a registry may be set there), of
 * an editor's terminal (an inner VS Code would talk to the outer one) and of an outer Claude.
 * `undefined` in `changes` removes a variable.
 * @param {Record<string, string | undefined>} [changes]
 * @returns {Record<string, string>}
 */
export function childEnvironment(changes = {}) {
  const foreign =
    /^(npm_(?!config_)|VSCODE_|ELECTRON_|CLAUDECODE$|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT)$|PORT$|PASSWORD$|HASHED_PASSWORD$|NODE_OPTIONS$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const all = [...kept, ...Object.entries(changes)];
  /** @type {Record<string, string>} */
  const environment = {};
  for (const [name, value] of all) {
    if (value === undefined) delete environment[name];
    else environment[name] = value;
  }
  return environment;
}

/**
 * Runs a program to its end and returns its output. On failure the error holds the end of the output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, onOutput?: (text: string) => void }} [options]
 * @returns {Promise<string>}
 */
export async function run(command, args, { cwd, env = childEnvironment(), onOutput } = {}) {
  const child = spawn(command, args, { ...(cwd === undefined ? {} : { cwd }), env, stdio: ['ignore', 'pipe', 'pipe'], detached: !windows });
  const forget = atExit(() => child.pid !== undefined && signalGroup(child.pid, 'SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      onOutput?.(text);
    });
  }
  /** @type {number | string | null} */
  const code = await new Promise(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  forget();
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${code}\n${output.slice(-4000)}`);
  return output;
}

/** npm's command line: on Windows npm is a batch file, which only its shell runs. @param {readonly string[]} args */
export function npmCommand(args) {
  if (windows) return { command: process.env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/c', 'npm', ...args] };
  return { command: 'npm', args: [...args] };
}

/**
 * Ends a process started with `detached: true` and its whole group: by a signal first, by a kill after `grace` milliseconds.
 * @param {number} pid
 * @param {number} [grace]
 */
export async function endGroup(pid, grace = 5000) {
  signalGroup(pid, 'SIGTERM');
  for (let waited = 0; waited < grace && signalGroup(pid, 0); waited += 50) await sleep(50);
  signalGroup(pid, 'SIGKILL');
  for (let waited = 0; waited < 2000 && signalGroup(pid, 0); waited += 20) await sleep(20);
}

/**
 * Ends a child: asks first, so that its exit handlers run, and kills it after `grace` milliseconds.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} grace
 */
export function endChild(child, grace) {
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), grace);
  child.once('exit', () => clearTimeout(timer));
}

/**
 * The processes that carry `name=value` in their environment, whatever group they have put themselves into. Linux only; elsewhere none.
 * @param {string} name
 * @param {string} value
 * @returns {{ pid: number, command: string }[]}
 */
export function processesMarked(name, value) {
  if (process.platform !== 'linux') return [];
  const found = [];
  for (const entry of readdirSync('/proc').filter(candidate => /^\d+$/.test(candidate))) {
    try {
      if (!readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0').includes(`${name}=${value}`)) continue;
      found.push({ pid: Number(entry), command: readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0').join(' ').trim() });
    } catch {
      // The process has ended meanwhile, or it belongs to another user.
    }
  }
  return found;
}

/** @param {string} name @param {string} value @returns {string[]} the command lines of the ended processes */
export function killMarked(name, value) {
  const found = processesMarked(name, value);
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found.map(({ command }) => command);
}

/**
 * Signals a whole group (on Windows the one process). Signal 0 only checks.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} is there such a group?
 */
export function signalGroup(pid, signal) {
  try {
    process.kill(windows ? pid : -pid, signal);
    return true;
  } catch {
    return false;
  }
}
