// Owns: programs that our scripts run: a quiet one that must succeed, and one that goes on in a process group of its own.
// Imports Node's own modules only: `npm start` runs before anything is installed.
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const windows = process.platform === 'win32';
/** What is still to be done when this process ends, in the order it was asked for. @type {Set<() => void>} */
const pending = new Set();

/**
 * Has something done, synchronously, when this process ends with it still undone. The later asked for, the earlier done.
 * @param {() => void} act
 * @returns {() => void} takes it back
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

/** @type {(code: number) => void} */
let onSignal = code => process.exit(code);

/** A script that starts servers calls this first: being told to stop then is an exit like any other, with everything ended. */
export function exitOnSignals() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}); // a terminal which has gone
  process.on('SIGINT', () => onSignal(130));
  process.on('SIGHUP', () => onSignal(129));
  process.on('SIGTERM', () => onSignal(143));
  if (process.env['npm_lifecycle_event'] === undefined) return;
  // A signal to npm alone ends npm and its shell, but does not reach us. Then somebody else becomes our parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    onSignal(143);
  }, 500);
  watch.unref();
}

/** After `exitOnSignals`: the next signal only resolves this, for an orderly end; the one after it exits at once. @returns {Promise<void>} */
export function untilSignal() {
  return new Promise(resolve => {
    onSignal = () => {
      onSignal = code => process.exit(code);
      resolve();
    };
  });
}

/**
 * What a child may inherit: not what npm says about the script it runs (its configuration stays: a registry may be set there), not what
 * an editor's terminal sets (a VS Code inside would talk to the outer one), not what a Claude which runs us sets.
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
 * Runs a program to its end and gives what it printed. When it fails the error holds the end of that.
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
 * Ends a process which was started with `detached: true`, and its whole group: first asked, after `grace` milliseconds killed.
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
 * Ends a child: asks it first, so that its exit handlers run, and kills it when it is still there after `grace` milliseconds.
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
      // it has ended meanwhile, or it belongs to another user and so is none of ours
    }
  }
  return found;
}

/** @param {string} name @param {string} value @returns {string[]} the command lines of what was ended */
export function killMarked(name, value) {
  const found = processesMarked(name, value);
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended by itself meanwhile
    }
  }
  return found.map(({ command }) => command);
}

/**
 * Signals a whole group (on Windows: the one process). Signal 0 only looks.
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
