// What the memory costs: decisions among 10,000 and 100,000 of them (how long a look-up takes, how long the thread is held while the index is built,
// and how much memory it takes), and a large Product Doc. In this process, without VS Code.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { atMost, median, quantile, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { cpuTime } from './costs.js';
import { docRows } from './docBench.js';
import { ledgerRows } from './ledgerBench.js';
import { lessInSmoke, roundsOf } from './smoke.js';
import { whileWatched } from './watched.js';
import type { KnownDecision } from '../../src/memory/decision.js';
import { DecisionIndex } from '../../src/memory/decisionIndex.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Question } from '../../src/shared/question.js';

const longest = lessInSmoke(100_000, 10_000);
const sizes: readonly Size[] = [...lessInSmoke([{ count: 10_000, bound: 20 }], []), { count: longest, bound: 50 }];
const heldBound = 16;
const builds = roundsOf(3);
/** In a smoke too: in few rounds no question is like another. */
const rounds = 40;
const warmUps = 5;

// What was made before is collected before memory is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // V8's own function, under the flag

export const sections: Readonly<Record<string, () => Promise<Row[]>>> = {
  build: () => forEachSize(buildRows),
  lookUp: () => forEachSize(lookUpRows),
  doc: () => docRows(heldBound),
  disk: () => ledgerRows(10_000, madeDecisions),
};

interface Size {
  readonly count: number;
  /** Milliseconds of a look-up. */
  readonly bound: number;
}

async function forEachSize(rowsOf: (size: Size) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    beginStep(`${size.count} decisions`);
    rows.push(...(await rowsOf(size)));
  }
  return rows;
}

async function buildRows({ count }: Size): Promise<Row[]> {
  const decisions = madeDecisions(count);
  collect();
  const before = process.memoryUsage().heapUsed;
  const { index, held, took } = await quietest(decisions);
  collect();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  const name = `index of ${count.toLocaleString('en')}`;
  if (index.search(typed[0], { limit: 1 }).length === 0) throw new Error(`${name}: nothing was found`);
  return [
    atMost({ name: `${name}: thread held`, now: held, unit: 'ms' }, { bound: heldBound, aim: 8 }),
    told({ name: `${name}: whole time`, now: took, unit: 'ms' }),
    told({ name: `${name}: memory`, now: megabytes, unit: 'MB' }),
  ];
}

async function lookUpRows({ count, bound }: Size): Promise<Row[]> {
  const index = new DecisionIndex();
  await index.add(madeDecisions(count));
  const name = count.toLocaleString('en');
  return [
    looked(`questions like one, among ${name}`, bound, round => index.like(questionOf(sameRandom(count + round)), { limit: 3 }).length),
    looked(`typed word, among ${name}`, bound, round => index.search(typed[round % typed.length] ?? '', { limit: 100 }).length),
  ];
}

/** The slowest of ten counts: a person waits for each. In processor time, because on a busy machine the clock tells of others. */
function looked(name: string, bound: number, look: (round: number) => number): Row {
  const times: number[] = [];
  let found = 0;
  for (let round = -warmUps; round < rounds; round++) {
    const began = cpuTime();
    found += look(round + warmUps);
    if (round >= 0) times.push(cpuTime() - began);
  }
  if (found === 0) throw new Error(`${name}: nothing was found`);
  return atMost({ name, now: quantile(times, 0.9), unit: 'ms', note: `median ${median(times).toFixed(1)}, ${spread(times)}` }, { bound });
}

/** The index of the build in which the thread was held least: what else runs on the machine holds it in one build and not in the next. */
async function quietest(decisions: readonly KnownDecision[]): Promise<Build> {
  let best: Build | undefined;
  for (let round = 0; round < builds; round++) {
    const index = new DecisionIndex();
    const build = { index, ...(await whileWatched(() => index.add(decisions))) };
    if (best === undefined || build.held < best.held) best = build;
  }
  if (best === undefined) throw new Error('no build');
  return best;
}

interface Build {
  readonly index: DecisionIndex;
  readonly held: number;
  readonly took: number;
}

function madeDecisions(count: number): readonly KnownDecision[] {
  return Array.from({ length: count }, (_, at) => {
    const random = sameRandom(at);
    const question = questionOf(random);
    const more = random() < 0.3 ? { note: `because of ${oneOf(random, things)} ${at % 5_000}` } : {};
    const chosen = question.options.slice(0, 1).map(({ label }) => label);
    return {
      ...{ id: `id${at}`, question, answer: { ...emptyAnswer, selected: [0] }, chosen, ...more, asker: { kind: 'claude' } as const },
      ...{ folder: '/work', at: 1_700_000_000_000 + at * 60_000, status: 'current', notLike: [] },
    };
  });
}

/** One of a few hundred thousand: half of the questions share "should", "use" and a common subject, as real ones do. */
function questionOf(random: Random): Question {
  const [thing, place, file] = [oneOf(random, things), oneOf(random, places), `${oneOf(random, things)}${Math.floor(random() * 3_000)}.ts`];
  const question = oneOf(random, [
    `Which ${thing} should we use for the ${place}?`,
    `How should the ${thing} of the ${place} be handled in src/${place}/${file}?`,
    `Should I change the ${thing} in ${file} now?`,
    `Welche ${thing} soll ${place} verwenden, wenn ${oneOf(random, things)} fehlt?`,
  ]);
  const options = Array.from({ length: 3 }, () => ({
    label: `${oneOf(random, things)} ${oneOf(random, places)}`,
    description: 'What it means.',
  }));
  return { kind: 'choice', question, header: thing, multiSelect: false, options };
}

const things =
  `database cache queue migration license formatter linter logger test branch endpoint token session schema index column table backup
report export import button dialog theme color icon font menu filter sort page list form error warning message price order invoice customer user role
password email template version release package dependency container image port domain route limit timeout retry interval Datenbank Anmeldung Lizenz
Einstellung Abfrage Vorlage Rechnung Meldung`.split(/\s+/);
const places =
  `frontend backend api server client worker dashboard checkout cart search settings profile login registration admin mobile desktop website
staging production development documentation pipeline scheduler importer exporter gateway proxy Oberfläche Verwaltung`.split(/\s+/);

/** Rare and common, whole and begun, in both languages, and one with a wrong letter. */
const typed = ['database', 'd', 'should we', 'datab', 'Rechnung', 'use frontend', 'because', 'databsae', 'e', 'Oberfläche theme'] as const;

type Random = () => number;

/** The same numbers from 0 to 1 for the same seed, so that two runs measure the same. */
function sameRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    state ^= state >>> 13;
    return (state >>> 0) / 2 ** 32;
  };
}

function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}
