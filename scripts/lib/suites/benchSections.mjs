// Owns: the sections of `npm run bench` in their order, what each needs before it begins, and its limit of time. Each is the `bench` of
// test/bench/NAME.bench.ts, or one of its `sections`.

/** @typedef {'chromium' | 'vsix' | 'workbench'} Need made ready before the limit begins to run */
/**
 * @typedef {object} Section
 * @property {string} name
 * @property {readonly Need[]} needs
 * @property {number} limit seconds: several times what it takes on two quiet cores, because a busy machine is slower
 */

const page = /** @type {const} */ (['chromium']);
const window = /** @type {const} */ (['chromium', 'vsix', 'workbench']);

/** The quick ones first. @type {readonly Section[]} */
export const benchSections = [
  { name: 'sizes', needs: ['vsix'], limit: 60 },
  { name: 'decode', needs: [], limit: 180 },
  { name: 'memory.build', needs: [], limit: 180 },
  { name: 'memory.lookUp', needs: [], limit: 180 },
  { name: 'memory.doc', needs: [], limit: 120 },
  { name: 'memory.disk', needs: [], limit: 120 },
  { name: 'snapshots', needs: [], limit: 600 },
  { name: 'card', needs: page, limit: 120 },
  { name: 'keystroke', needs: page, limit: 120 },
  { name: 'liveOutput', needs: page, limit: 120 },
  { name: 'door', needs: page, limit: 300 },
  { name: 'hostMemory', needs: page, limit: 900 },
  { name: 'activate', needs: window, limit: 900 },
  { name: 'waiting', needs: window, limit: 900 },
  { name: 'askUser', needs: window, limit: 900 },
  { name: 'send', needs: window, limit: 900 },
  { name: 'large.transcript', needs: [], limit: 300 },
  { name: 'large.chats', needs: [], limit: 300 },
  { name: 'large.files', needs: ['workbench'], limit: 300 },
  { name: 'large.elsewhere', needs: [], limit: 300 },
  { name: 'large.window', needs: [], limit: 300 },
  { name: 'large.reload', needs: [], limit: 300 },
  { name: 'growth.step', needs: [], limit: 120 },
  { name: 'growth.bytes', needs: [], limit: 120 },
  { name: 'growth.question', needs: [], limit: 60 },
  { name: 'growth.open', needs: page, limit: 600 },
  { name: 'growth.stream', needs: page, limit: 600 },
  { name: 'growth.window', needs: window, limit: 900 },
  { name: 'growth.start', needs: window, limit: 900 },
  { name: 'endToEnd', needs: window, limit: 1800 },
];

/** Seconds for any section of a run with one round of each, of which the longest takes one minute on two quiet cores. */
export const smokeLimit = 600;

/**
 * @param {readonly string[]} names of benches and of sections; none: all
 * @returns {readonly Section[]}
 */
export function chooseSections(names) {
  const unknown = names.find(said => !benchSections.some(section => isOf(section, said)));
  if (unknown !== undefined) {
    const known = benchSections.map(({ name }) => name).join(', ');
    throw new Error(`There is no bench “${unknown}”. There are: ${known}, and the words before a full stop.`);
  }
  return benchSections.filter(section => names.length === 0 || names.some(said => isOf(section, said)));
}

/** @param {Section} section @param {string} said */
function isOf({ name }, said) {
  return name === said || name.startsWith(`${said}.`);
}
