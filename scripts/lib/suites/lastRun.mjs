// Owns: what is written down of a run of the tests, so that the next one can go on at what was red, and begin with what takes long.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @typedef {import('./counts.mjs').Red} Red */
/**
 * A part of a suite that can run by itself: a file, a check, a window.
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} [only] titles of tests; without it all of the part
 */
/** @typedef {{ state: 'green' | 'red' | 'notRun', only?: readonly string[] }} PartState `only`: the red tests, where nothing else of the part was red */
/**
 * @typedef {object} LastRun
 * @property {string} began
 * @property {boolean} whole was it the whole matrix?
 * @property {Record<string, PartState>} parts by `SUITE/PART`
 * @property {Record<string, number>} seconds by the name of a job
 */

/** @param {string} file @returns {LastRun | undefined} */
export function readLastRun(file) {
  if (!existsSync(file)) return undefined;
  /** @type {unknown} */
  const decoded = JSON.parse(readFileSync(file, 'utf8'));
  return /** @type {LastRun} */ (decoded);
}

/**
 * Writes down a run while it goes on, so that also the end of one that is interrupted is known. What the run does not plan stays as it was.
 * @param {string} file
 * @param {readonly { suite: string, parts: readonly Part[] }[]} planned
 * @param {{ began: Date, whole: boolean }} run
 */
export function recordRun(file, planned, { began, whole }) {
  const earlier = readLastRun(file);
  /** @type {LastRun} */
  const run = { began: began.toISOString(), whole, parts: earlier?.parts ?? {}, seconds: earlier?.seconds ?? {} };
  const write = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(run, null, 1)}\n`);
  };
  for (const { suite, parts } of planned) {
    for (const { name, only } of parts) run.parts[`${suite}/${name}`] = { state: 'notRun', ...(only && { only }) };
  }
  write();
  return {
    /** @param {string} job @returns {number | undefined} how long it took the last time */
    secondsOf: job => run.seconds[job],
    /** @param {string} suite @param {{ name: string, parts: readonly Part[] }} job @param {readonly Red[]} red @param {number} seconds */
    ended(suite, job, red, seconds) {
      for (const part of job.parts) run.parts[`${suite}/${part.name}`] = stateOf(part, red);
      // A job that was cut short says nothing about how long it takes.
      if (job.parts.every(({ only }) => only === undefined) && red.every(({ kind }) => kind === 'test'))
        run.seconds[job.name] = Math.round(seconds);
      write();
    },
    /** A test that was red by chance, and whose chance the run is allowed. @param {string} suite @param {Red} red */
    passed(suite, { part, name }) {
      const key = `${suite}/${part}`;
      const only = run.parts[key]?.only?.filter(title => title !== name);
      if (only !== undefined) run.parts[key] = only.length === 0 ? { state: 'green' } : { state: 'red', only };
      write();
    },
  };
}

/** @param {Part} part @param {readonly Red[]} all of its job @returns {PartState} */
function stateOf({ name, only }, all) {
  // A mocha that did not end well has not run all of its files, and nobody knows which.
  if (all.some(({ part }) => part === undefined)) return { state: 'notRun', ...(only && { only }) };
  const red = all.filter(({ part }) => part === name);
  if (red.length === 0) return { state: 'green' };
  return red.every(({ kind }) => kind === 'test') ? { state: 'red', only: [...new Set(red.map(each => each.name))] } : { state: 'red' };
}

/**
 * What of these parts was red, or was not run.
 * @param {LastRun} run
 * @param {string} suite
 * @param {readonly Part[]} parts
 * @returns {readonly Part[]}
 */
export function leftOf({ parts: states }, suite, parts) {
  return parts.flatMap(({ name }) => {
    const { state, only } = states[`${suite}/${name}`] ?? { state: 'notRun' };
    return state === 'green' ? [] : [{ name, ...(only && { only }) }];
  });
}

/**
 * Says where a run goes on.
 * @param {LastRun} run
 * @param {readonly { suite: string, parts: readonly Part[] }[]} left
 */
export function tellLeft({ began, parts: states }, left) {
  const keys = left.flatMap(({ suite, parts }) => parts.map(({ name }) => `${suite}/${name}`));
  const red = keys.filter(key => states[key]?.state === 'red');
  const rest = keys.filter(key => !red.includes(key));
  const parts = [
    ...(red.length > 0 ? [`was red: ${red.map(key => describe(key, states[key]?.only)).join(', ')}`] : []),
    ...(rest.length > 0 ? [`was not run: ${rest.length > mostNamed ? `${rest.length} files` : rest.join(', ')}`] : []),
  ];
  const when = `the last run (${began.slice(0, 16).replace('T', ' ')} UTC)`;
  return parts.length === 0 ? `Nothing was red in ${when}.` : `Only what in ${when} ${parts.join('; ')}.`;
}

const mostNamed = 12;

/** @param {string} key @param {readonly string[] | undefined} only */
function describe(key, only) {
  return only === undefined ? key : `${key} (${only.length} ${only.length === 1 ? 'test' : 'tests'})`;
}
