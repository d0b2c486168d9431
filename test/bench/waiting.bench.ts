// What a question costs while it waits, open and parked, and how long it takes from Submit on a parked card until Claude reads the
// answer. The limit is the CLI alone: started with --resume, answered as soon as it asks.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolUse, text } from '../../scripts/lib/api/apiStream.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMost, atMostMore, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import { processesMarked } from '../../scripts/lib/system/processes.mjs';
import type { Replies, ScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { Parley } from '../support/parley.js';
import { installedClaudes } from '../support/claudes.js';
import { openParley } from '../support/parley.js';
import { startBareClaude } from './bareClaude.js';
import { roundsOf } from './smoke.js';
import { watchView } from './viewWatch.js';

const sessions = roundsOf(3);
const rounds = roundsOf(7);
/** Milliseconds: that much of ours may come on top of the CLI's own start. */
const ownShare = 250;

const question = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ],
};
const answers = { 'Which database?': 'PostgreSQL' };
const replies: Replies = { ASK_ROUND: [() => [toolUse('AskUserQuestion', { questions: [question] })], () => [text('Thank you.')]] };

export async function bench(): Promise<Row[]> {
  const open = await waitingOpen();
  const { parked, answered } = await waitingParked();
  const alone = await aloneRounds();
  const perSession = (cost: Cost): Cost => ({ processes: cost.processes / sessions, megabytes: cost.megabytes / sessions });
  const openEach = perSession(open);
  return [
    told({ name: 'processes per open question', now: openEach.processes, unit: '' }),
    told({ name: 'memory per open question', now: openEach.megabytes, unit: 'MB', note: 'of the CLI, its share of what processes share' }),
    atMost({ name: 'processes per parked question', now: perSession(parked).processes, unit: '' }, { bound: 0 }),
    atMost({ name: 'memory per parked question', now: perSession(parked).megabytes, unit: 'MB' }, { bound: 0 }),
    atMostMore(
      { name: 'Submit on a parked card → API', now: median(answered), unit: 'ms', note: spread(answered) },
      { value: median(alone), name: 'the CLI alone' },
      { bound: ownShare },
    ),
  ];
}

interface Cost {
  readonly processes: number;
  readonly megabytes: number;
}

/** The cost of all that runs with this home. */
function costOf(home: string): Cost {
  const found = processesMarked('HOME', home);
  const kilobytes = found.map(({ pid }) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]));
  return { processes: found.length, megabytes: kilobytes.reduce((sum, one) => sum + one, 0) / 1024 };
}

async function withParley<T>(timeout: number, act: (parley: Parley, home: string) => Promise<T>): Promise<T> {
  beginStep('opening the window');
  const home = mkdtempSync(join(tmpdir(), 'parley-waiting-'));
  const parley = await openParley({ replies, environment: { HOME: home }, settings: { 'parley.questions.timeout': timeout } });
  try {
    return await act(parley, home);
  } finally {
    await parley.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function ask(parley: Parley, round: number): Promise<void> {
  await parley.send(`ASK_ROUND ${round}`);
  await parley.card().getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
}

function waitingOpen(): Promise<Cost> {
  return withParley(0, async (parley, home) => {
    for (let session = 0; session < sessions; session++) {
      beginStep(`open question ${session}`);
      if (session > 0) await parley.newChat();
      await ask(parley, session);
    }
    return costOf(home);
  });
}

function waitingParked(): Promise<{ readonly parked: Cost; readonly answered: readonly number[] }> {
  return withParley(0.02, async (parley, home) => {
    const gone = async (): Promise<void> => {
      while (processesMarked('HOME', home).length > 0) await new Promise(resolve => setTimeout(resolve, 50));
    };
    for (let session = 0; session < sessions; session++) {
      beginStep(`parked question ${session}`);
      if (session > 0) await parley.newChat();
      await ask(parley, session);
    }
    await awaiting('the end of every CLI', gone());
    const parked = costOf(home);
    const watch = await watchView(parley.view);
    const answered: number[] = [];
    for (let round = 100; round < 100 + rounds; round++) {
      beginStep(`round ${round}, Parley`);
      await parley.newChat();
      await ask(parley, round);
      await awaiting('the end of the CLI', gone());
      await parley.card().getByRole('button', { name: 'Submit' }).click();
      const at = await resultRead(parley.api, round);
      answered.push(at - (await watch.lastClick()));
      await parley.log.getByText('Thank you.').waitFor();
    }
    return { parked, answered };
  });
}

async function aloneRounds(): Promise<readonly number[]> {
  const api = await startScriptedApi({ replies });
  const home = mkdtempSync(join(tmpdir(), 'parley-alone-'));
  const times: number[] = [];
  for (let round = 100; round < 100 + rounds; round++) {
    beginStep(`round ${round}, the CLI alone`);
    const first = startBareClaude(installedClaudes.newest, api.url, { home, hook: true });
    const asked = first.line('hook_callback');
    const ended = first.line('"type":"result"');
    first.prompt(`ASK_ROUND ${round}`);
    first.defer((await asked).line);
    const { session_id: resume } = JSON.parse((await ended).line) as { session_id: string };
    await first.stop();
    const began = performance.timeOrigin + performance.now();
    const second = startBareClaude(installedClaudes.newest, api.url, { home, hook: true, resume });
    const over = second.line('"type":"result"');
    second.allowAtHook((await second.line('hook_callback')).line, { answers });
    times.push((await resultRead(api, round)) - began);
    await over;
    await second.stop();
  }
  await api.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return times;
}

async function resultRead(api: ScriptedApi, round: number): Promise<number> {
  const request = api.waitForRequest(
    ({ side, prompt, toolResults }) => !side && prompt.includes(`ASK_ROUND ${round}`) && toolResults.length > 0,
  );
  return (await awaiting(`the answer of round ${round} at the API`, request)).at;
}
