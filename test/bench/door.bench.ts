// What a question of an agent outside of VS Code costs: the start of Parley's helper, which such an agent waits for, and the time from its call to the card,
// beside Claude's own tool. Without a window: the extension as it ships in Node, its page in a Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { atMost, atMostMore, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { writeLauncher } from '../../src/host/agents/launcher.js';
import { installedClaudes } from '../support/claudes.js';
import { DoorClient } from '../support/doorClient.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { openWindowless } from '../support/windowless/windowless.js';
import { roundsOf, warmUpsOf } from './smoke.js';
import type { ViewWatch } from './viewWatch.js';
import { watchView } from './viewWatch.js';

const rounds = roundsOf(15);
const warmUps = warmUpsOf(2);
const asker = 'opencode';

/** Milliseconds, on the clock that all processes of a machine share. */
const now = (): number => performance.timeOrigin + performance.now();
const questionOf = (name: string): Record<string, unknown> => ({
  question: `Which database, ${name}?`,
  header: 'Database',
  options: [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ],
});

export async function bench(): Promise<Row[]> {
  beginStep('opening the window');
  const replies = {
    ROUND: [
      ({ prompt }: { prompt: string }) => [toolUse('AskUserQuestion', { questions: [{ ...questionOf(prompt), multiSelect: false }] })],
      () => [text('Thank you.')],
    ],
  };
  const parley = await openWindowless({ replies, claudePath: installedClaudes.newest });
  try {
    const launcher = await launcherOf(parley);
    const starts = await measured(round => startOf(launcher, parley.folder, round));
    const bare = await measured(() => nodeStart());
    const watch = await watchView(parley.view);
    const own = await measured(round => ownCard(parley, watch, `ROUND ${round}`));
    const agent = new DoorClient({ command: launcher, cwd: parley.folder, name: asker });
    await agent.begin();
    const cards = await measured(round => agentsCard(parley, watch, agent, `round ${round}`, round === 0));
    await agent.kill();
    return [
      atMost({ name: 'start of the helper of other agents', now: median(starts), unit: 'ms', note: spread(starts) }, { bound: 150 }),
      told({ name: '  Node alone', now: median(bare), unit: 'ms', note: spread(bare) }),
      atMostMore(
        { name: 'call of another agent → card', now: median(cards), unit: 'ms', note: spread(cards) },
        { value: median(own), name: 'AskUserQuestion' },
        { bound: 60 },
      ),
    ];
  } finally {
    await parley.stop();
  }
}

/** The figures without those of the rounds that warm up. `measure` gets the number of the round, from 0. */
async function measured(measure: (round: number) => Promise<number>): Promise<readonly number[]> {
  const all: number[] = [];
  for (let round = 0; round < warmUps + rounds; round++) all.push(await measure(round));
  return all.slice(warmUps);
}

/** As the person would have let it write by *Let Other Agents Ask Here*. */
async function launcherOf({ userData }: Windowless): Promise<string> {
  return writeLauncher({ globalStorage: join(userData, 'User/globalStorage/parley.parley'), extension: process.cwd() });
}

/** From the start of the process to the answer to its first message. */
async function startOf(launcher: string, cwd: string, round: number): Promise<number> {
  beginStep(`start ${round} of the helper`);
  const began = now();
  const agent = new DoorClient({ command: launcher, cwd, name: asker });
  await awaiting('the helper’s first words', agent.begin());
  const took = now() - began;
  await agent.kill();
  return took;
}

async function nodeStart(): Promise<number> {
  const began = now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return now() - began;
}

/** The API has written the whole question → it can be answered on screen. */
async function ownCard({ api, view, send }: Windowless, watch: ViewWatch, prompt: string): Promise<number> {
  beginStep(`AskUserQuestion, ${prompt}`);
  const painted = watch.cardPainted(`${prompt}?`);
  await send(prompt);
  const paintedAt = await painted;
  await answerCard(view, prompt);
  await view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  const written = api.writes.find(({ event, block }) => event === 'content_block_stop' && block === 'tool_use')?.at;
  if (written === undefined) throw new Error(`${prompt} left no trace at the API`);
  api.requests.length = 0;
  api.writes.length = 0;
  return paintedAt - written;
}

/** The agent has written its call → it can be answered on screen. The person goes to the first one; the others come where they look. */
async function agentsCard(parley: Windowless, watch: ViewWatch, agent: DoorClient, name: string, isFirst: boolean): Promise<number> {
  beginStep(`ask_user of another agent, ${name}`);
  const painted = watch.cardPainted(`${name}?`, asker);
  // The call is there sooner than what the page was asked for before.
  await parley.view.locator('body').evaluate(() => undefined);
  const began = now();
  const answer = agent.ask({ questions: [questionOf(name)] });
  if (isFirst) {
    await parley.told(new RegExp(`^${asker} asks: `));
    await parley.run('parley.focusQuestion');
  }
  const paintedAt = await painted;
  await answerCard(parley.view, name);
  await answer;
  return paintedAt - began;
}

async function answerCard(view: Windowless['view'], name: string): Promise<void> {
  const card = view.getByRole('form').filter({ hasText: `${name}?` });
  await card.getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
  await card.getByRole('button', { name: 'Submit', exact: true }).click();
}
