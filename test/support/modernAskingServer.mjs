// `askingServer.mjs` by MCP's revision 2026-07-28: no handshake, and a call that asks ends with what it needs and is called again with the answers. Its
// tool answers with these. For end-to-end tests.
import { createInterface } from 'node:readline';

/** @typedef {{ arguments: { elicitations: readonly object[] }, inputResponses?: object }} Params */

/** What every result has. */
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const serverInfo = { name: 'cloud', version: '1.0.0' };
const tools = [
  { name: 'ask', description: 'Asks the person', inputSchema: { type: 'object', properties: { elicitations: { type: 'array' } } } },
];

/** @param {Params} params */
function called({ arguments: { elicitations }, inputResponses }) {
  if (inputResponses !== undefined) return { ...complete, content: [{ type: 'text', text: JSON.stringify(inputResponses) }] };
  const inputRequests = Object.fromEntries(elicitations.map((params, at) => [`q${at}`, { method: 'elicitation/create', params }]));
  return { resultType: 'input_required', inputRequests, requestState: 'asked' };
}

/** @param {string} method @param {Params} params @returns {object} */
function reply(method, params) {
  if (method === 'server/discover')
    return { result: { ...complete, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo } };
  if (method === 'tools/list') return { result: { ...complete, tools } };
  return method === 'tools/call' ? { result: called(params) } : { error: { code: -32601, message: `no method ${method}` } };
}

createInterface({ input: process.stdin }).on('line', line => {
  /** @type {{ id?: number | string, method: string, params: Params }} A notification has no `id`, and needs no answer. */
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply(method, params) })}\n`);
});
