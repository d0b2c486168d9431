// The file that the launcher runs (host/agents/launcher): `door.js --storage FOLDER [--waits SECONDS]`, or with `--terminal` as a hook of Claude's. Owns the
// process's ends.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { realClock } from '../disk/clock.js';
import { createLineSplitter } from '../claude/process/lines.js';
import { callWindow } from './callWindow.js';
import { Door } from './door.js';
import { findWindow } from './findWindow.js';
import { terminalDecision } from './terminal.js';

const { values } = parseArgs({
  options: { storage: { type: 'string' }, waits: { type: 'string' }, terminal: { type: 'boolean' } },
});
const { storage = '', waits, terminal } = values;
if (terminal === true) void answerHook();
else serve();

function serve(): void {
  const door = new Door({
    send: message => process.stdout.write(`${JSON.stringify(message)}\n`),
    find: folders => findWindow(storage, folders),
    call: callWindow,
    folder: process.cwd(),
    waits: Number(waits) > 0 ? Number(waits) : undefined,
    clock: realClock,
    now: () => performance.now(),
  });
  const lines = createLineSplitter({ onLine: line => door.receive(line), onOverlong: () => door.receive('') });
  process.stdin.on('data', (chunk: Buffer) => lines.push(chunk));
  process.stdin.on('end', () => {
    lines.end();
    door.end();
    // What was taken back needs no answer, and nothing else holds the process.
    process.exit(0);
  });
  // The agent has gone without closing its end.
  process.stdout.on('error', () => process.exit(0));
}

async function answerHook(): Promise<void> {
  const decision = await terminalDecision({
    input: await text(process.stdin),
    env: process.env,
    find: folders => findWindow(storage, folders),
    call: callWindow,
    name: randomUUID(),
    since: Math.floor(performance.timeOrigin),
    parent: process.ppid,
    clock: realClock,
    // Words on stderr, or another code than 0, would be shown in the terminal.
  }).catch(() => undefined);
  if (decision !== undefined) process.stdout.write(decision);
}
