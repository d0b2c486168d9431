// The real CLI, killed behind the line that brings it the person's decision: at a line of its output, or so many milliseconds later; alone, or with the
// extension that runs it. What it has said before is passed on, as the kernel does with a pipe.
// Usage: node killedClaude.mjs PLAN COMMAND ARGUMENT… where the file PLAN holds a `plan` as JSON, and is removed.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , planFile = '', command = '', ...args] = process.argv;
/**
 * `answer`: a part of the line that brings the decision. `at`: the number of the line behind it, 0 for the decision itself, which the CLI then does not
 * get; a part of the line; or milliseconds. The end of the turn is the last place. `told`: the file that says where it was killed.
 * @type {{ answer: string, at: { lines: number } | { words: string } | { ms: number }, dies: 'claude' | 'all', told: string }}
 */
const plan = JSON.parse(readFileSync(planFile, 'utf8'));
rmSync(planFile);

const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
const signal = (/** @type {NodeJS.Signals} */ name) => child.pid !== undefined && process.kill(-child.pid, name);
let isDying = false;
/** Lines since the answer; undefined before it. @type {number | undefined} */
let lines;

/** @param {string} where */
function kill(where) {
  if (isDying) return;
  isDying = true;
  if (plan.dies === 'all') process.kill(process.ppid, 'SIGKILL');
  signal('SIGKILL');
  writeFileSync(plan.told, where);
  if (plan.dies === 'all') process.kill(process.pid, 'SIGKILL');
}

createInterface({ input: process.stdin })
  .on('line', line => {
    const isAnswer = lines === undefined && line.includes(plan.answer);
    if (isAnswer) {
      lines = 0;
      if ('lines' in plan.at && plan.at.lines === 0) return kill('0');
    }
    child.stdin.write(`${line}\n`);
    if (isAnswer && 'ms' in plan.at) {
      const { ms } = plan.at;
      setTimeout(() => kill(`${ms} ms`), ms);
    }
  })
  .on('close', () => child.stdin.end());
child.stdin.on('error', () => undefined);

createInterface({ input: child.stdout }).on('line', line => {
  if (!isDying || plan.dies === 'claude') process.stdout.write(`${line}\n`);
  if (lines === undefined || 'ms' in plan.at) return;
  lines++;
  const isLast = line.includes('"type":"result"');
  const isThere = 'lines' in plan.at ? lines === plan.at.lines : line.includes(plan.at.words);
  if (isThere || isLast) kill(isLast ? 'last' : `${lines}`);
});
child.on('close', code => (isDying ? process.kill(process.pid, 'SIGKILL') : process.exit(code ?? 1)));
for (const name of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(name, () => signal(name));
