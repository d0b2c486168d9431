// The title of a chat by Claude: asked for once, where it can be had, and never in the place of the person's own.
import assert from 'node:assert/strict';
import type { ChatItem } from '../../../../src/chat/state.js';
import { initialState } from '../../../../src/chat/state.js';
import type { ControlReply, ControlRequest } from '../../../../src/claude/stream/controlRequests.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { watchTitles } from '../../../../src/host/commands/chatTitles.js';

const prompt = (text: string, id = 'p'): ChatItem => ({ kind: 'prompt', id, text, state: 'confirmed' }) as unknown as ChatItem;
const text: ChatItem = { kind: 'text', id: 't', text: 'I look.' } as unknown as ChatItem;

interface Shown {
  readonly items: readonly ChatItem[];
  readonly turn?: 'idle' | 'running';
  readonly more?: Partial<Chat>;
}

describe('the title of a chat', () => {
  let asked: ControlRequest[];
  let named: string[];
  let reply: ControlReply;
  let isWanted: boolean;
  beforeEach(() => {
    [asked, named, reply, isWanted] = [[], [], { ok: true, response: { title: 'Fix the parser' } }, true];
  });

  /** The chat goes through these states. */
  const pass = async (...shown: readonly Shown[]): Promise<void> => {
    const loop = {
      state: initialState('auto'),
      ask: (request: ControlRequest) => {
        asked.push(request);
        return Promise.resolve(reply);
      },
    };
    const chat = { key: 'k', title: undefined, otherOwner: undefined, loop } as unknown as Chat;
    let tell: (chat: Chat) => void = () => undefined;
    const chats = {
      onDidChange: (listener: (chat: Chat) => void) => {
        tell = listener;
        return { dispose: () => undefined };
      },
      nameByClaude: (_: Chat, name: string) => void named.push(name),
    };
    watchTitles({ chats, isWanted: () => isWanted, log: { info: () => undefined } });
    for (const { items, turn = 'running', more = {} } of shown) {
      Object.assign(loop, { state: { ...loop.state, items, turn } });
      Object.assign(chat, more);
      tell(chat);
    }
    await Promise.resolve();
    await Promise.resolve();
  };

  it('is asked for once, when Claude has begun to answer the first message', async () => {
    await pass({ items: [prompt('Fix the parser of src/a.ts, please')] });
    assert.deepEqual(asked, []);
    const first = prompt('Fix the parser of src/a.ts, please');
    await pass(
      { items: [first] },
      { items: [first, text] },
      { items: [first, text], turn: 'idle' },
      { items: [first, text, prompt('More', 'q')] },
    );
    assert.deepEqual(asked, [{ subtype: 'generate_session_title', description: 'Fix the parser of src/a.ts, please', persist: true }]);
    assert.deepEqual(named, ['Fix the parser']);
  });

  const first = prompt('Fix it');
  const cases: readonly (readonly [string, Shown])[] = [
    ['of a chat that has a title', { items: [first, text], more: { title: 'Mine' } }],
    ['of a chat that has gone on for longer', { items: [first, text, prompt('More', 'q')] }],
    ['where the words are the CLI’s own, as of a log-in that is missing', { items: [first, { ...text, by: 'cli' } as ChatItem] }],
    ['of a command', { items: [prompt('/review'), text] }],
    ['of a chat of another window', { items: [first, text], more: { otherOwner: 'otherWindow' } }],
    ['of the chat of other agents', { items: [first, text], more: { key: 'agents-1' } }],
  ];
  for (const [name, shown] of cases)
    it(`is not asked for: ${name}`, async () => {
      await pass(shown);
      assert.deepEqual(asked, []);
    });

  it('is not asked for where the person does not want it', async () => {
    isWanted = false;
    await pass({ items: [first, text] });
    assert.deepEqual(asked, []);
  });

  it('stays that of the first words where Claude gives none', async () => {
    for (const none of [
      { ok: true, response: { title: null } },
      { ok: false, why: 'unsupported', detail: '' },
    ] as const) {
      reply = none;
      await pass({ items: [first, text] });
    }
    assert.deepEqual([asked.length, named], [2, []]);
  });
});
