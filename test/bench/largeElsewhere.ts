// Bench `large`, a window in which nothing happens while a program works elsewhere on a session of another folder, beside a thousand chats.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { emitter } from '../../src/host/chats/emitter.js';
import { OtherPrograms } from '../../src/host/chats/otherPrograms.js';
import type { Chats } from '../../src/host/chats/chats.js';
import { costsOf } from './costs.js';
import { log } from './growthSubject.js';
import { manyChats } from './largeChats.js';
import { lessInSmoke } from './smoke.js';

const chatCount = lessInSmoke(1_000, 20);
/** The number of chats that an empty chat asks for. */
const offered = 4;
/** Milliseconds. */
const watched = lessInSmoke(60_000, 1_000);

export async function elsewhereRows(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'parley-large-'));
  beginStep('writing the chats');
  const { transcripts, list } = await manyChats(root, chatCount);
  const never = emitter<never>(log);
  // An empty chat is shown, and none of the others is in memory.
  const events = { onDidChange: never, onDidShow: never, onDidEndTurn: never, onDidEndProcess: never, onDidUnload: never };
  const chats = Object.assign(events, { all: [] }) as unknown as Chats;
  let looks = 0;
  const others = new OtherPrograms({
    chats,
    transcripts,
    log,
    isVisible: () => true,
    onDidFocus: emitter<void>(log),
    async checked() {
      looks++;
      await list(offered);
    },
    person: { tellStillRunning: () => undefined, tellNotTakenOver: () => undefined, askWhetherEnded: () => Promise.resolve(false) },
  });
  const records = join(root, String(chatCount), 'home', '.claude', 'sessions');
  mkdirSync(records);
  const writer = spawn(process.execPath, ['-e', writing, records], { stdio: 'ignore' });
  try {
    others.check();
    beginStep('a program works elsewhere');
    await sleep(lessInSmoke(2_000, 500));
    const before = looks;
    const { cpu, took, read } = await costsOf(() => sleep(watched));
    return [
      atMost(
        { name: 'others work, nobody sees it: of a core', now: (100 * cpu) / took, unit: '%', note: `${looks - before} looks at the list` },
        { bound: 1 },
      ),
      atMost({ name: '  read in a second', now: (read / took) * 1000, unit: 'MB' }, { bound: 1 }),
    ];
  } finally {
    others.dispose();
    writer.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Does what a CLI does that works: its record is rewritten ten times a second. */
const writing = `
const { renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [folder] = process.argv.slice(1);
const path = join(folder, process.pid + '.json');
setInterval(() => {
  const record = { pid: process.pid, sessionId: 'elsewhere', startedAt: Date.now(), entrypoint: 'cli', updatedAt: Date.now() };
  writeFileSync(path + '.part', JSON.stringify(record));
  renameSync(path + '.part', path);
}, 100);`;
