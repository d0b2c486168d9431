// The file that the launcher runs (host/agents/launcher): `door.js --storage FOLDER [--waits SECONDS]`. Owns the process's ends.
import { parseArgs } from 'node:util';
import { realClock } from '../claude/process/clock.js';
import { createLineSplitter } from '../claude/process/lines.js';
import { callWindow } from './callWindow.js';
import { Door } from './door.js';
import { findWindow } from './findWindow.js';

const { values } = parseArgs({ options: { storage: { type: 'string' }, waits: { type: 'string' } } });
const { storage = '', waits } = values;
const door = new Door({
  send: message => process.stdout.write(`${JSON.stringify(message)}\n`),
  find: folders => findWindow(storage, folders),
  call: callWindow,
  folder: process.cwd(),
  waits: Number(waits) > 0 ? Number(waits) : undefined,
  clock: realClock,
  now: () => performance.now(),
});
const lines = createLineSplitter({ onLine: text => door.receive(text), onOverlong: () => door.receive('') });
process.stdin.on('data', (chunk: Buffer) => lines.push(chunk));
process.stdin.on('end', () => {
  lines.end();
  door.end();
  // What was taken back needs no answer, and nothing else holds the process.
  process.exit(0);
});
// The agent has gone without closing its end.
process.stdout.on('error', () => process.exit(0));
