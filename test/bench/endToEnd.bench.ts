// The whole way in a real workbench with the real CLI: a message to the API, a question from the API to the screen, its answer back, the first
// words of what follows; in a new session, after 60 exchanges and after 1,000. The limit is the CLI alone on a bare pipe, which
// plays each round right after the workbench has.
import { median, atMostMore, atMostTimes, spread } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies, ScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { awaiting, beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import type { Parley } from '../support/parley.js';
import { installedClaudes } from '../support/claudes.js';
import { openParley } from '../support/parley.js';
import type { BareClaude } from './bareClaude.js';
import { startBareClaude } from './bareClaude.js';
import { lessInSmoke, roundsOf, warmUpsOf } from './smoke.js';
import type { ViewWatch } from './viewWatch.js';
import { watchView } from './viewWatch.js';

const rounds = roundsOf(15);
const warmUps = warmUpsOf(2);
const [short, long] = lessInSmoke([60, 1_000], [1, 2]);

/** Milliseconds that Parley may take over the CLI alone. */
const ownShare = { send: 20, card: 45, submit: 25, text: 25 };

interface Timings {
  /** Send → the API has the message. */
  readonly send: number[];
  /** The API has written the whole question → it can be answered on screen. */
  readonly card: number[];
  /** Submit → the API has the call with the tool's result. */
  readonly submit: number[];
  /** The API has written the first words → they are on screen. */
  readonly text: number[];
}

const replies: Replies = {
  ASK_ROUND: [
    ({ prompt }) => [toolUse('AskUserQuestion', { questions: [questionOf(numberIn(prompt))] })],
    ({ prompt }) => [text(wordsOf(numberIn(prompt)))],
  ],
  SMALL_TALK: [({ prompt }) => [text(`Yes, number ${numberIn(prompt)}.`)]],
};

export async function bench(): Promise<Row[]> {
  beginStep('opening the window');
  const bareApi = await startScriptedApi({ replies });
  const bare = startBareClaude(installedClaudes.newest, bareApi.url);
  const parley = await openParley({ replies });
  try {
    const watch = await watchView(parley.view);
    const play = async (first: number): Promise<Played> => {
      const ours = none();
      const cli = none();
      for (let round = -warmUps; round < rounds; round++) {
        const number = first + warmUps + round;
        beginStep(`round ${number}, Parley`);
        await ourRound(parley, watch, number, round < 0 ? none() : ours);
        beginStep(`round ${number}, the CLI alone`);
        await bareRound(bare, bareApi, number, round < 0 ? none() : cli);
      }
      return { ours, cli };
    };
    const talkTo = async (from: number, to: number): Promise<void> => {
      beginStep(`exchanges up to ${to}`);
      await Promise.all([talk(parley, from, to), bareTalk(bare, from, to)]);
    };
    const fresh = await play(1_000);
    await talkTo(0, short);
    const early = await play(2_000);
    await talkTo(short, long);
    const late = await play(3_000);
    return [...rowsOf('', fresh), ...rowsOf(`, after ${short}`, early), ...rowsOf(`, after ${long}`, late), ...flatness(early, late)];
  } finally {
    await parley.stop();
    await bare.stop();
    await bareApi.close();
  }
}

/** Numbers of the same length, so that none is the beginning of another. */
function questionOf(round: number): Record<string, unknown> {
  const options = [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ];
  return { question: `Which database, in round ${round}?`, header: 'Database', multiSelect: false, options };
}

const wordsOf = (round: number): string => `Round ${round} is over: thank you, I go on with that.`;
const numberIn = (prompt: string): number => Number(/\d+/.exec(prompt)?.[0]);
const none = (): Timings => ({ send: [], card: [], submit: [], text: [] });

async function ourRound({ api, view, send }: Parley, watch: ViewWatch, round: number, timings: Timings): Promise<void> {
  const painted = watch.cardPainted(`in round ${round}?`);
  await send(`ASK_ROUND ${round}`);
  const cardAt = await painted;
  const sentAt = await watch.lastClick();
  const asked = view.getByRole('form', { name: 'Claude asks' }).filter({ hasText: `in round ${round}?` });
  await asked.getByRole('radio', { name: 'PostgreSQL', exact: true }).click();
  const submit = asked.getByRole('button', { name: 'Submit' });
  const wordsPainted = watch.textPainted(`Round ${round} is`);
  await submit.click();
  const textAt = await wordsPainted;
  const clickedAt = await watch.lastClick();
  await idle(view);
  const times = apiTimes(api, round);
  timings.send.push(times.promptRead - sentAt);
  timings.card.push(cardAt - times.questionWritten);
  timings.submit.push(times.resultRead - clickedAt);
  timings.text.push(textAt - times.textWritten);
}

async function bareRound(bare: BareClaude, api: ScriptedApi, round: number, timings: Timings): Promise<void> {
  const asked = bare.line('"can_use_tool"', `in round ${round}?`);
  const sentAt = performance.timeOrigin + performance.now();
  bare.prompt(`ASK_ROUND ${round}`);
  const { at: askedAt, line } = await asked;
  const words = bare.line('"text_delta"', `Round ${round} is`);
  const ended = bare.line('"type":"result"');
  const answeredAt = bare.allow(line, { answers: { [`Which database, in round ${round}?`]: 'PostgreSQL' } });
  const { at: textAt } = await words;
  await ended;
  const times = apiTimes(api, round);
  timings.send.push(times.promptRead - sentAt);
  timings.card.push(askedAt - times.questionWritten);
  timings.submit.push(times.resultRead - answeredAt);
  timings.text.push(textAt - times.textWritten);
}

/** The times at which the API had done its part in this round. What is read is forgotten, since a long session is long in every call. */
function apiTimes(
  api: ScriptedApi,
  round: number,
): Readonly<Record<'promptRead' | 'questionWritten' | 'resultRead' | 'textWritten', number>> {
  const calls = api.requests.flatMap(({ side, key, prompt, step, at }, index) =>
    !side && key === 'ASK_ROUND' && numberIn(prompt) === round ? [{ step, at, index }] : [],
  );
  const asking = calls.find(({ step }) => step === 0);
  const answered = calls.find(({ step }) => step === 1);
  const written = (call: number | undefined, event: string, block: string): number | undefined =>
    api.writes.find(write => write.request === call && write.event === event && write.block === block)?.at;
  const questionWritten = written(asking?.index, 'content_block_stop', 'tool_use');
  const textWritten = written(answered?.index, 'content_block_delta', 'text');
  if (asking === undefined || answered === undefined || questionWritten === undefined || textWritten === undefined)
    throw new Error(`round ${round} left no trace at the API`);
  api.requests.length = 0;
  api.writes.length = 0;
  return { promptRead: asking.at, questionWritten, textWritten, resultRead: answered.at };
}

/** Short prompts and short answers, through the composer as a person would write them. */
async function talk({ api, view, send }: Parley, from: number, to: number): Promise<void> {
  for (let number = 10_000 + from; number < 10_000 + to; number++) {
    await send(`SMALL_TALK ${number}`);
    const request = api.waitForRequest(({ side, prompt }) => !side && numberIn(prompt) === number);
    await awaiting(`the API’s request ${number}`, request);
    await idle(view);
    api.requests.length = 0;
    api.writes.length = 0;
  }
}

async function bareTalk(bare: BareClaude, from: number, to: number): Promise<void> {
  for (let number = 10_000 + from; number < 10_000 + to; number++) {
    const ended = bare.line('"type":"result"');
    bare.prompt(`SMALL_TALK ${number}`);
    await ended;
  }
}

/** Resolves when there is no Stop, which stands there while Claude works. */
function idle(view: Parley['view']): Promise<void> {
  return view.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
}

interface Played {
  readonly ours: Timings;
  readonly cli: Timings;
}

const parts = [
  { part: 'send', name: 'Send → API' },
  { part: 'card', name: 'question → card' },
  { part: 'submit', name: 'Submit → API' },
  { part: 'text', name: 'first words → screen' },
] as const;

function rowsOf(when: string, { ours, cli }: Played): Row[] {
  return parts.map(({ part, name }) =>
    atMostMore(
      { name: `${name}${when}`, now: median(ours[part]), unit: 'ms', note: `${spread(ours[part])}; alone ${spread(cli[part])}` },
      { value: median(cli[part]), name: 'the CLI alone' },
      { bound: ownShare[part] },
    ),
  );
}

/** The growth of Parley's own part: the CLI by itself gets slower as its session grows. */
function flatness(early: Played, late: Played): Row[] {
  const own = ({ ours, cli }: Played, part: keyof Timings): number => median(ours[part]) - median(cli[part]);
  return parts.map(({ part, name }) =>
    atMostTimes(
      { name: `${name} without the CLI, after ${long}`, now: own(late, part), unit: 'ms' },
      { value: own(early, part), name: `after ${short}` },
      { bound: 1.5 },
    ),
  );
}
