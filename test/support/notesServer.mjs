// An MCP server over stdio with one tool, which writes its arguments to the file that the command line names. For end-to-end tests.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file = ''] = process.argv;

const tools = [
  {
    name: 'add',
    description: 'Adds a note',
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } } },
  },
];

/** @param {number} id @param {object} reply */
function answer(id, reply) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}

/** @typedef {{ id: number, method: string, params: { protocolVersion: string, arguments: unknown } }} McpRequest */

createInterface({ input: process.stdin }).on('line', line => {
  /** @type {McpRequest} A notification has no `id`, and needs no answer. */
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    answer(id, { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1.0.0' } } });
  } else if (method === 'tools/list') {
    answer(id, { result: { tools } });
  } else if (method === 'tools/call') {
    writeFileSync(file, JSON.stringify(params.arguments));
    answer(id, { result: { content: [{ type: 'text', text: 'Added.' }] } });
  } else if (!method.startsWith('notifications/')) {
    answer(id, { error: { code: -32601, message: `no method ${method}` } });
  }
});
