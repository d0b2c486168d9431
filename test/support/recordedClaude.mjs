// The real CLI, with each line that it says or is told written to a file, before the other side has it: what it waits for, in its own words.
// Usage: node recordedClaude.mjs FILE COMMAND ARGUMENT…; the lines are JSON: {by: 'claude' | 'parley', line} and {by: 'start'}.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file = '', command = '', ...args] = process.argv;
/** @param {'claude' | 'parley' | 'start'} by @param {string} line */
const note = (by, line) => appendFileSync(file, `${JSON.stringify({ by, line })}\n`);

note('start', '');
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
createInterface({ input: process.stdin })
  .on('line', line => {
    note('parley', line);
    child.stdin.write(`${line}\n`);
  })
  .on('close', () => child.stdin.end());
child.stdin.on('error', () => undefined);
createInterface({ input: child.stdout }).on('line', line => {
  // Pieces of what is being written ask for nothing, and are by far the most.
  if (!line.includes('"type":"stream_event"')) note('claude', line);
  process.stdout.write(`${line}\n`);
});
child.on('close', code => process.exit(code ?? 1));
for (const name of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(name, () => child.kill(name));
