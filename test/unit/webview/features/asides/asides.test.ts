// What the person asks Claude about a card that waits: what the CLI gets, what the views are told, and that the card goes on to wait.
import assert from 'node:assert/strict';
import type { ControlReply, ControlRequest, RequestOptions } from '../../../../../src/claude/stream/controlRequests.js';
import { askAside, cancelAside, draftAside } from '../../../../../src/host/features/asides/acts.js';
import { asideQuestion } from '../../../../../src/host/features/asides/asideQuestion.js';
import type { ActContext } from '../../../../../src/host/features/actContext.js';
import type { ChatState } from '../../../../../src/chat/state.js';
import type { ChatNews, AsideTurn } from '../../../../../src/shared/contract/news.js';
import { chatNews } from '../../../../../src/shared/contract/news.js';
import { after, permissionFor, working } from '../../../../support/chat.js';

const waits = after(working, permissionFor('t'));
const card = { id: 'p-t' };

interface Asked {
  readonly request: ControlRequest;
  readonly signal: AbortSignal | undefined;
  readonly reply: (reply: ControlReply) => void;
}

/** The parts of a session that the acts use. */
class Chat {
  state = waits;
  readonly asked: Asked[] = [];
  readonly news = new Map<ChatNews['type'], ChatNews>();
  readonly listeners = new Set<(before: ChatState, after: ChatState) => void>();
  refreshed = 0;

  get context(): ActContext {
    const loop = {
      state: this.state,
      ask: (request: ControlRequest, { signal }: RequestOptions) =>
        new Promise<ControlReply>(reply => {
          this.asked.push({ request, signal, reply });
          signal?.addEventListener('abort', () => reply({ ok: false, why: 'cancelled', detail: '' }));
        }),
      onChange: (listener: (before: ChatState, after: ChatState) => void) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
      parts: () => Promise.resolve({ asides: { refresh: () => this.refreshed++ } }),
    };
    Object.defineProperty(loop, 'state', { get: () => this.state });
    this.chat.loop = loop;
    const chats = { tell: (_: string, news: ChatNews) => this.news.set(news.type, chatNews.parse(news)) };
    // Only these fields are read.
    return { chat: this.chat, chats, log: { warn: () => undefined } } as unknown as ActContext;
  }

  private readonly chat: { key: string; news: Chat['news']; loop: unknown } = { key: 'k', news: this.news, loop: undefined };

  turns(): readonly AsideTurn[] {
    return this.aside()?.turns ?? [];
  }

  aside() {
    const told = this.news.get('asides');
    return told?.type === 'asides' ? told.asides[0] : undefined;
  }

  becomes(state: ChatState): void {
    const before = this.state;
    this.state = state;
    for (const listener of [...this.listeners]) listener(before, state);
  }
}

const replied = (response: string, synthetic = false): ControlReply => ({ ok: true, response: { response, synthetic } });
const ask = (words: string) => ({ type: 'askAside' as const, ...card, words });

describe('a question to Claude beside a card', () => {
  it('goes with what it is about and with what was asked before; the card still waits', async () => {
    const chat = new Chat();
    const { context } = chat;
    const first = askAside(ask('Why?'), context);
    assert.deepEqual(chat.turns(), [{ words: 'Why?', state: 'asking' }]);
    chat.asked[0]?.reply(replied('To test.'));
    await first;
    assert.deepEqual(chat.turns(), [{ words: 'Why?', state: 'replied', reply: 'To test.' }]);
    const second = askAside(ask('Is it safe?'), context);
    chat.asked[1]?.reply(replied('Yes.'));
    await second;
    assert.deepEqual(chat.asked[1]?.request['history'], [{ question: 'Why?', response: 'To test.' }]);
    assert.match(String(chat.asked[1].request['question']), /your call of the tool Bash yet.*before they decide:\n\nIs it safe\?$/s);
    assert.equal(chat.state, waits);
    assert.equal(chat.refreshed, 2);
  });

  it('costs one listener, however often and about however many cards is asked', async () => {
    const chat = new Chat();
    chat.state = after(waits, permissionFor('u'));
    const { context } = chat;
    for (const id of ['p-t', 'p-t', 'p-u']) {
      const asking = askAside({ ...ask('Why?'), id }, context);
      chat.asked.at(-1)?.reply(replied('Because.'));
      await asking;
    }
    assert.equal(chat.listeners.size, 1);
    chat.becomes(after(chat.state, { type: 'permissionDecided', requestId: 'p-t', decision: 'deny' }));
    assert.deepEqual(chat.aside()?.id, 'p-u');
    chat.becomes(after(chat.state, { type: 'permissionDecided', requestId: 'p-u', decision: 'deny' }));
    assert.deepEqual([chat.aside(), chat.listeners.size], [undefined, 0]);
    chat.becomes(after(chat.state, permissionFor('v')));
    const again = askAside({ ...ask('Why?'), id: 'p-v' }, context);
    chat.becomes(after(chat.state, { type: 'permissionDecided', requestId: 'p-v', decision: 'deny' }));
    await again;
    assert.deepEqual([chat.asked.at(-1)?.signal?.aborted, chat.listeners.size], [true, 0]);
  });

  it('is asked once at a time, and not about a card that is over', async () => {
    const chat = new Chat();
    const { context } = chat;
    void askAside(ask('Why?'), context);
    await askAside(ask('Why, again?'), context);
    assert.equal(chat.asked.length, 1);
    chat.state = working;
    await askAside({ ...ask('Late'), id: 'gone' }, context);
    assert.equal(chat.asked.length, 1);
    assert.equal(asideQuestion(working, card, 'Late'), undefined);
  });

  it('returns its words when it is taken back, unless others were written meanwhile', async () => {
    for (const [typed, left] of [
      ['', 'Why?'],
      ['And then?', 'And then?'],
    ] as const) {
      const chat = new Chat();
      const { context } = chat;
      const asking = askAside(ask('Why?'), context);
      draftAside({ type: 'draftAside', ...card, text: typed }, context);
      cancelAside({ type: 'cancelAside', ...card }, context);
      await asking;
      assert.equal(chat.asked[0]?.signal?.aborted, true);
      assert.deepEqual([chat.turns(), chat.aside()?.draft], [[], left]);
    }
  });

  for (const [name, reply, state] of [
    ['the CLI has ended', { ok: false, why: 'ended', detail: '' }, 'ended'],
    ['the CLI refuses', { ok: false, why: 'failed', detail: 'no' }, 'failed'],
    ['the words are not the model’s', replied('API error', true), 'failed'],
    ['there are no words', { ok: true, response: { response: null } }, 'failed'],
  ] as const)
    it(`keeps the words where no reply comes, because ${name}, and asks them again in their place`, async () => {
      const chat = new Chat();
      const { context } = chat;
      const asking = askAside(ask('Why?'), context);
      chat.asked[0]?.reply(reply);
      await asking;
      assert.deepEqual(chat.turns(), [{ words: 'Why?', state }]);
      const again = askAside(ask('Why?'), context);
      chat.asked[1]?.reply(replied('Because.'));
      await again;
      assert.deepEqual(chat.asked[1]?.request['history'], []);
      assert.deepEqual(chat.turns(), [{ words: 'Why?', state: 'replied', reply: 'Because.' }]);
    });

  it('goes away with its card, with the request that has no reply yet', async () => {
    const chat = new Chat();
    const { context } = chat;
    const asking = askAside(ask('Why?'), context);
    chat.becomes(after(waits, { type: 'permissionDecided', requestId: card.id, decision: 'deny' }));
    await asking;
    assert.equal(chat.asked[0]?.signal?.aborted, true);
    assert.equal(chat.aside(), undefined);
    assert.equal(chat.listeners.size, 0);
  });
});
