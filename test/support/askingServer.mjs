// An MCP server over stdio that asks the person. Its tool `ask` takes elicitations and answers with what became of each. With `later` it answers at
// once and asks when it gets the signal SIGUSR1; with `withdrawn` it takes the last one back then, with `silent` it never answers. To the file that the command line names it writes
// its process id and each answer that it gets, as lines of JSON. For end-to-end tests.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file = ''] = process.argv;

/** @type {Map<number, (answer: object) => void>} */
const waiting = new Map();
let last = 1_000;

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** @param {object} params @returns {Promise<object>} */
function elicit(params) {
  const id = ++last;
  send({ id, method: 'elicitation/create', params });
  return new Promise(resolve => waiting.set(id, resolve));
}

/** @param {readonly object[]} elicitations */
async function ask(elicitations) {
  const answers = await Promise.all(elicitations.map(elicit));
  for (const answer of answers) appendFileSync(file, `${JSON.stringify(answer)}\n`);
  return answers;
}

/** @typedef {{ elicitations: readonly object[], later?: boolean, withdrawn?: boolean, silent?: boolean }} Asked */

/** @param {Asked} asked @returns {Promise<readonly object[] | string>} */
async function called({ elicitations, later = false, withdrawn = false, silent = false }) {
  if (silent) return new Promise(() => {});
  if (later) {
    process.once('SIGUSR1', () => void ask(elicitations));
    return 'I ask later.';
  }
  const answers = ask(elicitations);
  if (!withdrawn) return answers;
  await new Promise(resolve => process.once('SIGUSR1', resolve));
  send({ method: 'notifications/cancelled', params: { requestId: last, reason: 'not needed' } });
  return 'I need no answer.';
}

const tools = [
  { name: 'ask', description: 'Asks the person', inputSchema: { type: 'object', properties: { elicitations: { type: 'array' } } } },
];

/** @typedef {{ id?: number, method?: string, params: { protocolVersion: string, arguments: Asked }, result?: object, error?: object }} Message */

appendFileSync(file, `${process.pid}\n`);
createInterface({ input: process.stdin }).on('line', line => void read(line));

/** @param {string} line */
async function read(line) {
  /** @type {Message} */
  const { id, method, params, result, error } = JSON.parse(line);
  if (id === undefined) return;
  if (method === undefined) waiting.get(id)?.(result ?? { error });
  else if (method === 'initialize') {
    const { protocolVersion } = params;
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'db', version: '1.0.0' } } });
  } else if (method === 'tools/list') {
    send({ id, result: { tools } });
  } else if (method === 'tools/call') {
    send({ id, result: { content: [{ type: 'text', text: JSON.stringify(await called(params.arguments)) }] } });
  } else {
    send({ id, error: { code: -32601, message: `no method ${method}` } });
  }
}
