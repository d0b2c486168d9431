// A call from the helper to a window, through a socket.
import assert from 'node:assert/strict';
import { callWindow } from '../../../src/door/callWindow.js';
import type { AnswerCall } from '../../../src/host/agents/agentServer.js';
import { AgentServer } from '../../../src/host/agents/agentServer.js';

describe('a call to a window', () => {
  let server: AgentServer;
  afterEach(() => server.dispose());

  async function call(answer: AnswerCall): Promise<unknown> {
    server = new AgentServer(answer);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_user', arguments: {} } };
    return callWindow(await server.place(), message, new AbortController().signal);
  }

  it('brings every character of the answer, those that end a line elsewhere too', async () => {
    const text = 'a\u2028b\u2029c\r\nd\ndata: e\u0085';
    assert.deepEqual(await call(() => Promise.resolve({ text })), { jsonrpc: '2.0', id: 1, result: { text } });
  });

  it('says that nobody listens any more', async () => {
    await call(() => Promise.resolve({}));
    const place = await server.place();
    await server.dispose();
    assert.equal(await callWindow(place, {}, new AbortController().signal), 'unreached');
  });

  it('brings what went wrong in the window, so that nobody asks again and again', async () => {
    assert.deepEqual(await call(() => Promise.reject(new Error('no space left'))), {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_603, message: 'Error: no space left' },
    });
  });
});
