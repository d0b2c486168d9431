// What the memory costs: 10,000 decisions (how long a look-up takes, how long the thread is held while their words are taken out, and how much
// memory these take), and a large Product Doc. In this process, without VS Code.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { atMost, median, quantile, spread, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { cpuTime } from './costs.js';
import { docRows } from './docBench.js';
import { ledgerRows } from './ledgerBench.js';
import { roundsOf } from './smoke.js';
import { whileWatched } from './watched.js';
import type { KnownDecision } from '../../src/memory/decision.js';
import type { Findable } from '../../src/memory/findDecisions.js';
import { decisionsLike, decisionsWith, findable } from '../../src/memory/findDecisions.js';
import { Slices } from '../../src/memory/slices.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Question } from '../../src/shared/question.js';

/** Twenty a day for a year and a half. */
const count = 10_000;
/** Milliseconds of a look-up. */
const bound = 50;
const heldBound = 16;
const builds = roundsOf(3);
/** The number of rounds, also in a smoke run, because in few rounds no question is like another. */
const rounds = 40;
const warmUps = 5;

// What was made before is collected before memory is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // V8's own function, under the flag

export const sections: Readonly<Record<string, () => Promise<Row[]>>> = {
  build: buildRows,
  lookUp: lookUpRows,
  doc: () => docRows(heldBound),
  disk: () => ledgerRows(count, madeDecisions),
};

async function buildRows(): Promise<Row[]> {
  const decisions = madeDecisions(count);
  collect();
  const before = process.memoryUsage().heapUsed;
  const { all, held, took } = await quietest(decisions);
  collect();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  const name = `words of ${count.toLocaleString('en')}`;
  if (decisionsWith(typed[0], all, { limit: 1 }).length === 0) throw new Error(`${name}: nothing was found`);
  return [
    atMost({ name: `${name}: thread held`, now: held, unit: 'ms' }, { bound: heldBound, aim: 8 }),
    told({ name: `${name}: whole time`, now: took, unit: 'ms' }),
    told({ name: `${name}: memory`, now: megabytes, unit: 'MB' }),
  ];
}

async function lookUpRows(): Promise<Row[]> {
  const all = await wordsOf(madeDecisions(count));
  const name = count.toLocaleString('en');
  return [
    looked(`questions like one, among ${name}`, round => decisionsLike(questionOf(sameRandom(count + round)), all, 3).length),
    looked(`typed word, among ${name}`, round => decisionsWith(typed[round % typed.length] ?? '', all, { limit: 100 }).length),
  ];
}

/** Makes the words as the host does. */
async function wordsOf(decisions: readonly KnownDecision[]): Promise<readonly Findable[]> {
  const slices = new Slices();
  const all: Findable[] = [];
  for (const decision of decisions) {
    all.push(findable(decision));
    if (slices.isOver) await slices.pause();
  }
  return all;
}

/** The slowest of ten counts: a person waits for each. In processor time, because on a busy machine the clock tells of others. */
function looked(name: string, look: (round: number) => number): Row {
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

/** The build in which the thread was held least: what else runs on the machine holds it in one build and not in the next. */
async function quietest(decisions: readonly KnownDecision[]): Promise<Build> {
  let best: Build | undefined;
  for (let round = 0; round < builds; round++) {
    let all: readonly Findable[] = [];
    const watched = await whileWatched(async () => void (all = await wordsOf(decisions)));
    if (best === undefined || watched.held < best.held) best = { all, ...watched };
  }
  if (best === undefined) throw new Error('no build');
  return best;
}

interface Build {
  readonly all: readonly Findable[];
  readonly held: number;
  readonly took: number;
}

function madeDecisions(many: number): readonly KnownDecision[] {
  return Array.from({ length: many }, (_, at) => {
    const random = sameRandom(at);
    const question = questionOf(random);
    const more = random() < 0.3 ? { note: `because of ${oneOf(random, things)} ${at % 5_000}` } : {};
    const chosen = question.options.slice(0, 1).map(({ label }) => label);
    return {
      id: `id${at}`,
      question,
      answer: { ...emptyAnswer, selected: [0] },
      chosen,
      ...more,
      asker: { kind: 'claude' } as const,
      folder: '/work',
      at: 1_700_000_000_000 + at * 60_000,
      status: 'current',
      notLike: [],
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
