// A call from the helper to a window, through a socket.
import assert from 'node:assert/strict';
import type { AskResult } from '../../../src/claude/answers/askResult.js';
import { realClock } from '../../../src/disk/clock.js';
import { callWindow } from '../../../src/door/callWindow.js';
import { Door } from '../../../src/door/door.js';
import type { AnswerCall } from '../../../src/host/agents/agentServer.js';
import { AgentServer } from '../../../src/host/agents/agentServer.js';
import { codex, DoorWindow } from '../../support/doorWindow.js';
import { own } from '../../support/questions.js';

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

  it('has an answer, or words that say why not, in each of a thousand at once, and never that of another', async () => {
    const window = new DoorWindow();
    server = new AgentServer((input, signal, door) => {
      assert.ok(door !== undefined);
      return window.door.answer(input, door, signal);
    });
    const place = { ...(await server.place()), folder: codex.folder };
    const read = new Map<number, string>();
    let wake: () => void = () => undefined;
    const until = async (count: number): Promise<void> => {
      while (read.size < count) await new Promise<void>(resolve => (wake = resolve));
    };
    const door = new Door({
      send: message => {
        const { id, result } = Object(message) as { id: number; result?: AskResult };
        if (result?.content !== undefined) read.set(id, result.content[0].text);
        wake();
      },
      find: () => Promise.resolve(place),
      call: callWindow,
      folder: codex.folder,
      waits: 600,
      clock: realClock,
      now: () => performance.now(),
    });
    const tell = (message: object): void => door.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    tell({ id: 0, method: 'initialize', params: { clientInfo: { name: 'codex-mcp-client' } } });
    for (let id = 1; id <= 1_000; id++)
      tell({ id, method: 'tools/call', params: { name: 'ask_user', arguments: { question: `Which ${id}?` } } });
    const { loop } = window.chatOf();
    // All but those that wait are back.
    await until(950);
    const items = [...loop.state.items];
    assert.equal(items.length, 50);
    for (const item of items) {
      const words = item.kind === 'question' ? (item.questions[0]?.question ?? '') : '';
      loop.dispatch({ type: 'questionAnswered', toolUseId: item.id, answers: [own(words)], undoTime: 0 });
    }
    await until(1_000);
    const answered = [...read].filter(([, text]) => !text.includes('Too many questions of agents'));
    assert.equal(answered.length, 50);
    for (const [id, text] of answered) assert.equal(text, `User answered: Which ${id}?`);
  });

  it('brings what went wrong in the window, so that nobody asks again and again', async () => {
    assert.deepEqual(await call(() => Promise.reject(new Error('no space left'))), {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_603, message: 'Error: no space left' },
    });
  });
});
