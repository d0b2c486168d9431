// Owns: what the running section of `npm run bench` is doing, so that the runner can name it where the section does not end.
// Knows nothing about processes and limits.

/** @typedef {{ what: string, since: number }} Begun `since`: milliseconds, `performance.now()` */

/** @type {Begun | undefined} */
let step;
/** @type {Set<Begun>} */
const awaited = new Set();

/** Begins the next step, which ends the one before. Not inside a measurement. @param {string} what */
export function beginStep(what) {
  step = begun(what);
}

/**
 * The result of `promise`, which is named while it is pending. For a wait that has no limit of its own.
 * @template T
 * @param {string} what
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function awaiting(what, promise) {
  const wait = begun(what);
  awaited.add(wait);
  try {
    return await promise;
  } finally {
    awaited.delete(wait);
  }
}

/** What is being done now, in words. @returns {string} */
export function describeDoing() {
  const waits = [...awaited].map(wait => `${wait.what} for ${seconds(wait.since)}`).join(' and ');
  const place = step === undefined ? 'It had begun no step' : `The step “${step.what}” had run for ${seconds(step.since)}`;
  return `${place}, awaiting ${waits === '' ? 'nothing that has a name' : waits}`;
}

/** @param {string} what @returns {Begun} */
function begun(what) {
  return { what, since: performance.now() };
}

/** @param {number} since */
function seconds(since) {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}
