// What `ask_user` costs beside Claude's own tool: from the call to the card, in the prompt, and at the start of the CLI while nobody asks. In one
// workbench with the real CLI; the two sides take turns.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { atMost, atMostMore, atMostTimes, median, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { Parley } from '../support/parley.js';
import { openParley } from '../support/parley.js';
import { roundsOf, warmUpsOf } from './smoke.js';
import type { ViewWatch } from './viewWatch.js';
import { watchView } from './viewWatch.js';

const rounds = roundsOf(12);
const warmUps = warmUpsOf(2);
const starts = roundsOf(6);

const tools = { own: 'AskUserQuestion', ours: 'mcp__parley__ask_user' } as const;
type Side = keyof typeof tools;
const sides: readonly Side[] = ['own', 'ours'];

/** Claude's newer models make more tokens of a text than o200k does (the largest ratio that was measured). */
const newerTokens = 1.53;

const ask =
  (side: Side) =>
  ({ prompt }: { prompt: string }) => [toolUse(tools[side], { questions: [questionOf(prompt)] })];
const done = [text('Thank you.')];

/** The definitions of the tools, as the model gets them. */
const definitions = new Map<string, string>();
const replies: Replies = {
  ROUND_own: [ask('own'), () => done],
  ROUND_ours: [ask('ours'), () => done],
  START: [
    ({ body }) => {
      for (const tool of body.tools ?? []) definitions.set(tool.name, JSON.stringify(tool));
      return done;
    },
  ],
};

export async function bench(): Promise<Row[]> {
  beginStep('opening the window');
  const parley = await openParley({ replies });
  try {
    const watch = await watchView(parley.view);
    const cards: Record<Side, number[]> = { own: [], ours: [] };
    for (let round = -warmUps; round < rounds; round++) {
      for (const side of sides) {
        beginStep(`round ${round}, ${tools[side]}`);
        const took = await cardAfter(parley, watch, side, round + warmUps);
        if (round >= 0) cards[side].push(took);
      }
    }
    const without: number[] = [];
    const withTool: number[] = [];
    for (let start = -warmUpsOf(1); start < starts; start++) {
      for (const enabled of [false, true]) {
        beginStep(`start ${start}, ${enabled ? 'with' : 'without'} ask_user`);
        await parley.changeSettings({ 'parley.askUser.enabled': enabled });
        const took = await firstCall(parley, `START ${enabled ? 'with' : 'without'} ${start + 100}`);
        if (start >= 0) (enabled ? withTool : without).push(took);
      }
    }
    return [
      atMostTimes(
        { name: 'ask_user → card', now: median(cards.ours), unit: 'ms', note: spread(cards.ours) },
        { value: median(cards.own), name: 'AskUserQuestion' },
        { bound: 1.2 },
      ),
      atMost({ name: 'ask_user in the prompt', now: tokensOf(tools.ours), unit: 'tokens' }, { bound: 2_000 }),
      told({ name: '  AskUserQuestion', now: tokensOf(tools.own), unit: 'tokens' }),
      atMostMore(
        { name: 'new chat → first call, with ask_user', now: median(withTool), unit: 'ms', note: spread(withTool) },
        { value: median(without), name: 'without' },
        { bound: 50 },
      ),
    ];
  } finally {
    await parley.stop();
  }
}

/** Prompts of the same length. */
function questionOf(prompt: string): Record<string, unknown> {
  const options = [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ];
  return { question: `Which database, ${prompt}?`, header: 'Database', multiSelect: false, options };
}

/** The API has written the whole question → it can be answered on screen. */
async function cardAfter({ api, view, send }: Parley, watch: ViewWatch, side: Side, round: number): Promise<number> {
  const prompt = `ROUND_${side} ${round + 100}`;
  const painted = watch.cardPainted(`${prompt}?`);
  await send(prompt);
  const paintedAt = await painted;
  const asked = view.getByRole('form', { name: 'Claude asks' }).filter({ hasText: `${prompt}?` });
  await asked.getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
  await asked.getByRole('button', { name: 'Submit' }).click();
  await view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  const written = api.writes.find(({ event, block }) => event === 'content_block_stop' && block === 'tool_use')?.at;
  if (written === undefined) throw new Error(`${prompt} left no trace at the API`);
  api.requests.length = 0;
  api.writes.length = 0;
  return paintedAt - written;
}

/** The time from the prompt of a new chat, which starts a CLI, to its call of the API. */
async function firstCall(parley: Parley, prompt: string): Promise<number> {
  await parley.newChat();
  const sentAt = Date.now();
  await parley.send(prompt);
  const called = parley.api.waitForRequest(request => !request.side && request.prompt === prompt);
  const { at } = await awaiting(`the API’s request for “${prompt}”`, called);
  await parley.view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  return at - sentAt;
}

function tokensOf(tool: string): number {
  const definition = definitions.get(tool);
  if (definition === undefined) throw new Error(`The model did not get ${tool}`);
  return Math.round(countTokens(definition) * newerTokens);
}
