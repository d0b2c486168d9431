// Owns: what becomes of a failed test. It runs twice more, alone, each time in a fresh process; one that then passes is told as FLAKY, and
// one of these does not make a run red. Knows nothing about suites.
import { redLine } from './counts.mjs';

/** @typedef {import('./counts.mjs').Red} Red */
/**
 * A test that failed and then passed twice alone.
 * @typedef {object} Flaky
 * @property {Red} red
 * @property {string} [grave] why the run is red all the same
 */
/** @typedef {{ red: readonly Red[], flaky: readonly Flaky[] }} Judged `red`: what stays red beside the flaky ones */

/** A break makes many tests red, and nothing is learned from running all of them again. */
export const mostAgain = 5;
const timesAgain = 2;

/**
 * @param {readonly Red[]} all
 * @param {(red: Red) => string | undefined} whyGrave
 * @param {(line: string) => void} [print]
 * @returns {Promise<Judged>}
 */
export async function runFailedAgain(all, whyGrave, print = console.log) {
  /** @type {Red[]} */
  const red = [];
  /** @type {Flaky[]} */
  const flaky = [];
  let begun = 0;
  for (const each of all) {
    if (each.again === undefined || begun === mostAgain) {
      red.push(each);
      continue;
    }
    begun += 1;
    const again = await passesTwice(each.again);
    if (again === undefined) {
      const grave = whyGrave(each);
      flaky.push({ red: each, ...(grave !== undefined && { grave }) });
    } else red.push({ ...each, message: `${each.message}\nIt fails alone, too: ${again}` });
  }
  const left = all.filter(({ again }) => again !== undefined).length - begun;
  if (left > 0) print(`${left} more failed tests did not run again, because more than ${mostAgain} have failed.`);
  return { red, flaky };
}

/** @param {NonNullable<Red['again']>} again @returns {Promise<string | undefined>} how it failed */
async function passesTwice(again) {
  for (let time = 1; time <= timesAgain; time++) {
    const { passed, failed, red = [] } = await again();
    if (failed > 0) return red.map(redLine).join('; ') || 'no reason is known';
    if (passed === 0) return 'no test of its name runs alone';
  }
  return undefined;
}

/** One may be flaky in a run, unless it holds one of the promises that nothing excuses. @param {Judged} judged */
export function isExcused({ flaky }) {
  return flaky.length === 1 && flaky[0]?.grave === undefined;
}

/** What is told of a flaky test. @param {Flaky} flaky */
export function describeFlaky({ red: { name, message, picture }, grave }) {
  const lines = [`FLAKY ${name}`, ...(grave === undefined ? [] : [`  red all the same: ${grave}`])];
  lines.push(message.replace(/^/gm, '    '), '    It passed twice, alone.');
  if (picture !== undefined) lines.push(`    Its picture: ${picture}`);
  return lines.join('\n');
}

/** @param {Judged} judged for `out/test/flaky.json` */
export function flakyRecord({ flaky }) {
  return flaky.map(({ red: { name, file, message, picture }, grave }) => ({ name, file, message, picture, redAllTheSame: grave }));
}
