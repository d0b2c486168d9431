// The MCP server of other agents: what passes through its socket.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AnswerCall } from '../../../../src/host/agents/agentServer.js';
import type { DoorCall } from '../../../../src/host/agents/doorCalls.js';
import { doorMeta, readDoorCall } from '../../../../src/host/agents/doorMessage.js';
import { AgentServer } from '../../../../src/host/agents/agentServer.js';
import { removeFolder } from '../../../support/removeFolder.js';

interface Response {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cuts the connection. */
  readonly signal?: AbortSignal;
}

let server: AgentServer;
let answer: AnswerCall;

async function send(body: string, { method = 'POST', headers, signal }: Sent = {}): Promise<Response> {
  const place = await server.place();
  return new Promise((resolve, reject) => {
    const options = { socketPath: place.socket, path: '/mcp', method, headers: headers ?? place.headers, ...(signal && { signal }) };
    const sent = request(options, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const rpc = (method: string, more: object = {}): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...more });
const call = (id: number): string => rpc('tools/call', { id, params: { name: 'ask_user', arguments: { question: 'Which?' } } });

describe('the MCP server of other agents', () => {
  beforeEach(() => {
    answer = input => Promise.resolve({ content: [{ type: 'text', text: JSON.stringify(input) }] });
    server = new AgentServer((...given) => answer(...given));
  });
  afterEach(() => server.dispose());

  it('begins a session, has one tool, and answers its call with what the person said', async () => {
    const begun = await send(rpc('initialize', { params: { protocolVersion: '2025-06-18' } }));
    assert.equal(begun.status, 200);
    assert.equal(String(begun.headers['mcp-session-id']).length, 36);
    assert.match(begun.body, /"protocolVersion":"2025-06-18"/);
    assert.deepEqual(await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })).then(({ status }) => status), 202);
    const { body: tools } = await send(rpc('tools/list'));
    assert.match(tools, /"name":"ask_user"/);
    assert.doesNotMatch(tools, /AskUserQuestion/, 'only Claude has that tool');
    const { headers, body } = await send(call(7));
    assert.equal(headers['content-type'], 'text/event-stream');
    const result = { content: [{ type: 'text', text: '{"question":"Which?"}' }] };
    assert.equal(body, `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: 7, result })}\n\n`);
  });

  it('lets nobody in without its token', async () => {
    const { headers } = await server.place();
    const wrong = [{}, { Authorization: 'Bearer ' }, { Authorization: headers['Authorization']?.slice(0, -1) ?? '' }];
    for (const given of wrong) assert.equal((await send(rpc('tools/list'), { headers: given })).status, 403);
  });

  it('lies in a folder that no other account can read, and is gone with the window', async function () {
    if (process.platform === 'win32') this.skip();
    const { socket } = await server.place();
    assert.equal(statSync(dirname(socket)).mode & 0o777, 0o700);
    await server.dispose();
    assert.equal(existsSync(socket), false);
  });

  it('cannot be reached by another account, with its token either', async function () {
    // Only root can be another one.
    if (process.getuid?.() !== 0) this.skip();
    const { socket, headers } = await server.place();
    const program = `require('node:http')
      .request({ socketPath: ${JSON.stringify(socket)}, method: 'POST', headers: ${JSON.stringify(headers)} }, ({ statusCode }) => console.log(statusCode))
      .on('error', ({ code }) => console.log(code)).end('{}')`;
    const callAs = async (account: number): Promise<string> => {
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { uid: account, gid: account, cwd: '/' });
      return stdout.trim();
    };
    assert.deepEqual([await callAs(0), await callAs(65_534)], ['400', 'EACCES']);
  });

  it('refuses what is no message', async () => {
    const place = await server.place();
    for (const body of ['', 'no', '[]', '1', 'null', '{"id":1}', '{"method":"ping","id":{}}'])
      assert.equal((await send(body)).status, 400, body);
    assert.equal((await send('', { method: 'GET', headers: place.headers })).status, 405);
    assert.match((await send(rpc('no/such'))).body, /-32601/);
    assert.match((await send(rpc('tools/call', { params: { name: 'another' } }))).body, /Unknown tool: another/);
  });

  it('tells who calls through the helper, and ends what the helper has asked with its window, unanswered', async () => {
    const door = { agent: { name: 'Codex', folder: '/work' }, call: randomUUID(), again: false, limit: 50_000 };
    const given: unknown[] = [];
    answer = (_input, signal, by) => {
      given.push(by);
      return new Promise(resolve => signal.addEventListener('abort', resolve));
    };
    const params = { name: 'ask_user', arguments: {}, _meta: doorMeta(door) };
    const asked = send(rpc('tools/call', { params }));
    while (given.length === 0) await new Promise(resolve => setImmediate(resolve));
    assert.deepEqual(given, [door]);
    server.leave();
    await assert.rejects(asked);
    for (const wrong of [{ call: 'x' }, { limit: 0 }, { limit: 'long' }, { agent: { name: 'Codex' } }])
      assert.equal(readDoorCall(doorMeta({ ...door, ...wrong } as DoorCall)), undefined);
    assert.equal(readDoorCall(doorMeta({ ...door, limit: 1e12 }))?.limit, 86_400_000);
  });

  it('takes no message of more than 64 MB', async () => {
    assert.equal((await send('x'.repeat(64 * 1024 * 1024 + 1))).status, 413);
  });

  it('tells that nobody waits any more when the call is cancelled, or its connection is cut', async () => {
    const given: AbortSignal[] = [];
    let came: () => void = () => undefined;
    answer = (_, signal) =>
      new Promise(resolve => {
        given.push(signal);
        signal.addEventListener('abort', () => resolve({ content: [] }));
        came();
      });
    const arrived = (): Promise<void> => new Promise(resolve => (came = resolve));
    const headers = { ...(await server.place()).headers, 'mcp-session-id': 'one' };
    const first = arrived();
    const cancelled = send(call(3), { headers });
    await first;
    const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    // The same id in another session is another call.
    await send(cancel, { headers: { ...headers, 'mcp-session-id': 'two' } });
    assert.equal(given[0]?.aborted, false);
    await send(cancel, { headers });
    await cancelled;
    assert.equal(given[0]?.aborted, true);
    const second = arrived();
    const cutting = new AbortController();
    const cut = send(call(4), { headers, signal: cutting.signal });
    await second;
    const told = new Promise<void>(resolve => given[1]?.addEventListener('abort', () => resolve()));
    cutting.abort();
    await assert.rejects(cut);
    await told;
  });

  it('listens once there is a safe folder, though there was none at first', async () => {
    // On Windows a pipe lies in no folder.
    if (process.platform === 'win32') return;
    const root = mkdtempSync(join(tmpdir(), 'parley-'));
    const parent = join(root, 'later');
    server = new AgentServer(answer, undefined, () => [parent]);
    await assert.rejects(server.place(), /ENOENT/);
    mkdirSync(parent);
    assert.equal((await send(rpc('ping'))).status, 200);
    await server.dispose();
    await removeFolder(root);
  });

  it('goes on where the system refuses it a connection', async () => {
    const warnings: string[] = [];
    server = new AgentServer(answer, undefined, undefined, { error: text => warnings.push(text) });
    const found: Server[] = [];
    const started = (message: unknown): void => void found.push((message as { readonly server: Server }).server);
    subscribe('http.server.request.start', started);
    await send(rpc('ping')).finally(() => unsubscribe('http.server.request.start', started));
    // Node tells so that a connection could not be taken.
    found[0]?.emit('error', new Error('accept EMFILE'));
    assert.equal((await send(rpc('ping'))).status, 200);
    assert.deepEqual(warnings, ['The socket for other agents: Error: accept EMFILE']);
  });
});
